package io.mcpclient.protocol.modern;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.protocol.SilenceWatch;
import io.mcpclient.resilience.Backoff;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.SubscriptionFilter;
import io.mcpclient.support.TimeSource;

/**
 * Keeps one subscription open as long as anything is wanted, and the one that is wanted: a filter cannot be changed in
 * place, so the next subscription is acknowledged before the present one is closed.
 *
 * <pre>
 *  nothing wanted ──► none         wanted ──► next ── acknowledged ──► present ── something else wanted ──► next
 *                                              │                          │
 *                       pause, growing ◄───────┴── ended, whatever way ───┘
 *                             │                    error -32601 ──► none for this session
 *                             └──► next            no connection ──► likewise, and the whole connection may be lost
 * </pre>
 *
 * Between the end of one and the acknowledgment of the next nobody hears anything: that is the gap. Thread-safe; the
 * owner is never called under the lock, except for what is wanted.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions (SUB-11 to SUB-14); faults C15, C16, C24, H27"
 */
final class SubscriptionKeeper implements Subscription.Listener {

    private static final Logger logger = LoggerFactory.getLogger(SubscriptionKeeper.class);

    private final String serverName;

    private final BiFunction<ListenFilter, Subscription.Listener, Subscription> subscriptions;

    private final Owner owner;

    private final SubscriptionTimes times;

    private final TimeSource time;

    private final Backoff pauses;

    private final Disposable.Swap gathering = Disposables.swap();

    private final Disposable.Swap pausing = Disposables.swap();

    private @Nullable Subscription present;

    private @Nullable Subscription next;

    private long presentSinceNanos;

    private boolean isGathering;

    private boolean isPausing;

    private boolean isGap;

    /** Whether nothing has come on the present one for too long. */
    private boolean isSilent;

    private boolean isUnsupported;

    private boolean isOver;

    /** For whom the subscription is kept. Called on threads of the transport: must not block. */
    interface Owner {

        /** What is wanted at this moment. */
        ListenFilter wanted();

        /**
         * The server has agreed to tell something.
         * @param asked what was asked for
         * @param agreed what of it the server agreed to
         * @param afterGap whether there was a time since the session began in which nothing could be heard
         */
        void onAcknowledged(ListenFilter asked, SubscriptionFilter agreed, boolean afterGap);

        /** The server tells something that was asked for. */
        void onNotified(JsonRpcNotification notification);

        /**
         * A subscription has ended before it was acknowledged.
         * @param error why; {@code null} if the server ended it in good order
         */
        void onRefused(ListenFilter asked, @Nullable McpException error);

        /** The server has no subscriptions at all. */
        void onUnsupported(McpException error);

        /** Not even a connection was to be had. */
        void onLost(McpException error);
    }

    /**
     * Creates a keeper that has nothing to keep yet.
     * @param serverName configured name of the server
     * @param subscriptions makes a subscription, to be opened by the keeper
     * @param owner for whom it is kept
     * @param times how long things may take
     * @param afterGap whether what was said before is not known
     * @param time clock and timers of the client
     */
    SubscriptionKeeper(
            String serverName,
            BiFunction<ListenFilter, Subscription.Listener, Subscription> subscriptions,
            Owner owner,
            SubscriptionTimes times,
            boolean afterGap,
            TimeSource time) {
        this.time = time;
        this.serverName = serverName;
        this.subscriptions = subscriptions;
        this.owner = owner;
        this.times = times;
        this.pauses = times.pauses();
        this.isGap = afterGap;
    }

    /** What is wanted may have changed. Changes that follow each other quickly are one. */
    synchronized void update() {
        if (!this.isGathering && !this.isOver) {
            this.isGathering = true;
            this.gathering.update(later(this::gathered, this.times.gather()));
        }
    }

    /** Called under the lock, which the task needs first: what it schedules in its turn must not be taken for older. */
    private Disposable later(Runnable task, Duration pause) {
        return this.time.schedule(pause, task);
    }

    private void gathered() {
        synchronized (this) {
            this.isGathering = false;
        }
        adjust();
    }

    /** The session is over, and with it the subscription. At once, and without a word to the server. */
    void stop() {
        List<Subscription> left;
        synchronized (this) {
            this.isOver = true;
            left = takeAll();
        }
        this.gathering.dispose();
        this.pausing.dispose();
        left.forEach(Subscription::abandon);
    }

    /** The open subscription that an id in a message names, {@code null} if it names none. */
    synchronized @Nullable Subscription find(@Nullable Object plainId) {
        if (this.present != null && this.present.isNamedBy(plainId)) {
            return this.present;
        }
        return (this.next != null && this.next.isNamedBy(plainId)) ? this.next : null;
    }

    /** Brings what there is in line with what is wanted. While a next one is on its way, its fate comes first. */
    private void adjust() {
        List<Subscription> closed = List.of();
        Subscription opened = null;
        synchronized (this) {
            if (this.isOver) {
                return;
            }
            ListenFilter wanted = this.owner.wanted();
            if (wanted.isEmpty()) {
                closed = takeAll();
            } else if (this.next == null && !this.isUnsupported && !this.isPausing && !isPresent(wanted)) {
                opened = this.subscriptions.apply(wanted, this);
                this.next = opened;
            }
        }
        closed.forEach(Subscription::close);
        if (opened != null) {
            Subscription watched = opened;
            SilenceWatch silence = this.times.watch(this.time, isUnusual -> onSilence(watched, isUnusual));
            opened.open(this.times.acknowledgment(), silence); // may end at once, when it is known already
        }
    }

    /** Called under the lock. */
    private List<Subscription> takeAll() {
        List<Subscription> all =
                Stream.of(this.present, this.next).filter(Objects::nonNull).toList();
        this.isGap |= this.present != null;
        this.present = null;
        this.isSilent = false;
        this.next = null;
        return all;
    }

    /**
     * A subscription that may be broken without a word is replaced. That it is broken is only likely if the server had kept
     * it open before; then nobody knows what was said meanwhile (fault B17).
     */
    private void onSilence(Subscription subscription, boolean isUnusual) {
        synchronized (this) {
            if (this.present != subscription) {
                return;
            }
            this.isSilent = true;
            this.isGap |= isUnusual;
        }
        adjust();
    }

    private boolean isPresent(ListenFilter wanted) {
        return this.present != null && !this.isSilent && this.present.asked().equals(wanted);
    }

    @Override
    public void onAcknowledged(Subscription subscription, SubscriptionFilter agreed) {
        Subscription replaced;
        boolean afterGap;
        synchronized (this) {
            if (this.next != subscription) {
                return; // stopped, or ended, in this very moment
            }
            replaced = this.present;
            this.present = subscription;
            this.isSilent = false;
            this.presentSinceNanos = this.time.nanoTime();
            this.next = null;
            afterGap = this.isGap;
            this.isGap = false;
        }
        if (replaced != null) {
            replaced.close();
        }
        this.owner.onAcknowledged(subscription.asked(), agreed, afterGap);
        adjust();
    }

    @Override
    public void onNotified(JsonRpcNotification notification) {
        this.owner.onNotified(notification);
    }

    @Override
    public void onEnded(Subscription subscription, @Nullable McpException error) {
        boolean isUnknown =
                error instanceof McpRequestException answer && answer.code() == McpErrorCodes.METHOD_NOT_FOUND;
        boolean wasAcknowledged;
        synchronized (this) {
            wasAcknowledged = this.present == subscription;
            if (!wasAcknowledged && this.next != subscription) {
                return;
            }
            forget(subscription);
            this.isUnsupported |= isUnknown; // before the callers that wait for it hear of it, and begin something new
        }
        if (!wasAcknowledged) {
            this.owner.onRefused(subscription.asked(), error);
        }
        if (error instanceof McpConnectionException && error.outcome() == McpOutcome.NOT_SENT) {
            this.owner.onLost(error); // which stops this, too, unless the server is found to be there
        }
        if (error != null && isUnknown) {
            giveUp(error);
        } else if (!isSettledBy(error)) {
            pause(error);
        }
        adjust();
    }

    /** Whether the server refused what nobody wants any more because of that, and the rest is as it was. */
    private synchronized boolean isSettledBy(@Nullable McpException error) {
        ListenFilter wanted = this.owner.wanted();
        return error instanceof McpRequestException && (wanted.isEmpty() || isPresent(wanted));
    }

    /** Called under the lock. */
    private void forget(Subscription subscription) {
        if (this.present == subscription) {
            this.present = null;
            this.isSilent = false;
            if (this.time.nanoTime() - this.presentSinceNanos
                    >= this.times.healthy().toNanos()) {
                this.pauses.reset();
            }
        } else {
            this.next = null;
        }
        this.isGap |= this.present == null;
    }

    private void giveUp(McpException error) {
        logger.info(
                "MCP server \"{}\": does not support subscriptions; changes are noticed when a list or resource is requested"
                        + " again: {}",
                this.serverName,
                error.getMessage());
        this.owner.onUnsupported(error);
    }

    private synchronized void pause(@Nullable McpException error) {
        if (this.isOver || this.isUnsupported || this.isPausing) {
            return;
        }
        this.isPausing = true;
        Duration pause = this.pauses.next();
        logger.debug(
                "MCP server \"{}\": a subscription ended; renewing it in {} ms",
                this.serverName,
                pause.toMillis(),
                error);
        this.pausing.update(later(this::paused, pause));
    }

    private void paused() {
        synchronized (this) {
            this.isPausing = false;
        }
        adjust();
    }
}
