package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpRequestHandler;
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
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.status.McpToolPins;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.time.TimeSource;

/**
 * Blocking client of one MCP server.
 *
 * <pre>{@code
 * McpClient client = McpClient.builder("weather").url("https://example.com/mcp").build();
 * CallToolResult result = client.callTool("get_forecast", Map.of("city", "Oslo"));
 * }</pre>
 *
 * <p>Building a client opens no connection: the first operation connects, and so does the first one after a connection
 * loss. Every operation ends within its deadline, with a result or with an {@link io.mcpclient.error.McpException}.
 * Instances are thread-safe, long-lived and meant to be shared. Virtual threads are supported. On an event loop, operations
 * fail with a {@link io.mcpclient.error.McpRejectedException} before anything is sent: use {@link #reactive()} there. A
 * thread that is interrupted while it waits gets an {@link io.mcpclient.error.McpCancelledException} with the interrupt
 * flag set, and the call is cancelled on the server.
 *
 * <table>
 * <caption>Life cycle</caption>
 * <tr><th>method</th><th>effect</th><th>afterwards</th></tr>
 * <tr><td>{@link Session#connect()}</td><td>connects and waits, one attempt</td><td>after a lost connection, the next call
 * reconnects</td></tr>
 * <tr><td>{@link Session#start()}</td><td>connects in the background, does not wait</td><td>failed attempts and lost connections are
 * retried until {@code dispose} or {@code close}</td></tr>
 * <tr><td>{@link Session#reconnect()}</td><td>ends the session and connects again, ignoring a backoff</td><td>as before</td></tr>
 * <tr><td>{@link Session#dispose()}</td><td>drains calls, ends the session, releases connections or the process</td><td>the next call
 * or {@code start} connects again; tokens are kept</td></tr>
 * <tr><td>{@link #close()}</td><td>as {@code dispose}</td><td>calls are rejected; tokens are kept in their store</td></tr>
 * <tr><td>{@link Session#logout()}</td><td>ends the caller's session and calls, revokes and deletes the caller's tokens</td><td>the
 * next call requests new credentials</td></tr>
 * </table>
 *
 * <p>Lists and contents of resources are cached for as long as the server states that they are valid, at most one hour,
 * unless the server notifies of a change. A result that was cached for one set of headers is never returned to a call with
 * other headers. {@link McpCallOptions#withCache} overrides this for one call, {@link io.mcpclient.settings.McpProtocolSettings#caching()} for all
 * calls.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public interface McpClient extends AutoCloseable {
    /**
     * Creates a builder for a client.
     * @param name name of the server in messages, logs and metrics; never sent to the server
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
     * Returns a reactive view of this client, with the same connection and settings.
     * @return the reactive client
     */
    ReactiveMcpClient reactive();

    /**
     * Returns everything that an operator can know about this client: its state, the server, statistics, resilience, ignored
     * messages, the session and its store. Sends no request.
     * @return a snapshot
     */
    McpClientStatus status();

    /** Pings the server. */
    default void ping() {
        ping(McpCallOptions.defaults());
    }

    /**
     * Pings the server. Revision 2026-07-28 has no ping; there the client requests the server's capabilities, a request
     * that every server must support and that has no side effects.
     * @param options options for this call
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping">MCP: Ping</a>
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/changelog">MCP: Changelog</a>
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
     * Lists all tools: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link #status()} of the client says so.
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the tools in the order of the server, names unique
     */
    List<Tool> listTools(McpCallOptions options);

    /**
     * Calls a tool without arguments.
     * @param name name of the tool on the server
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    default CallToolResult callTool(String name) {
        return callTool(name, null);
    }

    /**
     * Calls a tool. Its result is validated against its output schema, see
     * {@link io.mcpclient.settings.McpOutputValidation}, and a tool of 2025-11-25 that requires a task runs as one. Both depend on
     * the definition of the tool. If the tool was not listed in this session, it is looked up when it matters: the tools are listed
     * once for all concurrent calls when a result has structured content, or when a server with tasks refuses the call as an unknown
     * method. A name is looked up at most once a minute, and within the deadline of the call. If the list fails, or does not contain
     * the tool, the result is returned without validation, because the tool has done its work; a failure is logged.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    default CallToolResult callTool(String name, @Nullable Object arguments) {
        return callTool(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Calls a tool, see {@link #callTool(String, Object)}.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param options options for this call
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options);

    /**
     * Calls a tool and binds its result.
     * @param name name of the tool on the server
     * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
     * @param type type to which the structured content or, without it, the text parsed as JSON is bound. {@link String} for the text
     *     itself or, without any, the structured content as JSON; {@code byte[]} for the first image, audio or embedded binary resource;
     *     a type of {@link io.mcpclient.schema.ContentBlock} for the first block of that type; {@link CallToolResult} for the result
     *     itself, which may report a failure. Unknown members are ignored; a number with a fraction does not fit an integer, but 7.0 does
     * @param <T> target type of the result
     * @return the bound result
     * @throws io.mcpclient.error.McpRejectedException if the arguments are not a JSON object; nothing was sent
     * @throws io.mcpclient.error.McpToolException if the tool reports a failure
     * @throws io.mcpclient.error.McpProtocolException if the result does not fit the type
     */
    <T> T callTool(String name, @Nullable Object arguments, Class<T> type);

    /**
     * Lists all resources: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link #status()} of the client says so.
     * @return the resources in the order of the server
     */
    default List<Resource> listResources() {
        return listResources(McpCallOptions.defaults());
    }

    /**
     * Lists all resources: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link #status()} of the client says so.
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the resources in the order of the server
     */
    List<Resource> listResources(McpCallOptions options);

    /**
     * Reads a resource.
     * @param uri URI of the resource; unlisted resources may exist, too
     * @return its contents: possibly several, possibly under other URIs
     */
    default ReadResourceResult readResource(String uri) {
        return readResource(uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource.
     * @param uri URI of the resource; unlisted resources may exist, too
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return its contents: possibly several, possibly under other URIs
     */
    ReadResourceResult readResource(String uri, McpCallOptions options);

    /**
     * Lists all prompts: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link #status()} of the client says so.
     * @return the prompts in the order of the server
     */
    default List<Prompt> listPrompts() {
        return listPrompts(McpCallOptions.defaults());
    }

    /**
     * Lists all prompts: fetches all pages, under one deadline. A list that exceeds a limit, such as
     * {@code max-pages}, ends there: what was read before is returned, and
     * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link #status()} of the client says so.
     * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
     * @return the prompts in the order of the server
     */
    List<Prompt> listPrompts(McpCallOptions options);

    /**
     * Gets a prompt with its arguments filled in.
     * @param name name of the prompt on the server
     * @param arguments its arguments; the protocol supports strings only
     * @return its messages
     */
    default GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Gets a prompt with its arguments filled in.
     * @param name name of the prompt on the server
     * @param arguments its arguments; the protocol supports strings only
     * @param options options for this call
     * @return its messages
     */
    GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Requests completions for an argument of a prompt or of a resource template.
     * @param params the argument to complete
     * @return the suggestions, at most a hundred
     */
    default CompleteResult complete(CompleteParams params) {
        return complete(params, McpCallOptions.defaults());
    }

    /**
     * Requests completions for an argument of a prompt or of a resource template.
     * @param params the argument to complete
     * @param options options for this call
     * @return the suggestions, at most a hundred
     */
    CompleteResult complete(CompleteParams params, McpCallOptions options);
    /**
     * Returns further ways to call tools, pages of tools, and their stored and pinned definitions.
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
     * Returns the operations that add and remove listeners at run time.
     * @return a view of this client, which need not be stored
     */
    Listeners listeners();

    /**
     * Returns the operations for requests and notifications for which this library has no method.
     * @return a view of this client, which need not be stored
     */
    Raw raw();

    /**
     * Returns the API of an extension of the protocol.
     * @param type blocking API of the extension, such as {@code McpSkills}
     * @param <T> type of the API
     * @return the API of this client, which need not be stored
     * @throws io.mcpclient.error.McpConfigurationException if the extension is not enabled, see {@link McpClientBuilder#extension}
     */
    <T> T extension(Class<T> type);

    /**
     * Closes the client permanently: ends the session gracefully and releases all resources, within
     * {@code shutdown-timeout}. Later operations are rejected. In-flight calls are drained first, for up to
     * {@code drain-timeout}. Idempotent. Never fails.
     */
    @Override
    void close();

    /** Further ways to call tools, pages of tools, and their stored and pinned definitions. Thread-safe, see {@link McpClient}. */
    interface Tools {

        /**
         * Returns the stored catalogue of this server's tools, which survives restarts.
         * @return the catalogue, or {@code null} if sessions are not stored
         */
        @Nullable
        McpToolCatalogue catalogue();

        /**
         * Returns the approved tool definitions and the changes since their approval.
         * @return the pins, or {@code null} if tool definitions are not pinned, see {@link McpClientBuilder#tools}
         */
        @Nullable
        McpToolPins pins();

        /**
         * Lists one page of tools. The client keeps the definitions on the page, by which it validates results and decides on approval
         * and retries. It discards those of removed tools when all pages were read, from the first to the last.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        ListToolsResult page(@Nullable String cursor, McpCallOptions options);

        /**
         * Calls a tool, see {@link McpClient#callTool(String, Object)}.
         * @param params all parameters that the protocol defines
         * @param options options for this call
         * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
         */
        CallToolResult call(CallToolParams params, McpCallOptions options);

        /**
         * Calls a tool and binds its result, see {@link McpClient#callTool(String, Object, Class)}.
         * @param name name of the tool on the server
         * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
         * @param type target type of the result
         * @param options options for this call
         * @param <T> target type of the result
         * @return the bound result
         */
        default <T> T call(String name, @Nullable Object arguments, Class<T> type, McpCallOptions options) {
            return call(name, arguments, ParameterizedTypeReference.forType(type), options);
        }

        /**
         * Calls a tool and binds its result to a type with type arguments, see {@link McpClient#callTool(String, Object, Class)}.
         *
         * <pre>{@code
         * List<City> cities = client.tools().call("list_cities", Map.of(), new ParameterizedTypeReference<>() {});
         * }</pre>
         *
         * @param name name of the tool on the server
         * @param arguments a {@link Map}, record or bean, sent as a JSON object; {@code null} for no arguments
         * @param type target type of the result
         * @param <T> target type of the result
         * @return the bound result
         */
        default <T> T call(String name, @Nullable Object arguments, ParameterizedTypeReference<T> type) {
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
        <T> T call(String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options);
    }

    /** Operations for templates, pages and subscriptions of resources. Thread-safe, see {@link McpClient}. */
    interface Resources {

        /**
         * Lists one page of resources.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        ListResourcesResult page(@Nullable String cursor, McpCallOptions options);

        /**
         * Lists all resource templates: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @return the templates in the order of the server
         */
        default List<ResourceTemplate> listTemplates() {
            return listTemplates(McpCallOptions.defaults());
        }

        /**
         * Lists all resource templates: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the templates in the order of the server
         */
        List<ResourceTemplate> listTemplates(McpCallOptions options);

        /**
         * Lists one page of resource templates.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        ListResourceTemplatesResult templatesPage(@Nullable String cursor, McpCallOptions options);

        /**
         * Reads a resource.
         * @param params all parameters that the protocol defines
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return its contents: possibly several, possibly under other URIs
         */
        ReadResourceResult read(ReadResourceParams params, McpCallOptions options);

        /**
         * Subscribes to changes of a resource, see {@link io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The
         * subscription survives a lost connection.
         * @param uri URI of the resource
         */
        default void subscribe(String uri) {
            subscribe(uri, McpCallOptions.defaults());
        }

        /**
         * Subscribes to changes of a resource, see {@link io.mcpclient.handler.McpChangeListener#onResourceUpdated}. The
         * subscription survives a lost connection.
         * @param uri URI of the resource
         * @param options options for this call
         */
        void subscribe(String uri, McpCallOptions options);

        /**
         * Cancels a subscription of {@link #subscribe}.
         * @param uri URI of the resource
         */
        default void unsubscribe(String uri) {
            unsubscribe(uri, McpCallOptions.defaults());
        }

        /**
         * Cancels a subscription of {@link #subscribe}.
         * @param uri URI of the resource
         * @param options options for this call
         */
        void unsubscribe(String uri, McpCallOptions options);
    }

    /** Operations for pages of prompts, and for prompts with all parameters of the protocol. Thread-safe, see {@link McpClient}. */
    interface Prompts {

        /**
         * Lists one page of prompts.
         * @param cursor the {@code nextCursor} of the previous page; {@code null} for the first page
         * @param options options for this call, including {@linkplain McpCallOptions#withCache use of the response cache}
         * @return the page as sent
         */
        ListPromptsResult page(@Nullable String cursor, McpCallOptions options);

        /**
         * Gets a prompt with its arguments filled in.
         * @param params all parameters that the protocol defines
         * @param options options for this call
         * @return its messages
         */
        GetPromptResult get(GetPromptParams params, McpCallOptions options);
    }

    /** Operations for tool calls that run as tasks on the server. Thread-safe, see {@link McpClient}. */
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
         * @return the task
         * @throws io.mcpclient.error.McpRejectedException if a server of 2025-11-25 does not support tasks, or the listed tool
         *     does not; nothing was sent
         * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
         * @see "MCP extension io.modelcontextprotocol/tasks"
         */
        McpTask callTool(CallToolParams params, @Nullable Duration ttl, McpCallOptions options);

        /**
         * Lists all tasks that the server exposes to this client: fetches all pages, under one deadline. A list that exceeds a limit, such as
         * {@code max-pages}, ends there: what was read before is returned, and
         * {@link io.mcpclient.status.McpListReport#incomplete()} in the {@link McpClient#status()} of the client says so.
         * @param options options for this call
         * @return the tasks in the order of the server
         * @throws io.mcpclient.error.McpRejectedException if the server cannot list tasks, like all servers of 2026-07-28;
         *     nothing was sent
         * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
         * @see "MCP extension io.modelcontextprotocol/tasks"
         */
        List<McpTask> list(McpCallOptions options);

        /**
         * Resumes a task. Sends no request.
         * @param handle handle of a task of this server, see {@link McpTask#handle()}
         * @return the task; its state is not known yet
         * @throws io.mcpclient.error.McpRejectedException if the handle belongs to another server or has no id
         */
        McpTask resume(McpTaskHandle handle);

        /**
         * Resumes a task by its id alone. Sends no request.
         * @param taskId id of a task of this server
         * @return the task; its state is not known yet
         */
        McpTask resume(String taskId);
    }

    /** Operations for the connection, the life cycle and the login. Thread-safe, see {@link McpClient}. */
    interface Session {

        /**
         * Connects, or joins an attempt in progress; returns immediately if connected. Makes one attempt, within
         * {@code connect-timeout}.
         *
         * <p>Every other operation connects, too, with one difference: after three lost connections or failed attempts within a
         * minute, the client backs off, and the backoff grows with each further failure; for operations it lasts at most one
         * second if the connection is refused. An operation during the backoff does not wait, regardless of its timeout: it
         * fails immediately with the last error and the time of the next attempt, and its outcome is
         * {@link io.mcpclient.error.McpOutcome#NOT_SENT}; retrying is up to the caller. This method ignores the backoff.
         * @return the server's description of itself
         */
        McpServerDescription connect();

        /**
         * Connects in the background and stays connected: failed attempts and lost connections are retried with backoff, until
         * {@link #dispose()} or {@link McpClient#close()}. Returns immediately.
         */
        void start();

        /**
         * Returns the clocks and timers of this client.
         * @return the time, see {@link McpClientBuilder#time}
         */
        TimeSource time();

        /**
         * Sets the minimum level of the log messages that the server sends. The setting survives a lost connection.
         * @param level the least severe level to send
         */
        default void setLoggingLevel(LoggingLevel level) {
            setLoggingLevel(level, McpCallOptions.defaults());
        }

        /**
         * Sets the minimum level of the log messages that the server sends. The setting survives a lost connection.
         * @param level the least severe level to send
         * @param options options for this call
         */
        void setLoggingLevel(LoggingLevel level, McpCallOptions options);

        /** Notifies the server that the roots have changed, if the client declared that capability. */
        void notifyRootsChanged();

        /**
         * Ends the session as {@link #dispose()} does and reconnects immediately, without waiting for a scheduled attempt.
         * After {@link #start()}, the client keeps reconnecting even if this attempt fails. The application's authorization is
         * retried as well: a refused registration immediately, and with a new registration if a user was sent to the
         * authorization server and has not come back. Tokens are kept.
         * @return the server's description of itself
         */
        McpServerDescription reconnect();

        /**
         * Revokes and deletes the caller's credentials for the server, in particular tokens; the authorization server is
         * notified if possible. A later call requests new credentials, which may require a user. The caller's session ends,
         * together with its in-flight calls and cached results. A pending authorization request for the caller ends. A refused
         * registration is retried immediately, and a registration that the authorization server may have lost is replaced.
         * Blocks for a few seconds at most.
         * @see "RFC 7009"
         */
        void logout();

        /**
         * Ends the session gracefully and releases all resources, within {@code shutdown-timeout}. In-flight calls are drained
         * first, for up to {@code drain-timeout}; new calls wait in the meantime, and then reconnect. Never fails.
         */
        void dispose();
    }

    /** Operations that add and remove listeners at run time. Thread-safe, see {@link McpClient}. */
    interface Listeners {

        /**
         * Adds a listener for changes of the state. It receives {@link McpClientStatus#connection()} alone, which costs nothing.
         * @param listener called on threads of the library, must not block
         */
        void addStatusListener(McpStatusListener listener);

        /**
         * Removes a listener.
         * @param listener the listener to remove
         */
        void removeStatusListener(McpStatusListener listener);

        /**
         * Adds a listener for log messages of the server.
         * @param listener receives them from now on
         */
        void addLogListener(McpLogListener listener);

        /**
         * Removes a listener.
         * @param listener the listener to remove
         */
        void removeLogListener(McpLogListener listener);

        /**
         * Adds a listener for changes on the server: of its lists, and of subscribed resources.
         * @param listener receives them from now on
         */
        void addChangeListener(McpChangeListener listener);

        /**
         * Removes a listener.
         * @param listener the listener to remove
         */
        void removeChangeListener(McpChangeListener listener);
    }

    /** Operations for requests and notifications for which this library has no method. Thread-safe, see {@link McpClient}. */
    interface Raw {

        /**
         * Sets the listener for notifications of a method for which this library has no dedicated listener.
         * @param method the protocol method
         * @param listener receives them from now on; replaces the previous one
         */
        void onNotification(String method, McpNotificationListener listener);

        /**
         * Sets the handler for requests of a method for which this library has no dedicated handler.
         * @param method the protocol method
         * @param handler handles them from now on; replaces the previous one
         */
        void onRequest(String method, McpRequestHandler handler);

        /**
         * Sends a request for which this library has no method.
         * @param method the protocol method
         * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
         * @param resultType type to which the result is converted, for example {@link Map}
         * @param options options for this call
         * @param <T> type to which the result is converted
         * @return the result
         */
        default <T> T request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
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
        <T> T request(
                String method,
                @Nullable Object params,
                ParameterizedTypeReference<T> resultType,
                McpCallOptions options);

        /**
         * Sends a notification and waits until the server has accepted it.
         * @param method the protocol method
         * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
         */
        void notify(String method, @Nullable Object params);
    }
}
