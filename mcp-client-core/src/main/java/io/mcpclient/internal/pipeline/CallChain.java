package io.mcpclient.internal.pipeline;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;

/**
 * A stage and the stages after it. Thread-safe.
 *
 * @param stage the stage
 * @param next the next one, or the handler after the last stage
 */
public record CallChain(McpInterceptor stage, CallHandler next) implements CallHandler {

    /**
     * Puts stages before a handler.
     * @param stages the stages, the first one outermost
     * @param last the handler that the innermost stage calls
     * @return the composed handler
     */
    public static CallHandler of(List<? extends McpInterceptor> stages, CallHandler last) {
        CallHandler handler = last;
        for (int i = stages.size() - 1; i >= 0; i--) {
            handler = new CallChain(stages.get(i), handler);
        }
        return handler;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return this.stage.intercept(call, this.next);
    }
}
