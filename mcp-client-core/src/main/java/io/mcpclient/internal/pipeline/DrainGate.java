package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.time.TimeSource;

/**
 * Stage that tracks in-flight calls, so that a client can be closed without cutting them off.
 *
 * <pre>
 *           pause()                close()
 *  open ───────────► paused ─────────────────► closed
 *   ▲                  │  new calls wait         new calls are refused
 *   └──── reopen() ────┘
 * </pre>
 *
 * Both wait for in-flight calls, up to a limit, and then fail the remaining ones. Further pages of a list are part of the list
 * call. Calls of the client's own background work are rejected like any other, but not waited for. Thread-safe.
 *
 * @see "fault G08"
 */
public final class DrainGate implements McpInterceptor {

    private final Duration limit;

    private final TimeSource time;

    private final Set<InFlightCall> underWay = ConcurrentHashMap.newKeySet();

    private final CallMono.Stage stage = this::subscribe;

    /** Why the gate is shut; {@code null} if it is open. */
    private final AtomicReference<@Nullable Shut> shut = new AtomicReference<>();

    /**
     * Creates an open gate.
     * @param limit maximum time to wait for in-flight calls; zero to fail them immediately
     * @param time clock and timers of the client
     */
    public DrainGate(Duration limit, TimeSource time) {
        this.limit = limit;
        this.time = time;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new CallMono(call, next, this.stage);
    }

    /**
     * Returns the number of in-flight calls, without those in the background.
     * @return the current number
     */
    public int underWay() {
        return this.underWay.size();
    }

    /**
     * Holds new calls until the gate is reopened; each waits at most until its deadline.
     * @return completes when there are no in-flight calls; never fails
     */
    public Mono<Void> pause() {
        return Mono.defer(() -> {
            Shut paused = new Shut(false, Sinks.empty());
            Shut present = this.shut.compareAndExchange(null, paused);
            return drained((present != null) ? present : paused);
        });
    }

    /** Admits calls again after a pause, waiting calls first. A closed gate stays closed. */
    public void reopen() {
        Shut present = this.shut.get();
        if (present != null && !present.forGood && this.shut.compareAndSet(present, null)) {
            present.over.tryEmitEmpty();
        }
    }

    /**
     * Rejects all new calls from now on.
     * @return completes when there are no in-flight calls; never fails
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            Shut previous = this.shut.getAndUpdate(present -> {
                if (present == null) {
                    return new Shut(true, Sinks.empty());
                }
                return present.forGood ? present : new Shut(true, present.drained);
            });
            if (previous != null && !previous.forGood) {
                previous.over.tryEmitEmpty(); // fails the waiting calls
            }
            Shut present = this.shut.get();
            return (present != null) ? drained(present) : Mono.empty();
        });
    }

    private Mono<Void> drained(Shut shut) {
        completeIfDrained(shut);
        if (this.limit.isZero()) {
            return Mono.fromRunnable(() -> failAll(shut));
        }
        return shut.drained.asMono().timeout(this.limit, Mono.fromRunnable(() -> failAll(shut)), this.time.timers());
    }

    private void failAll(Shut shut) {
        shut.isOverdue = true;
        this.underWay.forEach(InFlightCall::fail);
    }

    private void completeIfDrained(Shut shut) {
        if (underWay() == 0) {
            shut.drained.tryEmitEmpty();
        }
    }

    void enter(InFlightCall passage) {
        this.underWay.add(passage);
    }

    void leave(InFlightCall passage) {
        this.underWay.remove(passage);
        Shut present = this.shut.get();
        if (present != null) {
            completeIfDrained(present);
        }
    }

    /** Returns the reason why a call cannot pass now, or {@code null} if it can. */
    private @Nullable Shut obstacle(McpCall call) {
        Shut present = this.shut.get();
        boolean passes = present == null || (!present.isOverdue && continuesList(call));
        return passes ? null : present;
    }

    /** A page leaves the gate only after its list has requested the next page, so there is no gap between the two. */
    private static boolean continuesList(McpCall call) {
        return call.params() instanceof PaginatedParams page && page.cursor() != null;
    }

    private Mono<Object> holdOrReject(McpCall call, CallHandler next, Shut shut) {
        if (shut.forGood) {
            return Mono.error(() -> closed(call));
        }
        Duration untilDeadline = Duration.ofNanos(Math.max(0, call.deadline().remainingNanos()));
        return shut.over
                .asMono()
                .timeout(untilDeadline, Mono.empty(), call.deadline().time().timers())
                .then(Mono.defer(() -> {
                    boolean tooLate = call.deadline().remainingNanos() <= 0;
                    return tooLate ? next.handle(call) : intercept(call, next); // the deadline stage reports it
                }));
    }

    private static McpRejectedException closed(McpCall call) {
        return new McpRejectedException(
                McpErrorDetails.of(call.serverName(), call.method(), McpOutcome.NOT_SENT, "the client is closed")
                        .withRemedy(
                                "If its server was disabled, enable it; if it was removed and added, use the new client, from"
                                        + " McpClients; otherwise the application is stopping."),
                McpRejectedException.Reason.CLOSED);
    }

    /** One period in which the gate is shut. */
    private static final class Shut {

        private final boolean forGood;

        /** Completes when the last in-flight call has left. */
        private final Sinks.Empty<Void> drained;

        /** Completes when the gate is reopened, or closed instead. */
        private final Sinks.Empty<Void> over = Sinks.empty();

        /** Once set, started lists cannot continue either. */
        private volatile boolean isOverdue;

        Shut(boolean forGood, Sinks.Empty<Void> drained) {
            this.forGood = forGood;
            this.drained = drained;
        }
    }

    private void subscribe(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
        if (BackgroundWork.isMarked(actual.currentContext())) {
            passOrHold(call, next, actual);
            return;
        }
        InFlightCall passage = new InFlightCall(call, this, actual);
        // Register before checking; closing checks in the opposite order, so one side always observes the other.
        enter(passage);
        Shut obstacle = obstacle(call);
        if (obstacle != null) {
            leave(passage);
            holdOrReject(call, next, obstacle).subscribe(actual);
            return;
        }
        passage.begin();
        try {
            next.handle(call).subscribe(passage);
        } catch (Throwable ex) { // otherwise the call would be in flight forever
            passage.onError(ex);
        }
    }

    private void passOrHold(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
        Shut obstacle = obstacle(call);
        Mono<Object> way = (obstacle != null) ? holdOrReject(call, next, obstacle) : next.handle(call);
        way.subscribe(actual);
    }
}
