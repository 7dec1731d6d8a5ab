package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.support.Backoff;
import io.mcpclient.time.TimeSource;

/**
 * Concludes a handshake with {@code notifications/initialized}, and sends it again if a gateway refuses it temporarily. The
 * session exists at that point: a new attempt to connect would begin another one, with the same burst of requests that the
 * gateway has just limited.
 *
 * <table>
 * <caption>refusals, first match applies</caption>
 * <tr><th>status</th><th>condition</th><th>reaction</th></tr>
 * <tr><td>408, 429, 502, 503, 504</td><td>the pause, from {@code Retry-After} or else growing, fits into the remaining
 * time</td><td>pause, then retry</td></tr>
 * <tr><td>any</td><td></td><td>the attempt fails with it</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, basic/lifecycle (LIFE-02); fault G09"
 */
final class Confirmation {

    private static final Set<Integer> TRANSIENT = Set.of(408, 429, 502, 503, 504);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Supplier<Mono<Void>> send;

    private final Backoff pauses = Backoff.exponential(SHORTEST_PAUSE, 2, LONGEST_PAUSE);

    private final TimeSource time;

    private Duration left;

    /**
     * Creates a confirmation.
     * @param send sends the notification
     * @param patience limit of all pauses together
     * @param time timers of the client
     */
    Confirmation(Supplier<Mono<Void>> send, Duration patience, TimeSource time) {
        this.time = time;
        this.send = send;
        this.left = patience;
    }

    /** Completes when the server has accepted the notification; to be subscribed to once. */
    Mono<Void> run() {
        return this.send.get().onErrorResume(McpConnectionException.class, refusal -> {
            Duration pause = pauseAfter(refusal);
            return (pause != null) ? this.time.delay(pause).then(Mono.defer(this::run)) : Mono.error(refusal);
        });
    }

    private @Nullable Duration pauseAfter(McpConnectionException refusal) {
        if (!TRANSIENT.contains(refusal.status())) {
            return null;
        }
        Duration pause = Objects.requireNonNullElseGet(refusal.retryAfter(), this.pauses::next);
        if (pause.compareTo(this.left) > 0) {
            return null;
        }
        this.left = this.left.minus(pause);
        return pause;
    }
}
