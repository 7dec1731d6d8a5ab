package io.mcpclient.internal.identity;

import reactor.core.publisher.Mono;

/** The session of one principal. Thread-safe. */
public interface PrincipalSession {

    /**
     * Returns whether the session is needed even without an in-flight call; such a session is evicted last.
     * @return whether it has subscriptions
     */
    boolean isWatching();

    /**
     * Closes the connection. The session can be used again.
     * @return completes when everything is closed; never fails, and is bounded in time
     */
    Mono<Void> dispose();

    /**
     * Closes the session permanently.
     * @return completes when everything is closed; never fails, and is bounded in time
     */
    Mono<Void> close();
}
