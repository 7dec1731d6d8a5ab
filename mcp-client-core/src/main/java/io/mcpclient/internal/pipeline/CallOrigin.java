package io.mcpclient.internal.pipeline;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.internal.support.ContextKeys;

/**
 * The part of a call's context that is propagated into work that the call starts but shares with others: the trace in which
 * it began. Nothing that identifies a user is propagated, or a session would be opened on behalf of the first caller.
 *
 * @see "MCP 2026-07-28, SEP-414"
 */
public final class CallOrigin {

    private CallOrigin() {}

    /**
     * Extracts the trace from a context.
     * @param caller context of the call
     * @return the context for the work, empty if the call has no trace
     */
    public static Context of(ContextView caller) {
        Object observation = caller.getOrDefault(ContextKeys.OBSERVATION, null);
        return (observation != null) ? Context.of(ContextKeys.OBSERVATION, observation) : Context.empty();
    }
}
