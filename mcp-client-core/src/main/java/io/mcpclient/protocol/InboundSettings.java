package io.mcpclient.protocol;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.handler.McpHandlers;
import io.mcpclient.handler.McpListeners;

/**
 * What a client has for what servers ask and tell, whatever their era.
 *
 * @param handlers answer requests; what is missing is not offered
 * @param listeners hear what servers say of their own accord
 * @param maxRequests requests of a server that are handled at once; a few more wait, the rest is refused
 * @param requestTimeout limit for one handler, a person who has to decide included
 * @param wishes what the application has asked for and every connection is told, of whatever era
 * @param changeDebounce how long a change of a list waits for further ones
 * @param observer watches what becomes of requests
 * @param threads where handlers and listeners run
 * @param user on whose behalf the server is called, always the same name; {@code null} if users are not told apart
 */
public record InboundSettings(
        McpHandlers handlers,
        McpListeners listeners,
        int maxRequests,
        Duration requestTimeout,
        SessionWishes wishes,
        Duration changeDebounce,
        InboundObserver observer,
        InboundThreads threads,
        @Nullable Supplier<McpPrincipal> user) {

    /**
     * Creates settings without an observer, on threads that everybody shares.
     * @param handlers answer requests
     * @param listeners hear what servers say of their own accord
     * @param maxRequests requests of a server that are handled at once
     * @param requestTimeout limit for one handler
     * @param wishes what every connection is told
     * @param changeDebounce how long a change of a list waits for further ones
     */
    public InboundSettings(
            McpHandlers handlers,
            McpListeners listeners,
            int maxRequests,
            Duration requestTimeout,
            SessionWishes wishes,
            Duration changeDebounce) {
        this(
                handlers,
                listeners,
                maxRequests,
                requestTimeout,
                wishes,
                changeDebounce,
                InboundObserver.NONE,
                InboundThreads.shared(),
                null);
    }

    /**
     * Returns on whose behalf the server is called.
     * @return the user, or the application if users are not told apart
     */
    McpPrincipal principal() {
        Supplier<McpPrincipal> named = this.user;
        return (named != null) ? named.get() : McpPrincipal.APPLICATION;
    }
}
