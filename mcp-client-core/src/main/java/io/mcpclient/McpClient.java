package io.mcpclient;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.transport.IgnoredMessages;

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
 * to be shared and kept. Fit for virtual threads. On an event loop it refuses with an {@link IllegalStateException},
 * before anything is sent: use {@link #reactive()} there. A thread that is interrupted while it waits gets an
 * {@link io.mcpclient.error.McpCancelledException} with the interrupt flag set, and the call is cancelled at the
 * server.
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
     * Returns the counters of messages that were dropped without harm.
     * @return the counters, live
     */
    IgnoredMessages ignoredMessages();

    /** Asks the server for a sign of life. */
    default void ping() {
        ping(McpCallOptions.defaults());
    }

    /**
     * Asks the server for a sign of life.
     * @param options wishes for this call
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
     * @param options wishes for this call
     * @return the tools in the order of the server, names unique
     */
    List<Tool> listTools(McpCallOptions options);

    /**
     * Lists one page of tools.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call
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
     * Sends a request that this library has no method for.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @param resultType type that the result is read to, for example {@link Map}
     * @param options wishes for this call
     * @param <T> type that the result is read to
     * @return the result
     */
    <T> T request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options);

    /**
     * Sends a notification and waits until the server has accepted it.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     */
    void notify(String method, @Nullable Object params);

    /**
     * Ends the session politely and releases everything, within {@code shutdown-timeout}. The next operation connects
     * anew. Never fails.
     */
    void dispose();

    /**
     * Ends the session politely and releases everything, within {@code shutdown-timeout}, for good: later operations
     * are refused. May be called twice. Never fails.
     */
    @Override
    void close();
}
