package io.mcpclient.internal.pipeline;

import java.util.List;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpInterceptor;

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
            handler = call -> stage.intercept(call, next);
        }
        return handler;
    }
}
