package io.mcpclient.auth;

import java.net.URI;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Authorization of HTTP requests to one server on behalf of one principal: adds credentials and handles rejections.
 * Thread-safe; nothing blocks, and no lock is held while a request is in flight.
 *
 * <pre>
 *  authorize ──► request ──► 2xx
 *                   │ 401, 403
 *                   ▼
 *              reauthorize ──► the request again, with other credentials
 *                   │ empty           └─ and so on; the implementation ends the loop
 *                   ▼
 *              the caller gets the rejection as an error
 * </pre>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public interface HttpAuthorization {

    /**
     * Returns the credentials of a request.
     * @param request the request, not sent yet
     * @return the credentials; never empty; an {@link io.mcpclient.error.McpException} if there are none
     */
    Mono<HttpCredentials> authorize(AuthorizedRequest request);

    /**
     * Handles a rejection.
     * @param request the rejected request; the server has not executed it
     * @param refused the rejected credentials
     * @param refusal the server's response
     * @return other credentials for another attempt; empty if the rejection is final; an
     *     {@link io.mcpclient.error.McpException} with a more specific remedy than the rejection
     */
    Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal);

    /**
     * Receives the headers of every response, before its body.
     * @param header returns the first value of a header, or {@code null}
     */
    default void answered(Function<String, @Nullable String> header) {}

    /**
     * Returns the protocol extensions in use, to be declared to the server.
     * @return identifiers, empty for most
     */
    default Set<String> extensions() {
        return Set.of();
    }

    /**
     * Returns the grant behind the current credentials. Results that were cached under one grant are not returned under
     * another, see {@link io.mcpclient.call.McpCacheUse}. Never blocks.
     * @return the same object as long as the credentials are based on the same consent, regardless of refreshes, and
     *     another object after each new consent; {@code null} if the credentials cannot change that way
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    default @Nullable Object grant() {
        return null;
    }

    /**
     * Returns the URL of a request to an authorization server that was not answered yet. Used to explain a timeout. Never blocks.
     * @return the URL of one such request; {@code null} if there is none, for example because a user is waited for
     */
    default @Nullable URI pendingRequest() {
        return null;
    }

    /**
     * Returns the signer of requests, whose headers include the credentials. Called for each request.
     * @return the signer, {@code null} if requests are not signed
     */
    default @Nullable HttpRequestSigner signer() {
        return null;
    }

    /**
     * Revokes and deletes the credentials that were obtained on behalf of the principal.
     * @return completes when they are deleted; an unreachable authorization server is not an error
     */
    default Mono<Void> logout() {
        return Mono.empty();
    }

    /**
     * Resets the backoff, so that the next request retries failed steps. Valid credentials are kept. Called before a client
     * reconnects at the request of its application.
     * @return completes within seconds; no error
     */
    default Mono<Void> reset() {
        return Mono.empty();
    }

    /** Releases connections. Stored credentials are kept. */
    default void close() {}

    /** Creates authorizations, one for each principal of a server. Thread-safe. */
    @FunctionalInterface
    interface Provider {

        /**
         * Creates an authorization. Costs no I/O.
         * @param server the server, as seen by one principal
         * @return a new instance for each call
         */
        HttpAuthorization create(ProtectedServer server);
    }
}
