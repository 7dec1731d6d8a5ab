package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpTimeoutSettings;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.ReactiveMcpTask;

/** Blocking client on top of the reactive client. */
final class DefaultMcpClient implements McpClient {

    private final ReactiveMcpClient reactive;

    private final ClientInside.Reference inside;

    private final CallerInput input;

    DefaultMcpClient(ReactiveMcpClient reactive, ClientInside.Reference inside) {
        this.reactive = reactive;
        this.inside = inside;
        this.input = new CallerInput(reactive.name());
    }

    ClientInside inside() {
        return this.inside.get();
    }

    CallerInput input() {
        return this.input;
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
    public McpClientStatus status() {
        return this.reactive.status();
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
    public CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return await(McpMethods.TOOLS_CALL, options, this.reactive.callTool(name, arguments, options));
    }

    @Override
    public <T> T callTool(String name, @Nullable Object arguments, Class<T> type) {
        return await(McpMethods.TOOLS_CALL, McpCallOptions.defaults(), this.reactive.callTool(name, arguments, type));
    }

    McpTask blocking(ReactiveMcpTask task) {
        return new DefaultMcpTask(task, inside().blocking(), this.input, this::limit);
    }

    @Override
    public List<Resource> listResources(McpCallOptions options) {
        return await(McpMethods.RESOURCES_LIST, options, this.reactive.listResources(options));
    }

    @Override
    public ReadResourceResult readResource(String uri, McpCallOptions options) {
        return await(McpMethods.RESOURCES_READ, options, this.reactive.readResource(uri, options));
    }

    @Override
    public List<Prompt> listPrompts(McpCallOptions options) {
        return await(McpMethods.PROMPTS_LIST, options, this.reactive.listPrompts(options));
    }

    @Override
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return await(McpMethods.PROMPTS_GET, options, this.reactive.getPrompt(name, arguments, options));
    }

    @Override
    public CompleteResult complete(CompleteParams params, McpCallOptions options) {
        return await(McpMethods.COMPLETION_COMPLETE, options, this.reactive.complete(params, options));
    }

    @Override
    public Tools tools() {
        return new BlockingFacets.Tools(this, this.reactive.tools());
    }

    @Override
    public Resources resources() {
        return new BlockingFacets.Resources(this, this.reactive.resources());
    }

    @Override
    public Prompts prompts() {
        return new BlockingFacets.Prompts(this, this.reactive.prompts());
    }

    @Override
    public Tasks tasks() {
        return new BlockingFacets.Tasks(this, this.reactive.tasks());
    }

    @Override
    public Session session() {
        return new BlockingFacets.Session(this, this.reactive.session());
    }

    @Override
    public Listeners listeners() {
        return new BlockingFacets.Listeners(this);
    }

    @Override
    public Raw raw() {
        return new BlockingFacets.Raw(this, this.reactive.raw());
    }

    @Override
    public <T> T extension(Class<T> type) {
        return inside().extensions().get(name(), this.input.required("extension", "type", type));
    }

    @Override
    public void close() {
        awaitRelease("close", this.reactive.close(), timeouts().shutdown());
    }

    McpTimeoutSettings timeouts() {
        return inside().settings().timeouts();
    }

    Duration connectTimeout() {
        return inside().settings().connectTimeout();
    }

    <T> T await(String operation, @Nullable McpCallOptions options, Mono<T> call) {
        return await(operation, call, limit(options).plus(approval(operation)));
    }

    <T> T await(String operation, Mono<T> call, Duration limit) {
        return inside().blocking().await(operation, call, limit);
    }

    void awaitEnd(String operation, @Nullable McpCallOptions options, Mono<Void> call) {
        inside().blocking().awaitEnd(operation, call, limit(options));
    }

    /** Waits for an operation that has no options. */
    void awaitEnd(String operation, Mono<Void> call) {
        inside().blocking().awaitEnd(operation, call, timeouts().request());
    }

    void awaitRelease(String operation, Mono<Void> release, Duration limit) {
        inside().blocking().awaitRelease(operation, release, limit);
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
            return timeouts().request(); // the call is rejected
        }
        Duration requested = options.timeout();
        Duration longest = options.maxTimeout();
        Duration timeout = (requested != null) ? requested : timeouts().request();
        Duration max = (longest != null) ? longest : timeouts().requestMax();
        return (max.compareTo(timeout) > 0) ? max : timeout;
    }

    @Override
    public String toString() {
        return "McpClient[" + name() + ", " + status().state() + "]";
    }
}
