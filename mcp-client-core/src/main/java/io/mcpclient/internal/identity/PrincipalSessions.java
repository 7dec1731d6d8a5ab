package io.mcpclient.internal.identity;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.internal.support.OperationNames;
import io.mcpclient.settings.McpPrincipalSettings;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * The sessions of the principals of one server: created at first use, limited in number, and closed when idle for too long or
 * when another principal needs the place of an unused one. The content of a session is visible to its principal only.
 * Thread-safe.
 *
 * <pre>
 *  use ──► has a place ──► its session
 *   └────► has none ──► one is free, or belongs to an unused session ──► new session
 *                   └─► all are in use ──► rejected
 * </pre>
 *
 * @param <S> type of a session
 * @see "MCP 2026-07-28, architecture (SEC-27); fault H26"
 */
public final class PrincipalSessions<S extends PrincipalSession> {

    private static final Logger logger = Loggers.AUTH;

    private final String serverName;

    private final McpPrincipalSettings limits;

    private final Function<Supplier<McpPrincipal>, S> factory;

    private final TimeSource time;

    /** Modified under the lock on this, read without it. */
    private final Map<McpPrincipal, PrincipalPlace<S>> places = new ConcurrentHashMap<>();

    /** Sessions being closed. */
    private final Set<S> ending = ConcurrentHashMap.newKeySet();

    /** Guarded by this: the next check for idle sessions. */
    private @Nullable Disposable sweep;

    /** Guarded by this. */
    private boolean closed;

    /**
     * Creates the registry without sessions.
     * @param serverName configured name of the server
     * @param limits number of sessions and idle time
     * @param factory creates the session of a principal, without any I/O; receives the principal with its newest token
     * @param time clock and timers of the client
     */
    public PrincipalSessions(
            String serverName,
            McpPrincipalSettings limits,
            Function<Supplier<McpPrincipal>, S> factory,
            TimeSource time) {
        this.serverName = serverName;
        this.limits = limits;
        this.factory = factory;
        this.time = time;
    }

    /**
     * Uses the session of a principal, who is present with their current token.
     * @param principal principal of a user
     * @param work work with the session, which stays until the work ends
     * @param <T> type of the result
     * @return the result; or {@link Reason#OVERLOAD} if there is no place
     */
    public <T> Mono<T> use(McpPrincipal principal, Function<S, Mono<T>> work) {
        return use(
                () -> {
                    PrincipalPlace<S> place = enter(principal);
                    place.seen(principal);
                    return place;
                },
                work);
    }

    /**
     * Uses the session of a principal who is not present: the work continues an earlier call of theirs.
     * @param principal principal of a user, as known at that time
     * @param work work with the session, which stays until the work ends
     * @param <T> type of the result
     * @return the result; or {@link Reason#OVERLOAD} if there is no place
     */
    public <T> Mono<T> continueFor(Supplier<McpPrincipal> principal, Function<S, Mono<T>> work) {
        return use(() -> enter(principal.get()), work);
    }

    private <T> Mono<T> use(Supplier<PrincipalPlace<S>> entry, Function<S, Mono<T>> work) {
        return Mono.using(entry::get, place -> work.apply(place.session()), place -> place.leave(this.time.nanoTime()));
    }

    private PrincipalPlace<S> enter(McpPrincipal principal) {
        PrincipalPlace<S> present = this.places.get(principal);
        return (present != null && present.tryEnter()) ? present : admit(principal);
    }

    private PrincipalPlace<S> admit(McpPrincipal principal) {
        S removed = null;
        PrincipalPlace<S> admitted;
        synchronized (this) {
            if (this.closed) {
                throw refused(Reason.CLOSED, "the client is closed", null);
            }
            PrincipalPlace<S> present = this.places.get(principal);
            if (present != null && present.tryEnter()) {
                return present;
            }
            if (this.places.size() >= this.limits.maxPrincipals()) {
                removed = makeRoom();
            }
            NewestPrincipal newest = new NewestPrincipal(principal);
            admitted = new PrincipalPlace<>(newest, this.factory.apply(newest), this.time.nanoTime());
            admitted.tryEnter();
            this.places.put(McpPrincipal.of(principal.name()), admitted); // the key has no token
            scheduleSweep();
        }
        if (removed != null) {
            end(removed);
        }
        return admitted;
    }

    /** Called under the lock. Evicts sessions without subscriptions first, and among these the least recently used one. */
    private S makeRoom() {
        List<PrincipalPlace<S>> candidates = this.places.values().stream()
                .filter(place -> !place.isInUse())
                .sorted(Comparator.comparing(
                                (PrincipalPlace<S> place) -> place.session().isWatching())
                        .thenComparing(place -> place.lastUsedNanos() - this.time.nanoTime()))
                .toList();
        for (PrincipalPlace<S> candidate : candidates) {
            if (candidate.tryTakeAway()) {
                if (candidate.session().isWatching()) {
                    logger.warn(
                            "MCP server \"{}\": closed a session with resource subscriptions to make room for another"
                                    + " principal; max-principals is {}",
                            this.serverName,
                            this.limits.maxPrincipals());
                }
                this.places.values().remove(candidate);
                return candidate.session();
            }
        }
        throw refused(
                Reason.OVERLOAD,
                "the sessions of " + this.limits.maxPrincipals() + " principals are all in use",
                "Make calls on behalf of fewer users at the same time, or raise max-principals.");
    }

    private McpRejectedException refused(Reason reason, String problem, @Nullable String remedy) {
        return new McpRejectedException(
                McpErrorDetails.of(this.serverName, OperationNames.CONNECT, McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                reason);
    }

    private void end(S session) {
        this.ending.add(session);
        session.close().subscribe(null, error -> this.ending.remove(session), () -> this.ending.remove(session));
    }

    /** Called under the lock. Schedules the next check for when the first session may have been idle for too long. */
    private void scheduleSweep() {
        if (this.sweep != null || this.places.isEmpty() || this.closed) {
            return;
        }
        long now = this.time.nanoTime();
        long longestIdle = this.places.values().stream()
                .mapToLong(place -> place.isInUse() ? 0 : now - place.lastUsedNanos())
                .max()
                .orElse(0);
        // Not before a tenth of the idle time, because some sessions stay although they are due.
        long idle = this.limits.idleTimeout().toNanos();
        long delay = Math.max(idle / 10, idle - longestIdle);
        this.sweep = this.time.schedule(Duration.ofNanos(delay), this::sweep);
    }

    private void sweep() {
        List<S> removed = new ArrayList<>();
        synchronized (this) {
            this.sweep = null;
            long now = this.time.nanoTime();
            this.places.values().removeIf(place -> {
                boolean isDue =
                        now - place.lastUsedNanos() >= this.limits.idleTimeout().toNanos()
                                && !place.session().isWatching()
                                && place.tryTakeAway();
                if (isDue) {
                    removed.add(place.session());
                }
                return isDue;
            });
            scheduleSweep();
        }
        removed.forEach(this::end);
    }

    /**
     * Returns the number of principals with a session.
     * @return the current number, at most the limit
     */
    public int size() {
        return this.places.size();
    }

    /**
     * Returns the sessions.
     * @return the current sessions
     */
    public List<S> all() {
        return this.places.values().stream().map(PrincipalPlace::session).toList();
    }

    /**
     * Closes the session of one principal, with its in-flight calls and everything it remembers.
     * @param principal principal of a user
     * @return completes when everything is closed, immediately if there is no session; never fails
     */
    public Mono<Void> end(McpPrincipal principal) {
        return Mono.defer(() -> {
            PrincipalPlace<S> removed;
            synchronized (this) {
                removed = this.places.remove(principal);
            }
            if (removed == null) {
                return Mono.empty();
            }
            removed.takeAway();
            end(removed.session());
            return removed.session().close();
        });
    }

    /**
     * Closes all sessions. Those in use reconnect with the next call.
     * @return completes when everything is closed; never fails
     */
    public Mono<Void> dispose() {
        return Mono.defer(() -> {
            List<S> disposed = new ArrayList<>();
            List<S> removed = new ArrayList<>();
            synchronized (this) {
                this.places.values().removeIf(place -> {
                    boolean isFree = place.tryTakeAway();
                    (isFree ? removed : disposed).add(place.session());
                    return isFree;
                });
            }
            removed.forEach(this::end);
            List<Mono<Void>> ends = new ArrayList<>();
            disposed.forEach(session -> ends.add(session.dispose()));
            this.ending.forEach(session -> ends.add(session.close()));
            return Mono.whenDelayError(ends);
        });
    }

    /**
     * Closes all sessions permanently.
     * @return completes when everything is closed; never fails
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            List<S> removed;
            synchronized (this) {
                this.closed = true;
                if (this.sweep != null) {
                    this.sweep.dispose();
                }
                removed = all();
                this.places.values().forEach(PrincipalPlace::takeAway);
                this.places.clear();
            }
            removed.forEach(this::end);
            return Flux.fromIterable(this.ending)
                    .flatMap(PrincipalSession::close, Integer.MAX_VALUE)
                    .then();
        });
    }
}
