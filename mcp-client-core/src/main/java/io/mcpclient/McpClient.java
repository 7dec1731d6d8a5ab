package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.operation.McpToolPins;
import io.mcpclient.protocol.McpConnectionStatistics;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.McpResilienceStatus;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Tool;
import io.mcpclient.session.McpToolCatalogue;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.McpPeer;

/**
 * Blocking client of one MCP server.
 *
 * <pre>{@code
 * McpClient client = McpClient.builder("weather").url("https://example.com/mcp").build();
 * CallToolResult result = client.callTool("get_forecast", Map.of("city", "Oslo"));
 * }</pre>
 *
 * <p>Building a client costs nothing: the first operation connects, and so does the first one after a loss. Every
 * operation ends within its deadline, with a result or with an {@link io.mcpclient.error.McpException}. Thread-safe;
 * to be shared and kept. Fit for virtual threads. On an event loop it refuses with a {@link io.mcpclient.error.McpRejectedException},
 * before anything is sent: use {@link #reactive()} there. A thread that is interrupted while it waits gets an
 * {@link io.mcpclient.error.McpCancelledException} with the interrupt flag set, and the call is cancelled at the
 * server.
 *
 * <p>Lists and contents of resources are kept where the server says how long they hold, an hour at most, and given again
 * meanwhile without asking, unless the server tells that they have changed. What was kept for one set of headers is never
 * given to a call with others. {@link McpCallOptions#withCache} decides otherwise for one call, {@link McpClientBuilder#caching}
 * for all of them.
 *
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01 to CACHE-09)"
 */
public interface McpClient extends AutoCloseable {

    /**
     * Starts to build a client.
     * @param name name of the server in messages, logs and metrics; not sent to it
     * @return the builder
     */
    static McpClientBuilder builder(String name) {
        return new McpClientBuilder(name);
    }

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String name();

    /**
     * Returns the reactive face of this client: same connection, same settings.
     * @return the reactive client
     */
    ReactiveMcpClient reactive();

    /**
     * Connects, or joins an attempt that is under way; returns at once if connected. One attempt, within {@code
     * connect-timeout}.
     *
     * <p>Any other operation connects too, with one difference. After three losses or failed attempts within a minute there
     * is a pause, which grows with each further one; it lasts a second at most for operations if nobody listens at the
     * address. An operation in a pause does not wait for its end, however much time it
     * has: it fails at once with the last error and the time of the next attempt, and its outcome is {@link
     * io.mcpclient.error.McpOutcome#NOT_SENT}; waiting and trying again is up to the caller. This method does not heed
     * the pause.
     * @return what the server said about itself
     */
    ServerDescription connect();

    /**
     * Connects in the background and stays connected: attempts that fail and connections that are lost are followed by
     * further attempts with backoff, until {@link #dispose()} or {@link #close()}. Returns at once.
     */
    void start();

    /**
     * Returns what is known about the server. Costs no request.
     * @return the status of this moment
     */
    McpServerStatus status();

    /**
     * Returns how often the client connected, lost its connection and failed to get one. Costs no request.
     * @return the numbers of this moment
     */
    McpConnectionStatistics connectionStatistics();

    /**
     * Returns the id by which the server knows the present session of the application, for example to find it in the log of the
     * server. A holder of the id may be able to act in this session: keep it out of logs and messages. Costs no request.
     * @return the id, or {@code null} if there is no session or it has no id, as with processes and servers without sessions
     */
    @Nullable
    String sessionId();

    /**
     * Returns how many users have a session at the server, that of the application left out. Costs no request.
     * @return the number of this moment, at most what {@link McpClientBuilder#principalLimits} allows; 0 for a client that is
     *     used under one identity
     * @see McpClientBuilder#principals
     */
    int principalConnections();

    /**
     * Adds a listener for changes of the status.
     * @param listener called on threads of the library, must not block
     */
    void addStatusListener(McpStatusListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeStatusListener(McpStatusListener listener);

    /**
     * Returns how many requests wait for an answer.
     * @return the number at this moment
     */
    int inFlight();

    /**
     * Returns how calls fare: repetitions, the circuit breaker, the limit of calls at once. Costs no request.
     * @return a picture of this moment
     */
    McpResilienceStatus resilience();

    /**
     * Returns the counters of messages that were dropped without harm.
     * @return the counters, live
     */
    IgnoredMessages ignoredMessages();

    /**
     * Returns how the store of {@link McpClientBuilder#sessions} serves this client. Costs nothing.
     * @return the status at this moment, or {@code null} if nothing is remembered
     */
    @Nullable
    McpStoreStatus sessionStore();

    /**
     * Returns what is remembered of the tools of this server, across restarts.
     * @return the catalogue, or {@code null} if nothing is remembered
     */
    @Nullable
    McpToolCatalogue toolCatalogue();

    /**
     * Returns which definitions of tools were approved, and what has changed since.
     * @return the pins, or {@code null} if definitions are not pinned, see {@link McpClientBuilder#toolPinning}
     */
    @Nullable
    McpToolPins toolPins();

    /**
     * Returns where the server is, as far as the configuration tells.
     * @return host, port and kind of the way to it, nothing else of its URL
     */
    McpPeer peer();

    /**
     * Adds a listener for log messages of the server.
     * @param listener hears of them from now on
     */
    void addLogListener(McpLogListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeLogListener(McpLogListener listener);

    /**
     * Adds a listener for changes at the server: of its lists, and of resources that were subscribed to.
     * @param listener hears of them from now on
     */
    void addChangeListener(McpChangeListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeChangeListener(McpChangeListener listener);

    /**
     * Sets who takes notifications of a method that this library has no listener for.
     * @param method its method
     * @param listener hears of them from now on; replaces the one before
     */
    void onNotification(String method, McpNotificationListener listener);

    /**
     * Sets who answers requests of a method that this library has no handler for.
     * @param method its method
     * @param handler answers them from now on; replaces the one before
     */
    void onRequest(String method, McpRequestHandler handler);

    /** Asks the server for a sign of life. */
    default void ping() {
        ping(McpCallOptions.defaults());
    }

    /**
     * Asks the server for a sign of life. Revision 2026-07-28 has no ping: there it is asked what it offers, which every
     * server has to answer and which changes nothing.
     * @param options wishes for this call
     * @see "MCP 2025-11-25, basic/utilities/ping (PNG-01); MCP 2026-07-28, changelog (PNG-04)"
     */
    void ping(McpCallOptions options);

    /**
     * Lists all tools.
     * @return the tools in the order of the server, names unique
     */
    default List<Tool> listTools() {
        return listTools(McpCallOptions.defaults());
    }

    /**
     * Lists all tools: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the tools in the order of the server, names unique
     */
    List<Tool> listTools(McpCallOptions options);

    /**
     * Lists one page of tools.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    ListToolsResult listToolsPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Calls a tool.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    default CallToolResult callTool(String name, Map<String, ?> arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param options wishes for this call
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    CallToolResult callTool(String name, Map<String, ?> arguments, McpCallOptions options);

    /**
     * Calls a tool.
     * @param params all parameters of the protocol
     * @param options wishes for this call
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    CallToolResult callTool(CallToolParams params, McpCallOptions options);

    /**
     * Calls a tool and binds what it returns.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param type type that the structured content, or else the text read as JSON, is bound to; {@link String} for the
     *     text itself
     * @param <T> type that the result is bound to
     * @return the bound result
     * @throws io.mcpclient.error.McpToolException if the tool reports a failure
     * @throws io.mcpclient.error.McpProtocolException if the result does not fit the type
     */
    default <T> T callTool(String name, Map<String, ?> arguments, Class<T> type) {
        return callTool(name, arguments, type, McpCallOptions.defaults());
    }

    /**
     * Calls a tool and binds what it returns, see {@link #callTool(String, Map, Class)}.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param type type that the result is bound to
     * @param options wishes for this call
     * @param <T> type that the result is bound to
     * @return the bound result
     */
    <T> T callTool(String name, Map<String, ?> arguments, Class<T> type, McpCallOptions options);

    /**
     * Calls a tool as a task: returns as soon as the server has accepted it. Unlike this, {@link #callTool} waits for the
     * end, as a task too where the tool demands it or the server makes it one. A server of 2026-07-28 alone decides, if it
     * has the extension {@code io.modelcontextprotocol/tasks}: what it answers at once is a task that has ended, with manual
     * input possibly with questions, see {@link McpCallOptions#withManualInput()}.
     * @param params all parameters of the protocol
     * @param ttl how long from its creation on the server is to keep the task, or {@code null} to leave it to the server;
     *     only in 2025-11-25
     * @param options wishes for the request that begins the task
     * @return the task
     * @throws io.mcpclient.error.McpRejectedException if a server of 2025-11-25 does not offer tasks, or the tool was listed
     *     without them; nothing was sent
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-04); MCP extension io.modelcontextprotocol/tasks
     *     (TSKX-02, TSKX-18)"
     */
    McpTask callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options);

    /**
     * Lists all tasks that the server lets us see: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call
     * @return the tasks in the order of the server
     * @throws io.mcpclient.error.McpRejectedException if the server does not offer that, as none of 2026-07-28 does; nothing
     *     was sent
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-11); MCP extension io.modelcontextprotocol/tasks (TSKX-16)"
     */
    List<McpTask> listTasks(McpCallOptions options);

    /**
     * Picks a task up again. Sends nothing.
     * @param handle handle of a task of this server, see {@link McpTask#handle()}
     * @return the task, of which nothing is known yet
     * @throws io.mcpclient.error.McpRejectedException if the handle is of another server, or has no id
     */
    McpTask task(McpTaskHandle handle);

    /**
     * Picks a task up again of which only the id is known. Sends nothing.
     * @param taskId id of a task of this server
     * @return the task, of which nothing is known yet
     */
    default McpTask task(String taskId) {
        return task(McpTaskHandle.of(name(), taskId));
    }

    /**
     * Lists all resources: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the resources in the order of the server
     */
    default List<Resource> listResources() {
        return listResources(McpCallOptions.defaults());
    }

    /**
     * Lists all resources: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the resources in the order of the server
     */
    List<Resource> listResources(McpCallOptions options);

    /**
     * Lists one page of resources.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    ListResourcesResult listResourcesPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Lists all resource templates: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the templates in the order of the server
     */
    default List<ResourceTemplate> listResourceTemplates() {
        return listResourceTemplates(McpCallOptions.defaults());
    }

    /**
     * Lists all resource templates: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the templates in the order of the server
     */
    List<ResourceTemplate> listResourceTemplates(McpCallOptions options);

    /**
     * Lists one page of resource templates.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    ListResourceTemplatesResult listResourceTemplatesPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Reads a resource.
     * @param uri URI of the resource; one that no list names may exist all the same
     * @return its contents: possibly several, possibly under other URIs
     */
    default ReadResourceResult readResource(String uri) {
        return readResource(uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource.
     * @param uri URI of the resource; one that no list names may exist all the same
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return its contents: possibly several, possibly under other URIs
     */
    ReadResourceResult readResource(String uri, McpCallOptions options);

    /**
     * Reads a resource.
     * @param params all parameters of the protocol
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return its contents: possibly several, possibly under other URIs
     */
    ReadResourceResult readResource(ReadResourceParams params, McpCallOptions options);

    /**
     * Asks the server to tell when a resource changes, see {@link
     * io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The wish outlives a lost connection.
     * @param uri URI of the resource
     */
    default void subscribeResource(String uri) {
        subscribeResource(uri, McpCallOptions.defaults());
    }

    /**
     * Asks the server to tell when a resource changes, see {@link
     * io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The wish outlives a lost connection.
     * @param uri URI of the resource
     * @param options wishes for this call
     */
    void subscribeResource(String uri, McpCallOptions options);

    /**
     * Takes a wish of {@link #subscribeResource} back.
     * @param uri URI of the resource
     */
    default void unsubscribeResource(String uri) {
        unsubscribeResource(uri, McpCallOptions.defaults());
    }

    /**
     * Takes a wish of {@link #subscribeResource} back.
     * @param uri URI of the resource
     * @param options wishes for this call
     */
    void unsubscribeResource(String uri, McpCallOptions options);

    /**
     * Lists all prompts: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the prompts in the order of the server
     */
    default List<Prompt> listPrompts() {
        return listPrompts(McpCallOptions.defaults());
    }

    /**
     * Lists all prompts: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the prompts in the order of the server
     */
    List<Prompt> listPrompts(McpCallOptions options);

    /**
     * Lists one page of prompts.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    ListPromptsResult listPromptsPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Fills in a prompt.
     * @param name name of the prompt at its server
     * @param arguments its arguments; the protocol has strings only
     * @return its messages
     */
    default GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Fills in a prompt.
     * @param name name of the prompt at its server
     * @param arguments its arguments; the protocol has strings only
     * @param options wishes for this call
     * @return its messages
     */
    GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Fills in a prompt.
     * @param params all parameters of the protocol
     * @param options wishes for this call
     * @return its messages
     */
    GetPromptResult getPrompt(GetPromptParams params, McpCallOptions options);

    /**
     * Asks the server to complete an argument of a prompt or of a resource template.
     * @param params what is to be completed
     * @return the suggestions, at most a hundred
     */
    default CompleteResult complete(CompleteParams params) {
        return complete(params, McpCallOptions.defaults());
    }

    /**
     * Asks the server to complete an argument of a prompt or of a resource template.
     * @param params what is to be completed
     * @param options wishes for this call
     * @return the suggestions, at most a hundred
     */
    CompleteResult complete(CompleteParams params, McpCallOptions options);

    /**
     * Sets from which level on the server sends log messages. The wish outlives a lost connection.
     * @param level least severe level wanted
     */
    default void setLoggingLevel(LoggingLevel level) {
        setLoggingLevel(level, McpCallOptions.defaults());
    }

    /**
     * Sets from which level on the server sends log messages. The wish outlives a lost connection.
     * @param level least severe level wanted
     * @param options wishes for this call
     */
    void setLoggingLevel(LoggingLevel level, McpCallOptions options);

    /**
     * Sends a request that this library has no method for.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @param resultType type that the result is read to, for example {@link Map}
     * @param options wishes for this call
     * @param <T> type that the result is read to
     * @return the result
     */
    <T> T request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options);

    /** Tells the server that the roots have changed, if it was offered to hear of it (ROOT-04). */
    void notifyRootsChanged();

    /**
     * Sends a notification and waits until the server has accepted it.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     */
    void notify(String method, @Nullable Object params);

    /**
     * Ends the session as {@link #dispose()} does and connects anew at once, without waiting for the next attempt if there
     * is one to come. A client that was to stay connected stays so, even if this attempt fails. Authorization of the application
     * is tried again as well: a refused registration at once, and with a new registration if a user was sent to the
     * authorization server and has not come back. Tokens stay.
     * @return what the server said about itself
     */
    ServerDescription reconnect();

    /**
     * Gives back what was obtained in the name of the caller to get at the server, tokens above all, and forgets it: the
     * authorization server is told, if it can be. A later call obtains something anew, for which a user may be needed. The
     * session of the caller ends, with its calls under way and all that was kept of it. An authorization request
     * that waits for the caller ends. A refused registration is tried again at once, and one that the authorization server may
     * have lost is replaced. Blocks for a few seconds at most.
     * @see "RFC 7009"
     */
    void logout();

    /**
     * Ends the session politely and releases everything, within {@code shutdown-timeout}. Calls under way are waited for
     * first, for {@code drain-timeout}; new ones wait meanwhile, and connect anew. Never fails.
     */
    void dispose();

    /**
     * Ends the session politely and releases everything, within {@code shutdown-timeout}, for good: later operations
     * are refused. Calls under way are waited for first, for {@code drain-timeout}. May be called twice. Never fails.
     */
    @Override
    void close();
}
