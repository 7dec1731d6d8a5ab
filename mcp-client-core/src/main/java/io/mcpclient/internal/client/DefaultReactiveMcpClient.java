package io.mcpclient.internal.client;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.internal.operation.Operation;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.schema.SetLevelParams;
import io.mcpclient.internal.schema.SubscribeParams;
import io.mcpclient.internal.schema.UnsubscribeParams;
import io.mcpclient.internal.support.ResultMono;
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
import io.mcpclient.schema.McpRequestParams;
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

/** Validates the arguments of an operation, and makes it through the identity of its principal. */
final class DefaultReactiveMcpClient implements ReactiveMcpClient {

    private final String name;

    private final CallerInput input;

    private final ClientInside.Reference inside;

    DefaultReactiveMcpClient(String name, ClientInside.Reference inside) {
        this.name = name;
        this.input = new CallerInput(name);
        this.inside = inside;
    }

    private ClientInside inside() {
        return this.inside.get();
    }

    private <T> Mono<T> call(String method, McpCallOptions options, Function<Identity, Mono<T>> call) {
        return new ResultMono<>(
                this.input.with(method, options, () -> inside().identities().call(options, call)));
    }

    private <P, T> Mono<T> call(
            String method,
            McpCallOptions options,
            Supplier<@Nullable P> params,
            BiFunction<Identity, P, Mono<T>> call) {
        return new ResultMono<>(this.input.with(method, options, params, known -> inside().identities()
                .call(options, identity -> call.apply(identity, known))));
    }

    private <P extends McpRequestParams, R> Mono<R> call(
            Operation<P, R> operation, McpCallOptions options, Supplier<@Nullable P> params) {
        return call(operation.method(), options, params, (identity, known) -> identity.calls()
                .call(operation, known, options));
    }

    @Override
    public String name() {
        return this.name;
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return new ResultMono<>(inside().identities().connect());
    }

    @Override
    public McpClientStatus status() {
        return inside().status().get();
    }

    @Override
    public Mono<Void> ping(McpCallOptions options) {
        return call(McpMethods.PING, options, identity -> identity.calls().call(Operation.PING, null, options))
                .then();
    }

    @Override
    public Mono<List<Tool>> listTools(McpCallOptions options) {
        return call(McpMethods.TOOLS_LIST, options, identity -> identity.tools().list(options));
    }

    @Override
    public Mono<ListToolsResult> listToolsPage(@Nullable String cursor, McpCallOptions options) {
        return call(McpMethods.TOOLS_LIST, options, identity -> identity.tools().page(cursor, options));
    }

    @Override
    public Mono<CallToolResult> callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return call(
                McpMethods.TOOLS_CALL,
                options,
                () -> ofApplication().tools().params(name, arguments),
                (identity, params) -> identity.tools().call(params, options));
    }

    @Override
    public Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
        return call(McpMethods.TOOLS_CALL, options, () -> params, (identity, known) -> identity.tools()
                .call(known, options));
    }

    @Override
    public <T> Mono<T> callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return this.input.with(
                McpMethods.TOOLS_CALL,
                options,
                () -> this.input.with(McpMethods.TOOLS_CALL, "type", known(type), () -> {
                    ToolOperations tools = ofApplication().tools();
                    return tools.whenBindable(options, callTool(name, arguments, options))
                            .map(result -> tools.bind(name, result, type));
                }));
    }

    /** Whatever depends on no connection is the same for all identities. */
    private Identity ofApplication() {
        return inside().identities().application();
    }

    /** A reference made of a class that is {@code null} has no type. */
    private static @Nullable Type known(@Nullable ParameterizedTypeReference<?> reference) {
        return (reference != null) ? reference.getType() : null;
    }

    @Override
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return this.input.withRetention(
                McpMethods.TOOLS_CALL,
                ttl,
                () -> call(McpMethods.TOOLS_CALL, options, () -> params, (identity, known) -> identity.tasks()
                        .callToolAsTask(known, ttl, options)));
    }

    @Override
    public Mono<List<ReactiveMcpTask>> listTasks(McpCallOptions options) {
        return call(McpMethods.TASKS_LIST, options, identity -> identity.tasks().list(options));
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        this.input.required("task", "handle", handle);
        this.input.required("task", "taskId", handle.taskId());
        return inside().identities().task(handle);
    }

    @Override
    public Mono<List<Resource>> listResources(McpCallOptions options) {
        return call(McpMethods.RESOURCES_LIST, options, identity -> identity.resources()
                .all(options));
    }

    @Override
    public Mono<ListResourcesResult> listResourcesPage(@Nullable String cursor, McpCallOptions options) {
        return call(McpMethods.RESOURCES_LIST, options, identity -> identity.resources()
                .page(cursor, options));
    }

    @Override
    public Mono<List<ResourceTemplate>> listResourceTemplates(McpCallOptions options) {
        return call(McpMethods.RESOURCES_TEMPLATES_LIST, options, identity -> identity.resourceTemplates()
                .all(options));
    }

    @Override
    public Mono<ListResourceTemplatesResult> listResourceTemplatesPage(
            @Nullable String cursor, McpCallOptions options) {
        return call(McpMethods.RESOURCES_TEMPLATES_LIST, options, identity -> identity.resourceTemplates()
                .page(cursor, options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(String uri, McpCallOptions options) {
        return call(Operation.READ_RESOURCE, options, () -> ReadResourceParams.of(uri));
    }

    @Override
    public Mono<ReadResourceResult> readResource(ReadResourceParams params, McpCallOptions options) {
        return call(Operation.READ_RESOURCE, options, () -> params);
    }

    @Override
    public Mono<Void> subscribeResource(String uri, McpCallOptions options) {
        return call(Operation.SUBSCRIBE_RESOURCE, options, () -> SubscribeParams.of(uri))
                .then();
    }

    @Override
    public Mono<Void> unsubscribeResource(String uri, McpCallOptions options) {
        return call(Operation.UNSUBSCRIBE_RESOURCE, options, () -> UnsubscribeParams.of(uri))
                .then();
    }

    @Override
    public Mono<List<Prompt>> listPrompts(McpCallOptions options) {
        return call(
                McpMethods.PROMPTS_LIST, options, identity -> identity.prompts().all(options));
    }

    @Override
    public Mono<ListPromptsResult> listPromptsPage(@Nullable String cursor, McpCallOptions options) {
        return call(
                McpMethods.PROMPTS_LIST, options, identity -> identity.prompts().page(cursor, options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return call(Operation.GET_PROMPT, options, () -> GetPromptParams.of(name, arguments));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(GetPromptParams params, McpCallOptions options) {
        return call(Operation.GET_PROMPT, options, () -> params);
    }

    @Override
    public Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options) {
        return call(Operation.COMPLETE, options, () -> params).map(CompleteResult::limited);
    }

    @Override
    public Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options) {
        return this.input
                .with(
                        McpMethods.LOGGING_SET_LEVEL,
                        "level",
                        level,
                        () -> call(Operation.SET_LOGGING_LEVEL, options, () -> SetLevelParams.of(level)))
                .then();
    }

    @Override
    public <T> Mono<T> request(
            String method, @Nullable Object params, ParameterizedTypeReference<T> resultType, McpCallOptions options) {
        return this.input.withMethod(
                method,
                known -> this.input.with(
                        known,
                        "resultType",
                        known(resultType),
                        () -> call(known, options, identity -> identity.general()
                                .request(known, params, resultType, options))));
    }

    @Override
    public Mono<Void> notifyRootsChanged() {
        return inside().identities().rootsChanged();
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.input.withMethod(method, known -> inside().identities()
                .call(McpCallOptions.defaults(), identity -> identity.general().notify(known, params)));
    }

    @Override
    public Mono<McpServerDescription> reconnect() {
        return new ResultMono<>(
                inside().lifecycle().reconnect(ofApplication().credentials().reset()));
    }

    @Override
    public Mono<Void> logout() {
        return inside().identities().logout();
    }

    @Override
    public Mono<Void> dispose() {
        return inside().lifecycle().dispose();
    }

    @Override
    public Mono<Void> close() {
        return inside().lifecycle().close();
    }
}
