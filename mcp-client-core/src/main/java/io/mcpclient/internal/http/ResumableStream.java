package io.mcpclient.internal.http;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.ResultTypes;
import io.mcpclient.transport.HttpStatusException;

/**
 * An event stream that is resumed where it ended, as long as the server assigns ids to its events.
 *
 * <pre>
 *  leg ──► ended or broke ──► no id seen, or rejected, or too many attempts   over
 *   │                    └──► no connection for too long                      over
 *   ▲                    └──► pause: as requested by the server
 *   └── GET, Last-Event-ID ◄────┘
 * </pre>
 *
 * The legs are strictly sequential: everything that belongs to one has happened before the next begins. Only {@link #cancel()},
 * {@link #end} and {@link #onReachable()} may be called at any time from any thread.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-07 to HTL-09, HTL-13, HTL-15); faults B04, B05, C06, C07, C12"
 */
abstract class ResumableStream implements EventStreamReader.Handler, EventDecoder.Sink {

    /** A leg that lasted this long was no failure, even without an event: a proxy may have timed out. */
    private static final Duration HEALTHY = Duration.ofSeconds(30);

    private final HttpWire wire;

    private final String operation;

    private final boolean resumable;

    private final long maxLegBytes;

    private final EventDecoder decoder;

    /** The current leg, or the pause before the next one. */
    private final Disposable.Swap work = Disposables.swap();

    /** Limit for the connection of the current leg. */
    private final Disposable.Swap connectLimit = Disposables.swap();

    private @Nullable ResumePoint resumePoint;

    private long legStart;

    private volatile boolean connected;

    /** The number of the present pause, zero outside of pauses. Guarded by {@link #work}. */
    private int pause;

    /** Guarded likewise. */
    private int pauses;

    /** Whether the present pause follows an attempt without a connection. Guarded likewise. */
    private boolean unreachable;

    private volatile boolean interrupted;

    private @Nullable Throwable loss;

    private volatile boolean over;

    ResumableStream(HttpWire wire, String operation, boolean resumable, long maxLegBytes, ResultTypes types) {
        this.wire = wire;
        this.operation = operation;
        this.resumable = resumable;
        this.maxLegBytes = maxLegBytes;
        this.decoder = new EventDecoder(wire, operation, types);
    }

    /**
     * Returns the bytes of a leg that resumes after an event.
     * @param onConnected called when there is a connection to the server
     */
    abstract Flux<DataBuffer> leg(String lastEventId, Runnable onConnected);

    /** Called when the stream has ended and will be resumed. */
    void onInterruption() {}

    /**
     * Called when the stream is over without {@link #setOver}.
     * @param failure the last failure, translated; {@code null} if the server ended the stream normally
     */
    abstract void onOver(@Nullable Throwable failure);

    /** Called at the end of the leg that was left to drain by {@link #setOver}. */
    void onDrained() {}

    final HttpWire wire() {
        return this.wire;
    }

    final String operation() {
        return this.operation;
    }

    final boolean isOver() {
        return this.over;
    }

    /** Returns whether nobody waits for the stream: a message that was being decoded may still arrive. */
    final boolean isCancelled() {
        return this.work.isDisposed();
    }

    /** Ignores all further data. The leg is left to drain. */
    final void setOver() {
        this.over = true;
    }

    /** Ends everything immediately, without a signal. */
    final void cancel() {
        this.over = true;
        this.work.dispose();
        this.connectLimit.dispose();
    }

    /** Ends everything immediately, with an error. */
    final synchronized void end(Throwable failure) {
        if (!this.over) {
            cancel();
            onOver(failure);
        }
    }

    /** Returns whether the stream has ended before and was to be resumed. */
    final boolean wasInterrupted() {
        return this.interrupted;
    }

    /** Returns how the stream broke before, {@code null} if the server ended it normally. */
    final @Nullable Throwable loss() {
        return this.loss;
    }

    final void read(Flux<DataBuffer> leg) {
        EventStreamReader reader = new EventStreamReader(
                this,
                this.wire.streamLimits(this.maxLegBytes),
                this.wire.receiving().lease(),
                this.wire.large());
        this.legStart = this.wire.time().nanoTime();
        this.work.replace(reader);
        leg.subscribe(reader);
    }

    @Override
    public final void onRetry(long millis) {
        resumePoint().onRetry(millis);
    }

    private ResumePoint resumePoint() {
        ResumePoint point = this.resumePoint;
        if (point == null) {
            point = new ResumePoint();
            this.resumePoint = point;
        }
        return point;
    }

    @Override
    public final void onEvent(
            @Nullable String name, byte[] data, int offset, int length, @Nullable String lastEventId, boolean ownId) {
        boolean isMessage = length > 0 && (name == null || name.equals("message"));
        if (ownId && this.resumable && !accept(lastEventId, data, offset, isMessage ? length : 0)) {
            return;
        }
        if (isMessage) {
            this.decoder.decode(data, offset, length, this);
        }
    }

    /** Records the position after an event with an id. Returns whether the event is not a repetition. */
    private boolean accept(@Nullable String id, byte[] data, int offset, int length) {
        ResumePoint point = resumePoint();
        boolean isNew = id == null || this.over || point.isNew(id, data, offset, length);
        point.moveTo(id);
        if (isNew) {
            point.onProgress();
        }
        return isNew;
    }

    @Override
    public final void onEnd(@Nullable Throwable error) {
        if (this.over) {
            onDrained();
            return;
        }
        this.connectLimit.update(Disposables.disposed());
        Throwable failure = (error != null) ? this.wire.failures().translate(this.operation, error) : null;
        Duration pause = isInterruption(failure) ? pause(failure) : null;
        if (pause == null) {
            endWith(failure);
            return;
        }
        if (!this.interrupted) {
            this.interrupted = true;
            this.loss = failure;
        }
        onInterruption();
        pause(pause);
        endIfClosed(); // closed in the meantime, by a thread that may not have seen the pending pause
    }

    private synchronized void endWith(@Nullable Throwable failure) {
        if (!this.over) {
            this.over = true;
            onOver(failure);
        }
    }

    private void pause(Duration length) {
        ResumePoint point = resumePoint();
        synchronized (this.work) {
            int number = ++this.pauses;
            this.pause = number;
            this.unreachable = point.isUnreachable();
            this.work.replace(this.wire.time().schedule(length, () -> resume(number)));
        }
    }

    /** The server has responded to another request: a stream that only waits until it can be reached is resumed at once. */
    final void onReachable() {
        int number;
        synchronized (this.work) {
            number = this.unreachable ? this.pause : 0;
        }
        if (number != 0) {
            this.wire.time().timers().schedule(() -> resume(number));
        }
    }

    private boolean endIfClosed() {
        boolean isClosed = this.wire.failures().isClosed();
        if (isClosed) {
            end(this.wire.failures().closed(this.operation));
        }
        return isClosed;
    }

    /** Returns whether the failure may be temporary; decisions of the server and invalid messages are not. */
    private boolean isInterruption(@Nullable Throwable failure) {
        if (failure instanceof HttpStatusException answer) {
            int status = answer.status();
            return status == 408 || status == 429 || (status >= 500 && status != 501);
        }
        return failure == null
                || failure instanceof McpRejectedException
                || (failure instanceof McpConnectionException
                        && !this.wire.failures().isClosed());
    }

    private @Nullable Duration pause(@Nullable Throwable failure) {
        ResumePoint point = this.resumePoint;
        if (point == null || !this.resumable || point.lastEventId() == null) {
            return null;
        }
        if (this.wire.time().since(this.legStart).compareTo(HEALTHY) > 0) {
            point.onProgress();
        }
        if (isNoConnection(failure)) {
            point.onNoConnection(this.legStart);
        } else if (!(failure instanceof McpRejectedException)) {
            point.onConnection();
        }
        return point.nextPause(this.wire.time().nanoTime());
    }

    private static boolean isNoConnection(@Nullable Throwable failure) {
        return failure instanceof McpConnectionException lost && lost.isUnreachable();
    }

    private void resume(int number) {
        synchronized (this.work) {
            if (this.pause != number) {
                return; // resumed already
            }
            this.pause = 0;
        }
        ResumePoint point = this.resumePoint;
        String lastEventId = (point != null) ? point.lastEventId() : null;
        if (!endIfClosed() && !this.over && point != null && lastEventId != null) {
            this.connected = false;
            Duration limit = point.connectLimit(this.wire.time().nanoTime());
            this.connectLimit.update(this.wire.limits().schedule(limit, this::notConnected));
            read(leg(lastEventId, this::onConnected));
        }
    }

    private void onConnected() {
        this.connected = true;
        this.connectLimit.update(Disposables.disposed());
    }

    /** Packets that are dropped are as good as refused; the connect timeout of the client may be longer. */
    private void notConnected() {
        if (!this.connected && !this.wire.isWaitingForCredentials()) {
            end(this.wire.failures().notConnected(this.operation));
        }
    }
}
