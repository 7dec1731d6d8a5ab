package io.mcpclient.call;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * How far one call has come. The error of a deadline says with it what was being waited for, and whether the call may
 * have been executed; what keeps a call from its deadline for good reasons is told here too. Written by the stages of the
 * chain, read when a call is given up. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-03, TMO-08)"
 */
public final class CallProgress {

    private final AtomicInteger pauses = new AtomicInteger();

    private volatile boolean sent;

    private volatile boolean asked;

    private volatile boolean waiting;

    private volatile boolean expired;

    private volatile boolean streamSilent;

    private volatile @Nullable Runnable watcher;

    /** Notes that the request is on its way to the server: from now on it may be executed. */
    public void markSent() {
        this.sent = true;
    }

    /**
     * Tells whether the request may have left this process.
     * @return whether it was handed to the transport
     */
    public boolean isSent() {
        return this.sent;
    }

    /**
     * Notes that the server has asked for something before its answer, so that the answer depends on more than the request.
     */
    public void markAsked() {
        this.asked = true;
    }

    /**
     * Tells whether the answer depends on more than the request. Such an answer must not be kept for other requests.
     * @return whether the server has asked for something before it answered, or the request itself held answers
     * @see "MCP 2026-07-28, server/utilities/caching (MRTR-14)"
     */
    public boolean wasAsked() {
        return this.asked;
    }

    /**
     * Notes whether the request waits until fewer are under way.
     * @param waiting whether it does
     */
    public void markWaiting(boolean waiting) {
        this.waiting = waiting;
    }

    /**
     * Tells whether the request waits until fewer are under way.
     * @return whether it has not got its turn yet
     */
    public boolean isWaiting() {
        return this.waiting;
    }

    /**
     * Notes whether the server has opened an event stream for the response, and nothing came on it so far.
     * @param silent whether that is so
     */
    public void markStreamSilent(boolean silent) {
        this.streamSilent = silent;
    }

    /**
     * Tells whether the server has opened an event stream on which nothing came.
     * @return whether the head of the stream is all that arrived
     */
    public boolean isStreamSilent() {
        return this.streamSilent;
    }

    /** Notes that the deadline has passed, so that the cancellation that follows is not taken for a caller's. */
    public void markExpired() {
        this.expired = true;
    }

    /**
     * Tells whether the deadline has passed.
     * @return whether the call was given up for it
     */
    public boolean isExpired() {
        return this.expired;
    }

    /** Notes a sign of life of the server, after which its time may begin anew. */
    public void advance() {
        tell();
    }

    /**
     * Notes that the server waits for us: for a person who fills in a form, or for a model. Until it is resumed, only the
     * longest time of the call counts.
     */
    public void pause() {
        this.asked = true;
        this.pauses.incrementAndGet();
        tell();
    }

    /** Takes one {@link #pause()} back. The time of the call begins anew. */
    public void resume() {
        this.pauses.decrementAndGet();
        tell();
    }

    /**
     * Tells whether the server waits for us.
     * @return whether there are more pauses than resumptions
     */
    public boolean isPaused() {
        return this.pauses.get() > 0;
    }

    /**
     * Registers who has to know of signs of life and of pauses.
     * @param watcher is told after each; replaces the one before
     */
    public void watch(Runnable watcher) {
        this.watcher = watcher;
    }

    private void tell() {
        Runnable told = this.watcher;
        if (told != null) {
            told.run();
        }
    }
}
