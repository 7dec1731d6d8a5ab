package io.mcpclient.internal.oauth.grant;

import java.time.Duration;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.time.TimeSource;

/**
 * How long callers wait for a user. The clock of each begins when the user is asked, or when the caller comes if that has
 * happened already. What they wait for goes on without them. Thread-safe.
 */
public final class UserWait {

    private final InteractionFailures failures;

    private final Duration patience;

    private final TimeSource time;

    private volatile Sinks.One<McpAuthorizationRequest> shown = Sinks.one();

    /**
     * Creates the wait for the user of one server.
     * @param server the server
     * @param patience how long a caller waits; zero for not at all
     */
    public UserWait(ProtectedServer server, Duration patience) {
        this.failures = new InteractionFailures(server.name());
        this.patience = patience;
        this.time = server.time();
    }

    void begin(McpAuthorizationRequest request) {
        this.shown.tryEmitValue(request);
    }

    void end() {
        this.shown = Sinks.one();
    }

    /**
     * Bounds the wait of one caller.
     * @param work what the caller waits for; with or without a user
     * @param <T> its result
     * @return the same, or the error that a user is needed
     */
    public <T> Mono<T> bound(Mono<T> work) {
        return Mono.defer(() -> {
            Mono<T> over = this.shown
                    .asMono()
                    .delayElement(this.patience, this.time.timers())
                    .flatMap(request -> Mono.error(this.failures.waitedFor(request)));
            return Mono.firstWithSignal(work, over);
        });
    }
}
