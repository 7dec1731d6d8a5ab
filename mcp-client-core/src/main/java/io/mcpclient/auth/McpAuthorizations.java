package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/**
 * The prompt of web applications: users who are needed find their requests here, begin them in their browser, and come back to
 * a callback endpoint. A request belongs to the browser session that began it, is answered once, and ends by itself; a newer one
 * for the same server and principal takes its place. Calls do not wait for it. One for all servers of an application.
 * Thread-safe.
 *
 * <pre>
 *  prompt ──► pending ──begin(id, browser)──► authorization server ──► callback: complete(url, browser) ──► outcome
 * </pre>
 *
 * @see "AUTH-38, SEC-09; fault H14"
 */
public final class McpAuthorizations implements McpAuthorizationPrompt {

    private static final int UNAUTHORIZED = 401;

    private final URI redirectUri;

    private final InstantSource clock;

    /** In their order. Few at a time: users who have something to do. */
    private final List<PendingAuthorization> pending = new CopyOnWriteArrayList<>();

    /**
     * Creates a prompt.
     * @param redirectUri URL of the callback endpoint: {@code https}, or {@code http} on a loopback address
     * @throws IllegalArgumentException if it is something else
     */
    public McpAuthorizations(URI redirectUri) {
        this(redirectUri, InstantSource.system());
    }

    McpAuthorizations(URI redirectUri, InstantSource clock) {
        this.redirectUri = CallbackUrl.require(redirectUri);
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

    /** One for each server and principal: whoever has the page of an older one open begins again. */
    private synchronized void add(PendingAuthorization added) {
        for (PendingAuthorization older : this.pending) {
            if (older.isFor(added.request())) {
                this.pending.remove(older);
                older.end(failure(older.request(), "another authorization request has taken the place of this one"));
            }
        }
        this.pending.add(added);
    }

    @Override
    public URI redirectUri() {
        return this.redirectUri;
    }

    /** No call waits: a web application does not keep requests of its own open while a user reads. */
    @Override
    public Duration patience() {
        return Duration.ZERO;
    }

    /**
     * Returns who is waited for.
     * @return requests that are neither answered nor over, the oldest first; their URLs are not for others than their users
     */
    public List<McpAuthorizationRequest> pending() {
        Instant now = this.clock.instant();
        return this.pending.stream()
                .filter(request -> request.isOpen(now))
                .map(PendingAuthorization::request)
                .toList();
    }

    /**
     * Begins a request in a browser, which is the only one that can end it. Beginning it again binds it anew.
     * @param id which one
     * @param browser secret of the browser session, such as the value of a cookie that is made for it
     * @return where to send the browser; {@code null} if there is no such request any more
     */
    public @Nullable URI begin(String id, String browser) {
        if (browser.isEmpty()) {
            throw new IllegalArgumentException("a browser session needs a secret");
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
     * Ends a request with what the browser came back with.
     * @param callback URL that the browser asked for, with its query
     * @param browser secret of the browser session, or {@code null} if it has none
     * @return the request, when its outcome is known; or an {@link io.mcpclient.error.McpAuthorizationException}: unknown,
     *     another browser, already answered, or what went wrong; its message can be shown to the user
     */
    public Mono<McpAuthorizationRequest> complete(URI callback, @Nullable String browser) {
        return Mono.defer(() -> {
            PendingAuthorization found = byState(CallbackUrl.state(callback));
            if (found == null || !found.isOpen(this.clock.instant())) {
                return Mono.error(failure(null, "there is no authorization request that this is the answer to"));
            }
            McpAuthorizationRequest request = found.request();
            if (!found.isBoundTo(browser)) {
                return Mono.error(failure(request, "the authorization was begun in another browser"));
            }
            if (!found.answer(callback)) {
                return Mono.error(failure(request, "the authorization request was answered already"));
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
                .withRemedy("Go back to the application and begin there, in this browser.");
        return new McpAuthorizationException(
                details, Reason.INTERACTION_REQUIRED, UNAUTHORIZED, null, List.of(), List.of());
    }
}
