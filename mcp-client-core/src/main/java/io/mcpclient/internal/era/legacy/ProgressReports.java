package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.schema.ProgressParams;
import io.mcpclient.time.TimeSource;

/**
 * Reports the progress of one request to the server. One report at a time, with a pause after each; of reports that arrive
 * faster only the latest is kept. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/progress (PRG-02, PRG-06, PRG-07)"
 */
final class ProgressReports {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Object token;

    private final @Nullable Map<String, Object> meta;

    private final Function<JsonRpcNotification, Mono<Void>> sender;

    private final TimeSource time;

    // All guarded by this.

    private double last = Double.NEGATIVE_INFINITY;

    private @Nullable ProgressParams latest;

    private boolean busy;

    private boolean ended;

    private Sinks.@Nullable Empty<Void> sending;

    /**
     * Creates the reports of one request.
     * @param token the server's progress token
     * @param meta added to each report, or {@code null}
     * @param sender sends a report, never fails and takes no longer than the response may wait for it
     * @param time timers of the client
     */
    ProgressReports(
            Object token,
            @Nullable Map<String, Object> meta,
            Function<JsonRpcNotification, Mono<Void>> sender,
            TimeSource time) {
        this.time = time;
        this.token = token;
        this.meta = meta;
        this.sender = sender;
    }

    /** Accepts a report. Drops a report that does not increase, and reports after the end. */
    void report(double progress, @Nullable Double total, @Nullable String message) {
        synchronized (this) {
            if (this.ended || !Double.isFinite(progress) || progress <= this.last) {
                return;
            }
            this.last = progress;
            Double known = (total != null && Double.isFinite(total)) ? total : null;
            this.latest = new ProgressParams(this.token, progress, known, message, this.meta, Map.of());
            if (this.busy) {
                return;
            }
            this.busy = true;
        }
        sendLatest();
    }

    private void sendLatest() {
        ProgressParams report;
        Sinks.Empty<Void> sent = Sinks.empty();
        synchronized (this) {
            report = this.latest;
            this.latest = null;
            if (report == null) {
                this.busy = false;
                return;
            }
            this.sending = sent;
        }
        this.sender
                .apply(new JsonRpcNotification(McpMethods.NOTIFICATIONS_PROGRESS, report))
                .doFinally(signal -> sent.tryEmitEmpty())
                .then(this.time.delay(PAUSE))
                .subscribe(pause -> sendLatest());
    }

    /**
     * Ends the reports. The response may be sent after the last of them has arrived, which on its own connection could take
     * longer than the response.
     * @return completes when no report is in flight any more; never fails
     */
    synchronized Mono<Void> end() {
        this.ended = true;
        this.latest = null;
        return (this.sending != null) ? this.sending.asMono() : Mono.empty();
    }
}
