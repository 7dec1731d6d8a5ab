package io.mcpclient.internal.pipeline;

import java.util.List;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.jsonrpc.JsonCodec;
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
        return Mono.create(sink -> new InterceptedToolCall(
                        this.interceptors, call, ToolCallParams.of(call, this.codec), next, this.codec, sink)
                .start(this.threads));
    }
}
