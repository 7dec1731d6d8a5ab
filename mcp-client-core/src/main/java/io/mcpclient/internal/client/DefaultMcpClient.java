package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.internal.support.OperationNames;
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
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.status.McpToolPins;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.time.TimeSource;

/** Blocking client on top of the reactive client. */
final class DefaultMcpClient implements McpClient {

    private static final String LISTENER = "listener";

    private final ReactiveMcpClient reactive;

    private final ClientInside.Reference inside;

    private final CallerInput input;

    DefaultMcpClient(ReactiveMcpClient reactive, ClientInside.Reference inside) {
        this.reactive = reactive;
        this.inside = inside;
        this.input = new CallerInput(reactive.name());
    }

    private ClientInside inside() {
        return this.inside.get();
    }

    /** Returns what this client had before. */
    ClientInside continueAs(DefaultMcpClient other) {
        ClientInside before = inside();
        this.inside.set(other.inside());
        return before;
    }

    @Override
    public String name() {
        return this.reactive.name();
    }

    @Override
    public ReactiveMcpClient reactive() {
        return this.reactive;
    }

    @Override
    public McpServerDescription connect() {
        return inside().blocking()
                .await(
                        OperationNames.CONNECT,
                        this.reactive.connect(),
                        inside().settings().connectTimeout());
    }

    @Override
    public void start() {
        inside().lifecycle().start();
    }

    @Override
    public McpClientStatus status() {
        return this.reactive.status();
    }

    @Override
    public void addStatusListener(McpStatusListener listener) {
        inside().application().connection().addListener(this.input.required("addStatusListener", LISTENER, listener));
    }

    @Override
    public void removeStatusListener(McpStatusListener listener) {
        inside().application().connection().removeListener(listener);
    }

    @Override
    public void ping(McpCallOptions options) {
        awaitEnd(McpMethods.PING, options, this.reactive.ping(options));
    }

    @Override
    public List<Tool> listTools(McpCallOptions options) {
        return await(McpMethods.TOOLS_LIST, options, this.reactive.listTools(options));
    }

    @Override
    public ListToolsResult listToolsPage(@Nullable String cursor, McpCallOptions options) {
        return await(McpMethods.TOOLS_LIST, options, this.reactive.listToolsPage(cursor, options));
    }

    @Override
    public CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return await(McpMethods.TOOLS_CALL, options, this.reactive.callTool(name, arguments, options));
    }

    @Override
    public CallToolResult callTool(CallToolParams params, McpCallOptions options) {
        return await(McpMethods.TOOLS_CALL, options, this.reactive.callTool(params, options));
    }

    @Override
    public <T> T callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return await(McpMethods.TOOLS_CALL, options, this.reactive.callTool(name, arguments, type, options));
    }

    @Override
    public McpTask callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return blocking(await(McpMethods.TOOLS_CALL, options, this.reactive.callToolAsTask(params, ttl, options)));
    }

    @Override
    public List<McpTask> listTasks(McpCallOptions options) {
        return await(McpMethods.TASKS_LIST, options, this.reactive.listTasks(options)).stream()
                .map(this::blocking)
                .toList();
    }

    @Override
    public McpTask task(McpTaskHandle handle) {
        return blocking(this.reactive.task(handle));
    }

    private McpTask blocking(ReactiveMcpTask task) {
        return new DefaultMcpTask(task, inside().blocking(), this.input, this::limit);
    }

    @Override
    public List<Resource> listResources(McpCallOptions options) {
        return await(McpMethods.RESOURCES_LIST, options, this.reactive.listResources(options));
    }

    @Override
    public ListResourcesResult listResourcesPage(@Nullable String cursor, McpCallOptions options) {
        return await(McpMethods.RESOURCES_LIST, options, this.reactive.listResourcesPage(cursor, options));
    }

    @Override
    public List<ResourceTemplate> listResourceTemplates(McpCallOptions options) {
        return await(McpMethods.RESOURCES_TEMPLATES_LIST, options, this.reactive.listResourceTemplates(options));
    }

    @Override
    public ListResourceTemplatesResult listResourceTemplatesPage(@Nullable String cursor, McpCallOptions options) {
        return await(
                McpMethods.RESOURCES_TEMPLATES_LIST, options, this.reactive.listResourceTemplatesPage(cursor, options));
    }

    @Override
    public ReadResourceResult readResource(String uri, McpCallOptions options) {
        return await(McpMethods.RESOURCES_READ, options, this.reactive.readResource(uri, options));
    }

    @Override
    public ReadResourceResult readResource(ReadResourceParams params, McpCallOptions options) {
        return await(McpMethods.RESOURCES_READ, options, this.reactive.readResource(params, options));
    }

    @Override
    public void subscribeResource(String uri, McpCallOptions options) {
        awaitEnd(McpMethods.RESOURCES_SUBSCRIBE, options, this.reactive.subscribeResource(uri, options));
    }

    @Override
    public void unsubscribeResource(String uri, McpCallOptions options) {
        awaitEnd(McpMethods.RESOURCES_UNSUBSCRIBE, options, this.reactive.unsubscribeResource(uri, options));
    }

    @Override
    public List<Prompt> listPrompts(McpCallOptions options) {
        return await(McpMethods.PROMPTS_LIST, options, this.reactive.listPrompts(options));
    }

    @Override
    public ListPromptsResult listPromptsPage(@Nullable String cursor, McpCallOptions options) {
        return await(McpMethods.PROMPTS_LIST, options, this.reactive.listPromptsPage(cursor, options));
    }

    @Override
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return await(McpMethods.PROMPTS_GET, options, this.reactive.getPrompt(name, arguments, options));
    }

    @Override
    public GetPromptResult getPrompt(GetPromptParams params, McpCallOptions options) {
        return await(McpMethods.PROMPTS_GET, options, this.reactive.getPrompt(params, options));
    }

    @Override
    public CompleteResult complete(CompleteParams params, McpCallOptions options) {
        return await(McpMethods.COMPLETION_COMPLETE, options, this.reactive.complete(params, options));
    }

    @Override
    public void setLoggingLevel(LoggingLevel level, McpCallOptions options) {
        awaitEnd(McpMethods.LOGGING_SET_LEVEL, options, this.reactive.setLoggingLevel(level, options));
    }

    @Override
    public @Nullable McpToolCatalogue toolCatalogue() {
        SessionMemory memory = inside().application().memory();
        return (memory != null) ? memory.tools() : null;
    }

    @Override
    public @Nullable McpToolPins toolPins() {
        return inside().pins();
    }

    @Override
    public TimeSource time() {
        return inside().time();
    }

    @Override
    public void addLogListener(McpLogListener listener) {
        inside().listeners().add(this.input.required("addLogListener", LISTENER, listener));
    }

    @Override
    public void removeLogListener(McpLogListener listener) {
        inside().listeners().remove(listener);
    }

    @Override
    public void addChangeListener(McpChangeListener listener) {
        inside().listeners().add(this.input.required("addChangeListener", LISTENER, listener));
    }

    @Override
    public void removeChangeListener(McpChangeListener listener) {
        inside().listeners().remove(listener);
    }

    @Override
    public void onNotification(String method, McpNotificationListener listener) {
        inside().listeners()
                .onNotification(
                        this.input.requiredText("onNotification", "method", method),
                        this.input.required("onNotification", LISTENER, listener));
    }

    @Override
    public void onRequest(String method, McpRequestHandler handler) {
        inside().listeners()
                .onRequest(
                        this.input.requiredText("onRequest", "method", method),
                        ReactiveMcpRequestHandler.of(this.input.required("onRequest", "handler", handler)));
    }

    @Override
    public void notifyRootsChanged() {
        inside().blocking()
                .awaitEnd(
                        McpMethods.NOTIFICATIONS_ROOTS_LIST_CHANGED,
                        this.reactive.notifyRootsChanged(),
                        inside().settings().timeouts().request());
    }

    @Override
    public <T> T request(
            String method, @Nullable Object params, ParameterizedTypeReference<T> resultType, McpCallOptions options) {
        return await(method, options, this.reactive.request(method, params, resultType, options));
    }

    @Override
    public void notify(String method, @Nullable Object params) {
        inside().blocking()
                .awaitEnd(
                        method,
                        this.reactive.notify(method, params),
                        inside().settings().timeouts().request());
    }

    @Override
    public McpServerDescription reconnect() {
        Duration both = inside().settings()
                .timeouts()
                .shutdown()
                .plus(inside().settings().connectTimeout());
        return inside().blocking().await("reconnect", this.reactive.reconnect(), both);
    }

    @Override
    public void logout() {
        inside().blocking()
                .awaitRelease(
                        "logout",
                        this.reactive.logout(),
                        inside().settings().timeouts().request());
    }

    @Override
    public void dispose() {
        inside().blocking()
                .awaitRelease(
                        "dispose",
                        this.reactive.dispose(),
                        inside().settings().timeouts().shutdown());
    }

    @Override
    public void close() {
        inside().blocking()
                .awaitRelease(
                        "close",
                        this.reactive.close(),
                        inside().settings().timeouts().shutdown());
    }

    private <T> T await(String operation, @Nullable McpCallOptions options, Mono<T> call) {
        return inside().blocking().await(operation, call, limit(options).plus(approval(operation)));
    }

    private void awaitEnd(String operation, @Nullable McpCallOptions options, Mono<Void> call) {
        inside().blocking().awaitEnd(operation, call, limit(options));
    }

    /** Returns the time that a call may wait for approval before its deadline begins. */
    private Duration approval(String operation) {
        return (McpMethods.TOOLS_CALL.equals(operation)
                        && inside().settings().tools().approval() != McpApprovalPolicy.NONE)
                ? inside().settings().tools().approvalTimeout()
                : Duration.ZERO;
    }

    /** Returns the maximum duration of an operation by its own deadline, which activity of the server may extend. */
    private Duration limit(@Nullable McpCallOptions options) {
        if (options == null) {
            return inside().settings().timeouts().request(); // the call is rejected
        }
        Duration requested = options.timeout();
        Duration longest = options.maxTimeout();
        Duration timeout =
                (requested != null) ? requested : inside().settings().timeouts().request();
        Duration max =
                (longest != null) ? longest : inside().settings().timeouts().requestMax();
        return (max.compareTo(timeout) > 0) ? max : timeout;
    }

    @Override
    public String toString() {
        return "McpClient[" + name() + ", " + status().state() + "]";
    }
}
