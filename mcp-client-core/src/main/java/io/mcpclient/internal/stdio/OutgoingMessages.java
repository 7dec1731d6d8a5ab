package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

import io.mcpclient.internal.support.PresentRead;

/**
 * The queue of messages for the standard input of one process. Callers add messages to a bounded queue; while it is not empty,
 * a single thread writes them in order (STD-04). This is the caller's thread if the pipe certainly has room: the server has read
 * each request that it has responded to, and what was written before it. Otherwise it is a worker: a server that does not read
 * blocks only that thread, callers wait until their own deadlines, and messages that do not fit into the queue are rejected.
 *
 * <p>The lock guards the fields and is never held during writes or signals. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-03, STD-04); fault E17"
 */
final class OutgoingMessages {

    static final int MAX_MESSAGES = 1024;

    /** Messages that are flushed together. */
    private static final int BATCH = 64;

    /** The least capacity of a pipe on any platform, in bytes. */
    private static final int PIPE_BYTES = 4096;

    private final long maxBytes;

    private final Runnable onBroken;

    private final Object lock = new Object();

    private final Queue<Message> waiting = new ArrayDeque<>();

    private final List<Message> underWay = new ArrayList<>();

    private long waitingBytes;

    /** Number of bytes that were taken for writing, and of those that the server has certainly read. */
    private long takenBytes;

    private long readBytes;

    private @Nullable OutputStream stdin;

    private boolean writing;

    private boolean ending;

    private @Nullable Throwable gone;

    /**
     * Creates a queue that holds messages until it is connected.
     * @param maxBytes total size of waiting messages; a single message may be larger
     * @param onBroken called when the process no longer accepts input
     */
    OutgoingMessages(long maxBytes, Runnable onBroken) {
        this.maxBytes = maxBytes;
        this.onBroken = onBroken;
    }

    /** Sets the stream. Only this class closes it, because closing blocks while a write is stuck. */
    void connect(OutputStream stdin) {
        synchronized (this.lock) {
            this.stdin = stdin;
        }
        writeIfNeeded();
    }

    /**
     * Writes a message.
     * @return completes when the message is flushed to the pipe; fails with {@link QueueFullException} or the cause given to
     *     {@link #fail}. Cancelling withdraws the message if writing has not begun
     */
    Mono<Void> write(Message message) {
        return Mono.create(sink -> {
            message.sink(sink);
            sink.onCancel(() -> takeBack(message));
            Throwable refusal = offer(message);
            if (refusal != null) {
                message.fail(refusal);
            } else {
                // The requests that follow the responses of one read are written together.
                PresentRead.atEnd(this::writeIfNeeded);
            }
        });
    }

    private @Nullable Throwable offer(Message message) {
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

    /** Withdraws a message if writing has not begun; otherwise has no effect. */
    void takeBack(Message message) {
        synchronized (this.lock) {
            if (this.waiting.remove(message)) {
                this.waitingBytes -= message.json().length;
            }
        }
    }

    /** Reports a response to a message: the server has read it, and everything that was written before. */
    void onResponse(Message message) {
        synchronized (this.lock) {
            this.readBytes = Math.max(this.readBytes, message.end);
        }
    }

    /** Fails all waiting, in-flight and future messages. Only the first cause counts. */
    void fail(Throwable cause) {
        List<Message> failed;
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

    /** Closes the stream after the current write. Does not wait for it. */
    void end() {
        synchronized (this.lock) {
            this.ending = true;
        }
        writeIfNeeded();
    }

    private void writeIfNeeded() {
        OutputStream stream;
        boolean hasRoom;
        synchronized (this.lock) {
            stream = this.stdin;
            if (stream == null || this.writing || (this.waiting.isEmpty() && !this.ending)) {
                return;
            }
            this.writing = true;
            hasRoom = hasRoom();
        }
        if (hasRoom) {
            writeAll(stream, true);
        } else {
            Workers.execute(() -> writeAll(stream, false));
        }
    }

    /** Returns whether everything that waits can be written without blocking. */
    private boolean hasRoom() {
        synchronized (this.lock) {
            long lineEnds = this.waiting.size();
            return !this.ending && this.takenBytes - this.readBytes + this.waitingBytes + lineEnds <= PIPE_BYTES;
        }
    }

    private void writeAll(OutputStream stream, boolean onlyWithRoom) {
        try {
            for (List<Message> batch = next(); !batch.isEmpty(); batch = next()) {
                for (Message message : batch) {
                    message.begin();
                    stream.write(message.json());
                    stream.write('\n');
                }
                stream.flush();
                batch.forEach(Message::written);
                if (onlyWithRoom && !hasRoom()) {
                    Workers.execute(() -> writeAll(stream, false));
                    return;
                }
            }
        } catch (IOException | RuntimeException ex) {
            // The code that watches the process knows the reason better; it fails the in-flight messages.
            this.onBroken.run();
        }
    }

    /** Returns the next messages to write. If there are none, the writer stops until there are. */
    private List<Message> next() throws IOException {
        OutputStream finished = null;
        synchronized (this.lock) {
            this.underWay.clear();
            while (this.underWay.size() < BATCH && !this.waiting.isEmpty()) {
                Message message = this.waiting.remove();
                this.waitingBytes -= message.json().length;
                this.takenBytes += message.json().length + 1;
                message.end = this.takenBytes;
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

    /** A message on its way to the server. */
    static final class Message {

        private final byte[] json;

        /**
         * The subscriber that waits for the message to be written; taken once, by the first thread that knows the outcome.
         */
        private final AtomicReference<@Nullable MonoSink<Void>> sink = new AtomicReference<>();

        private volatile boolean begun;

        /** Position of its end in the stream, guarded by the queue's lock; 0 before it is written. */
        private long end;

        /** The JSON has to be compact: a line break inside would end the message (STD-03). */
        Message(byte[] json) {
            this.json = json;
        }

        byte[] json() {
            return this.json;
        }

        void sink(MonoSink<Void> sink) {
            this.sink.set(sink);
        }

        void begin() {
            this.begun = true;
        }

        /** Whether the server may have received a part of the message. */
        boolean isBegun() {
            return this.begun;
        }

        void written() {
            MonoSink<Void> waiting = this.sink.getAndSet(null);
            if (waiting != null) {
                waiting.success();
            }
        }

        void fail(Throwable cause) {
            MonoSink<Void> waiting = this.sink.getAndSet(null);
            if (waiting != null) {
                waiting.error(cause);
            }
        }
    }

    /** Signals that the queue of messages for the server is full. Never leaves the package. */
    static final class QueueFullException extends RuntimeException {

        QueueFullException() {
            super("queue full", null, false, false);
        }
    }
}
