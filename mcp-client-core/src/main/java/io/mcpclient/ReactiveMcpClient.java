package io.mcpclient;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;

/**
 * Reactive client of one MCP server: the operations of {@link McpClient} as publishers. Nothing happens before one is
 * subscribed to, each subscription is a call of its own, and cancelling it cancels the call at the server. Errors are
 * {@link io.mcpclient.error.McpException}s. Thread-safe.
 */
public interface ReactiveMcpClient {

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String name();

    /**
     * Connects, see {@link McpClient#connect()}.
     * @return what the server said about itself
     */
    Mono<ServerDescription> connect();

    /**
     * Returns what is known about the server. Costs no request.
     * @return the status of this moment
     */
    McpServerStatus status();

    /**
     * Asks the server for a sign of life.
     * @return completes when it has answered
     */
    default Mono<Void> ping() {
        return ping(McpCallOptions.defaults());
    }

    /**
     * Asks the server for a sign of life.
     * @param options wishes for this call
     * @return completes when it has answered
     */
    Mono<Void> ping(McpCallOptions options);

    /**
     * Lists all tools.
     * @return the tools in the order of the server, names unique
     */
    default Mono<List<Tool>> listTools() {
        return listTools(McpCallOptions.defaults());
    }

    /**
     * Lists all tools, see {@link McpClient#listTools(McpCallOptions)}.
     * @param options wishes for this call
     * @return the tools in the order of the server, names unique
     */
    Mono<List<Tool>> listTools(McpCallOptions options);

    /**
     * Lists one page of tools.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call
     * @return the page as sent
     */
    Mono<ListToolsResult> listToolsPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Calls a tool.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    default Mono<CallToolResult> callTool(String name, Map<String, ?> arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param options wishes for this call
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    Mono<CallToolResult> callTool(String name, Map<String, ?> arguments, McpCallOptions options);

    /**
     * Calls a tool.
     * @param params all parameters of the protocol
     * @param options wishes for this call
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options);

    /**
     * Calls a tool and binds what it returns, see {@link McpClient#callTool(String, Map, Class)}.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param type type that the result is bound to
     * @param <T> type that the result is bound to
     * @return the bound result
     */
    default <T> Mono<T> callTool(String name, Map<String, ?> arguments, Class<T> type) {
        return callTool(name, arguments, type, McpCallOptions.defaults());
    }

    /**
     * Calls a tool and binds what it returns, see {@link McpClient#callTool(String, Map, Class)}.
     * @param name name of the tool at its server
     * @param arguments arguments, as plain JSON or beans
     * @param type type that the result is bound to
     * @param options wishes for this call
     * @param <T> type that the result is bound to
     * @return the bound result
     */
    <T> Mono<T> callTool(String name, Map<String, ?> arguments, Class<T> type, McpCallOptions options);

    /**
     * Sends a request that this library has no method for.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @param resultType type that the result is read to, for example {@link Map}
     * @param options wishes for this call
     * @param <T> type that the result is read to
     * @return the result
     */
    <T> Mono<T> request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options);

    /**
     * Sends a notification.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @return completes when the server has accepted it
     */
    Mono<Void> notify(String method, @Nullable Object params);

    /**
     * Ends the session and releases everything, see {@link McpClient#dispose()}.
     * @return completes when nothing is left, never fails
     */
    Mono<Void> dispose();

    /**
     * Ends the session for good, see {@link McpClient#close()}.
     * @return completes when nothing is left, never fails
     */
    Mono<Void> close();
}
