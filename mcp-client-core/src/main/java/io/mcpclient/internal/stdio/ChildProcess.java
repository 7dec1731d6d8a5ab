package io.mcpclient.internal.stdio;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.slf4j.event.Level;

import io.mcpclient.settings.StderrMode;
import io.mcpclient.time.TimeSource;

/** A started process and the threads that read its output. Thread-safe. */
final class ChildProcess {

    private static final int STDOUT_BUFFER_BYTES = 16 * 1024;

    private static final int STDERR_BUFFER_BYTES = 4 * 1024;

    private static final long LOOK_INTERVAL_NANOS = 10_000_000_000L;

    private final Process process;

    private final ProcessTree tree;

    private final TimeSource time;

    private final StderrTail stderr = new StderrTail();

    private final CompletableFuture<Void> stdoutEnd;

    private final CompletableFuture<Void> stderrEnd;

    /** Used by the reading thread only. */
    private boolean looked;

    private long lookedAt;

    /** Starts reading. */
    ChildProcess(
            Process process,
            ProcessTree tree,
            String serverName,
            StdioTransportSettings settings,
            LineSplitter out,
            Predicate<String> isRepeatedOnStderr,
            TimeSource time) {
        this.process = process;
        this.time = time;
        this.tree = tree;
        PipeReader stdout = new PipeReader(
                "mcp-stdio-" + serverName, process.getInputStream(), STDOUT_BUFFER_BYTES, (bytes, offset, length) -> {
                    lookNowAndThen();
                    out.feed(bytes, offset, length);
                });
        this.stdoutEnd = stdout.end();
        stdout.start();
        this.stderrEnd = (settings.stderr() == StderrMode.DISCARD)
                ? CompletableFuture.completedFuture(null)
                : readStderr(process.getErrorStream(), serverName, settings, isRepeatedOnStderr);
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

    private CompletableFuture<Void> readStderr(
            InputStream pipe, String serverName, StdioTransportSettings settings, Predicate<String> isRepeated) {
        Level level = (settings.stderr() == StderrMode.LOG) ? Level.INFO : Level.DEBUG;
        StderrLog log = new StderrLog(serverName, level, this.time::nanoTime, isRepeated);
        LineSplitter lines = new LineSplitter(StderrLog.MAX_LINE_BYTES, log);
        PipeReader reader = new PipeReader(
                "mcp-stdio-" + serverName + "-stderr", pipe, STDERR_BUFFER_BYTES, (bytes, offset, length) -> {
                    this.stderr.append(bytes, offset, length);
                    lines.feed(bytes, offset, length);
                });
        reader.start();
        return reader.end().thenRun(log::end);
    }

    Process process() {
        return this.process;
    }

    ProcessTree tree() {
        return this.tree;
    }

    StderrTail stderr() {
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
}
