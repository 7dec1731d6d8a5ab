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
 * Client that makes each call on behalf of its caller: resolves the principal first, and delegates the call to the identity
 * of that principal. Status, reconnecting and closing belong to the application. Thread-safe.
 *
 * @see "faults G13, H26"
 */
final class PrincipalMcpClient implements ReactiveMcpClient {

    private final DefaultReactiveMcpClient application;

    private final Principals principals;

    PrincipalMcpClient(DefaultReactiveMcpClient application, Principals principals) {
        this.application = application;
        this.principals = principals;
    }

    @Override
    public String name() {
        return this.application.name();
    }

    @Override
    public McpClientStatus status() {
        return this.application.status();
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        return new PrincipalTask(this.principals, handle, this.application.task(handle));
    }

    @Override
    public Mono<Void> notifyRootsChanged() {
        return this.principals.rootsChanged();
    }

    @Override
    public Mono<McpServerDescription> reconnect() {
        return this.application.reconnect();
    }

    @Override
    public Mono<Void> logout() {
        return this.principals.logout();
    }

    @Override
    public Mono<Void> dispose() {
        return this.application.dispose();
    }

    @Override
    public Mono<Void> close() {
        return this.application.close();
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return this.principals.connect();
    }

    @Override
    public Mono<Void> ping(McpCallOptions options) {
        return this.principals.call(options, client -> client.ping(options));
    }

    @Override
    public Mono<List<Tool>> listTools(McpCallOptions options) {
        return this.principals.call(options, client -> client.listTools(options));
    }

    @Override
    public Mono<ListToolsResult> listToolsPage(@Nullable String cursor, McpCallOptions options) {
        return this.principals.call(options, client -> client.listToolsPage(cursor, options));
    }

    @Override
    public Mono<CallToolResult> callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return this.principals.call(options, client -> client.callTool(name, arguments, options));
    }

    @Override
    public Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
        return this.principals.call(options, client -> client.callTool(params, options));
    }

    @Override
    public <T> Mono<T> callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return this.principals.call(options, client -> client.callTool(name, arguments, type, options));
    }

    @Override
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return this.principals.call(options, client -> client.callToolAsTask(params, ttl, options));
    }

    @Override
    public Mono<List<ReactiveMcpTask>> listTasks(McpCallOptions options) {
        return this.principals.call(options, client -> client.listTasks(options));
    }

    @Override
    public Mono<List<Resource>> listResources(McpCallOptions options) {
        return this.principals.call(options, client -> client.listResources(options));
    }

    @Override
    public Mono<ListResourcesResult> listResourcesPage(@Nullable String cursor, McpCallOptions options) {
        return this.principals.call(options, client -> client.listResourcesPage(cursor, options));
    }

    @Override
    public Mono<List<ResourceTemplate>> listResourceTemplates(McpCallOptions options) {
        return this.principals.call(options, client -> client.listResourceTemplates(options));
    }

    @Override
    public Mono<ListResourceTemplatesResult> listResourceTemplatesPage(
            @Nullable String cursor, McpCallOptions options) {
        return this.principals.call(options, client -> client.listResourceTemplatesPage(cursor, options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(String uri, McpCallOptions options) {
        return this.principals.call(options, client -> client.readResource(uri, options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(ReadResourceParams params, McpCallOptions options) {
        return this.principals.call(options, client -> client.readResource(params, options));
    }

    @Override
    public Mono<Void> subscribeResource(String uri, McpCallOptions options) {
        return this.principals.call(options, client -> client.subscribeResource(uri, options));
    }

    @Override
    public Mono<Void> unsubscribeResource(String uri, McpCallOptions options) {
        return this.principals.call(options, client -> client.unsubscribeResource(uri, options));
    }

    @Override
    public Mono<List<Prompt>> listPrompts(McpCallOptions options) {
        return this.principals.call(options, client -> client.listPrompts(options));
    }

    @Override
    public Mono<ListPromptsResult> listPromptsPage(@Nullable String cursor, McpCallOptions options) {
        return this.principals.call(options, client -> client.listPromptsPage(cursor, options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return this.principals.call(options, client -> client.getPrompt(name, arguments, options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(GetPromptParams params, McpCallOptions options) {
        return this.principals.call(options, client -> client.getPrompt(params, options));
    }

    @Override
    public Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options) {
        return this.principals.call(options, client -> client.complete(params, options));
    }

    @Override
    public Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options) {
        return this.principals.call(options, client -> client.setLoggingLevel(level, options));
    }

    @Override
    public <T> Mono<T> request(
            String method, @Nullable Object params, ParameterizedTypeReference<T> resultType, McpCallOptions options) {
        return this.principals.call(options, client -> client.request(method, params, resultType, options));
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.principals.call(McpCallOptions.defaults(), client -> client.notify(method, params));
    }
}
