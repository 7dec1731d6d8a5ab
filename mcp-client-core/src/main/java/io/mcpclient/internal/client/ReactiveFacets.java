package io.mcpclient.internal.client;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.Operation;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.support.ResultMono;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.schema.SetLevelParams;
import io.mcpclient.support.schema.SubscribeParams;
import io.mcpclient.support.schema.UnsubscribeParams;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/** Facets of {@link DefaultReactiveMcpClient}: views without state. */
final class ReactiveFacets {

    private ReactiveFacets() {}

    record Tools(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Tools {

        @Override
        public Mono<ListToolsResult> page(@Nullable String cursor, McpCallOptions options) {
            return this.client.call(
                    McpMethods.TOOLS_LIST, options, identity -> identity.tools().page(cursor, options));
        }

        @Override
        public Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
            return this.client.call(McpMethods.TOOLS_CALL, options, () -> params, (identity, known) -> identity.tools()
                    .call(known, options));
        }

        @Override
        public <T> Mono<T> call(
                String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
            return this.client.input().with(McpMethods.TOOLS_CALL, options, () -> this.client
                    .input()
                    .with(McpMethods.TOOLS_CALL, "type", known(type), () -> {
                        ToolOperations tools = this.client.ofApplication().tools();
                        return tools.whenBindable(options, this.client.callTool(name, arguments, options))
                                .map(result -> tools.bind(name, result, type));
                    }));
        }
    }

    record Resources(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Resources {

        @Override
        public Mono<ListResourcesResult> page(@Nullable String cursor, McpCallOptions options) {
            return this.client.call(McpMethods.RESOURCES_LIST, options, identity -> identity.resources()
                    .page(cursor, options));
        }

        @Override
        public Mono<List<ResourceTemplate>> listTemplates(McpCallOptions options) {
            return this.client.call(
                    McpMethods.RESOURCES_TEMPLATES_LIST, options, identity -> identity.resourceTemplates()
                            .all(options));
        }

        @Override
        public Mono<ListResourceTemplatesResult> templatesPage(@Nullable String cursor, McpCallOptions options) {
            return this.client.call(
                    McpMethods.RESOURCES_TEMPLATES_LIST, options, identity -> identity.resourceTemplates()
                            .page(cursor, options));
        }

        @Override
        public Mono<ReadResourceResult> read(ReadResourceParams params, McpCallOptions options) {
            return this.client.call(Operation.READ_RESOURCE, options, () -> params);
        }

        @Override
        public Mono<Void> subscribe(String uri, McpCallOptions options) {
            return this.client
                    .call(Operation.SUBSCRIBE_RESOURCE, options, () -> SubscribeParams.of(uri))
                    .then();
        }

        @Override
        public Mono<Void> unsubscribe(String uri, McpCallOptions options) {
            return this.client
                    .call(Operation.UNSUBSCRIBE_RESOURCE, options, () -> UnsubscribeParams.of(uri))
                    .then();
        }
    }

    record Prompts(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Prompts {

        @Override
        public Mono<ListPromptsResult> page(@Nullable String cursor, McpCallOptions options) {
            return this.client.call(McpMethods.PROMPTS_LIST, options, identity -> identity.prompts()
                    .page(cursor, options));
        }

        @Override
        public Mono<GetPromptResult> get(GetPromptParams params, McpCallOptions options) {
            return this.client.call(Operation.GET_PROMPT, options, () -> params);
        }
    }

    record Tasks(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Tasks {

        @Override
        public Mono<ReactiveMcpTask> callTool(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
            return this.client
                    .input()
                    .withRetention(
                            McpMethods.TOOLS_CALL,
                            ttl,
                            () -> this.client.call(
                                    McpMethods.TOOLS_CALL, options, () -> params, (identity, known) -> identity.tasks()
                                            .callToolAsTask(known, ttl, options)));
        }

        @Override
        public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
            return this.client.call(
                    McpMethods.TASKS_LIST, options, identity -> identity.tasks().list(options));
        }

        @Override
        public ReactiveMcpTask resume(String taskId) {
            return resume(McpTaskHandle.of(this.client.name(), taskId));
        }

        @Override
        public ReactiveMcpTask resume(McpTaskHandle handle) {
            this.client.input().required("task", "handle", handle);
            this.client.input().required("task", "taskId", handle.taskId());
            return this.client.inside().identities().task(handle);
        }
    }

    record Session(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Session {

        @Override
        public Mono<McpServerDescription> connect() {
            return new ResultMono<>(this.client.inside().identities().connect());
        }

        @Override
        public Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options) {
            return this.client
                    .input()
                    .with(
                            McpMethods.LOGGING_SET_LEVEL,
                            "level",
                            level,
                            () -> this.client.call(
                                    Operation.SET_LOGGING_LEVEL, options, () -> SetLevelParams.of(level)))
                    .then();
        }

        @Override
        public Mono<Void> notifyRootsChanged() {
            return this.client.inside().identities().rootsChanged();
        }

        @Override
        public Mono<McpServerDescription> reconnect() {
            return new ResultMono<>(Mono.defer(() -> {
                ClientInside inside = this.client.inside();
                return inside.lifecycle()
                        .reconnect(inside.application().credentials().reset())
                        .onErrorResume(
                                error -> this.client.inside() != inside, // replaced in between
                                error -> this.client.inside().identities().connect());
            }));
        }

        @Override
        public Mono<Void> logout() {
            return this.client.inside().identities().logout();
        }

        @Override
        public Mono<Void> dispose() {
            return this.client.inside().lifecycle().dispose();
        }
    }

    record Raw(DefaultReactiveMcpClient client) implements ReactiveMcpClient.Raw {

        @Override
        public <T> Mono<T> request(
                String method,
                @Nullable Object params,
                ParameterizedTypeReference<T> resultType,
                McpCallOptions options) {
            return this.client.input().withMethod(method, known -> this.client
                    .input()
                    .with(
                            known,
                            "resultType",
                            known(resultType),
                            () -> this.client.call(known, options, identity -> identity.general()
                                    .request(known, params, resultType, options))));
        }

        @Override
        public Mono<Void> notify(String method, @Nullable Object params) {
            return this.client.input().withMethod(method, known -> this.client
                    .inside()
                    .identities()
                    .call(McpCallOptions.defaults(), identity -> identity.general()
                            .notify(known, params)));
        }
    }

    /** A reference made of a class that is {@code null} has no type. */
    private static @Nullable Type known(@Nullable ParameterizedTypeReference<?> reference) {
        return (reference != null) ? reference.getType() : null;
    }
}
