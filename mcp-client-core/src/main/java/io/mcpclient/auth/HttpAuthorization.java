package io.mcpclient.auth;

import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Puts credentials on the HTTP requests to one server in the name of one principal, and knows what to do about a refusal.
 * Thread-safe; nothing blocks, and no lock is held while a request is on its way.
 *
 * <pre>
 *  authorize ──► request ──► 2xx
 *                   │ 401, 403
 *                   ▼
 *              reauthorize ──► the request once more, with other credentials
 *                   │ empty           └─ and so on; whoever implements this ends it
 *                   ▼
 *              the refusal is the caller's error
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-05, AUTH-50, AUTH-55); faults H01 to H06, H27"
 */
public interface HttpAuthorization {

    /**
     * Returns the credentials of a request.
     * @param request the request, not sent yet
     * @return the credentials; never empty; an {@link io.mcpclient.error.McpException} if there are none
     */
    Mono<HttpCredentials> authorize(AuthorizedRequest request);

    /**
     * Deals with a refusal.
     * @param request the request that was refused; the server has not executed it
     * @param refused what went with it
     * @param refusal what the server said
     * @return other credentials, to send it once more with; empty if the refusal stands; an {@link
     *     io.mcpclient.error.McpException} that says better than the refusal what is to be done
     */
    Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal);

    /**
     * Learns of the head of every answer, before its body.
     * @param header returns the first value of a header, or {@code null}
     */
    default void answered(Function<String, @Nullable String> header) {}

    /**
     * Returns the extensions of the protocol that are in use here, to be declared to the server.
     * @return identifiers, empty for most
     * @see "CC-06"
     */
    default Set<String> extensions() {
        return Set.of();
    }

    /**
     * Returns what the present credentials were granted by. Results that were received under one grant are not given out under
     * another, see {@link io.mcpclient.call.McpCacheUse}. Never blocks.
     * @return the same object for as long as the credentials stand for the same consent, no matter how often they are refreshed,
     *     and another one after each new consent; {@code null} if the credentials cannot change that way
     * @see "MCP 2026-07-28, server/utilities/caching (CACHE-02, CACHE-12)"
     */
    default @Nullable Object grant() {
        return null;
    }

    /**
     * Gives back what was obtained in the name of the principal, and forgets it.
     * @return completes when it is gone; a server that cannot be told is no error
     */
    default Mono<Void> logout() {
        return Mono.empty();
    }

    /**
     * Lets the next request try again what has failed so far, before its pause is over. What works stays. Called before a client
     * reconnects because its application says so.
     * @return completes within seconds; no error
     */
    default Mono<Void> reset() {
        return Mono.empty();
    }

    /** Releases connections. What was obtained stays in its store. */
    default void close() {}

    /** Creates authorizations, one for each principal of a server. Thread-safe. */
    @FunctionalInterface
    interface Provider {

        /**
         * Creates an authorization. Costs no I/O.
         * @param server the server, as one principal sees it
         * @return new for each call
         */
        HttpAuthorization create(ProtectedServer server);
    }
}
