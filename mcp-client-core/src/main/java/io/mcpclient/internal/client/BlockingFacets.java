package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.internal.support.OperationNames;
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
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.status.McpToolPins;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.time.TimeSource;

/** Facets of {@link DefaultMcpClient}: views without state. */
final class BlockingFacets {

    private static final String LISTENER = "listener";

    private BlockingFacets() {}

    record Tools(DefaultMcpClient client, ReactiveMcpClient.Tools reactive) implements McpClient.Tools {

        @Override
        public ListToolsResult page(@Nullable String cursor, McpCallOptions options) {
            return this.client.await(McpMethods.TOOLS_LIST, options, this.reactive.page(cursor, options));
        }

        @Override
        public CallToolResult call(CallToolParams params, McpCallOptions options) {
            return this.client.await(McpMethods.TOOLS_CALL, options, this.reactive.call(params, options));
        }

        @Override
        public <T> T call(
                String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
            return this.client.await(
                    McpMethods.TOOLS_CALL, options, this.reactive.call(name, arguments, type, options));
        }

        @Override
        public @Nullable McpToolCatalogue catalogue() {
            SessionMemory memory = this.client.inside().application().memory();
            return (memory != null) ? memory.tools() : null;
        }

        @Override
        public @Nullable McpToolPins pins() {
            return this.client.inside().pins();
        }
    }

    record Resources(DefaultMcpClient client, ReactiveMcpClient.Resources reactive) implements McpClient.Resources {

        @Override
        public ListResourcesResult page(@Nullable String cursor, McpCallOptions options) {
            return this.client.await(McpMethods.RESOURCES_LIST, options, this.reactive.page(cursor, options));
        }

        @Override
        public List<ResourceTemplate> listTemplates(McpCallOptions options) {
            return this.client.await(
                    McpMethods.RESOURCES_TEMPLATES_LIST, options, this.reactive.listTemplates(options));
        }

        @Override
        public ListResourceTemplatesResult templatesPage(@Nullable String cursor, McpCallOptions options) {
            return this.client.await(
                    McpMethods.RESOURCES_TEMPLATES_LIST, options, this.reactive.templatesPage(cursor, options));
        }

        @Override
        public ReadResourceResult read(ReadResourceParams params, McpCallOptions options) {
            return this.client.await(McpMethods.RESOURCES_READ, options, this.reactive.read(params, options));
        }

        @Override
        public void subscribe(String uri, McpCallOptions options) {
            this.client.awaitEnd(McpMethods.RESOURCES_SUBSCRIBE, options, this.reactive.subscribe(uri, options));
        }

        @Override
        public void unsubscribe(String uri, McpCallOptions options) {
            this.client.awaitEnd(McpMethods.RESOURCES_UNSUBSCRIBE, options, this.reactive.unsubscribe(uri, options));
        }
    }

    record Prompts(DefaultMcpClient client, ReactiveMcpClient.Prompts reactive) implements McpClient.Prompts {

        @Override
        public ListPromptsResult page(@Nullable String cursor, McpCallOptions options) {
            return this.client.await(McpMethods.PROMPTS_LIST, options, this.reactive.page(cursor, options));
        }

        @Override
        public GetPromptResult get(GetPromptParams params, McpCallOptions options) {
            return this.client.await(McpMethods.PROMPTS_GET, options, this.reactive.get(params, options));
        }
    }

    record Tasks(DefaultMcpClient client, ReactiveMcpClient.Tasks reactive) implements McpClient.Tasks {

        @Override
        public McpTask callTool(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
            return this.client.blocking(
                    this.client.await(McpMethods.TOOLS_CALL, options, this.reactive.callTool(params, ttl, options)));
        }

        @Override
        public List<McpTask> list(McpCallOptions options) {
            return this.client.await(McpMethods.TASKS_LIST, options, this.reactive.list(options)).stream()
                    .map(this.client::blocking)
                    .toList();
        }

        @Override
        public McpTask resume(String taskId) {
            return resume(McpTaskHandle.of(this.client.name(), taskId));
        }

        @Override
        public McpTask resume(McpTaskHandle handle) {
            return this.client.blocking(this.reactive.resume(handle));
        }
    }

    record Session(DefaultMcpClient client, ReactiveMcpClient.Session reactive) implements McpClient.Session {

        @Override
        public McpServerDescription connect() {
            return this.client.await(OperationNames.CONNECT, this.reactive.connect(), this.client.connectTimeout());
        }

        @Override
        public void start() {
            this.client.inside().lifecycle().start();
        }

        @Override
        public void setLoggingLevel(LoggingLevel level, McpCallOptions options) {
            this.client.awaitEnd(McpMethods.LOGGING_SET_LEVEL, options, this.reactive.setLoggingLevel(level, options));
        }

        @Override
        public TimeSource time() {
            return this.client.inside().time();
        }

        @Override
        public void notifyRootsChanged() {
            this.client.awaitEnd(McpMethods.NOTIFICATIONS_ROOTS_LIST_CHANGED, this.reactive.notifyRootsChanged());
        }

        @Override
        public McpServerDescription reconnect() {
            Duration both = this.client.timeouts().shutdown().plus(this.client.connectTimeout());
            return this.client.await("reconnect", this.reactive.reconnect(), both);
        }

        @Override
        public void logout() {
            this.client.awaitRelease(
                    "logout", this.reactive.logout(), this.client.timeouts().request());
        }

        @Override
        public void dispose() {
            this.client.awaitRelease(
                    "dispose", this.reactive.dispose(), this.client.timeouts().shutdown());
        }
    }

    record Listeners(DefaultMcpClient client) implements McpClient.Listeners {

        @Override
        public void addStatusListener(McpStatusListener listener) {
            this.client
                    .inside()
                    .application()
                    .connection()
                    .addListener(this.client.input().required("addStatusListener", LISTENER, listener));
        }

        @Override
        public void removeStatusListener(McpStatusListener listener) {
            this.client.inside().application().connection().removeListener(listener);
        }

        @Override
        public void addLogListener(McpLogListener listener) {
            this.client.inside().listeners().add(this.client.input().required("addLogListener", LISTENER, listener));
        }

        @Override
        public void removeLogListener(McpLogListener listener) {
            this.client.inside().listeners().remove(listener);
        }

        @Override
        public void addChangeListener(McpChangeListener listener) {
            this.client.inside().listeners().add(this.client.input().required("addChangeListener", LISTENER, listener));
        }

        @Override
        public void removeChangeListener(McpChangeListener listener) {
            this.client.inside().listeners().remove(listener);
        }
    }

    record Raw(DefaultMcpClient client, ReactiveMcpClient.Raw reactive) implements McpClient.Raw {

        @Override
        public void onNotification(String method, McpNotificationListener listener) {
            this.client
                    .inside()
                    .listeners()
                    .onNotification(
                            this.client.input().requiredText("onNotification", "method", method),
                            this.client.input().required("onNotification", LISTENER, listener));
        }

        @Override
        public void onRequest(String method, McpRequestHandler handler) {
            this.client
                    .inside()
                    .listeners()
                    .onRequest(
                            this.client.input().requiredText("onRequest", "method", method),
                            ReactiveMcpRequestHandler.of(
                                    this.client.input().required("onRequest", "handler", handler)));
        }

        @Override
        public <T> T request(
                String method,
                @Nullable Object params,
                ParameterizedTypeReference<T> resultType,
                McpCallOptions options) {
            return this.client.await(method, options, this.reactive.request(method, params, resultType, options));
        }

        @Override
        public void notify(String method, @Nullable Object params) {
            this.client.awaitEnd(method, this.reactive.notify(method, params));
        }
    }
}
