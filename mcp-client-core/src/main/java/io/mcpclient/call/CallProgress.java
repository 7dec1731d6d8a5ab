package io.mcpclient.call;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Execution state of one call. A timeout error uses it to state what the call was waiting for, and whether it may have been
 * executed; events that extend the deadline are recorded here, too. Written by the stages of the chain, read when a call is
 * abandoned. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
 */
public final class CallProgress {

    private final AtomicInteger pauses = new AtomicInteger();

    private volatile boolean sent;

    private volatile boolean asked;

    private volatile boolean waiting;

    private volatile boolean expired;

    private volatile boolean streamSilent;

    private volatile @Nullable Runnable watcher;

    /** Records that the request is being sent: from now on it may be executed. */
    public void markSent() {
        this.sent = true;
    }

    /**
     * Returns whether the request may have left this process.
     * @return whether it was handed to the transport
     */
    public boolean isSent() {
        return this.sent;
    }

    /**
     * Records that the server has requested input before its response, so that the response depends on more than the
     * request.
     */
    public void markInputRequested() {
        this.asked = true;
    }

    /**
     * Returns whether the response depends on more than the request. Such a response must not be cached.
     * @return whether the server has requested input before it responded, or the request itself contained input responses
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    public boolean dependsOnInput() {
        return this.asked;
    }

    /**
     * Records whether the request is queued because of the concurrency limit.
     * @param waiting whether it is queued
     */
    public void markWaiting(boolean waiting) {
        this.waiting = waiting;
    }

    /**
     * Returns whether the request is queued because of the concurrency limit.
     * @return whether it is still queued
     */
    public boolean isWaiting() {
        return this.waiting;
    }

    /**
     * Records whether the server has opened an event stream for the response that has delivered nothing so far.
     * @param silent whether the stream is silent
     */
    public void markStreamSilent(boolean silent) {
        this.streamSilent = silent;
    }

    /**
     * Returns whether the server has opened an event stream that has delivered nothing.
     * @return whether only the response head has arrived
     */
    public boolean isStreamSilent() {
        return this.streamSilent;
    }

    /** Records that the deadline has passed, so that the subsequent cancellation is not mistaken for one by the caller. */
    public void markExpired() {
        this.expired = true;
    }

    /**
     * Returns whether the deadline has passed.
     * @return whether the call was abandoned for that reason
     */
    public boolean isExpired() {
        return this.expired;
    }

    /** Records activity of the server, which may restart the timeout. */
    public void advance() {
        notifyWatcher();
    }

    /**
     * Records that the server waits for the client: for a person who fills in a form, or for a model. Until
     * {@link #resume()}, only the maximum timeout of the call applies.
     */
    public void pause() {
        this.asked = true;
        this.pauses.incrementAndGet();
        notifyWatcher();
    }

    /** Ends one {@link #pause()}. Restarts the timeout of the call. */
    public void resume() {
        this.pauses.decrementAndGet();
        notifyWatcher();
    }

    /**
     * Returns whether the server waits for the client.
     * @return whether there are more pauses than resumptions
     */
    public boolean isPaused() {
        return this.pauses.get() > 0;
    }

    /**
     * Registers a watcher for activity and pauses.
     * @param watcher called after each; replaces the previous one
     */
    public void watch(Runnable watcher) {
        this.watcher = watcher;
    }

    private void notifyWatcher() {
        Runnable current = this.watcher;
        if (current != null) {
            current.run();
        }
    }
}
