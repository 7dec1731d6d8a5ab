package io.mcpclient.registry;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;

/**
 * The tools of all servers in one view, under unique names. It follows the clients: tools appear when a server connects
 * and stay listed, as unavailable, while it is away.
 *
 * <p>Where clients {@linkplain io.mcpclient.McpClientBuilder#sessions remember} their servers, the tools of one that was not
 * connected to yet are those of the last time, as unavailable. So a model can be offered the tools of a server that is to be
 * connected to when it is needed: a call connects, and if the server does not have the tool any more, says so.
 *
 * <p>A list is read when its server connects, when the server says that it has changed, when {@link #refresh()} is called, and
 * when the time is over for which a server of revision 2026-07-28 said that it holds ({@code ttlMs}). Reasons of the first
 * kinds lead to one list a second at most, the time to one in ten seconds at most, a little later than the server said. A list
 * that fails is read again after pauses of one second to one minute. Thread-safe.
 *
 * @see "fault J13; MCP 2026-07-28, server/utilities/caching (CACHE-05)"
 */
public interface McpToolRegistry extends AutoCloseable {

    /**
     * Creates a registry over clients, those that are added later included.
     * @param clients the clients; closing the registry does not close them
     * @param naming how tools are named
     * @return the registry
     */
    static McpToolRegistry of(McpClients clients, McpToolNaming naming) {
        return new DefaultMcpToolRegistry(clients, naming);
    }

    /**
     * Returns the view of this moment. Costs no request.
     * @return the view, never {@code null}
     */
    McpToolSnapshot snapshot();

    /**
     * Calls a tool at the server that offers it, and waits.
     * @param name unique name in the registry
     * @param arguments arguments, as plain JSON or beans
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     * @throws io.mcpclient.error.McpRejectedException if there is no tool of this name, or its server is away
     */
    default CallToolResult callTool(String name, Map<String, ?> arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool at the server that offers it, and waits. See {@link #callTool(String, Map)}.
     * @param name unique name in the registry
     * @param arguments arguments, as plain JSON or beans
     * @param options wishes for this call
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    CallToolResult callTool(String name, Map<String, ?> arguments, McpCallOptions options);

    /**
     * Calls a tool at the server that offers it. See {@link #callTool(String, Map)}.
     * @param name unique name in the registry
     * @param arguments arguments, as plain JSON or beans
     * @param options wishes for this call
     * @return the result as sent, or an error
     */
    Mono<CallToolResult> callToolReactive(String name, Map<String, ?> arguments, McpCallOptions options);

    /** Asks all connected servers for their tools again, in the background. */
    void refresh();

    /**
     * Asks one server for its tools again, in the background, if it is connected.
     * @param server name of the server; nothing happens if there is none of that name
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpToolListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeListener(McpToolListener listener);

    /** Stops following the clients. The last view remains readable. May be called twice. */
    @Override
    void close();
}
