package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.extension.EnabledExtensions;

/**
 * Settings for requests and notifications of servers, whatever their era.
 *
 * @param handlers handle requests; features without a handler are not offered
 * @param listeners receive notifications of servers
 * @param maxRequests requests of a server that are handled concurrently; a few more wait, others are refused
 * @param requestTimeout timeout of one handler, including a person's decision
 * @param desired desired state of every session, of whatever era
 * @param changeDebounce how long a list change waits for further ones
 * @param observer observes the handling of requests
 * @param threads threads of handlers and listeners
 * @param extensions extensions of the protocol that the application has enabled
 * @param user principal on whose behalf the server is called, always the same; {@code null} if principals are not distinguished
 */
public record InboundSettings(
        McpHandlers handlers,
        McpListeners listeners,
        int maxRequests,
        Duration requestTimeout,
        DesiredSessionState desired,
        Duration changeDebounce,
        InboundObserver observer,
        InboundThreads threads,
        EnabledExtensions extensions,
        @Nullable Supplier<McpPrincipal> user) {

    /** Maximum number of user prompts per call, in all eras: more than any dialogue needs. */
    public static final int PROMPTS_PER_CALL = 32;

    /**
     * Creates settings without an observer, on shared threads.
     * @param handlers handle requests
     * @param listeners receive notifications of servers
     * @param maxRequests requests of a server that are handled concurrently
     * @param requestTimeout timeout of one handler
     * @param desired desired state of every session
     * @param changeDebounce how long a list change waits for further ones
     */
    public InboundSettings(
            McpHandlers handlers,
            McpListeners listeners,
            int maxRequests,
            Duration requestTimeout,
            DesiredSessionState desired,
            Duration changeDebounce) {
        this(
                handlers,
                listeners,
                maxRequests,
                requestTimeout,
                desired,
                changeDebounce,
                InboundObserver.NONE,
                InboundThreads.shared(),
                EnabledExtensions.NONE,
                null);
    }

    /**
     * Returns the principal on whose behalf the server is called.
     * @return the principal, or the application if principals are not distinguished
     */
    McpPrincipal principal() {
        Supplier<McpPrincipal> named = this.user;
        return (named != null) ? named.get() : McpPrincipal.APPLICATION;
    }
}
