package io.mcpclient.transport.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The way to the standard input of one process. Callers leave their messages in a bounded queue; as long as there are
 * any, one thread writes them, in order and never two at once (STD-04). A server that does not read stops that one
 * thread and no other: callers wait until their own deadlines, and those for whom there is no room are refused.
 *
 * <p>The lock guards the fields and is never held while anything is written or signalled. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-03, STD-04); fault E17"
 */
final class OutgoingMessages {

    static final int MAX_MESSAGES = 1024;

    /** Messages that are flushed together. */
    private static final int BATCH = 64;

    private final long maxBytes;

    private final Runnable onBroken;

    private final Object lock = new Object();

    private final Queue<OutgoingMessage> waiting = new ArrayDeque<>();

    private final List<OutgoingMessage> underWay = new ArrayList<>();

    private long waitingBytes;

    private @Nullable OutputStream stdin;

    private boolean writing;

    private boolean ending;

    private @Nullable Throwable gone;

    /**
     * Creates a queue that keeps what it gets until it is connected.
     * @param maxBytes how much may wait; a single message may be larger
     * @param onBroken is told that the process does not take any more
     */
    OutgoingMessages(long maxBytes, Runnable onBroken) {
        this.maxBytes = maxBytes;
        this.onBroken = onBroken;
    }

    /** Hands over the stream; it is closed by this class alone, because closing waits for a writer that is stuck. */
    void connect(OutputStream stdin) {
        synchronized (this.lock) {
            this.stdin = stdin;
        }
        writeIfNeeded();
    }

    /**
     * Writes a message.
     * @return completes when it is flushed to the pipe; fails with {@link QueueFullException} or the cause given to
     *     {@link #fail}. Cancelling it takes the message back if it was not begun yet
     */
    Mono<Void> write(OutgoingMessage message) {
        return Mono.create(sink -> {
            message.sink(sink);
            sink.onCancel(() -> takeBack(message));
            Throwable refusal = offer(message);
            if (refusal != null) {
                message.fail(refusal);
            } else {
                writeIfNeeded();
            }
        });
    }

    private @Nullable Throwable offer(OutgoingMessage message) {
        synchronized (this.lock) {
            if (this.gone != null) {
                return this.gone;
            }
            int size = message.json().length;
            boolean fits = this.waiting.size() < MAX_MESSAGES
                    && (this.waitingBytes + size <= this.maxBytes || this.waiting.isEmpty());
            if (!fits) {
                return new QueueFullException();
            }
            this.waiting.add(message);
            this.waitingBytes += size;
            return null;
        }
    }

    /** Takes a message back that is not begun yet; does nothing for all others. */
    void takeBack(OutgoingMessage message) {
        synchronized (this.lock) {
            if (this.waiting.remove(message)) {
                this.waitingBytes -= message.json().length;
            }
        }
    }

    /** Fails what waits and what is under way, and all that comes later. Only the first cause counts. */
    void fail(Throwable cause) {
        List<OutgoingMessage> failed;
        synchronized (this.lock) {
            if (this.gone == null) {
                this.gone = cause;
            }
            failed = new ArrayList<>(this.underWay);
            failed.addAll(this.waiting);
            this.waiting.clear();
            this.waitingBytes = 0;
        }
        failed.forEach(message -> message.fail(cause));
    }

    /** Closes the stream behind what is being written. Does not wait for it. */
    void end() {
        synchronized (this.lock) {
            this.ending = true;
        }
        writeIfNeeded();
    }

    private void writeIfNeeded() {
        OutputStream stream;
        synchronized (this.lock) {
            stream = this.stdin;
            if (stream == null || this.writing || (this.waiting.isEmpty() && !this.ending)) {
                return;
            }
            this.writing = true;
        }
        Workers.execute(() -> writeAll(stream));
    }

    private void writeAll(OutputStream stream) {
        try {
            for (List<OutgoingMessage> batch = next(); !batch.isEmpty(); batch = next()) {
                for (OutgoingMessage message : batch) {
                    message.begin();
                    stream.write(message.json());
                    stream.write('\n');
                }
                stream.flush();
                batch.forEach(OutgoingMessage::written);
            }
        } catch (IOException | RuntimeException ex) {
            // Why is known better by those who watch the process; they fail what was under way.
            this.onBroken.run();
        }
    }

    /** The next messages to write; none if there are none, and then nobody writes until there are. */
    private List<OutgoingMessage> next() throws IOException {
        OutputStream finished = null;
        synchronized (this.lock) {
            this.underWay.clear();
            while (this.underWay.size() < BATCH && !this.waiting.isEmpty()) {
                OutgoingMessage message = this.waiting.remove();
                this.waitingBytes -= message.json().length;
                this.underWay.add(message);
            }
            if (!this.underWay.isEmpty()) {
                return List.copyOf(this.underWay);
            }
            if (this.ending) {
                finished = this.stdin;
                this.stdin = null;
            }
            this.writing = false;
        }
        if (finished != null) {
            finished.close();
        }
        return List.of();
    }
}
