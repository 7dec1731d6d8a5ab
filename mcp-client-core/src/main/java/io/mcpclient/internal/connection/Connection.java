package io.mcpclient.internal.connection;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.connection.ConnectionPhase.Attempt;
import io.mcpclient.internal.connection.ConnectionPhase.Closed;
import io.mcpclient.internal.connection.ConnectionPhase.Ending;
import io.mcpclient.internal.connection.ConnectionPhase.Idle;
import io.mcpclient.internal.connection.ConnectionPhase.Ready;
import io.mcpclient.internal.connection.StatusBoard.Change;
import io.mcpclient.internal.era.AddressedTransport;
import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.pipeline.CallOrigin;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpConnectionStatistics;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.AbandonedWork;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The connection of one client: a lock-free state machine in front of the two phases of connecting.
 *
 * <pre>
 *           call            phase one              phase two
 *  Idle ───────────► Attempt (transport, once) ──► (era.begin) ──► Ready
 *   ▲                   │ failed                                     │
 *   ├───────────────────┘                                            │ lost
 *   ├────────────────────────────────────────────────────────────────┘   after a pause, unless it is the first loss
 *   └── dispose() ── Ending ◄── Attempt, Ready            close() ──► Closed, from anywhere
 * </pre>
 *
 * <p>One field holds the phase; the thread that wins its compare-and-set performs the transition, all others use the result.
 * Concurrent first callers therefore share one attempt. The transport outlives sessions: a lost session costs only the
 * handshake. Thread-safe.
 */
public final class Connection implements CallHandler {

    private static final Logger logger = Loggers.CONNECTION;

    private final TransportProvider.Context context;

    private final TransportSource transports;

    private final Connector era;

    private final McpClientSettings settings;

    private final Reconnects reconnects;

    private final StatusBoard board;

    private final ConnectFailures failures;

    private final ConnectionCounts counts;

    private final ConnectionLog log;

    private volatile Runnable beforeRenewal = () -> {};

    /** The session that was lost, until there is another one. */
    private final AtomicReference<@Nullable EraSession> lostSession = new AtomicReference<>();

    private final SessionCalls calls = new SessionCalls(new Sessions());

    private final AtomicReference<ConnectionPhase> phase;

    /** Work that a timed-out attempt leaves to the next one: a server that is still starting. */
    private final AtomicReference<@Nullable Beginning> unfinished = new AtomicReference<>();

    /**
     * Creates an idle connection.
     * @param context name, codec and counters of the client
     * @param transports creates the transports, at first use
     * @param era protocol era to use with the server
     * @param settings settings of the client
     * @param backoff pauses between background attempts
     */
    public Connection(
            TransportProvider.Context context,
            TransportSource transports,
            Connector era,
            McpClientSettings settings,
            Backoff backoff) {
        this.context = context;
        this.transports = transports;
        this.era = era;
        this.settings = settings;
        this.reconnects = new Reconnects(backoff, context.time());
        this.board = new StatusBoard(context.serverName(), context.time());
        this.counts = new ConnectionCounts(context.time());
        this.log = new ConnectionLog(context.serverName(), context.time());
        this.failures = new ConnectFailures(context.serverName(), settings.endpoint());
        this.phase = new AtomicReference<>(Idle.initial(this.context.time()));
    }

    /**
     * Sets the task that runs when a connection replaces an earlier one, before its first call.
     * @param task must not block; replaces any earlier task
     */
    public void beforeEachRenewal(Runnable task) {
        this.beforeRenewal = task;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        // The common case first, without going through the state machine.
        if (this.phase.get() instanceof Ready ready) {
            return this.calls.handle(ready, call);
        }
        return ready().flatMap(ready -> this.calls.handle(ready, call));
    }

    /**
     * Connects, or joins an attempt that is in progress. Makes one attempt; background attempts follow only after
     * {@link #start()}. An explicit request for a connection does not wait for the end of a pause.
     * @return the server's description; or the error of the attempt
     */
    public Mono<McpServerDescription> connect() {
        return connected(true).map(ready -> ready.session().server());
    }

    /**
     * Returns the server's description, after connecting if necessary, as a call does.
     * @return the description; or the reason why there is no connection
     */
    public Mono<McpServerDescription> server() {
        return ready().map(ready -> ready.session().server());
    }

    /**
     * Returns the task support of the server, after connecting if necessary, as a call does.
     * @return the task support; or the reason why there is no connection
     */
    public Mono<TaskServer> tasks() {
        return ready().map(ready -> ready.session().tasks());
    }

    /** Connects in the background and stays connected: after a failure or a loss, attempts follow with backoff. */
    public void start() {
        this.reconnects.want();
        connectInBackground();
    }

    /**
     * Sends a notification, after connecting if necessary.
     * @param method its method
     * @param params plain JSON or a record of the vocabulary, or {@code null}
     * @return completes when the server has accepted it
     */
    public Mono<Void> notify(String method, @Nullable Object params) {
        return ready().flatMap(ready -> this.calls.notify(ready, method, params));
    }

    /**
     * Notifies the server that the roots have changed. A server that is not connected requests them after connecting.
     * @return completes when the server has accepted the notification, immediately if none is needed
     */
    public Mono<Void> rootsChanged() {
        return Mono.defer(() ->
                (this.phase.get() instanceof Ready ready) ? ready.session().rootsChanged() : Mono.empty());
    }

    /**
     * Returns the current status of the server.
     * @return the status
     */
    public McpServerStatus status() {
        return this.board.status();
    }

    /**
     * Records the report of a list, for the status.
     * @param report the report; replaces an earlier report of the same list
     */
    public void listed(McpListReport report) {
        this.board.listed(report);
    }

    /**
     * Returns the connection counters.
     * @return the current numbers
     */
    public McpConnectionStatistics statistics() {
        return this.counts.statistics();
    }

    /**
     * Returns the id of the current session. Keep it secret.
     * @return the id, or {@code null} if there is no session, or it has no id
     */
    public @Nullable String sessionId() {
        return (this.phase.get() instanceof Ready ready) ? ready.session().sessionId() : null;
    }

    /**
     * Returns the resolved address of the current session.
     * @return the URL, or {@code null} if there is no session or it is at the configured address
     */
    public @Nullable URI address() {
        return (this.phase.get() instanceof Ready) ? AddressedTransport.of(this.transports.current()) : null;
    }

    /**
     * Adds a listener. It does not receive the current status.
     * @param listener notified of later changes
     */
    public void addListener(McpStatusListener listener) {
        this.board.addListener(listener);
    }

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    public void removeListener(McpStatusListener listener) {
        this.board.removeListener(listener);
    }

    private void connectInBackground() {
        connected(true).subscribe(ready -> {}, error -> {});
    }

    private Mono<Ready> ready() {
        return connected(false);
    }

    /**
     * Waits for a connection.
     * @param isUrgent whether to connect during a pause too; a non-urgent request fails immediately then
     */
    private Mono<Ready> connected(boolean isUrgent) {
        return Mono.deferContextual(caller -> {
            while (true) {
                ConnectionPhase current = this.phase.get();
                if (current instanceof Ready ready) {
                    return Mono.just(ready);
                }
                if (current instanceof Attempt attempt) {
                    return outcomeOf(attempt);
                }
                if (current instanceof Closed) {
                    return Mono.error(this.failures.closed());
                }
                if (isReleased(current) && BackgroundWork.isMarked(caller)) {
                    return Mono.error(this.failures.closed()); // background work of a session that has ended
                }
                if (current instanceof Ending ending) {
                    return ending.done().asMono().then(connected(isUrgent));
                }
                McpException refusal = (current instanceof Idle idle && !isUrgent) ? idle.refusal() : null;
                if (refusal != null) {
                    return Mono.error(refusal);
                }
                Attempt attempt = new Attempt(this.context.time().nanoTime());
                if (this.phase.compareAndSet(current, attempt)) {
                    run(attempt, (current instanceof Idle idle) ? idle.cause() : null, CallOrigin.of(caller));
                    return outcomeOf(attempt);
                }
            }
        });
    }

    private static boolean isReleased(@Nullable ConnectionPhase phase) {
        return phase instanceof Ending || (phase instanceof Idle idle && idle.isUntroubled());
    }

    /**
     * The outcome of an attempt, on a thread that is not an event loop: otherwise all waiting callers would open their
     * connections on the one loop that received the handshake response, and stay there.
     */
    private Mono<Ready> outcomeOf(Attempt attempt) {
        return attempt.outcome().asMono().publishOn(this.context.time().timers());
    }

    private void run(Attempt attempt, @Nullable McpException reason, Context origin) {
        this.reconnects.cancel();
        announce(attempt, Change.connecting(reason));
        Beginning left = this.unfinished.getAndSet(null);
        Beginning beginning = (left != null) ? left : new Beginning();
        beginning.belongToAttempt();
        Disposable work = Mono.firstWithSignal(late(attempt, beginning), beginning.outcome())
                .onErrorMap(this.failures::ofAttempt)
                .subscribe(
                        session -> succeeded(attempt, beginning, session),
                        error -> failed(attempt, error),
                        null,
                        AbandonedWork.context());
        attempt.work().update(Disposables.composite(work, beginning::giveUp));
        if (left == null) {
            beginning.run(begin(attempt, beginning).contextWrite(origin));
        }
    }

    private Mono<EraSession> begin(Attempt attempt, Beginning beginning) {
        long endNanos = attempt.beganNanos() + this.settings.connectTimeout().toNanos();
        TransportLoss loss = beginning.loss();
        return Mono.defer(() -> new Failover(this.era, this.transports, this.failures, this.context.time(), endNanos)
                .begin(opened -> initializing(attempt), cause -> connectionGone(loss, cause)));
    }

    /** Builds the error of a timeout: inspects the transport before the attempt is cancelled. */
    private Mono<EraSession> late(Attempt attempt, Beginning beginning) {
        Duration limit = this.settings.connectTimeout();
        return this.context.time().delay(limit).then(Mono.error(() -> {
            McpTransport opened = this.transports.current();
            String startup = (opened != null) ? TransportFeatures.startup(opened) : null;
            boolean needsCredentials = opened != null && TransportFeatures.isWaitingForCredentials(opened);
            URI pending = (opened != null) ? TransportFeatures.pendingAuthorization(opened) : null;
            boolean isWaitedFor = startup != null && beginning.mayBeContinued();
            if (isWaitedFor) {
                leaveToTheNext(attempt, beginning);
            } else {
                beginning.giveUp();
            }
            return needsCredentials
                    ? this.failures.timedOutForCredentials(limit, pending)
                    : this.failures.timedOut(limit, startup, isWaitedFor);
        }));
    }

    /** A session that is established during the pause ends the pause. */
    private void leaveToTheNext(Attempt attempt, Beginning beginning) {
        this.unfinished.set(beginning);
        // Register before checking; release() does it in the opposite order, so one of the two observes the other.
        if (this.phase.get() != attempt) {
            giveUpUnfinished();
            return;
        }
        beginning
                .outcome()
                .subscribe(session -> connectInBackground(), error -> this.unfinished.compareAndSet(beginning, null));
        // For an unused client, which makes no further attempts by itself.
        this.context
                .time()
                .delay(this.settings.connectTimeout().multipliedBy(Beginning.MAX_ATTEMPTS))
                .takeUntilOther(beginning.outcome().onErrorComplete())
                .filter(tick -> this.unfinished.compareAndSet(beginning, null))
                .subscribe(tick -> beginning.giveUp());
    }

    private void giveUpUnfinished() {
        Beginning left = this.unfinished.getAndSet(null);
        if (left != null) {
            left.giveUp();
        }
    }

    /** Phase one is complete: there is a transport. */
    private void initializing(Attempt attempt) {
        if (this.phase.get() != attempt) {
            this.transports.close().subscribe(); // disposed in the meantime, and nothing else would release it
        }
        announce(attempt, Change.to(McpClientState.INITIALIZING));
    }

    private void succeeded(Attempt attempt, Beginning beginning, EraSession session) {
        session.onAnswer(this.counts::answered);
        Ready ready = new Ready(session, beginning.loss(), this.context.time().nanoTime());
        if (this.phase.compareAndSet(attempt, ready)) {
            if (this.counts.connected() > 1) {
                this.beforeRenewal.run();
            }
            this.reconnects.connected();
            this.board.toolsDeclared(session.server());
            announce(ready, Change.connected(session.server(), this.era.reason()));
            this.log.connected(isOfApplication() ? Level.INFO : Level.DEBUG, attempt.beganNanos(), status());
            lostIfGone(ready); // it may have ended at the moment in which it became ready
            attempt.outcome().tryEmitValue(ready);
            EraSession replaced = this.lostSession.getAndSet(null);
            if (replaced != null) {
                replaced.onReplaced();
            }
        } else {
            // Disposed in the meantime.
            session.end().subscribe();
            attempt.outcome().tryEmitError(this.failures.closed());
        }
    }

    /**
     * Returns whether the connection belongs to the application. The sessions of principals are many and short-lived.
     * @return whether it is the connection of the application itself
     */
    public boolean isOfApplication() {
        return this.context.principal().get().isApplication();
    }

    private void failed(Attempt attempt, Throwable error) {
        McpException failure = (McpException) error;
        if (this.phase.get() == attempt) {
            this.counts.failed();
            this.log.failed(attempt.beganNanos());
            Idle idle = idleAfter(failure, this.reconnects.afterFailure(failure));
            if (this.phase.compareAndSet(attempt, idle)) {
                failure = disconnected(idle);
            }
        }
        attempt.outcome().tryEmitError(failure);
    }

    /** The transport reports the end of the whole connection, during a session or an attempt. */
    private void connectionGone(TransportLoss loss, Throwable cause) {
        // Record before checking the phase; succeeded() does it in the opposite order, so one of the two observes the
        // other.
        loss.report(cause);
        if (this.phase.get() instanceof Ready ready && ready.loss() == loss) {
            lostIfGone(ready);
        }
    }

    private void lostIfGone(Ready ready) {
        Throwable cause = ready.loss().cause();
        if (cause != null) {
            lost(ready, this.failures.ofLoss(cause));
        }
    }

    /**
     * The first caller that notices a loss changes the phase; later callers change nothing, because their session is no longer
     * the current one.
     * @return the error for the caller
     */
    private McpException lost(Ready ready, McpException cause) {
        Idle idle;
        synchronized (this.reconnects) { // one of the affected calls counts the loss, the others find it counted
            if (this.phase.get() != ready) {
                return cause;
            }
            this.era.onLoss(cause); // before anything can reconnect
            if (Failover.isOfAddress(cause)) {
                this.transports.unreachable();
            }
            Duration lasted = this.context.time().since(ready.sinceNanos());
            idle = idleAfter(cause, this.reconnects.afterLoss(cause, lasted));
            if (!this.phase.compareAndSet(ready, idle)) {
                return cause; // disposed concurrently
            }
        }
        this.counts.lost(cause);
        this.log.lost();
        this.lostSession.set(ready.session());
        ready.session().lost(cause);
        return disconnected(idle);
    }

    private Idle idleAfter(McpException cause, Reconnects.Pause pause) {
        return new Idle(cause, pause, this.failures, this.context.time());
    }

    /** Returns the most specific error of the disconnected state. */
    private McpException disconnected(Idle idle) {
        McpException error = idle.error();
        Instant nextAttempt = idle.nextAttempt();
        if (!this.reconnects.areWanted()) {
            announce(idle, Change.disconnected(error, idle.callsFrom()));
            return error;
        }
        Duration pause = idle.pause();
        this.log.waiting(error, pause);
        announce(
                idle,
                Change.reconnecting(
                        error,
                        (nextAttempt != null)
                                ? nextAttempt
                                : this.context.time().instant()));
        this.reconnects.schedule(pause, this::connectInBackground);
        return error;
    }

    /**
     * Ends the session gracefully and releases the transport. The next call reconnects.
     * @return completes when everything is released; never fails, never takes longer than the shutdown timeout
     */
    public Mono<Void> dispose() {
        return Mono.defer(() -> {
            this.reconnects.unwant();
            return end(EraSession::end);
        });
    }

    /**
     * Ends the session permanently, including in-flight calls, and releases the transport. The next call reconnects; a
     * connection that {@link #start()} requested is still maintained.
     * @return completes when everything is released; never fails, never takes longer than the shutdown timeout
     */
    public Mono<Void> endSession() {
        return Mono.defer(() -> {
            this.reconnects.cancel();
            return end(EraSession::terminate);
        });
    }

    private Mono<Void> end(Function<EraSession, Mono<Void>> sessionEnd) {
        return Mono.defer(() -> {
            Ending ending = new Ending(Sinks.empty());
            ConnectionPhase previous = this.phase.getAndUpdate(
                    present -> (present instanceof Ending || present instanceof Closed) ? present : ending);
            if (previous instanceof Ending earlier) {
                return earlier.done().asMono();
            }
            if (previous instanceof Closed closed) {
                return closed.done().asMono();
            }
            announce(ending, Change.to(McpClientState.CLOSING));
            release(previous, sessionEnd).subscribe(null, null, () -> {
                Idle idle = Idle.initial(this.context.time());
                if (this.phase.compareAndSet(ending, idle)) {
                    announce(idle, Change.to(McpClientState.DISCONNECTED));
                }
                ending.done().tryEmitEmpty();
            });
            return ending.done().asMono();
        });
    }

    /**
     * Ends the session and rejects all later calls.
     * @return completes when everything is released; never fails, never takes longer than the shutdown timeout
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            this.reconnects.unwant();
            Closed closed = new Closed(Sinks.empty());
            ConnectionPhase previous =
                    this.phase.getAndUpdate(present -> (present instanceof Closed) ? present : closed);
            if (previous instanceof Closed earlier) {
                return earlier.done().asMono();
            }
            announce(closed, Change.to(McpClientState.CLOSING));
            Mono<Void> before =
                    (previous instanceof Ending ending) ? ending.done().asMono() : Mono.empty();
            before.then(release(previous, EraSession::end)).subscribe(null, null, () -> {
                announce(closed, Change.to(McpClientState.DISCONNECTED));
                closed.done().tryEmitEmpty();
            });
            return closed.done().asMono();
        });
    }

    private Mono<Void> release(ConnectionPhase previous, Function<EraSession, Mono<Void>> ending) {
        this.counts.released();
        this.log.released();
        giveUpUnfinished();
        if (previous instanceof Attempt attempt) {
            attempt.work().dispose();
            attempt.outcome().tryEmitError(this.failures.closed());
        }
        Mono<Void> end = (previous instanceof Ready ready) ? ending.apply(ready.session()) : Mono.empty();
        // Ending the session must leave time for the release, which does not depend on the server.
        Mono<Void> bounded = end.timeout(
                        this.settings.releaseTimeout().dividedBy(2),
                        this.context.time().timers())
                .onErrorComplete();
        return bounded.then(Mono.defer(this.transports::close))
                .timeout(this.settings.releaseTimeout(), this.context.time().timers())
                .onErrorResume(error -> {
                    logger.debug("MCP server \"{}\": releasing the transport failed", this.context.serverName(), error);
                    return Mono.empty();
                });
    }

    private void announce(ConnectionPhase owner, Change change) {
        this.board.announce(() -> this.phase.get() == owner, change);
    }

    /** The connection, as calls use it. */
    private final class Sessions implements SessionCalls.Sessions {

        @Override
        public Mono<Ready> next() {
            return ready();
        }

        @Override
        public void answered() {
            Connection.this.counts.answered();
        }

        @Override
        public McpException lost(Ready ready, McpException cause) {
            return Connection.this.lost(ready, cause);
        }
    }
}
