package io.mcpclient.auth;

import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Authorization request that is pending until its callback, which is accepted once. Thread-safe. */
final class PendingAuthorization {

    private final McpAuthorizationRequest request;

    private final @Nullable String state;

    private final Sinks.One<URI> answer = Sinks.one();

    private final AtomicBoolean answered = new AtomicBoolean();

    private volatile @Nullable String browser;

    PendingAuthorization(McpAuthorizationRequest request) {
        this.request = request;
        this.state = CallbackUrl.state(request.url());
    }

    McpAuthorizationRequest request() {
        return this.request;
    }

    boolean isFor(McpAuthorizationRequest other) {
        return this.request.serverName().equals(other.serverName())
                && this.request.principal().equals(other.principal());
    }

    boolean isOpen(Instant now) {
        return !this.answered.get() && now.isBefore(this.request.expiresAt());
    }

    boolean hasState(@Nullable String given) {
        return CallbackUrl.isSame(this.state, given);
    }

    void bindTo(String secret) {
        this.browser = secret;
    }

    boolean isBoundTo(@Nullable String secret) {
        return CallbackUrl.isSame(this.browser, secret);
    }

    Mono<URI> answer() {
        return this.answer.asMono();
    }

    /** Accepts a callback; returns whether it was the first one. */
    boolean answer(URI url) {
        return this.answered.compareAndSet(false, true)
                && this.answer.tryEmitValue(url).isSuccess();
    }

    /** Ends the request without a callback. */
    void end(Throwable reason) {
        if (this.answered.compareAndSet(false, true)) {
            this.answer.tryEmitError(reason);
        }
    }
}
