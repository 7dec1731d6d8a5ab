package io.mcpclient.transport.http;

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
 * An event stream that goes on where it ended, as long as the server gives its events ids.
 *
 * <pre>
 *  leg ──► ended or broke ──► no id seen, or refused, or too often in vain   over
 *   ▲                    └──► pause: what the server asked for
 *   └── GET, Last-Event-ID ◄────┘
 * </pre>
 *
 * The legs follow each other; whatever belongs to one has happened before the next begins. Only {@link #cancel()} may
 * come at any time from any thread.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-07 to HTL-09, HTL-13, HTL-15); faults B04, B05, C06, C07, C12"
 */
abstract class ResumableStream implements EventStreamReader.Handler, EventDecoder.Sink {

    /** A leg that lasted so long was no failure, even if it brought nothing: a proxy may have grown tired of it. */
    private static final Duration HEALTHY = Duration.ofSeconds(30);

    private final HttpWire wire;

    private final String operation;

    private final boolean resumable;

    private final long maxLegBytes;

    private final EventDecoder decoder;

    /** The leg, or the pause before the next one. */
    private final Disposable.Swap work = Disposables.swap();

    private @Nullable ResumePoint resumePoint;

    private long legStart;

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

    /** Returns the bytes of a leg that goes on after an event. */
    abstract Flux<DataBuffer> leg(String lastEventId);

    /** The stream ended, and will be taken up again. */
    void onInterruption() {}

    /**
     * The stream is over without {@link #setOver}.
     * @param failure what came last, translated; {@code null} if the server ended the stream in good order
     */
    abstract void onOver(@Nullable Throwable failure);

    /** The leg that was left to itself by {@link #setOver} is at its end. */
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

    /** From now on nothing is of interest any more. The leg is left to itself. */
    final void setOver() {
        this.over = true;
    }

    /** Ends everything at once, without a word. */
    final void cancel() {
        this.over = true;
        this.work.dispose();
    }

    /** Ends everything at once, with an error. */
    final synchronized void end(Throwable failure) {
        if (!this.over) {
            cancel();
            onOver(failure);
        }
    }

    /** Tells whether the stream has ended before, and was to be taken up again. */
    final boolean wasInterrupted() {
        return this.interrupted;
    }

    /** Returns how it broke before, {@code null} if the server had ended it in good order. */
    final @Nullable Throwable loss() {
        return this.loss;
    }

    final void read(Flux<DataBuffer> leg) {
        EventStreamReader reader = new EventStreamReader(
                this,
                this.wire.maxMessageSize(),
                this.maxLegBytes,
                this.wire.receiving().lease());
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

    /** Notes where an event with an id leaves the stream. Returns whether it is not one that is repeated. */
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
        Throwable failure = (error != null) ? this.wire.failures().translate(this.operation, error) : null;
        Duration pause = isInterruption(failure) ? pause() : null;
        if (pause == null) {
            this.over = true;
            onOver(failure);
            return;
        }
        if (!this.interrupted) {
            this.interrupted = true;
            this.loss = failure;
        }
        onInterruption();
        this.work.replace(this.wire.time().schedule(pause, this::resume));
        endIfClosed(); // closed meanwhile, by somebody who may not have seen that there is a pause to end
    }

    private boolean endIfClosed() {
        boolean isClosed = this.wire.failures().isClosed();
        if (isClosed) {
            end(this.wire.failures().closed(this.operation));
        }
        return isClosed;
    }

    /** Tells whether this may pass; what the server decided, or what is wrong with its messages, does not. */
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

    private @Nullable Duration pause() {
        ResumePoint point = this.resumePoint;
        if (point == null || !this.resumable || point.lastEventId() == null) {
            return null;
        }
        if (this.wire.time().since(this.legStart).compareTo(HEALTHY) > 0) {
            point.onProgress();
        }
        return point.nextPause();
    }

    private void resume() {
        ResumePoint point = this.resumePoint;
        String lastEventId = (point != null) ? point.lastEventId() : null;
        if (!endIfClosed() && !this.over && lastEventId != null) {
            read(leg(lastEventId));
        }
    }
}
