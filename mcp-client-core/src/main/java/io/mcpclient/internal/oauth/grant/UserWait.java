package io.mcpclient.internal.oauth.grant;

import java.time.Duration;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.time.TimeSource;

/**
 * Limits how long callers wait for a user. The time of each caller starts when the user is prompted, or at the call if that has
 * already happened. The operation continues without the callers. Thread-safe.
 */
public final class UserWait {

    private final InteractionFailures failures;

    private final Duration patience;

    private final TimeSource time;

    private volatile Sinks.One<McpAuthorizationRequest> shown = Sinks.one();

    /**
     * Creates the wait for the user of one server.
     * @param server the server
     * @param patience maximum wait of a caller; zero for none
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
     * Limits the wait of one caller.
     * @param work the operation; with or without a user
     * @param <T> its result
     * @return the same, or the error that a user is required
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
