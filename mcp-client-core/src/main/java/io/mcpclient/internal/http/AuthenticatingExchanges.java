package io.mcpclient.internal.http;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.support.RecoveringFlux;
import io.mcpclient.transport.HttpStatusException;

/**
 * Sends requests to one server with the credentials of an authorization, and repeats a rejected request if the authorization
 * provides other credentials. Holds no resources between requests: a request that waits for credentials blocks no other.
 * Thread-safe.
 *
 * <pre>
 *  authorize ──► attempt ──► 401, 403 ──► reauthorize ──► attempt   and so on, {@value #MAX_ROUNDS} times at most
 *                   │                          ├─ empty    the rejection
 *                   └─ anything else           └─ error    that error
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-05, AUTH-50, AUTH-55); faults A06, H03, H15, H27"
 */
final class AuthenticatingExchanges {

    /** An authorization ends the rounds itself; this limit stops one that does not. */
    static final int MAX_ROUNDS = 6;

    private static final String AUTHORIZATION = "Authorization";

    private final HttpAuthorization authorization;

    private final HttpFailures failures;

    private final String origin;

    private final ProtectedServer server;

    /** Requests whose credentials are being obtained. */
    private final AtomicInteger waiting = new AtomicInteger();

    AuthenticatingExchanges(HttpAuthorization authorization, HttpFailures failures, URI url, ProtectedServer server) {
        this.authorization = authorization;
        this.failures = failures;
        this.origin = SseEndpoint.origin(url);
        this.server = server;
    }

    /**
     * Sends a request with a response of many elements.
     * @param attempt sends it with the given credentials
     */
    <T> Flux<T> flux(AuthorizedRequest request, Function<HttpCredentials, Flux<T>> attempt) {
        return credentials(request).flatMapMany(credentials -> attempt(request, credentials, attempt, 0));
    }

    /**
     * Sends a request with a response of at most one element.
     * @param attempt sends it with the given credentials
     */
    <T> Mono<T> mono(AuthorizedRequest request, Function<HttpCredentials, Mono<T>> attempt) {
        return flux(request, credentials -> attempt.apply(credentials).flux()).singleOrEmpty();
    }

    private Mono<HttpCredentials> credentials(AuthorizedRequest request) {
        return Mono.defer(() -> counted(this.authorization.authorize(request)))
                .defaultIfEmpty(HttpCredentials.NONE)
                .onErrorMap(
                        error -> !(error instanceof McpException),
                        error -> this.failures.noCredentials(request.operation(), error));
    }

    private <T> Flux<T> attempt(
            AuthorizedRequest request,
            HttpCredentials credentials,
            Function<HttpCredentials, Flux<T>> attempt,
            int rounds) {
        return new RecoveringFlux<>(attempt.apply(credentials), error -> {
            if (!(error instanceof HttpStatusException refusal)
                    || !isForAuthorization(refusal.status())
                    || rounds >= MAX_ROUNDS) {
                return null;
            }
            return others(request, credentials, refusal)
                    .flatMapMany(next -> attempt(request, next, attempt, rounds + 1));
        });
    }

    private Mono<HttpCredentials> others(
            AuthorizedRequest request, HttpCredentials refused, HttpStatusException refusal) {
        return Mono.defer(() -> counted(this.authorization.reauthorize(
                        request, refused, new HttpRefusal(refusal.status(), refusal.challenges()))))
                .switchIfEmpty(Mono.error(refusal))
                .onErrorMap(
                        error -> !(error instanceof McpException || error instanceof HttpStatusException),
                        error -> this.failures.noOtherCredentials(request.operation(), refusal, error));
    }

    /** Counts a request as waiting, unless its credentials are there already. */
    private Mono<HttpCredentials> counted(Mono<HttpCredentials> credentials) {
        return (credentials instanceof Callable<?>)
                ? credentials
                : credentials
                        .doOnSubscribe(subscription -> this.waiting.incrementAndGet())
                        .doFinally(signal -> this.waiting.decrementAndGet());
    }

    /** Whether other credentials may resolve the status; they cannot resolve a 402 (payment required). */
    static boolean isForAuthorization(int status) {
        return status == 401 || status == 403;
    }

    /**
     * Rejects a request to any origin but that of the server, which the credentials are for, whatever has changed its address.
     */
    void requireOrigin(String operation, URI url) {
        if (!SseEndpoint.origin(url).equals(this.origin)) {
            throw this.failures.foreignOrigin(operation, SseEndpoint.origin(url));
        }
    }

    /** Rejects a call that has credentials of its own: the precedence would be undefined. */
    void requireNone(String operation, Map<String, String> headers, HttpCredentials credentials) {
        for (String name : headers.keySet()) {
            if (name.equalsIgnoreCase(AUTHORIZATION)
                    || credentials.headers().keySet().stream().anyMatch(name::equalsIgnoreCase)) {
                throw this.failures.credentialsOfCall(operation, name);
            }
        }
    }

    /** Returns a sender that signs requests if the authorization does so. */
    HttpSender signing(HttpSender sender) {
        return new SigningSender(sender, this.authorization, this.server, this.failures);
    }

    boolean isWaiting() {
        return this.waiting.get() > 0;
    }

    @Nullable
    URI pendingRequest() {
        return this.authorization.pendingRequest();
    }

    void answered(Function<String, @Nullable String> header) {
        this.authorization.answered(header);
    }

    @Nullable
    Object grant() {
        return this.authorization.grant();
    }

    Set<String> extensions() {
        return this.authorization.extensions();
    }

    void close() {
        this.authorization.close();
    }
}
