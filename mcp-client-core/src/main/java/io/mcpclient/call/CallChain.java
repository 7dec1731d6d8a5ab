package io.mcpclient.call;

import java.util.List;

/** Composes stages into one handler. */
public final class CallChain {

    private CallChain() {}

    /**
     * Puts stages in front of a handler.
     * @param stages the stages, the first one outermost
     * @param last what the innermost stage calls
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
