package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.event.Level;
import reactor.core.scheduler.NonBlocking;

import io.mcpclient.internal.support.PresentRead;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/** A started process and the threads that read its output. Thread-safe. */
final class ChildProcess {

    private static final int STDOUT_BUFFER_BYTES = 16 * 1024;

    private static final int STDERR_BUFFER_BYTES = 4 * 1024;

    private static final long LOOK_INTERVAL_NANOS = 10_000_000_000L;

    private final Process process;

    private final ProcessTree tree;

    private final TimeSource time;

    private final StderrLog.Tail stderr = new StderrLog.Tail();

    private final CompletableFuture<Void> stdoutEnd = new CompletableFuture<>();

    private final CompletableFuture<Void> stderrEnd = new CompletableFuture<>();

    /** Used by the reading thread only. */
    private boolean looked;

    private long lookedAt;

    ChildProcess(Process process, ProcessTree tree, TimeSource time) {
        this.process = process;
        this.time = time;
        this.tree = tree;
    }

    /** Starts reading. May fail for lack of threads: the process has to be ended then. */
    void read(
            String serverName,
            StdioTransportSettings settings,
            LineSplitter out,
            Predicate<String> isRepeatedOnStderr) {
        if (settings.stderr() == McpStderrMode.DISCARD) {
            this.stderrEnd.complete(null);
        } else {
            readStderr(serverName, settings, isRepeatedOnStderr);
        }
        PipeReader stdout = new PipeReader(
                "mcp-stdio-" + serverName,
                this.process.getInputStream(),
                STDOUT_BUFFER_BYTES,
                (bytes, offset, length) -> {
                    lookNowAndThen();
                    PresentRead.handle(() -> out.feed(bytes, offset, length));
                });
        stdout.end().thenRun(() -> this.stdoutEnd.complete(null));
        stdout.start();
    }

    /**
     * Finds descendants: they have to be known before the process exits, and a server that writes output may have started new
     * ones.
     */
    private void lookNowAndThen() {
        long now = this.time.nanoTime();
        if (!this.looked || now - this.lookedAt > LOOK_INTERVAL_NANOS) {
            this.looked = true;
            this.lookedAt = now;
            Workers.execute(this.tree::look);
        }
    }

    private void readStderr(String serverName, StdioTransportSettings settings, Predicate<String> isRepeated) {
        Level level = (settings.stderr() == McpStderrMode.LOG) ? Level.INFO : Level.DEBUG;
        StderrLog log = new StderrLog(serverName, level, this.time::nanoTime, isRepeated);
        LineSplitter lines = new LineSplitter(StderrLog.MAX_LINE_BYTES, log);
        PipeReader reader = new PipeReader(
                "mcp-stdio-" + serverName + "-stderr",
                this.process.getErrorStream(),
                STDERR_BUFFER_BYTES,
                (bytes, offset, length) -> {
                    this.stderr.append(bytes, offset, length);
                    lines.feed(bytes, offset, length);
                });
        reader.end().thenRun(log::end).thenRun(() -> this.stderrEnd.complete(null));
        reader.start();
    }

    Process process() {
        return this.process;
    }

    ProcessTree tree() {
        return this.tree;
    }

    StderrLog.Tail stderr() {
        return this.stderr;
    }

    CompletableFuture<?> exit() {
        return this.process.onExit();
    }

    CompletableFuture<Void> stdoutEnd() {
        return this.stdoutEnd;
    }

    /** Completes when all output of the process, and of the processes that share its pipes, was read. */
    CompletableFuture<Void> allRead() {
        return CompletableFuture.allOf(this.stdoutEnd, this.stderrEnd);
    }

    /** Waits for the readers, except for one whose pipe is held open by an unrelated process. */
    void awaitReaders(long millis) {
        try {
            allRead().get(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException ex) {
            // A daemon thread, which ends when the unrelated process does.
        }
    }

    /**
     * Thread that reads one output of a process until its end. Marked as non-blocking for Reactor: responses are delivered on this
     * thread, so that blocking on it for another response would never end.
     */
    static final class PipeReader extends Thread implements NonBlocking {

        private static final Logger logger = Loggers.STDIO;

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
}
