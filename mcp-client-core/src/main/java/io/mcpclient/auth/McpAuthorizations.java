package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/**
 * Authorization prompt for web applications: users find their pending requests here, begin them in their browser, and
 * return to a callback endpoint. A request is bound to the browser session that began it, is completed once, and expires; a
 * newer request for the same server and principal replaces it. Calls do not wait for it. Use one instance for all servers
 * of an application. Thread-safe.
 *
 * <pre>
 *  prompt ──► pending ──begin(id, browser)──► authorization server ──► callback: complete(url, browser) ──► outcome
 * </pre>
 */
public final class McpAuthorizations implements McpAuthorizationPrompt {

    private static final int UNAUTHORIZED = 401;

    private final URI redirectUri;

    private final @Nullable UnaryOperator<String> links;

    private final InstantSource clock;

    /** In order. Few at a time: one per user with a pending request. */
    private final List<PendingAuthorization> pending = new CopyOnWriteArrayList<>();

    /**
     * Creates a prompt.
     * @param redirectUri URL of the callback endpoint: {@code https}, or {@code http} on a loopback address
     * @throws IllegalArgumentException if it is not
     */
    public McpAuthorizations(URI redirectUri) {
        this(redirectUri, null, InstantSource.system());
    }

    /**
     * Creates a prompt whose requests have links.
     * @param redirectUri URL of the callback endpoint: {@code https}, or {@code http} on a loopback address
     * @param links returns the link that starts the request with an id, for errors: a URL, or a path within the application
     * @throws IllegalArgumentException if the URL is neither
     */
    public McpAuthorizations(URI redirectUri, UnaryOperator<String> links) {
        this(redirectUri, links, InstantSource.system());
    }

    McpAuthorizations(URI redirectUri, InstantSource clock) {
        this(redirectUri, null, clock);
    }

    private McpAuthorizations(URI redirectUri, @Nullable UnaryOperator<String> links, InstantSource clock) {
        this.redirectUri = CallbackUrl.require(redirectUri);
        this.links = links;
        this.clock = clock;
    }

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        return Mono.defer(() -> {
            PendingAuthorization added = new PendingAuthorization(request);
            add(added);
            return added.answer().doFinally(signal -> this.pending.remove(added));
        });
    }

    @Override
    public Mono<Void> promptForCode(McpAuthorizationRequest request) {
        return prompt(request).then();
    }

    /** One per server and principal: a user with the page of an older request begins again. */
    private synchronized void add(PendingAuthorization added) {
        for (PendingAuthorization older : this.pending) {
            if (older.isFor(added.request())) {
                this.pending.remove(older);
                older.end(failure(older.request(), "the authorization request was replaced by a newer one"));
            }
        }
        this.pending.add(added);
    }

    @Override
    public URI redirectUri() {
        return this.redirectUri;
    }

    @Override
    public @Nullable String link(McpAuthorizationRequest request) {
        return (this.links != null) ? this.links.apply(request.id()) : null;
    }

    /** Calls do not wait: a web application must not block its own requests while a user reads. */
    @Override
    public Duration timeout() {
        return Duration.ZERO;
    }

    /**
     * Returns the pending requests.
     * @return requests that are neither completed nor expired, oldest first; their URLs are intended for their users only
     */
    public List<McpAuthorizationRequest> pending() {
        Instant now = this.clock.instant();
        return this.pending.stream()
                .filter(request -> request.isOpen(now))
                .map(PendingAuthorization::request)
                .toList();
    }

    /**
     * Begins a request in a browser, which alone can complete it. Beginning it again rebinds it.
     * @param id id of the request
     * @param browser secret of the browser session, such as the value of a dedicated cookie
     * @return URL for the browser; {@code null} if the request no longer exists
     */
    public @Nullable URI begin(String id, String browser) {
        if (browser.isEmpty()) {
            throw new IllegalArgumentException("the secret of the browser session is empty");
        }
        Instant now = this.clock.instant();
        URI url = null;
        for (PendingAuthorization candidate : this.pending) {
            if (CallbackUrl.isSame(candidate.request().id(), id) && candidate.isOpen(now)) {
                candidate.bindTo(browser);
                url = candidate.request().url();
            }
        }
        return url;
    }

    /**
     * Completes a request with the callback of the browser.
     * @param callback URL requested by the browser, with its query
     * @param browser secret of the browser session, or {@code null} if it has none
     * @return the request, when its outcome is known; or an {@link io.mcpclient.error.McpAuthorizationException}: unknown
     *     request, another browser, already completed, or a failure of the flow; its message can be shown to the user
     */
    public Mono<McpAuthorizationRequest> complete(URI callback, @Nullable String browser) {
        return Mono.defer(() -> {
            PendingAuthorization found = byState(CallbackUrl.state(callback));
            if (found == null || !found.isOpen(this.clock.instant())) {
                return Mono.error(failure(null, "no pending authorization request matches this callback"));
            }
            McpAuthorizationRequest request = found.request();
            if (!found.isBoundTo(browser)) {
                return Mono.error(failure(request, "the authorization was started in another browser"));
            }
            if (!found.answer(callback)) {
                return Mono.error(failure(request, "the authorization request was already completed"));
            }
            return request.outcome().thenReturn(request);
        });
    }

    private @Nullable PendingAuthorization byState(@Nullable String state) {
        PendingAuthorization found = null;
        for (PendingAuthorization candidate : this.pending) {
            if (candidate.hasState(state)) {
                found = candidate;
            }
        }
        return found;
    }

    private static McpAuthorizationException failure(@Nullable McpAuthorizationRequest request, String problem) {
        McpErrorDetails details = McpErrorDetails.of(
                        (request != null) ? request.serverName() : "unknown",
                        "authorization",
                        McpOutcome.NOT_SENT,
                        problem)
                .withRemedy("Return to the application and start the authorization there, in this browser.");
        return new McpAuthorizationException(
                details, Reason.INTERACTION_REQUIRED, UNAUTHORIZED, null, List.of(), List.of());
    }
}
