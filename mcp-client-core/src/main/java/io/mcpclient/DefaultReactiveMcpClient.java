package io.mcpclient;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.internal.operation.GeneralOperations;
import io.mcpclient.internal.operation.PromptOperations;
import io.mcpclient.internal.operation.ResourceOperations;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.task.TaskOperations;
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
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.SubscribeParams;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/** Delegates the operations of the interface to the classes that implement them. */
final class DefaultReactiveMcpClient implements ReactiveMcpClient {

    private final String name;

    private final CallerInput input;

    private final Connection connection;

    private final ClientLifecycle lifecycle;

    private final IdentityCredentials credentials;

    private final GeneralOperations general;

    private final ToolOperations tools;

    private final TaskOperations tasks;

    private final ResourceOperations resources;

    private final PromptOperations prompts;

    private volatile @Nullable Supplier<McpClientStatus> status;

    DefaultReactiveMcpClient(
            String name,
            Connection connection,
            ClientLifecycle lifecycle,
            IdentityCredentials credentials,
            GeneralOperations general,
            ToolOperations tools,
            TaskOperations tasks,
            ResourceOperations resources,
            PromptOperations prompts) {
        this.name = name;
        this.input = new CallerInput(name);
        this.connection = connection;
        this.lifecycle = lifecycle;
        this.credentials = credentials;
        this.general = general;
        this.tools = tools;
        this.tasks = tasks;
        this.resources = resources;
        this.prompts = prompts;
    }

    /** Sets the source of the status, which covers all identities; once, before the client is published. */
    void statusFrom(Supplier<McpClientStatus> status) {
        this.status = status;
    }

    ClientLifecycle lifecycle() {
        return this.lifecycle;
    }

    @Override
    public String name() {
        return this.name;
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return this.connection.connect();
    }

    @Override
    public McpClientStatus status() {
        return Objects.requireNonNull(this.status, "the status of the application's identity alone is reported")
                .get();
    }

    @Override
    public Mono<Void> ping(McpCallOptions options) {
        return this.input.with(McpMethods.PING, options, () -> this.general.ping(options));
    }

    @Override
    public Mono<List<Tool>> listTools(McpCallOptions options) {
        return this.input.with(McpMethods.TOOLS_LIST, options, () -> this.tools.list(options));
    }

    @Override
    public Mono<ListToolsResult> listToolsPage(@Nullable String cursor, McpCallOptions options) {
        return this.input.with(McpMethods.TOOLS_LIST, options, () -> this.tools.page(cursor, options));
    }

    @Override
    public Mono<CallToolResult> callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return this.input.with(
                McpMethods.TOOLS_CALL,
                options,
                () -> this.tools.params(name, arguments),
                params -> this.tasks.callTool(params, options));
    }

    @Override
    public Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
        return this.input.with(
                McpMethods.TOOLS_CALL, options, () -> params, known -> this.tasks.callTool(known, options));
    }

    @Override
    public <T> Mono<T> callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return this.input.with(
                McpMethods.TOOLS_CALL,
                options,
                () -> this.input.with(McpMethods.TOOLS_CALL, "type", known(type), () -> this.tools
                        .whenBindable(options, callTool(name, arguments, options))
                        .map(result -> this.tools.bind(name, result, type))));
    }

    /** A reference made of a class that is {@code null} has no type. */
    private static @Nullable Type known(@Nullable ParameterizedTypeReference<?> reference) {
        return (reference != null) ? reference.getType() : null;
    }

    @Override
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return this.input.with(
                McpMethods.TOOLS_CALL,
                options,
                () -> params,
                known -> this.input.withRetention(
                        McpMethods.TOOLS_CALL, ttl, () -> this.tasks.callToolAsTask(known, ttl, options)));
    }

    @Override
    public Mono<List<ReactiveMcpTask>> listTasks(McpCallOptions options) {
        return this.input.with(McpMethods.TASKS_LIST, options, () -> this.tasks.list(options));
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        this.input.required("task", "handle", handle);
        this.input.required("task", "taskId", handle.taskId());
        return this.tasks.resume(handle);
    }

    @Override
    public Mono<List<Resource>> listResources(McpCallOptions options) {
        return this.input.with(McpMethods.RESOURCES_LIST, options, () -> this.resources.list(options));
    }

    @Override
    public Mono<ListResourcesResult> listResourcesPage(@Nullable String cursor, McpCallOptions options) {
        return this.input.with(McpMethods.RESOURCES_LIST, options, () -> this.resources.page(cursor, options));
    }

    @Override
    public Mono<List<ResourceTemplate>> listResourceTemplates(McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_TEMPLATES_LIST, options, () -> this.resources.listTemplates(options));
    }

    @Override
    public Mono<ListResourceTemplatesResult> listResourceTemplatesPage(
            @Nullable String cursor, McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_TEMPLATES_LIST, options, () -> this.resources.templatesPage(cursor, options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(String uri, McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_READ,
                options,
                () -> ReadResourceParams.of(uri),
                params -> this.resources.read(params, options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(ReadResourceParams params, McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_READ, options, () -> params, known -> this.resources.read(known, options));
    }

    @Override
    public Mono<Void> subscribeResource(String uri, McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_SUBSCRIBE,
                options,
                () -> SubscribeParams.of(uri).uri(),
                known -> this.resources.subscribe(known, options));
    }

    @Override
    public Mono<Void> unsubscribeResource(String uri, McpCallOptions options) {
        return this.input.with(
                McpMethods.RESOURCES_UNSUBSCRIBE,
                options,
                () -> SubscribeParams.of(uri).uri(),
                known -> this.resources.unsubscribe(known, options));
    }

    @Override
    public Mono<List<Prompt>> listPrompts(McpCallOptions options) {
        return this.input.with(McpMethods.PROMPTS_LIST, options, () -> this.prompts.list(options));
    }

    @Override
    public Mono<ListPromptsResult> listPromptsPage(@Nullable String cursor, McpCallOptions options) {
        return this.input.with(McpMethods.PROMPTS_LIST, options, () -> this.prompts.page(cursor, options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return this.input.with(
                McpMethods.PROMPTS_GET,
                options,
                () -> GetPromptParams.of(name, arguments),
                params -> this.prompts.get(params, options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(GetPromptParams params, McpCallOptions options) {
        return this.input.with(
                McpMethods.PROMPTS_GET, options, () -> params, known -> this.prompts.get(known, options));
    }

    @Override
    public Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options) {
        return this.input.with(
                McpMethods.COMPLETION_COMPLETE, options, () -> params, known -> this.general.complete(known, options));
    }

    @Override
    public Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options) {
        return this.input.with(
                McpMethods.LOGGING_SET_LEVEL,
                options,
                () -> this.input.with(
                        McpMethods.LOGGING_SET_LEVEL,
                        "level",
                        level,
                        () -> this.general.setLoggingLevel(level, options)));
    }

    @Override
    public <T> Mono<T> request(
            String method, @Nullable Object params, ParameterizedTypeReference<T> resultType, McpCallOptions options) {
        return this.input.withMethod(
                method,
                known -> this.input.with(
                        known,
                        options,
                        () -> this.input.with(
                                known,
                                "resultType",
                                known(resultType),
                                () -> this.general.request(known, params, resultType, options))));
    }

    @Override
    public Mono<Void> notifyRootsChanged() {
        return this.connection.rootsChanged();
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.input.withMethod(method, known -> this.general.notify(known, params));
    }

    @Override
    public Mono<McpServerDescription> reconnect() {
        return this.lifecycle.reconnect(this.credentials.reset());
    }

    @Override
    public Mono<Void> logout() {
        if (this.credentials.equals(IdentityCredentials.NONE)) {
            return Mono.empty();
        }
        // The end of the session is sent with the tokens; a call that connects meanwhile must not use them.
        Mono<Void> end = this.connection.endSession();
        return end.then(this.credentials.logout()).then(end);
    }

    @Override
    public Mono<Void> dispose() {
        return this.lifecycle.dispose();
    }

    @Override
    public Mono<Void> close() {
        return this.lifecycle.close();
    }
}
