package io.mcpclient.internal.client;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.internal.operation.Operation;
import io.mcpclient.internal.support.ResultMono;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpClientStatus;

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

    CallerInput input() {
        return this.input;
    }

    ClientInside inside() {
        return this.inside.get();
    }

    /** Returns what this client had before. One that looked up its server in the background connects to it in the background. */
    ClientInside continueAs(DefaultReactiveMcpClient other) {
        ClientInside before = inside();
        ClientInside next = other.inside();
        if (next.identities() instanceof AwaitedIdentities awaited) {
            awaited.moved(this.inside);
        }
        this.inside.set(next);
        if (before.identities() instanceof AwaitedIdentities
                && before.lifecycle().isStarted()) {
            next.lifecycle().start();
        }
        return before;
    }

    <T> Mono<T> call(String method, McpCallOptions options, Function<Identity, Mono<T>> call) {
        return new ResultMono<>(
                this.input.with(method, options, () -> inside().identities().call(options, call)));
    }

    <P, T> Mono<T> call(
            String method,
            McpCallOptions options,
            Supplier<@Nullable P> params,
            BiFunction<Identity, P, Mono<T>> call) {
        return new ResultMono<>(this.input.with(method, options, params, known -> inside().identities()
                .call(options, identity -> call.apply(identity, known))));
    }

    <P extends McpRequestParams, R> Mono<R> call(
            Operation<P, R> operation, McpCallOptions options, Supplier<@Nullable P> params) {
        return call(operation.method(), options, params, (identity, known) -> identity.calls()
                .call(operation, known, options));
    }

    @Override
    public String name() {
        return this.name;
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
    public Mono<CallToolResult> callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        return call(
                McpMethods.TOOLS_CALL,
                options,
                () -> ofApplication().tools().params(name, arguments),
                (identity, params) -> identity.tools().call(params, options));
    }

    /** Whatever depends on no connection is the same for all identities. */
    Identity ofApplication() {
        return inside().identities().application();
    }

    @Override
    public Mono<List<Resource>> listResources(McpCallOptions options) {
        return call(McpMethods.RESOURCES_LIST, options, identity -> identity.resources()
                .all(options));
    }

    @Override
    public Mono<ReadResourceResult> readResource(String uri, McpCallOptions options) {
        return call(Operation.READ_RESOURCE, options, () -> ReadResourceParams.of(uri));
    }

    @Override
    public Mono<List<Prompt>> listPrompts(McpCallOptions options) {
        return call(
                McpMethods.PROMPTS_LIST, options, identity -> identity.prompts().all(options));
    }

    @Override
    public Mono<GetPromptResult> getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        return call(Operation.GET_PROMPT, options, () -> GetPromptParams.of(name, arguments));
    }

    @Override
    public Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options) {
        return call(Operation.COMPLETE, options, () -> params).map(CompleteResult::limited);
    }

    @Override
    public <T> T extension(Class<T> type) {
        return inside().extensions().get(name(), this.input.required("extension", "type", type));
    }

    @Override
    public Mono<Void> close() {
        return inside().lifecycle().close();
    }

    @Override
    public <T> Mono<T> callTool(String name, @Nullable Object arguments, Class<T> type) {
        return new ReactiveFacets.Tools(this).call(name, arguments, type, McpCallOptions.defaults());
    }

    @Override
    public Tools tools() {
        return new ReactiveFacets.Tools(this);
    }

    @Override
    public Resources resources() {
        return new ReactiveFacets.Resources(this);
    }

    @Override
    public Prompts prompts() {
        return new ReactiveFacets.Prompts(this);
    }

    @Override
    public Tasks tasks() {
        return new ReactiveFacets.Tasks(this);
    }

    @Override
    public Session session() {
        return new ReactiveFacets.Session(this);
    }

    @Override
    public Raw raw() {
        return new ReactiveFacets.Raw(this);
    }
}
