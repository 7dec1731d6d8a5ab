package io.mcpclient.internal.pipeline;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The part of a call's context that is propagated into work that the call starts but shares with others: the trace in which
 * it began. Nothing that identifies a user is propagated, or a session would be opened on behalf of the first caller.
 *
 * @see "MCP 2026-07-28, SEP-414"
 */
public final class CallOrigin {

    /** Micrometer's context key of the current observation, spelled out: this package depends on no library. */
    private static final String OBSERVATION = "micrometer.observation";

    private CallOrigin() {}

    /**
     * Extracts the trace from a context.
     * @param caller context of the call
     * @return the context for the work, empty if the call has no trace
     */
    public static Context of(ContextView caller) {
        Object observation = caller.getOrDefault(OBSERVATION, null);
        return (observation != null) ? Context.of(OBSERVATION, observation) : Context.empty();
    }
}
