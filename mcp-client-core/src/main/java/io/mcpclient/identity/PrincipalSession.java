package io.mcpclient.identity;

import reactor.core.publisher.Mono;

/** What a client has for one principal. Thread-safe. */
public interface PrincipalSession {

    /**
     * Tells whether somebody relies on this session although no call is under way: it is the last to go.
     * @return whether it watches anything
     */
    boolean isWatching();

    /**
     * Ends what is connected. It may be used again.
     * @return completes when nothing is left; never fails, and is bounded in time
     */
    Mono<Void> dispose();

    /**
     * Ends it for good.
     * @return completes when nothing is left; never fails, and is bounded in time
     */
    Mono<Void> close();
}
