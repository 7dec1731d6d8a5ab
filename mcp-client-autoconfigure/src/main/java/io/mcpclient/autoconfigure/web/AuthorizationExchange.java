package io.mcpclient.autoconfigure.web;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.auth.McpAuthorizationGuard;
import io.mcpclient.error.McpException;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;

/**
 * Authorization exchange with a browser, independent of the web stack.
 *
 * <pre>
 *  GET begin/{id}   visitor may not complete it       403
 *                   no such pending request           410
 *                   else                              302 to the authorization server, with a cookie
 *  GET callback     already completed                 410
 *                   unknown request                   400
 *                   visitor may not complete it       403, and the request remains
 *                   another browser                   400, and the request remains
 *                   rejected or failed                400
 *                   else                              200, and the server is reconnected
 * </pre>
 *
 * A request of a user is completed by that user, a request of the application by the visitors that the
 * {@link McpAuthorizationGuard} admits.
 *
 * @see "AUTH-38, SEC-09; fault H14"
 */
final class AuthorizationExchange {

    private static final Logger logger = Loggers.AUTH;

    private static final int MAX_QUERY = 8192;

    private static final int MAX_ANSWERED = 1000;

    private static final String OVER = "This request is no longer active";

    private static final String TRY_AGAIN = "Return to the application and try again.";

    private final McpAuthorizations authorizations;

    private final McpAuthEndpoints endpoints;

    private final Visitors visitors;

    private final McpAuthorizationGuard guard;

    private final ObjectProvider<McpClients> clients;

    private final BrowserCookie cookies;

    /** Recently completed requests, by the names of their cookies. */
    private final Set<String> answered = Collections.newSetFromMap(new LinkedHashMap<>() {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_ANSWERED;
        }
    });

    AuthorizationExchange(
            McpAuthorizations authorizations,
            McpAuthEndpoints endpoints,
            Visitors visitors,
            McpAuthorizationGuard guard,
            ObjectProvider<McpClients> clients) {
        this.authorizations = authorizations;
        this.endpoints = endpoints;
        this.visitors = visitors;
        this.guard = guard;
        this.clients = clients;
        this.cookies = new BrowserCookie(endpoints);
    }

    /** Starts an authorization. Must be subscribed to on the thread of the HTTP request, or with its context. */
    Mono<WebResponse> begin(String id) {
        McpAuthorizationRequest request = find(pending -> pending.id().equals(id));
        if (request == null) {
            return Mono.just(over());
        }
        return mayAnswer(request).map(mayAnswer -> mayAnswer ? begin(request) : stranger(request));
    }

    private WebResponse begin(McpAuthorizationRequest request) {
        String secret = BrowserCookie.secret();
        URI url = this.authorizations.begin(request.id(), secret);
        String state = (url != null) ? state(url.getRawQuery()) : null;
        if (url == null || state == null) {
            return over();
        }
        Duration age = Duration.between(Instant.now(), request.expiresAt());
        return WebResponse.redirect(url, this.cookies.set(state, secret, age.isNegative() ? Duration.ZERO : age));
    }

    /** Handles the redirect back from the authorization server. Must be subscribed to like {@link #begin(String)}. */
    Mono<WebResponse> callback(@Nullable String query, Function<String, @Nullable String> cookie) {
        String state = (query != null && query.length() <= MAX_QUERY) ? state(query) : null;
        URI url = (state != null) ? url(query) : null;
        if (state == null || url == null) {
            return Mono.just(WebResponse.page(400, "Invalid response", TRY_AGAIN));
        }
        McpAuthorizationRequest request =
                find(pending -> state.equals(state(pending.url().getRawQuery())));
        if (request == null) {
            return Mono.just(isAnswered(state) ? over() : WebResponse.page(400, "Unknown request", TRY_AGAIN));
        }
        return mayAnswer(request)
                .flatMap(mayAnswer -> mayAnswer
                        ? complete(request, url, state, cookie.apply(this.cookies.name(state)))
                        : Mono.just(stranger(request)));
    }

    private static WebResponse over() {
        return WebResponse.page(410, OVER, TRY_AGAIN);
    }

    private boolean isAnswered(String state) {
        synchronized (this.answered) {
            return this.answered.contains(this.cookies.name(state));
        }
    }

    /**
     * Completes the request. Only {@link McpAuthorizations} can verify the browser. A request that is not pending afterwards
     * was completed.
     */
    private Mono<WebResponse> complete(
            McpAuthorizationRequest request, URI url, String state, @Nullable String browser) {
        return this.authorizations
                .complete(url, browser)
                .map(this::done)
                .onErrorResume(McpException.class, error -> Mono.just(refused(request, error)))
                .map(answer -> {
                    if (find(pending -> state.equals(state(pending.url().getRawQuery()))) != null) {
                        return answer;
                    }
                    synchronized (this.answered) {
                        this.answered.add(this.cookies.name(state));
                    }
                    return answer.withCookie(this.cookies.remove(state));
                });
    }

    private WebResponse done(McpAuthorizationRequest request) {
        attempt(request, client -> client.session().reconnect());
        return WebResponse.page(
                200, "Authorized", "The application may now use \"" + request.serverName() + "\". Close this page.");
    }

    /** The next attempt reports the reason as the error of the connection, and has a new request for the user. */
    private WebResponse refused(McpAuthorizationRequest request, McpException error) {
        attempt(request, client -> client.session().connect());
        return WebResponse.page(400, "Not authorized", error.problem() + ". " + TRY_AGAIN);
    }

    /** Connects the application in the background because the user does not depend on it. */
    private void attempt(
            McpAuthorizationRequest request, Function<ReactiveMcpClient, Mono<McpServerDescription>> connection) {
        McpClients all = this.clients.getIfAvailable();
        if (all == null || !request.principal().isApplication()) {
            return;
        }
        all.find(request.serverName()).ifPresent(client -> connection
                .apply(client.reactive())
                .subscribe(
                        null,
                        error -> logger.debug("server \"{}\" is unavailable after an authorization", client.name())));
    }

    private static WebResponse stranger(McpAuthorizationRequest request) {
        if (request.principal().isApplication()) {
            return WebResponse.page(
                    403,
                    "Access denied",
                    "This authorizes the application itself and requires a login. Log in, and follow the link again.");
        }
        return WebResponse.page(403, "Access denied", "This request is for another user. Log in as that user.");
    }

    private @Nullable McpAuthorizationRequest find(Predicate<McpAuthorizationRequest> rule) {
        return this.authorizations.pending().stream()
                .filter(request -> request.userCode() == null)
                .filter(rule)
                .findFirst()
                .orElse(null);
    }

    /** Otherwise a visitor could authorize in place of another, or have the application act with the visitor's account. */
    private Mono<Boolean> mayAnswer(McpAuthorizationRequest request) {
        return request.principal().isApplication()
                ? this.guard.mayAnswer(request).defaultIfEmpty(false)
                : this.visitors
                        .principal(request.serverName())
                        .map(request.principal()::equals)
                        .defaultIfEmpty(false);
    }

    private @Nullable URI url(@Nullable String query) {
        try {
            return new URI(this.endpoints.callback() + "?" + query);
        } catch (URISyntaxException ex) {
            return null;
        }
    }

    /** Returns the parameter as sent; a repeated parameter counts as missing. */
    private static @Nullable String state(@Nullable String query) {
        if (query == null) {
            return null;
        }
        var values = UriComponentsBuilder.newInstance()
                .query(query)
                .build()
                .getQueryParams()
                .getOrDefault("state", List.of());
        return (values.size() == 1) ? values.get(0) : null;
    }
}
