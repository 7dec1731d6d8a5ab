package io.mcpclient.call;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * What of the context of a call goes along into work that it causes, but that others share: in which trace it began. Nothing
 * that tells users apart, or a session would begin in the name of whoever came first.
 *
 * @see "MCP 2026-07-28, SEP-414 (TRC-04)"
 */
public final class CallOrigin {

    /** Where Micrometer looks for the present observation, written out: this package knows of no library. */
    private static final String OBSERVATION = "micrometer.observation";

    private CallOrigin() {}

    /**
     * Picks it out of a context.
     * @param caller context of the call
     * @return the context for the work, empty if the call is in no trace
     */
    public static Context of(ContextView caller) {
        Object observation = caller.getOrDefault(OBSERVATION, null);
        return (observation != null) ? Context.of(OBSERVATION, observation) : Context.empty();
    }
}
