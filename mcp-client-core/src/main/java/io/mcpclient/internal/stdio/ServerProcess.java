package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.support.Loggers;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/**
 * One process of a server, from its start to the exit of the last of its descendants.
 *
 * <pre>
 *  start() ──► running ── it exits, closes a stream ───► gone: pending calls fail, the listener is notified
 *                 │       or writes a line without end      │
 *                 └── end(): pending calls fail ──► close stdin ◄─┘
 *                                                     │ 3/10 of the shutdown timeout
 *                                                  terminate the tree
 *                                                     │ 3/10
 *                                                  kill the tree ──► ended
 * </pre>
 *
 * The exit of a process and the end of its pipes are two separate events: a descendant may hold the pipes open forever, and an
 * exited process may have left responses in them. Whichever comes first, the other has {@value #SETTLE_MILLIS} ms to follow.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Shutdown (STD-14, STD-15); faults B11, E02, E03, E15, E18, E19"
 */
final class ServerProcess {

    static final int SETTLE_MILLIS = 300;

    /** Limit for killing one process at the shutdown of the JVM. */
    private static final Duration KILL_LIMIT = Duration.ofMillis(500);

    private static final Logger logger = Loggers.STDIO;

    private final TransportProvider.Context context;

    private final StdioTransportSettings settings;

    private final StdioFailures failures;

    private final TransportListener listener;

    private final StderrLog.Repeats stderrRepeats;

    private final Map<String, String> environment;

    private final PendingExchanges pending = new PendingExchanges();

    private final OutgoingMessages outgoing;

    private final ProcessTree.ProcessMark mark = new ProcessTree.ProcessMark();

    private final CompletableFuture<Void> stdinBroken = new CompletableFuture<>();

    private final CompletableFuture<Void> endlessLine = new CompletableFuture<>();

    /**
     * Set by the first thread that knows that this process no longer serves calls: it is gone, or this client stops it.
     */
    private final AtomicBoolean over = new AtomicBoolean();

    private final AtomicBoolean ending = new AtomicBoolean();

    private final Sinks.Empty<Void> ended = Sinks.empty();

    private volatile @Nullable ChildProcess child;

    private volatile @Nullable IncomingLines lines;

    ServerProcess(
            TransportProvider.Context context,
            StdioTransportSettings settings,
            StdioFailures failures,
            TransportListener listener,
            StderrLog.Repeats stderrRepeats) {
        this.context = context;
        this.settings = settings;
        this.failures = failures;
        this.listener = listener;
        this.stderrRepeats = stderrRepeats;
        this.environment = Launcher.environment(settings, this.mark);
        Launcher.CommandSecrets.remember(settings.args(), this.environment);
        this.outgoing = new OutgoingMessages(2L * settings.maxMessageSize(), () -> this.stdinBroken.complete(null));
    }

    Duration shutdownTimeout() {
        return this.settings.shutdownTimeout();
    }

    Duration drainTimeout() {
        return this.settings.drainTimeout();
    }

    /** Completes when no request is lost if the process ends. */
    Mono<Void> whenIdle() {
        return this.pending.whenIdle();
    }

    /** Starts the process; completes when it is running. */
    Mono<Void> start() {
        return Mono.create(sink -> Workers.execute(() -> {
            try {
                launch();
                sink.success();
            } catch (Throwable ex) { // too few threads as well: a process that nobody reads from would stay
                sink.error((ex instanceof RuntimeException known) ? known : this.failures.notRead(ex));
                end(Runnable::run);
            }
        }));
    }

    /** Never runs concurrently with {@link #shutDown}, which would miss a process that starts in the meantime. */
    private synchronized void launch() {
        if (this.over.get()) {
            throw this.failures.translate("start", StdioFailures.ServerGoneException.endedByUs(), false);
        }
        try {
            LiveProcesses.add(this);
        } catch (IllegalStateException ex) {
            throw this.failures.notStartedAtExit();
        }
        Process process;
        try {
            process = Launcher.start(this.settings, this.environment);
        } catch (IOException | Launcher.UnsafeCommandException | RuntimeException ex) {
            throw this.failures.notStarted(ex);
        }
        ChildProcess started =
                new ChildProcess(process, new ProcessTree(process.toHandle(), this.mark), this.context.time());
        this.child = started;
        this.outgoing.connect(process.getOutputStream());
        read(started);
        logger.debug(
                "MCP server \"{}\": started \"{}\" with {} arguments as process {}",
                this.context.serverName(),
                this.settings.shownCommand(),
                this.settings.args().size(),
                process.pid());
        watch(started);
    }

    private void read(ChildProcess started) {
        IncomingLines lines =
                new IncomingLines(this.context, this.pending, this.listener, () -> this.endlessLine.complete(null));
        this.lines = lines;
        started.read(
                this.context.serverName(),
                this.settings,
                new LineSplitter(this.settings.maxMessageSize(), lines),
                this.stderrRepeats.nextProcess());
    }

    private void watch(ChildProcess started) {
        CompletableFuture<?> exit = started.exit();
        CompletableFuture.allOf(exit, started.allRead()).thenRun(() -> gone(started));
        this.endlessLine.thenRun(() -> gone(started));
        CompletableFuture.anyOf(exit, started.stdoutEnd(), this.stdinBroken)
                .thenRun(() -> this.context.time().schedule(Duration.ofMillis(SETTLE_MILLIS), () -> gone(started)));
    }

    /** Exchanges a request. Cancelling the exchange withdraws the message if writing has not begun. */
    Flux<ReceivedMessage> exchange(ExchangeRequest exchange, OutgoingMessages.Message message) {
        return this.pending
                .exchange(exchange, this.outgoing.write(message))
                .doOnNext(response -> this.outgoing.onResponse(message))
                .doOnCancel(() -> this.outgoing.takeBack(message));
    }

    Mono<Void> send(OutgoingMessages.Message message, boolean isNotification) {
        if (isNotification) {
            this.pending.onNotification();
        }
        return this.outgoing.write(message);
    }

    /** The process stopped serving on its own. */
    private void gone(ChildProcess left) {
        if (!this.over.compareAndSet(false, true)) {
            return;
        }
        StdioFailures.ServerGoneException cause = reason(left);
        logger.debug("MCP server \"{}\": {}", this.context.serverName(), cause.problem());
        try {
            // Before pending calls fail: a caller that retries immediately has to see that there is no connection.
            this.listener.onClosed(this.failures.ofConnection(cause));
        } finally {
            fail(cause);
            end().subscribe();
        }
    }

    /** Describes the process until it has sent a message. */
    @Nullable
    String startup() {
        ChildProcess starting = this.child;
        IncomingLines read = this.lines;
        if (starting == null
                || read == null
                || read.hasSpoken()
                || this.over.get()
                || !starting.process().isAlive()) {
            return null;
        }
        String unread = read.unread();
        String written = starting.stderr().lastLines();
        return "the server process " + starting.process().pid() + " is running but "
                + ((unread != null)
                        ? "has written only lines that are not JSON-RPC messages, the first: " + unread
                        : "has not responded yet")
                + (written.isEmpty() ? "" : "; its last output on stderr: " + written);
    }

    private StdioFailures.ServerGoneException reason(ChildProcess left) {
        String lastWords = left.stderr().lastLines();
        Process process = left.process();
        if (!process.isAlive()) {
            return this.failures.exited(process.exitValue(), lastWords, this.environment);
        }
        if (this.endlessLine.isDone()) {
            return this.failures.endlessLine(lastWords);
        }
        return StdioFailures.streamClosed(left.stdoutEnd().isDone() ? "standard output" : "standard input", lastWords);
    }

    /** Unsent messages fail first, so that they are not reported as possibly executed. */
    private void fail(StdioFailures.ServerGoneException cause) {
        this.outgoing.fail(cause);
        this.pending.fail(cause);
    }

    /**
     * Stops the process and all its descendants, once. Continues even if all subscribers cancel.
     * @return completes when no process is left; never fails
     */
    Mono<Void> end() {
        return Mono.defer(() -> {
            end(Workers::execute);
            return this.ended.asMono();
        });
    }

    private void end(Executor threads) {
        if (this.over.compareAndSet(false, true)) {
            fail(StdioFailures.ServerGoneException.endedByUs());
        }
        if (this.ending.compareAndSet(false, true)) {
            threads.execute(this::shutDown);
        }
    }

    private synchronized void shutDown() {
        try {
            ChildProcess left = this.child;
            if (left != null) {
                shutDown(left);
            }
        } finally {
            LiveProcesses.remove(this);
            this.ended.tryEmitEmpty();
        }
    }

    private void shutDown(ChildProcess left) {
        // Two steps wait for a graceful exit; the remaining time is for killed processes, whose exit takes a moment.
        Duration step = this.settings.shutdownTimeout().multipliedBy(3).dividedBy(10);
        ProcessTree tree = left.tree();
        tree.look();
        this.outgoing.end();
        tree.awaitEndOfRoot(step);
        if (tree.isRunning()) {
            tree.terminate();
            if (!tree.awaitEnd(step)) {
                logger.info(
                        "MCP server \"{}\": process {} did not exit in time and is killed",
                        this.context.serverName(),
                        left.process().pid());
                tree.kill(step.dividedBy(2));
            }
        }
        left.awaitReaders(step.dividedBy(8).toMillis());
    }

    /** Kills the process immediately, at the shutdown of the JVM. */
    void kill() {
        ChildProcess left = this.child;
        if (left != null) {
            left.tree().isRunning();
            left.tree().kill(KILL_LIMIT);
        }
    }
}
