package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCall;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.transport.McpIgnoredMessages;

/**
 * Progress of one call: values that do not increase are dropped (PRG-04), long texts are truncated, and of a flood the listener
 * receives only as much as it accepts. Progress that arrives before the response is delivered before it, unless a listener
 * takes longer than a second: it must not delay the call. A listener that does not block is called at once. Thread-safe.
 */
final class ProgressFeed {

    private static final int MAX_TEXT = 4096;

    private static final int MAX_WAITING = 64;

    /** How long a response waits for listeners. */
    private static final Duration LISTENED = Duration.ofSeconds(1);

    private final McpCall call;

    private final Supplier<McpPrincipal> principal;

    private final McpListeners listeners;

    private final McpIgnoredMessages ignored;

    private final Scheduler threads;

    private final LazyPart<DeadlineTimer> limits;

    private double reached = Double.NEGATIVE_INFINITY;

    private @Nullable Mailbox mailbox;

    private final AtomicBoolean ending = new AtomicBoolean();

    ProgressFeed(
            McpCall call,
            Supplier<McpPrincipal> principal,
            McpListeners listeners,
            McpIgnoredMessages ignored,
            Scheduler threads,
            LazyPart<DeadlineTimer> limits) {
        this.call = call;
        this.principal = principal;
        this.listeners = listeners;
        this.ignored = ignored;
        this.threads = threads;
        this.limits = limits;
    }

    void accept(Map<?, ?> params) {
        double value = (params.get("progress") instanceof Number number) ? number.doubleValue() : Double.NaN;
        List<McpProgressListener> listeners = listeners();
        McpProgress progress = new McpProgress(
                this.call.serverName(),
                this.principal.get(),
                this.call.method(),
                value,
                total(params),
                text(params.get("message")));
        if (!deliver(progress, listeners)) {
            this.ignored.count(McpIgnoredMessages.Reason.MALFORMED, "progress that does not increase");
            return;
        }
        long weight = (progress.message() != null) ? 2L * progress.message().length() : 0;
        for (McpProgressListener listener : listeners) {
            if (listener.mayBlock()) {
                mailbox().offer(() -> notify(listener, progress), weight);
            }
        }
    }

    /**
     * Delivers progress to the listeners that do not block, one message after the other whatever the streams are on which they arrive.
     * Returns whether it is an increase. Comparisons with NaN are false, so NaN never is.
     */
    private synchronized boolean deliver(McpProgress progress, List<McpProgressListener> listeners) {
        double value = progress.progress();
        if (!(value > this.reached) || Double.isInfinite(value)) {
            return false;
        }
        this.reached = value;
        if (this.call.options().isExtendedByProgress()) {
            this.call.progress().advance();
        }
        for (McpProgressListener listener : listeners) {
            if (!listener.mayBlock()) {
                notify(listener, progress);
            }
        }
        return true;
    }

    /** The listener of the call, if it has one, is the first. */
    private List<McpProgressListener> listeners() {
        McpProgressListener own = this.call.options().progressListener();
        if (own == null) {
            return this.listeners.progress();
        }
        List<McpProgressListener> all = new ArrayList<>(this.listeners.progress());
        all.add(0, own);
        return all;
    }

    private void notify(McpProgressListener listener, McpProgress progress) {
        boolean isOfCall = listener == this.call.options().progressListener();
        this.listeners.call(
                this.call.serverName(),
                "progress",
                isOfCall ? listener.getClass() : listener,
                () -> listener.onProgress(progress));
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
            present = new Mailbox(
                    this.threads,
                    MAX_WAITING,
                    () -> this.ignored.count(McpIgnoredMessages.Reason.OVERFLOW, "progress"));
            this.mailbox = present;
        }
        return present;
    }

    /**
     * Runs the end of the call after all pending progress: immediately if there is none, and after a second in any case. Of
     * several ends the first one counts: a result is followed by a completion.
     */
    void last(Runnable end) {
        if (!this.ending.compareAndSet(false, true)) {
            return;
        }
        Mailbox present;
        synchronized (this) {
            present = this.mailbox;
        }
        if (present == null) {
            end.run();
        } else {
            Disposable.Swap limit = Disposables.swap();
            AtomicBoolean ended = new AtomicBoolean();
            Runnable once = () -> {
                if (ended.compareAndSet(false, true)) {
                    limit.dispose();
                    end.run();
                }
            };
            present.last(once);
            if (!ended.get()) {
                limit.update(this.limits.get().schedule(LISTENED, once));
            }
        }
    }
}
