package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
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
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * Reactive client of one MCP server: the operations of {@link McpClient} as publishers. Nothing happens before
 * subscription, each subscription is a separate call, and cancelling it cancels the call on the server. Errors are
 * {@link io.mcpclient.error.McpException}s. Thread-safe.
 */
public interface ReactiveMcpClient {
    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String name();

    /**
     * Returns everything that an operator can know about this client, see {@link McpClient#status()}. Sends no request.
     * @return a snapshot
     */
    McpClientStatus status();

    /**
     * Pings the server.
     * @return completes when it has replied
     */
    default Mono<Void> ping() {
        return ping(McpCallOptions.defaults());
    }

    /**
     * Pings the server. Revision 2026-07-28 has no ping; there the client requests the server's capabilities, a request
     * that every server must support and that has no side effects.
     * @param options options for this call
     * @return completes when it has replied
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping">MCP: Ping</a>
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/changelog">MCP: Changelog</a>
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
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the tools in the order of the server, names unique
     */
    Mono<List<Tool>> listTools(McpCallOptions options);

    /**
     * Calls a tool without arguments.
     * @param name name of the tool on the server
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    default Mono<CallToolResult> callTool(String name) {
        return callTool(name, null);
    }

    /**
     * Calls a tool, see {@link McpClient#callTool(String, Object)}.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    default Mono<CallToolResult> callTool(String name, @Nullable Object arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool, see {@link McpClient#callTool(String, Object)}.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param options options for this call
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    Mono<CallToolResult> callTool(String name, @Nullable Object arguments, McpCallOptions options);

    /**
     * Calls a tool and binds its result, see {@link McpClient#callTool(String, Object, Class)}.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type target type of the result
     * @param <T> target type of the result
     * @return the bound result
     */
    <T> Mono<T> callTool(String name, @Nullable Object arguments, Class<T> type);

    /**
     * Lists all resources: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
     * @return the resources in the order of the server
     */
    default Mono<List<Resource>> listResources() {
        return listResources(McpCallOptions.defaults());
    }

    /**
     * Lists all resources: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the resources in the order of the server
     */
    Mono<List<Resource>> listResources(McpCallOptions options);

    /**
     * Reads a resource.
     * @param uri URI of the resource; unlisted resources may exist, too
     * @return its contents: possibly several, possibly under other URIs
     */
    default Mono<ReadResourceResult> readResource(String uri) {
        return readResource(uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource.
     * @param uri URI of the resource; unlisted resources may exist, too
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return its contents: possibly several, possibly under other URIs
     */
    Mono<ReadResourceResult> readResource(String uri, McpCallOptions options);

    /**
     * Lists all prompts: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
     * @return the prompts in the order of the server
     */
    default Mono<List<Prompt>> listPrompts() {
        return listPrompts(McpCallOptions.defaults());
    }

    /**
     * Lists all prompts: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the prompts in the order of the server
     */
    Mono<List<Prompt>> listPrompts(McpCallOptions options);

    /**
     * Gets a prompt with its arguments filled in.
     * @param name name of the prompt on the server
     * @param arguments its arguments; the protocol supports strings only
     * @return its messages
     */
    default Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Gets a prompt with its arguments filled in.
     * @param name name of the prompt on the server
     * @param arguments its arguments; the protocol supports strings only
     * @param options options for this call
     * @return its messages
     */
    Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Requests completions for an argument of a prompt or of a resource template.
     * @param params the argument to complete
     * @return the suggestions, at most a hundred
     */
    default Mono<CompleteResult> complete(CompleteParams params) {
        return complete(params, McpCallOptions.defaults());
    }

    /**
     * Requests completions for an argument of a prompt or of a resource template.
     * @param params the argument to complete
     * @param options options for this call
     * @return the suggestions, at most a hundred
     */
    Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options);
    /**
     * Returns further ways to call tools, pages of tools.
     * @return a view of this client, which need not be stored
     */
    Tools tools();

    /**
     * Returns the operations for templates, pages and subscriptions of resources.
     * @return a view of this client, which need not be stored
     */
    Resources resources();

    /**
     * Returns the operations for pages of prompts, and for prompts with all parameters of the protocol.
     * @return a view of this client, which need not be stored
     */
    Prompts prompts();

    /**
     * Returns the operations for tool calls that run as tasks on the server.
     * @return a view of this client, which need not be stored
     */
    Tasks tasks();

    /**
     * Returns the operations for the connection, the life cycle and the login.
     * @return a view of this client, which need not be stored
     */
    Session session();

    /**
     * Returns the operations for requests and notifications for which this library has no method.
     * @return a view of this client, which need not be stored
     */
    Raw raw();

    /**
     * Returns the API of an extension of the protocol.
     * @param type reactive API of the extension, such as {@code ReactiveMcpSkills}
     * @param <T> type of the API
     * @return the API of this client, which need not be stored
     * @throws io.mcpclient.error.McpConfigurationException if the extension is not enabled, see {@link McpClientBuilder#extension}
     */
    <T> T extension(Class<T> type);

    /**
     * Closes the client permanently, see {@link McpClient#close()}.
     * @return completes when all resources are released, never fails
     */
    Mono<Void> close();

    /** Further ways to call tools, pages of tools. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Tools {

        /**
         * Lists one page of tools. The client keeps the definitions on the page, by which it validates results and decides on approval
         * and retries. It discards those of removed tools when all pages were read, from the first to the last.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        Mono<ListToolsResult> page(@Nullable String cursor, McpCallOptions options);

        /**
         * Calls a tool, see {@link McpClient#callTool(String, Object)}.
         * @param params all parameters that the protocol defines
         * @param options options for this call
         * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
         */
        Mono<CallToolResult> call(CallToolParams params, McpCallOptions options);

        /**
         * Calls a tool and binds its result, see {@link McpClient#callTool(String, Object, Class)}.
         * @param name name of the tool on the server
         * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
         * @param type target type of the result
         * @param options options for this call
         * @param <T> target type of the result
         * @return the bound result
         */
        default <T> Mono<T> call(String name, @Nullable Object arguments, Class<T> type, McpCallOptions options) {
            return call(name, arguments, ParameterizedTypeReference.forType(type), options);
        }

        /**
         * Calls a tool and binds its result to a type with type arguments, see {@link McpClient#callTool(String, Object, Class)}.
         *
         * <pre>{@code
         * Mono<List<City>> cities = client.tools().call("list_cities", Map.of(), new ParameterizedTypeReference<>() {});
         * }</pre>
         *
         * @param name name of the tool on the server
         * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
         * @param type target type of the result
         * @param <T> target type of the result
         * @return the bound result
         */
        default <T> Mono<T> call(String name, @Nullable Object arguments, ParameterizedTypeReference<T> type) {
            return call(name, arguments, type, McpCallOptions.defaults());
        }

        /**
         * Calls a tool and binds its result to a type with type arguments, see {@link McpClient#callTool(String, Object, Class)}.
         * @param name name of the tool on the server
         * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
         * @param type target type of the result
         * @param options options for this call
         * @param <T> target type of the result
         * @return the bound result
         */
        <T> Mono<T> call(
                String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options);
    }

    /** Operations for templates, pages and subscriptions of resources. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Resources {

        /**
         * Lists one page of resources.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        Mono<ListResourcesResult> page(@Nullable String cursor, McpCallOptions options);

        /**
         * Lists all resource templates: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @return the templates in the order of the server
         */
        default Mono<List<ResourceTemplate>> listTemplates() {
            return listTemplates(McpCallOptions.defaults());
        }

        /**
         * Lists all resource templates: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the templates in the order of the server
         */
        Mono<List<ResourceTemplate>> listTemplates(McpCallOptions options);

        /**
         * Lists one page of resource templates.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        Mono<ListResourceTemplatesResult> templatesPage(@Nullable String cursor, McpCallOptions options);

        /**
         * Reads a resource.
         * @param params all parameters that the protocol defines
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return its contents: possibly several, possibly under other URIs
         */
        Mono<ReadResourceResult> read(ReadResourceParams params, McpCallOptions options);

        /**
         * Subscribes to changes of a resource, see {@link io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The
         * subscription survives a lost connection.
         * @param uri URI of the resource
         * @return completes when the server has confirmed
         */
        default Mono<Void> subscribe(String uri) {
            return subscribe(uri, McpCallOptions.defaults());
        }

        /**
         * Subscribes to changes of a resource, see {@link io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The
         * subscription survives a lost connection.
         * @param uri URI of the resource
         * @param options options for this call
         * @return completes when the server has confirmed
         */
        Mono<Void> subscribe(String uri, McpCallOptions options);

        /**
         * Cancels a subscription of {@link #subscribe}.
         * @param uri URI of the resource
         * @return completes when the server has confirmed
         */
        default Mono<Void> unsubscribe(String uri) {
            return unsubscribe(uri, McpCallOptions.defaults());
        }

        /**
         * Cancels a subscription of {@link #subscribe}.
         * @param uri URI of the resource
         * @param options options for this call
         * @return completes when the server has confirmed
         */
        Mono<Void> unsubscribe(String uri, McpCallOptions options);
    }

    /** Operations for pages of prompts, and for prompts with all parameters of the protocol. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Prompts {

        /**
         * Lists one page of prompts.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        Mono<ListPromptsResult> page(@Nullable String cursor, McpCallOptions options);

        /**
         * Gets a prompt with its arguments filled in.
         * @param params all parameters that the protocol defines
         * @param options options for this call
         * @return its messages
         */
        Mono<GetPromptResult> get(GetPromptParams params, McpCallOptions options);
    }

    /** Operations for tool calls that run as tasks on the server. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Tasks {

        /**
         * Calls a tool as a task and returns as soon as the server has accepted it. In contrast, {@link McpClient#callTool(String, Object)} waits for
         * the result, even if the call runs as a task because the tool requires one or the server creates one. A server of
         * 2026-07-28 with the extension {@code io.modelcontextprotocol/tasks} decides itself whether to create a task; an
         * immediate response appears as a task that has ended, with manual input possibly with input requests, see
         * {@link McpCallOptions#withManualInput()}.
         * @param params all parameters that the protocol defines
         * @param ttl requested retention of the task, from its creation; {@code null} to leave it to the server; only in
         *     2025-11-25
         * @param options options for the request that creates the task
         * @return the task; {@link io.mcpclient.error.McpRejectedException} if a server of 2025-11-25 does not support tasks,
         *     or the listed tool does not
         * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
         * @see "MCP extension io.modelcontextprotocol/tasks"
         */
        Mono<ReactiveMcpTask> callTool(CallToolParams params, @Nullable Duration ttl, McpCallOptions options);

        /**
         * Lists all tasks that the server exposes to this client: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @param options options for this call
         * @return the tasks in the order of the server; {@link io.mcpclient.error.McpRejectedException} if the server cannot
         *     list tasks, like all servers of 2026-07-28
         * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
         * @see "MCP extension io.modelcontextprotocol/tasks"
         */
        Mono<List<ReactiveMcpTask>> list(McpCallOptions options);

        /**
         * Resumes a task. Sends no request.
         * @param handle handle of a task of this server, see {@link ReactiveMcpTask#handle()}
         * @return the task; its state is not known yet
         * @throws io.mcpclient.error.McpRejectedException if the handle belongs to another server or has no id
         */
        ReactiveMcpTask resume(McpTaskHandle handle);

        /**
         * Resumes a task by its id alone. Sends no request.
         * @param taskId id of a task of this server
         * @return the task; its state is not known yet
         */
        ReactiveMcpTask resume(String taskId);
    }

    /** Operations for the connection, the life cycle and the login. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Session {

        /**
         * Connects, see {@link McpClient.Session#connect()}.
         * @return the server's description of itself
         */
        Mono<McpServerDescription> connect();

        /**
         * Sets the minimum level of the log messages that the server sends. The setting survives a lost connection.
         * @param level the least severe level to send
         * @return completes when the server has confirmed
         */
        default Mono<Void> setLoggingLevel(LoggingLevel level) {
            return setLoggingLevel(level, McpCallOptions.defaults());
        }

        /**
         * Sets the minimum level of the log messages that the server sends. The setting survives a lost connection.
         * @param level the least severe level to send
         * @param options options for this call
         * @return completes when the server has confirmed
         */
        Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options);

        /**
         * Notifies the server that the roots have changed, if the client declared that capability.
         * @return completes when the server has accepted it
         */
        Mono<Void> notifyRootsChanged();

        /**
         * Ends the session and reconnects immediately, see {@link McpClient.Session#reconnect()}.
         * @return the server's description of itself, or the error of the attempt
         */
        Mono<McpServerDescription> reconnect();

        /**
         * Revokes tokens, see {@link McpClient.Session#logout()}.
         * @return completes when they are deleted
         */
        Mono<Void> logout();

        /**
         * Ends the session and releases all resources, see {@link McpClient.Session#dispose()}.
         * @return completes when all resources are released, never fails
         */
        Mono<Void> dispose();
    }

    /** Operations for requests and notifications for which this library has no method. Thread-safe, see {@link ReactiveMcpClient}. */
    interface Raw {

        /**
         * Sends a request for which this library has no method.
         * @param method its method
         * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
         * @param resultType type to which the result is converted, for example {@link Map}
         * @param options options for this call
         * @param <T> type to which the result is converted
         * @return the result
         */
        default <T> Mono<T> request(
                String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
            return request(method, params, ParameterizedTypeReference.forType(resultType), options);
        }

        /**
         * Sends a request for which this library has no method, and binds its result to a type with type arguments.
         * @param method the protocol method
         * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
         * @param resultType type to which the result is converted, for example a map with records as values
         * @param options options for this call
         * @param <T> type to which the result is converted
         * @return the result
         */
        <T> Mono<T> request(
                String method,
                @Nullable Object params,
                ParameterizedTypeReference<T> resultType,
                McpCallOptions options);

        /**
         * Sends a notification.
         * @param method its method
         * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
         * @return completes when the server has accepted it
         */
        Mono<Void> notify(String method, @Nullable Object params);
    }
}
