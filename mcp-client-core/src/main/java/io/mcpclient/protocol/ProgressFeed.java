package io.mcpclient.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpCall;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.transport.IgnoredMessages;

/**
 * The progress of one call: values that do not grow are dropped (PRG-04), long texts cut, and of a flood only what the
 * listener takes is told. What came before the answer is told before the answer. Thread-safe.
 */
final class ProgressFeed {

    private static final int MAX_TEXT = 4096;

    private static final int MAX_WAITING = 64;

    private final McpCall call;

    private final Supplier<List<McpProgressListener>> listeners;

    private final IgnoredMessages ignored;

    private double reached = Double.NEGATIVE_INFINITY;

    private @Nullable Mailbox mailbox;

    ProgressFeed(McpCall call, Supplier<List<McpProgressListener>> listeners, IgnoredMessages ignored) {
        this.call = call;
        this.listeners = listeners;
        this.ignored = ignored;
    }

    void accept(Map<?, ?> params) {
        double value = (params.get("progress") instanceof Number number) ? number.doubleValue() : Double.NaN;
        if (!advance(value)) {
            this.ignored.count(IgnoredMessages.Reason.MALFORMED, "progress that does not grow");
            return;
        }
        if (this.call.options().isExtendedByProgress()) {
            this.call.progress().advance();
        }
        McpProgress progress = new McpProgress(
                this.call.serverName(), this.call.method(), value, total(params), text(params.get("message")));
        for (McpProgressListener listener : this.listeners.get()) {
            if (!mailbox().offer(() -> listener.onProgress(progress))) {
                this.ignored.count(IgnoredMessages.Reason.OVERFLOW, "progress");
            }
        }
    }

    /** Comparisons with NaN are false, so that it never counts as growth. */
    private synchronized boolean advance(double value) {
        if (!(value > this.reached) || Double.isInfinite(value)) {
            return false;
        }
        this.reached = value;
        return true;
    }

    private static @Nullable Double total(Map<?, ?> params) {
        return (params.get("total") instanceof Number number) ? (Double) number.doubleValue() : null;
    }

    private static @Nullable String text(@Nullable Object message) {
        return (message instanceof String text) ? text.substring(0, Math.min(text.length(), MAX_TEXT)) : null;
    }

    private synchronized Mailbox mailbox() {
        Mailbox present = this.mailbox;
        if (present == null) {
            present = new Mailbox(Schedulers.boundedElastic(), MAX_WAITING);
            this.mailbox = present;
        }
        return present;
    }

    /** Runs the end of the call behind all progress that is still to be told; at once if there was none. */
    void last(Runnable end) {
        Mailbox present;
        synchronized (this) {
            present = this.mailbox;
        }
        if (present == null) {
            end.run();
        } else {
            present.add(end);
        }
    }
}
