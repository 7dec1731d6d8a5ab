package io.mcpclient.internal.era.legacy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.AddressedTransport;
import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.session.RememberedServer;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.store.Digest;
import io.mcpclient.support.store.Versions;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpTransport;

/**
 * Resumes the stored session with one ping instead of a handshake, and stores new sessions.
 *
 * <pre>
 *                                                            ┌── inconclusive: the attempt fails, the next one
 *                                                            │                       begins in the same way
 *                 ┌── stored, with a session ──────► ping ───┼── known: used as it is
 *  first begin() ─┤                                          └── unknown ──────────┐
 *                 └── nothing is, or the store fails ──► handshake ◄───────────────┴── every later begin()
 *                                                            │
 *                                                         stored again
 * </pre>
 *
 * A connected client therefore always has a response of the server, and an outage at the start costs no session. For a server
 * without sessions, only its handshake era is stored, for as long as it would be valid without a restart. If several instances
 * share a session, {@link SharedSessions} decides how to begin.
 *
 * <p>The position in a stream is not stored: resuming the stream of another client would take away its messages (faults C23,
 * J09). Thread-safe.
 *
 * @see "faults J01 to J15"
 */
public final class ResumingConnector implements Connector {

    /** This many consecutive errors of the server for a stored session are treated as its end. */
    private static final int TOO_MANY_REFUSALS = 3;

    private final Connector era;

    private final LegacyConnector legacy;

    private final SessionMemory memory;

    private final Duration patience;

    private final TimeSource time;

    /** Session that may be resumed, for the first begin and for one after a graceful end, until that is decided. */
    private final AtomicReference<@Nullable RememberedServer> resumable = new AtomicReference<>();

    /** Number of server errors for a stored session. */
    private final AtomicInteger refusals = new AtomicInteger();

    /** The highest known generation. */
    private final AtomicLong newest = new AtomicLong();

    /** The highest generation that is known to be lost, whatever a store that lags behind returns (J12). */
    private final AtomicLong lost = new AtomicLong();

    /** Whether the stored session was tried, or the store is outdated. */
    private volatile boolean asked;

    private volatile @Nullable String resumed;

    /**
     * Creates the era for one client.
     * @param era begins sessions
     * @param legacy resumes sessions
     * @param memory stored sessions
     * @param connectTimeout time limit of one attempt to connect; at most half of it is spent waiting for other instances
     * @param time clock and timers of the client
     */
    public ResumingConnector(
            Connector era, LegacyConnector legacy, SessionMemory memory, Duration connectTimeout, TimeSource time) {
        this.time = time;
        this.era = era;
        this.legacy = legacy;
        this.memory = memory;
        this.patience = connectTimeout.dividedBy(2);
    }

    @Override
    public String reason() {
        String resumption = this.resumed;
        return (resumption != null) ? resumption : this.era.reason();
    }

    @Override
    public void onLoss(McpException cause) {
        this.era.onLoss(cause);
    }

    @Override
    public Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> onLost) {
        return Mono.defer(() -> {
            this.resumed = null;
            Attempt attempt = new Attempt(transport, onLost);
            return this.memory.isShared()
                    ? new SharedSessions(this.memory, attempt, this.patience, this.time).begin()
                    : recall().flatMap(known -> resume(attempt, known)).switchIfEmpty(Mono.defer(attempt::handshake));
        });
    }

    private Mono<RememberedServer> recall() {
        RememberedServer known = this.resumable.get();
        if (known != null) {
            return Mono.just(known);
        }
        return this.asked
                ? Mono.empty()
                : this.memory
                        .recall()
                        .doOnSuccess(answer -> this.asked = answer == null)
                        .onErrorComplete();
    }

    /** A failed or timed-out attempt decides nothing: the next one tries the stored session again. */
    private Mono<EraSession> resume(Attempt attempt, RememberedServer known) {
        return attempt.resume(known).doOnSuccess(session -> {
            this.resumable.set(null);
            this.asked = true;
        });
    }

    private void seen(long generation) {
        this.newest.accumulateAndGet(generation, Math::max);
    }

    private RememberedServer remembered(
            long generation, EraSession session, String reason, @Nullable Instant eraSince, @Nullable String address) {
        McpServerDescription server = session.server();
        return new RememberedServer(
                generation,
                RememberedServer.LEGACY,
                reason,
                eraSince,
                server.revision().wireValue(),
                session.sessionId(),
                this.time.instant(),
                server.serverInfo(),
                server.capabilities(),
                server.instructions(),
                address);
    }

    private @Nullable Instant eraSince() {
        Duration age = this.era.knownFor();
        return (age != null) ? this.time.instant().minus(age) : null;
    }

    /** Saves the server a probe of its era. */
    private void seed(RememberedServer known) {
        if (known.eraSince() != null) {
            this.era.remember(known.reason(), Duration.between(known.eraSince(), this.time.instant()));
        }
    }

    /** One attempt to connect, as used by {@link SharedSessions}. */
    final class Attempt implements RememberedSession.Keeper {

        private final McpTransport transport;

        private final Consumer<Throwable> onLost;

        Attempt(McpTransport transport, Consumer<Throwable> onLost) {
            this.transport = transport;
            this.onLost = onLost;
        }

        /** Returns whether a session may be worth resuming. */
        boolean isNew(RememberedServer known) {
            return known.generation() > ResumingConnector.this.lost.get();
        }

        /** Returns whether there are sessions that others could use as well. */
        boolean hasSessions() {
            return TransportFeatures.isRequestScoped(this.transport);
        }

        /**
         * Resumes a session, if the server knows it.
         * @return the session; empty if there is none to resume, or no longer, see {@link #isNew}; or the reason why the server
         *     could not be asked
         */
        Mono<EraSession> resume(RememberedServer known) {
            seen(known.generation());
            seed(known);
            String id = known.sessionId();
            Optional<ProtocolRevision> revision = ProtocolRevision.of(known.revision());
            if (id == null
                    || revision.isEmpty()
                    || !TransportFeatures.isRequestScoped(this.transport)
                    || !isHere(known)) {
                return Mono.empty();
            }
            if (ResumingConnector.this.refusals.get() >= TOO_MANY_REFUSALS) {
                forgotten(known);
                return Mono.empty();
            }
            McpServerDescription server = new McpServerDescription(
                    McpEra.LEGACY, revision.get(), known.serverInfo(), known.capabilities(), known.instructions());
            return ResumingConnector.this
                    .legacy
                    .resume(
                            this.transport,
                            this.onLost,
                            server,
                            id,
                            ResumingConnector.this.era.replacement(this.transport))
                    .doOnError(this::refused)
                    .map(session -> {
                        ResumingConnector.this.resumed = "session resumed; " + known.reason();
                        return (EraSession) new RememberedSession(session, known, this);
                    })
                    .onErrorResume(McpSessionException.class, cause -> {
                        onLoss(cause);
                        forgotten(known);
                        return Mono.empty();
                    });
        }

        /** A server error for this session only: a gateway in front of many servers may return it forever. */
        private void refused(Throwable error) {
            if (error.getCause() instanceof HttpStatusException answer && answer.status() >= 500) {
                ResumingConnector.this.refusals.incrementAndGet();
            }
        }

        private void forgotten(RememberedServer known) {
            ResumingConnector.this.refusals.set(0);
            lost(known);
        }

        /** Begins an own session, and stores it. */
        Mono<EraSession> handshake() {
            return handshakeAlone().map(this::keep);
        }

        /** Begins a session without storing it. */
        Mono<EraSession> handshakeAlone() {
            return ResumingConnector.this
                    .era
                    .begin(this.transport, this.onLost)
                    .doOnNext(session -> ResumingConnector.this.asked = true);
        }

        EraSession keep(EraSession session) {
            if (session.server().era() != McpEra.LEGACY) {
                forgetEra();
                return session;
            }
            RememberedServer next = next(session, 0);
            ResumingConnector.this.memory.keep(next);
            return follow(session, next);
        }

        /** The state to store for a session. */
        RememberedServer next(EraSession session, long known) {
            long generation =
                    Versions.next(Math.max(known, ResumingConnector.this.newest.get()), ResumingConnector.this.time);
            seen(generation);
            return remembered(generation, session, ResumingConnector.this.era.reason(), eraSince(), address());
        }

        /** Only a shared session is that of a logical server with several addresses: its id goes to no other address. */
        private boolean isHere(RememberedServer known) {
            return ResumingConnector.this.memory.isShared() || Objects.equals(known.address(), address());
        }

        private @Nullable String address() {
            URI address = AddressedTransport.of(this.transport);
            return (address != null) ? Digest.of(List.of(address.toString())) : null;
        }

        EraSession follow(EraSession session, RememberedServer remembered) {
            return (remembered.sessionId() != null)
                    ? new RememberedSession(session, remembered, this)
                    : session; // its end removes nothing from the store: the era stays the same
        }

        /** The server has switched to the stateless era. */
        private void forgetEra() {
            long known = ResumingConnector.this.newest.get();
            if (known > 0) {
                ResumingConnector.this.memory.remove(known);
            }
        }

        /** A session that the instances of a server share is not lost with one of them. */
        @Override
        public boolean outlives(McpException error) {
            return ResumingConnector.this.memory.isShared()
                    && address() != null
                    && error instanceof McpConnectionException failure
                    && failure.isUnreachable();
        }

        @Override
        public void lost(RememberedServer remembered) {
            ResumingConnector.this.lost.accumulateAndGet(remembered.generation(), Math::max);
            // A shared session is not removed but replaced, so that generations do not restart.
            if (!ResumingConnector.this.memory.isShared()) {
                ResumingConnector.this.memory.remove(remembered.generation());
            }
        }

        @Override
        public Mono<Void> end(EraSession session, RememberedServer remembered) {
            SessionMemory memory = ResumingConnector.this.memory;
            if (memory.isKeptOnShutdown()) {
                if (!memory.isShared()) {
                    ResumingConnector.this.resumable.set(remembered);
                }
                session.abandon();
                return Mono.whenDelayError(TransportFeatures.endSession(this.transport, Map.of()), memory.settled())
                        .onErrorComplete();
            }
            memory.remove(remembered.generation());
            return Mono.whenDelayError(session.end(), memory.settled()).onErrorComplete();
        }
    }
}
