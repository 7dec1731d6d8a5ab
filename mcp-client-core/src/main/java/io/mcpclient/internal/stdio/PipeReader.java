package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

/**
 * Thread that reads one output of a process until its end. Marked as non-blocking for Reactor: responses are delivered on this
 * thread, so that blocking on it for another response would never end.
 */
final class PipeReader extends Thread implements NonBlocking {

    private static final Logger logger = LoggerFactory.getLogger(PipeReader.class);

    /** Receives the bytes that were read; the array is only valid during the call. */
    @FunctionalInterface
    interface Sink {

        void accept(byte[] bytes, int offset, int length);
    }

    private final InputStream pipe;

    private final byte[] buffer;

    private final Sink sink;

    private final CompletableFuture<Void> end = new CompletableFuture<>();

    PipeReader(String name, InputStream pipe, int bufferSize, Sink sink) {
        super(null, null, name, 0, false);
        this.pipe = pipe;
        this.buffer = new byte[bufferSize];
        this.sink = sink;
        setDaemon(true);
    }

    /** Completes at the end of the pipe; never fails. */
    CompletableFuture<Void> end() {
        return this.end;
    }

    @Override
    public void run() {
        try {
            int length = read();
            while (length >= 0) {
                this.sink.accept(this.buffer, 0, length);
                length = read();
            }
        } catch (IOException ex) {
            logger.debug("{}: {}", getName(), ex.getMessage());
        } catch (Throwable ex) {
            // Whatever the cause, nothing is read from here on: report the end of the pipe to its observers (fault
            // B08).
            logger.error("{}: reading stopped after an unexpected error", getName(), ex);
        } finally {
            this.end.complete(null);
        }
    }

    /**
     * Reads, and retries once after an error: when a process exits, the JDK replaces the pipe by its remaining content, and a
     * concurrent read fails.
     */
    private int read() throws IOException {
        try {
            return this.pipe.read(this.buffer);
        } catch (IOException ex) {
            return this.pipe.read(this.buffer);
        }
    }
}
