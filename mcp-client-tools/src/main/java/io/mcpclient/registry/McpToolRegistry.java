package io.mcpclient.registry;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.schema.CallToolResult;

/**
 * The tools of all servers in one view, under unique names. It tracks the clients: tools appear when a server connects and
 * remain listed as unavailable while it is disconnected.
 *
 * <p>If clients {@linkplain io.mcpclient.McpClientBuilder#sessions persist} the state of their servers, the stored tools of
 * a server that is not yet connected are listed as unavailable. So a model can be given the tools of a server that connects
 * on demand: a call connects, and fails if the server no longer has the tool.
 *
 * <p>Tools that the application {@linkplain McpServerTools#withDeclared declares} are listed, and offered to models, before their
 * server is asked for the first time.
 *
 * <p>A list is read when its server connects, when the server notifies of a change, when {@link #refresh()} is called, and
 * when the time to live ({@code ttlMs}) from a server of revision 2026-07-28 expires. The first three cause at most one
 * list request per second; expiry causes at most one in ten seconds, slightly later than the server specified. A failed
 * list is retried after one second to one minute. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public interface McpToolRegistry extends AutoCloseable {

    /**
     * Creates a registry for clients, including clients added later.
     * @param clients the clients; closing the registry does not close them
     * @param naming naming rules for tools
     * @return the registry
     */
    static McpToolRegistry of(McpClients clients, McpToolNaming naming) {
        return of(clients, naming, McpToolExposure.all());
    }

    /**
     * Creates a registry of some tools of clients, including clients added later.
     * @param clients the clients; closing the registry does not close them
     * @param naming naming rules for tools
     * @param exposure rules for which tools the registry has
     * @return the registry
     */
    static McpToolRegistry of(McpClients clients, McpToolNaming naming, McpToolExposure exposure) {
        return new DefaultMcpToolRegistry(
                RequiredArgument.of("", "of", "clients", clients),
                RequiredArgument.of("", "of", "naming", naming),
                RequiredArgument.of("", "of", "exposure", exposure));
    }

    /**
     * Returns the current view without sending a request.
     * @return the view, never {@code null}
     */
    McpToolSnapshot snapshot();

    /**
     * Waits until the tools of all servers are known. Servers that connect on demand are connected. A server that cannot be
     * reached is waited for as long as its client keeps trying.
     *
     * <pre>{@code
     * McpToolSnapshot tools = registry.awaitReady(Duration.ofSeconds(10));
     * tools.missing().forEach(server -> logger.warn(server.description()));
     * }</pre>
     *
     * @param limit maximum time to wait; not positive means that nothing is waited for
     * @return the view then, with the servers that are still {@linkplain McpToolSnapshot#missing() missing}; never
     *     {@code null}
     * @throws io.mcpclient.error.McpRejectedException if the limit is {@code null}, or the thread must not block
     * @throws io.mcpclient.error.McpCancelledException if the thread is interrupted
     */
    McpToolSnapshot awaitReady(Duration limit);

    /**
     * Waits until the tools of all servers are known. See {@link #awaitReady}.
     * @param limit maximum time to wait; not positive means that nothing is waited for
     * @return the view then
     */
    Mono<McpToolSnapshot> awaitReadyReactive(Duration limit);

    /**
     * Returns the selected tools that are meant for models, available or not, without sending a request.
     * @param selection which tools to select
     * @return the selected part of the current {@link #snapshot()}, with its version and its order; never {@code null}
     * @throws io.mcpclient.error.McpRejectedException if the selection is {@code null}
     */
    McpToolSnapshot select(McpToolSelection selection);

    /**
     * Returns what a model is offered: the selected tools, or if there are more than {@link McpToolDisclosure#threshold()},
     * those that fit the query best, and two tools to find and call the others. Tools of a server that was connected until recently
     * are offered too, see {@link McpModelSettings#keepUnavailable()}.
     *
     * <p>Starts an attempt to connect to servers that are not connected, at most once a second, except to those that were never
     * connected and have declared tools. Blocks while another server of the
     * selection has never been connected, at most for {@link McpModelSettings#awaitReady()} after the first call for that server;
     * on a thread that must not block, it does not wait.
     * @param selection which tools to offer
     * @return the offer; the same for the same view, selection and query
     * @throws io.mcpclient.error.McpRejectedException if the selection is {@code null}
     * @throws io.mcpclient.error.McpConfigurationException if there is no ranking, see {@link McpToolRanking#lucene()}
     * @throws io.mcpclient.error.McpCancelledException if the thread is interrupted while it waits
     */
    McpToolOffer offer(McpToolSelection selection);

    /**
     * Returns the tool that a model means by a name, for models that are offered no other tools, see
     * {@link #modelTool(String, McpToolSelection, Collection)}.
     * @param name name of the tool
     * @param selection which tools the model may call
     * @return the tool; if the model may call no tool of that name, one whose result says so; never {@code null}
     * @throws io.mcpclient.error.McpRejectedException if an argument is {@code null}
     */
    default McpModelTool modelTool(String name, McpToolSelection selection) {
        return modelTool(name, selection, List.of());
    }

    /**
     * Returns the tool that a model means by a name, whether it was offered it directly, found it by a search, remembers or invents
     * it. Does not block.
     * @param name name of the tool
     * @param selection which tools the model may call
     * @param others names of other tools that the model is offered, such as those of the application
     * @return the tool; if the model may call no tool of that name, one whose result says so and suggests names; never {@code null}
     * @throws io.mcpclient.error.McpRejectedException if an argument is {@code null}
     */
    McpModelTool modelTool(String name, McpToolSelection selection, Collection<String> others);

    /**
     * Compares the declared tools of a server with its definitions, see {@link McpServerTools#withDeclared}. Sends no request.
     * @param server configured name of the server
     * @return one entry for each declared tool that the rules for the server do not exclude, in the order of the declarations; empty
     *     for an unknown name
     */
    List<McpDeclaredTool> declared(String server);

    /**
     * Returns how large the tools of a server are for models, and what models have read of their results.
     * @param server configured name of the server
     * @return one entry for each tool that is meant for models, in the order of the server; empty for an unknown name
     */
    List<McpToolUsage> usage(String server);

    /**
     * Adds a listener for results that models read.
     * @param listener called on the thread of the call, must not block or throw
     */
    void addResultListener(McpModelResultListener listener);

    /**
     * Returns the settings of what models are given.
     * @return the settings
     */
    McpModelSettings settings();

    /**
     * Returns what runs the tool calls of one turn in parallel, see {@link McpModelSettings#parallel()}.
     * @return virtual threads if the JVM has them, otherwise a limited number of threads; the thread of the caller waits while all
     *     are in use. Shared by all registries
     */
    default Executor callThreads() {
        return ModelCalls.THREADS;
    }

    /**
     * Searches for tools, without sending a request.
     * @param query what the tools should do, in any words
     * @return the tools that fit, best first; twenty at most
     * @throws io.mcpclient.error.McpRejectedException if the query is {@code null}
     * @throws io.mcpclient.error.McpConfigurationException if there is no ranking, see {@link McpToolRanking#lucene()}
     */
    default List<McpRegisteredTool> search(String query) {
        return search(McpToolSelection.all().query(query), 20);
    }

    /**
     * Searches the tools of a selection. See {@link #search(String)}.
     * @param selection which tools to search, with a {@linkplain McpToolSelection#query query}
     * @param limit maximum number of tools
     * @return the tools that fit, best first
     * @throws io.mcpclient.error.McpRejectedException if the selection or its query are {@code null}
     */
    List<McpRegisteredTool> search(McpToolSelection selection, int limit);

    /**
     * Calls a tool without arguments at its server and waits.
     * @param name unique name in the registry
     * @return the result as received; {@link CallToolResult#isErrorResult()} returns whether the tool failed
     * @throws io.mcpclient.error.McpRejectedException if there is no tool with this name, or its server is unavailable
     */
    default CallToolResult callTool(String name) {
        return callTool(name, null);
    }

    /**
     * Calls a tool at its server and waits.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @return the result as received; {@link CallToolResult#isErrorResult()} returns whether the tool failed
     * @throws io.mcpclient.error.McpRejectedException if there is no tool with this name, or its server is unavailable
     */
    default CallToolResult callTool(String name, @Nullable Object arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool at its server and waits. See {@link #callTool(String, Object)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param options options for this call
     * @return the result as received; {@link CallToolResult#isErrorResult()} returns whether the tool failed
     */
    CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options);

    /**
     * Calls a tool at its server and binds its result.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound, as in {@link io.mcpclient.McpClient#callTool(String, Object, Class)}
     * @param <T> target type of the result
     * @return the bound result
     * @throws io.mcpclient.error.McpRejectedException if there is no tool with this name, or its server is unavailable
     * @throws io.mcpclient.error.McpToolException if the tool reports a failure
     * @throws io.mcpclient.error.McpProtocolException if the result does not fit the type
     */
    default <T> T callTool(String name, @Nullable Object arguments, Class<T> type) {
        return callTool(name, arguments, type, McpCallOptions.defaults());
    }

    /**
     * Calls a tool at its server and binds its result. See {@link #callTool(String, Object, Class)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound
     * @param options options for this call
     * @param <T> target type of the result
     * @return the bound result
     */
    default <T> T callTool(String name, @Nullable Object arguments, Class<T> type, McpCallOptions options) {
        return callTool(name, arguments, ParameterizedTypeReference.forType(type), options);
    }

    /**
     * Calls a tool at its server and binds its result. See {@link #callTool(String, Object, Class)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound, with type arguments
     * @param <T> target type of the result
     * @return the bound result
     */
    default <T> T callTool(String name, @Nullable Object arguments, ParameterizedTypeReference<T> type) {
        return callTool(name, arguments, type, McpCallOptions.defaults());
    }

    /**
     * Calls a tool at its server and binds its result. See {@link #callTool(String, Object, Class)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound, with type arguments
     * @param options options for this call
     * @param <T> target type of the result
     * @return the bound result
     */
    <T> T callTool(String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options);

    /**
     * Calls a tool at its server. See {@link #callTool(String, Object)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param options options for this call
     * @return the result as received, or an error
     */
    Mono<CallToolResult> callToolReactive(String name, @Nullable Object arguments, McpCallOptions options);

    /**
     * Calls a tool at its server and binds its result. See {@link #callTool(String, Object, Class)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound
     * @param options options for this call
     * @param <T> target type of the result
     * @return the bound result, or an error
     */
    default <T> Mono<T> callToolReactive(
            String name, @Nullable Object arguments, Class<T> type, McpCallOptions options) {
        return callToolReactive(name, arguments, ParameterizedTypeReference.forType(type), options);
    }

    /**
     * Calls a tool at its server and binds its result. See {@link #callTool(String, Object, Class)}.
     * @param name unique name in the registry
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the result is bound, with type arguments
     * @param options options for this call
     * @param <T> target type of the result
     * @return the bound result, or an error
     */
    <T> Mono<T> callToolReactive(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options);

    /** Lists the tools of all connected servers again in the background. */
    void refresh();

    /**
     * Lists the tools of one server again in the background if it is connected.
     * @param server name of the server; an unknown name is ignored
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpToolListener listener);

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    void removeListener(McpToolListener listener);

    /** Stops tracking the clients. The last view remains readable. Idempotent. */
    @Override
    void close();
}
