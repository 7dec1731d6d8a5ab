package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.time.TimeSource;

/**
 * Pings the server periodically, and reports the connection as lost after two consecutive pings without a reply, or immediately
 * when the server no longer knows the session. Any other error counts as a reply. Intervals are randomized, so that many
 * clients do not ping at the same moment. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/ping (PNG-02, PNG-03); faults B17, B19, D24"
 */
final class KeepAlive {

    private static final int FAILURES = 2;

    private final Duration interval;

    private final Supplier<Mono<Void>> ping;

    private final Consumer<Throwable> onLost;

    private final TimeSource time;

    private final Disposable.Swap next = Disposables.swap();

    /** Written only between two pings. */
    private int failures;

    /**
     * Creates a keep-alive that is not started.
     * @param interval time between two pings, and limit for a reply
     * @param ping sends one ping
     * @param onLost notified that the server does not reply any more
     * @param time timers of the client
     */
    KeepAlive(Duration interval, Supplier<Mono<Void>> ping, Consumer<Throwable> onLost, TimeSource time) {
        this.time = time;
        this.interval = interval;
        this.ping = ping;
        this.onLost = onLost;
    }

    void start() {
        long millis = this.interval.toMillis();
        long jitter = ThreadLocalRandom.current().nextLong(-millis / 10, millis / 10 + 1);
        this.next.update(this.time.schedule(Duration.ofMillis(millis + jitter), this::ask));
    }

    void stop() {
        this.next.dispose();
    }

    private void ask() {
        Answered answered = new Answered();
        this.next.update(answered); // first, because the reply may arrive during the subscription
        this.ping.get().timeout(this.interval, this.time.timers()).subscribe(answered);
    }

    private void answered(@Nullable Throwable error) {
        boolean alive = error == null || (error instanceof McpException failure && isResponse(failure));
        this.failures = alive ? 0 : this.failures + 1;
        if (error != null && (this.failures >= FAILURES || error instanceof McpSessionException)) {
            this.onLost.accept(error);
        } else if (!this.next.isDisposed()) {
            start();
        }
    }

    /** Any response to the ping shows that the server is alive, whatever it contains. */
    private static boolean isResponse(McpException failure) {
        return failure instanceof McpRequestException
                || (failure instanceof McpProtocolException && failure.outcome() == McpOutcome.ANSWERED);
    }

    private final class Answered extends BaseSubscriber<Void> {

        @Override
        protected void hookOnComplete() {
            answered(null);
        }

        @Override
        protected void hookOnError(Throwable error) {
            answered(error);
        }
    }
}
