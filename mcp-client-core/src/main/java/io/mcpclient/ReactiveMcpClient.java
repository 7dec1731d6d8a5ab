package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.ServerDescription;
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
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

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
     * Asks the server for a sign of life. Revision 2026-07-28 has no ping: there it is asked what it offers, which every
     * server has to answer and which changes nothing.
     * @param options wishes for this call
     * @return completes when it has answered
     * @see "MCP 2025-11-25, basic/utilities/ping (PNG-01); MCP 2026-07-28, changelog (PNG-04)"
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
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the tools in the order of the server, names unique
     */
    Mono<List<Tool>> listTools(McpCallOptions options);

    /**
     * Lists one page of tools.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
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
     * Calls a tool as a task: returns as soon as the server has accepted it. Unlike this, {@link #callTool} waits for the
     * end, as a task too where the tool demands it or the server makes it one. A server of 2026-07-28 alone decides, if it
     * has the extension {@code io.modelcontextprotocol/tasks}: what it answers at once is a task that has ended, with manual
     * input possibly with questions, see {@link McpCallOptions#withManualInput()}.
     * @param params all parameters of the protocol
     * @param ttl how long from its creation on the server is to keep the task, or {@code null} to leave it to the server;
     *     only in 2025-11-25
     * @param options wishes for the request that begins the task
     * @return the task; {@link io.mcpclient.error.McpRejectedException} if a server of 2025-11-25 does not offer tasks, or
     *     the tool was listed without them
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-04); MCP extension io.modelcontextprotocol/tasks
     *     (TSKX-02, TSKX-18)"
     */
    Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options);

    /**
     * Lists all tasks that the server lets us see: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call
     * @return the tasks in the order of the server; {@link io.mcpclient.error.McpRejectedException} if it does not offer
     *     that, as none of 2026-07-28 does
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-11); MCP extension io.modelcontextprotocol/tasks (TSKX-16)"
     */
    Mono<List<ReactiveMcpTask>> listTasks(McpCallOptions options);

    /**
     * Picks a task up again. Sends nothing.
     * @param handle handle of a task of this server, see {@link ReactiveMcpTask#handle()}
     * @return the task, of which nothing is known yet
     * @throws io.mcpclient.error.McpRejectedException if the handle is of another server, or has no id
     */
    ReactiveMcpTask task(McpTaskHandle handle);

    /**
     * Picks a task up again of which only the id is known. Sends nothing.
     * @param taskId id of a task of this server
     * @return the task, of which nothing is known yet
     */
    default ReactiveMcpTask task(String taskId) {
        return task(McpTaskHandle.of(name(), taskId));
    }

    /**
     * Lists all resources: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the resources in the order of the server
     */
    default Mono<List<Resource>> listResources() {
        return listResources(McpCallOptions.defaults());
    }

    /**
     * Lists all resources: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the resources in the order of the server
     */
    Mono<List<Resource>> listResources(McpCallOptions options);

    /**
     * Lists one page of resources.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    Mono<ListResourcesResult> listResourcesPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Lists all resource templates: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the templates in the order of the server
     */
    default Mono<List<ResourceTemplate>> listResourceTemplates() {
        return listResourceTemplates(McpCallOptions.defaults());
    }

    /**
     * Lists all resource templates: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the templates in the order of the server
     */
    Mono<List<ResourceTemplate>> listResourceTemplates(McpCallOptions options);

    /**
     * Lists one page of resource templates.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    Mono<ListResourceTemplatesResult> listResourceTemplatesPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Reads a resource.
     * @param uri URI of the resource; one that no list names may exist all the same
     * @return its contents: possibly several, possibly under other URIs
     */
    default Mono<ReadResourceResult> readResource(String uri) {
        return readResource(uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource.
     * @param uri URI of the resource; one that no list names may exist all the same
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return its contents: possibly several, possibly under other URIs
     */
    Mono<ReadResourceResult> readResource(String uri, McpCallOptions options);

    /**
     * Reads a resource.
     * @param params all parameters of the protocol
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return its contents: possibly several, possibly under other URIs
     */
    Mono<ReadResourceResult> readResource(ReadResourceParams params, McpCallOptions options);

    /**
     * Asks the server to tell when a resource changes, see {@link
     * io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The wish outlives a lost connection.
     * @param uri URI of the resource
     * @return completes when the server has agreed
     */
    default Mono<Void> subscribeResource(String uri) {
        return subscribeResource(uri, McpCallOptions.defaults());
    }

    /**
     * Asks the server to tell when a resource changes, see {@link
     * io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The wish outlives a lost connection.
     * @param uri URI of the resource
     * @param options wishes for this call
     * @return completes when the server has agreed
     */
    Mono<Void> subscribeResource(String uri, McpCallOptions options);

    /**
     * Takes a wish of {@link #subscribeResource} back.
     * @param uri URI of the resource
     * @return completes when the server has agreed
     */
    default Mono<Void> unsubscribeResource(String uri) {
        return unsubscribeResource(uri, McpCallOptions.defaults());
    }

    /**
     * Takes a wish of {@link #subscribeResource} back.
     * @param uri URI of the resource
     * @param options wishes for this call
     * @return completes when the server has agreed
     */
    Mono<Void> unsubscribeResource(String uri, McpCallOptions options);

    /**
     * Lists all prompts: fetches all pages, under one deadline, up to {@code max-pages}.
     * @return the prompts in the order of the server
     */
    default Mono<List<Prompt>> listPrompts() {
        return listPrompts(McpCallOptions.defaults());
    }

    /**
     * Lists all prompts: fetches all pages, under one deadline, up to {@code max-pages}.
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the prompts in the order of the server
     */
    Mono<List<Prompt>> listPrompts(McpCallOptions options);

    /**
     * Lists one page of prompts.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes for this call, {@linkplain McpCallOptions#withCache what is kept} included
     * @return the page as sent
     */
    Mono<ListPromptsResult> listPromptsPage(@Nullable String cursor, McpCallOptions options);

    /**
     * Fills in a prompt.
     * @param name name of the prompt at its server
     * @param arguments its arguments; the protocol has strings only
     * @return its messages
     */
    default Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Fills in a prompt.
     * @param name name of the prompt at its server
     * @param arguments its arguments; the protocol has strings only
     * @param options wishes for this call
     * @return its messages
     */
    Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Fills in a prompt.
     * @param params all parameters of the protocol
     * @param options wishes for this call
     * @return its messages
     */
    Mono<GetPromptResult> getPrompt(GetPromptParams params, McpCallOptions options);

    /**
     * Asks the server to complete an argument of a prompt or of a resource template.
     * @param params what is to be completed
     * @return the suggestions, at most a hundred
     */
    default Mono<CompleteResult> complete(CompleteParams params) {
        return complete(params, McpCallOptions.defaults());
    }

    /**
     * Asks the server to complete an argument of a prompt or of a resource template.
     * @param params what is to be completed
     * @param options wishes for this call
     * @return the suggestions, at most a hundred
     */
    Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options);

    /**
     * Sets from which level on the server sends log messages. The wish outlives a lost connection.
     * @param level least severe level wanted
     * @return completes when the server has agreed
     */
    default Mono<Void> setLoggingLevel(LoggingLevel level) {
        return setLoggingLevel(level, McpCallOptions.defaults());
    }

    /**
     * Sets from which level on the server sends log messages. The wish outlives a lost connection.
     * @param level least severe level wanted
     * @param options wishes for this call
     * @return completes when the server has agreed
     */
    Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options);

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
     * Tells the server that the roots have changed, if it was offered to hear of it (ROOT-04).
     * @return completes when the server has accepted it
     */
    Mono<Void> notifyRootsChanged();

    /**
     * Sends a notification.
     * @param method its method
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @return completes when the server has accepted it
     */
    Mono<Void> notify(String method, @Nullable Object params);

    /**
     * Ends the session and connects anew at once, see {@link McpClient#reconnect()}.
     * @return what the server said about itself, or the error of the attempt
     */
    Mono<ServerDescription> reconnect();

    /**
     * Gives tokens back, see {@link McpClient#logout()}.
     * @return completes when they are forgotten
     */
    Mono<Void> logout();

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
