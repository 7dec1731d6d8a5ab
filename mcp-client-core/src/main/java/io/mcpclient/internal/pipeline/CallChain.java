package io.mcpclient.internal.pipeline;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;

/** Composition of stages into one handler. */
public final class CallChain {

    private CallChain() {}

    /**
     * Puts stages before a handler.
     * @param stages the stages, the first one outermost
     * @param last the handler that the innermost stage calls
     * @return the composed handler
     */
    public static CallHandler of(List<? extends McpInterceptor> stages, CallHandler last) {
        CallHandler handler = last;
        for (int i = stages.size() - 1; i >= 0; i--) {
            McpInterceptor stage = stages.get(i);
            CallHandler next = handler;
            handler = call -> result(stage, call, next);
        }
        return handler;
    }

    /** An interceptor that returns {@code null} is an error of the application, or an unconfigured mock. */
    private static Mono<Object> result(McpInterceptor stage, McpCall call, CallHandler next) {
        @Nullable Mono<Object> result = stage.intercept(call, next);
        return (result != null) ? result : Mono.error(() -> noResult(stage, call));
    }

    private static McpRejectedException noResult(McpInterceptor stage, McpCall call) {
        String problem = "the interceptor " + stage.getClass().getName() + " returned null";
        return new McpRejectedException(
                McpErrorDetails.of(call.serverName(), call.method(), McpOutcome.NOT_SENT, problem)
                        .withRemedy("Return next.handle(call), a result or an error."),
                McpRejectedException.Reason.NO_RESULT);
    }
}
