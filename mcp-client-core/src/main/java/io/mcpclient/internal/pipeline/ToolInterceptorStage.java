package io.mcpclient.internal.pipeline;

import java.util.List;
import java.util.Objects;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.McpMethods;

/**
 * Stage that runs the blocking interceptors of tool calls. All interceptors of one call share a thread, so that a call which
 * has a thread never waits for another one. Thread-safe.
 *
 * <pre>
 *  call ──► thread: interceptor ──► interceptor ──► next stage ──► result, back through both
 *    │                 └─ refusal ────────┴─ refusal
 *    └─ deadline or cancellation: the thread is interrupted, and sends nothing any more
 * </pre>
 */
public final class ToolInterceptorStage implements McpInterceptor {

    private final List<McpToolInterceptor> interceptors;

    private final Scheduler threads;

    private final JsonCodec codec;

    /**
     * Creates the stage of one client.
     * @param interceptors the interceptors, the first one outermost; copied
     * @param threads threads that may block
     * @param codec converts parameters and results that are not records of the schema
     */
    public ToolInterceptorStage(List<McpToolInterceptor> interceptors, Scheduler threads, JsonCodec codec) {
        this.interceptors = List.copyOf(interceptors);
        this.threads = threads;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        if (!call.method().equals(McpMethods.TOOLS_CALL)) {
            return next.handle(call);
        }
        return Mono.create(
                sink -> new InterceptedToolCall(this.interceptors, call, params(call), next, this.codec, sink)
                        .start(this.threads));
    }

    /** Parameters of a generic request may be plain JSON or a bean. */
    private CallToolParams params(McpCall call) {
        if (call.params() instanceof CallToolParams known) {
            return known;
        }
        try {
            return Objects.requireNonNull(this.codec.convert(call.params(), CallToolParams.class), "no params");
        } catch (IllegalArgumentException | NullPointerException ex) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    call.serverName(),
                                    call.method(),
                                    McpOutcome.NOT_SENT,
                                    "interceptors cannot read the parameters: " + ex.getMessage())
                            .withRemedy("Use callTool, or pass the parameters of a tool call.")
                            .withCause(ex),
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }
}
