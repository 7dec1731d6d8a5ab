package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.era.SilenceWatch;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.time.TimeSource;

/**
 * Maintains one subscription with the requested filter, while there is one: a filter cannot be changed in place, so the next
 * subscription is acknowledged before the current one is closed.
 *
 * <pre>
 *  nothing wanted ──► none         wanted ──► next ── acknowledged ──► current ── filter changed ──► next
 *                                              │                          │
 *                       pause, growing ◄───────┴── ended in any way ──────┘
 *                             │                    error -32601 ──► none for this session
 *                             └──► next            no connection ──► likewise, and the whole connection may be lost
 * </pre>
 *
 * Between the end of one and the acknowledgment of the next no changes are received: that is the gap. Thread-safe; the owner is
 * never called under the lock, except for the wanted filter.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions (SUB-11 to SUB-14); faults C15, C16, C24, H27"
 */
final class SubscriptionKeeper implements Subscription.Listener {

    private static final Logger logger = Loggers.CONNECTION;

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

    /** Whether the current subscription has been silent for too long. */
    private boolean isSilent;

    private boolean isUnsupported;

    private boolean isOver;

    /** Owner of the subscription. Called on threads of the transport: must not block. */
    interface Owner {

        /** The filter that is currently wanted. */
        ListenFilter wanted();

        /**
         * The server has agreed to a filter.
         * @param asked the requested filter
         * @param agreed the part of it that the server agreed to
         * @param afterGap whether there was a time since the session began in which no changes could be received
         */
        void onAcknowledged(ListenFilter asked, SubscriptionFilter agreed, boolean afterGap);

        /** The server sends a requested notification. */
        void onNotified(JsonRpcNotification notification);

        /**
         * A subscription has ended before it was acknowledged.
         * @param error the reason; {@code null} if the server ended it gracefully
         */
        void onRefused(ListenFilter asked, @Nullable McpException error);

        /** The server does not support subscriptions. */
        void onUnsupported(McpException error);

        /** There is no connection. */
        void onLost(McpException error);
    }

    /**
     * Creates a keeper without a subscription.
     * @param serverName configured name of the server
     * @param subscriptions creates a subscription, which the keeper opens
     * @param owner owner of the subscription
     * @param times time limits
     * @param afterGap whether earlier changes are unknown
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

    /** The wanted filter may have changed. Changes in quick succession are combined. */
    synchronized void update() {
        if (!this.isGathering && !this.isOver) {
            this.isGathering = true;
            this.gathering.update(later(this::gathered, this.times.gather()));
        }
    }

    /** Called under the lock, which the task needs first: tasks that it schedules must not be mistaken for older ones. */
    private Disposable later(Runnable task, Duration pause) {
        return this.time.schedule(pause, task);
    }

    private void gathered() {
        synchronized (this) {
            this.isGathering = false;
        }
        adjust();
    }

    /** Stops immediately, without notifying the server: the session has ended. */
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

    /** The open subscription with an id from a message, {@code null} if there is none. */
    synchronized @Nullable Subscription find(@Nullable Object plainId) {
        if (this.present != null && this.present.isNamedBy(plainId)) {
            return this.present;
        }
        return (this.next != null && this.next.isNamedBy(plainId)) ? this.next : null;
    }

    /** Adjusts the subscription to the wanted filter. A pending next subscription must be settled first. */
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
            SilenceWatch silence = this.times.watch(this.time, wasActive -> onSilence(watched, wasActive));
            opened.open(this.times.acknowledgment(), silence); // may end immediately, when it is known already
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
     * Replaces a subscription that may be broken without an error. It is likely broken only if the server had kept it open
     * before; then changes during the silence are unknown (fault B17).
     */
    private void onSilence(Subscription subscription, boolean wasActive) {
        synchronized (this) {
            if (this.present != subscription) {
                return;
            }
            this.isSilent = true;
            this.isGap |= wasActive;
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
                return; // stopped or ended concurrently
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
            this.isUnsupported |= isUnknown; // before waiting callers are notified, and start new work
        }
        if (!wasAcknowledged) {
            this.owner.onRefused(subscription.asked(), error); // before the next one, which must not request it again
        }
        synchronized (this) {
            if (remove(subscription) && !isUnknown && !isSettledBy(error)) {
                pause(error);
            }
        }
        if (error instanceof McpConnectionException failure && failure.isUnreachable()) {
            this.owner.onLost(error); // stops this keeper too, unless a probe finds the server
        }
        if (error != null && isUnknown) {
            giveUp(error);
        }
        adjust();
    }

    /** Whether the server refused a filter that is not wanted any more, and the rest is unchanged. Called under the lock. */
    private boolean isSettledBy(@Nullable McpException error) {
        ListenFilter wanted = this.owner.wanted();
        return error instanceof McpRequestException && (wanted.isEmpty() || isPresent(wanted));
    }

    /** Called under the lock. Returns whether the subscription was not removed concurrently. */
    private boolean remove(Subscription subscription) {
        if (this.present == subscription) {
            this.present = null;
            this.isSilent = false;
            if (this.time.nanoTime() - this.presentSinceNanos
                    >= this.times.healthy().toNanos()) {
                this.pauses.reset();
            }
        } else if (this.next == subscription) {
            this.next = null;
        } else {
            return false;
        }
        this.isGap |= this.present == null;
        return true;
    }

    private void giveUp(McpException error) {
        logger.info(
                "MCP server \"{}\": does not support subscriptions; changes are noticed when a list or resource is requested"
                        + " again: {}",
                this.serverName,
                error.getMessage());
        this.owner.onUnsupported(error);
    }

    /** Called under the lock: nothing may be opened between an end and its pause. */
    private void pause(@Nullable McpException error) {
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
