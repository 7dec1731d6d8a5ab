package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.ServerReplacement;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.era.legacy.LegacyConnector;
import io.mcpclient.internal.era.modern.Discovered;
import io.mcpclient.internal.era.modern.ModernConnector;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpTransport;

/**
 * Detects the era that the server supports, and uses it.
 *
 * <pre>
 *                       ┌── legacy is remembered ──► initialize ── refused, and a new probe is allowed ──┐
 *  begin() ─────────────┤                                                                                │
 *                       └── nothing is ──► server/discover ◄─────────────────────────────────────────────┘
 *                                               │  {@link EraTable}
 *                 ┌─────────────────────────────┼───────────────────────────┐
 *              modern                        legacy                  refused, undecided
 *        discovery is all            initialize, on the same          the error of the
 *        that is needed              channel if that is open          attempt
 * </pre>
 *
 * A result is remembered only after the handshake that confirms it, see {@link EraMemory}. All of this happens within the
 * connect timeout. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/versioning, Backward Compatibility (VER-06 to VER-16, VER-22 to VER-25, STD-22); faults A14,
 *     A15, A18, A19"
 */
public final class DetectingConnector implements Connector {

    private static final Duration LONGEST_PROBE = Duration.ofSeconds(5);

    /** Time limit for ending a session when nothing waits for it. */
    private static final Duration FAREWELL_TIMEOUT = Duration.ofSeconds(5);

    private final ModernConnector modern;

    private final LegacyConnector legacy;

    private final Set<ProtocolRevision> accepted;

    private final boolean mayShakeHands;

    private final Duration probeTimeout;

    private final Duration fullProbeTimeout;

    private final DetectionFailures failures;

    private final TimeSource time;

    private final EraMemory memory;

    private final ReplacementCheck replacement;

    /** The verdict of a probe that ended a stateless session, for the next one: the server is not probed twice in a row. */
    private final AtomicReference<EraVerdict.@Nullable Legacy> probed = new AtomicReference<>();

    private volatile String reason = "not determined yet";

    /** Whether a server that did not respond to the probe refused the handshake: it is slow, and of the other era. */
    private volatile boolean slow;

    /**
     * Creates the era for one client.
     * @param serverName configured name of the server
     * @param modern the stateless era
     * @param legacy the handshake era
     * @param accepted accepted revisions; without one of the handshake era there is no handshake, and a server that requires
     *     one gets an error that says so
     * @param connectTimeout time limit of one attempt to connect; the probe takes at most half of it, and at most five seconds,
     *     if a handshake may follow
     * @param time clock and timers of the client
     */
    public DetectingConnector(
            String serverName,
            ModernConnector modern,
            LegacyConnector legacy,
            Set<ProtocolRevision> accepted,
            Duration connectTimeout,
            TimeSource time) {
        this.time = time;
        this.memory = new EraMemory(time::nanoTime);
        this.replacement = new ReplacementCheck(this.memory, this::verdictBeside);
        this.modern = modern;
        this.legacy = legacy;
        this.accepted = Set.copyOf(accepted);
        this.mayShakeHands = accepted.stream().anyMatch(ProtocolRevision::hasHandshake);
        // Always shorter than the connect timeout, so that the error can name the request without a response.
        this.fullProbeTimeout = connectTimeout.multipliedBy(9).dividedBy(10);
        this.probeTimeout = this.mayShakeHands ? fallbackProbeTimeout(connectTimeout) : this.fullProbeTimeout;
        this.failures = new DetectionFailures(serverName, this.accepted);
    }

    private static Duration fallbackProbeTimeout(Duration connectTimeout) {
        Duration half = connectTimeout.dividedBy(2);
        return (half.compareTo(LONGEST_PROBE) < 0) ? half : LONGEST_PROBE;
    }

    @Override
    public String reason() {
        return this.reason;
    }

    @Override
    public void remember(String reason, Duration age) {
        if (this.mayShakeHands) {
            this.memory.remember(new EraVerdict.Legacy(null, false, false, reason), age);
        }
    }

    /**
     * Takes over the result of another detection for the same server. It is only a hint: if it proves wrong, the era is
     * detected again, for this client only.
     * @param other era of the same server for another principal
     */
    public void startFrom(DetectingConnector other) {
        EraVerdict.Legacy known = other.memory.recall();
        Duration age = other.memory.age();
        if (known != null && age != null) {
            this.memory.remember(known, age);
        }
    }

    @Override
    public @Nullable Duration knownFor() {
        return this.memory.age();
    }

    @Override
    public void onLoss(McpException cause) {
        if (EraTable.endsHandshakeEra(cause)) {
            this.memory.discardIfAllowed();
        }
        if (this.mayShakeHands
                && cause.getCause() instanceof McpSessionException discovery
                && McpMethods.SERVER_DISCOVER.equals(discovery.operation())
                && EraTable.judge(true, ProbeResponse.of(discovery), this.accepted) instanceof EraVerdict.Legacy found
                && !found.ambiguous()) {
            this.probed.set(found);
        }
    }

    @Override
    public ServerReplacement replacement(McpTransport transport) {
        return TransportFeatures.isRequestScoped(transport)
                ? new Replacement(this.replacement, transport)
                : ServerReplacement.NONE;
    }

    /** Probes next to one session of the handshake revisions. A class, because its identity is that of the session. */
    private static final class Replacement implements ServerReplacement {

        private final ReplacementCheck check;

        private final McpTransport transport;

        Replacement(ReplacementCheck check, McpTransport transport) {
            this.check = check;
            this.transport = transport;
        }

        @Override
        public boolean isSuspected(McpException error) {
            return EraTable.makesHandshakeEraAmbiguous(error);
        }

        @Override
        public Mono<Boolean> probe() {
            return Mono.defer(() -> this.check.look(this.transport, this));
        }
    }

    private Mono<EraVerdict> verdictBeside(McpTransport transport) {
        return probe(SharedChannel.beside(transport), new Losses(cause -> {}))
                .map(probe -> EraTable.judge(true, probe.answer(), this.accepted));
    }

    @Override
    public Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> onLost) {
        return Mono.defer(() -> {
                    EraVerdict.Legacy known = this.memory.recall();
                    EraVerdict.Legacy latest = this.probed.getAndSet(null);
                    if (known == null && latest != null) {
                        return handshake(transport, transport, onLost, latest)
                                .onErrorResume(DetectingConnector::isRefusal, error -> detect(transport, onLost));
                    }
                    return (known != null)
                            ? handshake(transport, transport, onLost, known)
                                    .onErrorResume(this::refutesVerdict, error -> detect(transport, onLost))
                            : detect(transport, onLost);
                })
                .doOnError(error -> giveUp(transport))
                .doFinally(signal -> {
                    if (signal == SignalType.CANCEL) {
                        giveUp(transport);
                    }
                });
    }

    /** A failed attempt leaves nothing behind: no channel, no process. */
    private void giveUp(McpTransport transport) {
        TransportFeatures.endSession(transport, Map.of())
                .timeout(FAREWELL_TIMEOUT, this.time.timers())
                .subscribe(null, error -> {});
    }

    private boolean refutesVerdict(Throwable error) {
        return isRefusal(error) && this.memory.discardIfAllowed();
    }

    private static boolean isRefusal(Throwable error) {
        return EraTable.refusesHandshake(ProbeResponse.of(error));
    }

    private void noticeSlowness(Throwable ofHandshake) {
        if (isRefusal(ofHandshake)) {
            this.slow = true;
        }
    }

    private Mono<EraSession> detect(McpTransport transport, Consumer<Throwable> onLost) {
        SharedChannel probed = new SharedChannel(transport);
        Losses losses = new Losses(onLost);
        return probed.open(SharedChannel.NO_LISTENER)
                .then(Mono.defer(() -> probe(probed, losses)))
                .flatMap(probe -> {
                    EraVerdict verdict =
                            EraTable.judge(TransportFeatures.isRequestScoped(probed), probe.answer(), this.accepted);
                    if (verdict instanceof EraVerdict.Modern found && probe.discovered() != null) {
                        this.reason = verdict.reason();
                        EraSession session = probe.discovered().begin(found.revision());
                        losses.passOn();
                        return Mono.just(session);
                    }
                    return (verdict instanceof EraVerdict.Legacy found && this.mayShakeHands)
                            ? fallBack(transport, probed, onLost, found, probe)
                            : Mono.error(this.failures.of(verdict, probe.error()));
                });
    }

    private Mono<Probe> probe(SharedChannel transport, Losses losses) {
        Mono<Discovered> discovery = this.modern.probe(transport, losses);
        if (!TransportFeatures.isRequestScoped(transport)) {
            Mono<Discovered> refusal =
                    transport.errorWithoutId().flatMap(error -> Mono.error(this.failures.ofError(error)));
            discovery = Mono.firstWithSignal(discovery, refusal);
        }
        Duration limit = this.slow ? this.fullProbeTimeout : this.probeTimeout;
        return Mono.firstWithSignal(silence(transport, limit), discovery)
                .map(discovered ->
                        new Probe(new ProbeResponse.Result(discovered.result().supportedVersions()), discovered, null))
                .onErrorResume(error -> Mono.just(new Probe(ProbeResponse.of(error), null, error)));
    }

    /** A server that requires credentials which are not available yet is not silent, nor is one that is starting. */
    private Mono<Discovered> silence(McpTransport transport, Duration limit) {
        return this.time
                .delay(limit)
                .flatMap(tick -> TransportFeatures.isWaitingForCredentials(transport)
                                || (!this.mayShakeHands && TransportFeatures.startup(transport) != null)
                        ? silence(transport, limit)
                        : Mono.error(this.failures.silence(limit)));
    }

    /** A late response to the probe is ignored, and the probe is not cancelled at the server. */
    private Mono<EraSession> fallBack(
            McpTransport transport,
            SharedChannel probed,
            Consumer<Throwable> onLost,
            EraVerdict.Legacy verdict,
            Probe probe) {
        if (verdict.channelEnded()) {
            probed.ended();
        }
        Mono<EraSession> session = handshake(transport, probed, onLost, verdict);
        if (probe.answer() instanceof ProbeResponse.Silence) {
            // The server may have been slow to start rather than silent: one that refuses the handshake is probed
            // again, and
            // gets more time for its response from then on.
            session = session.doOnError(this::noticeSlowness)
                    .onErrorResume(this::refutesVerdict, error -> detect(transport, onLost));
        }
        return verdict.ambiguous() ? session.onErrorMap(failure -> preferFirst(probe.error(), failure)) : session;
    }

    /** A peer that is not an MCP server fails the handshake as well; its first response describes it best. */
    private static Throwable preferFirst(@Nullable Throwable ofProbe, Throwable ofHandshake) {
        if (!(ofProbe instanceof McpProtocolException) || ofHandshake instanceof McpAuthorizationException) {
            return ofHandshake;
        }
        ofProbe.addSuppressed(ofHandshake);
        return ofProbe;
    }

    private Mono<EraSession> handshake(
            McpTransport transport, McpTransport opened, Consumer<Throwable> onLost, EraVerdict.Legacy verdict) {
        return this.legacy
                .begin(opened, onLost, verdict.revision(), replacement(transport))
                .doOnNext(session -> {
                    this.memory.remember(verdict);
                    this.slow = false;
                    this.reason = verdict.reason();
                });
    }

    /**
     * Outcome of the probe.
     *
     * @param answer the part that counts for the verdict
     * @param discovered the server, if it responded with a result
     * @param error the failure of the probe, or {@code null} if there is none
     */
    private record Probe(
            ProbeResponse answer,
            @Nullable Discovered discovered,
            @Nullable Throwable error) {}

    /** The end of the channel concerns only the probe until a session is begun on it. */
    private static final class Losses implements Consumer<Throwable> {

        private final Consumer<Throwable> listener;

        private final AtomicReference<@Nullable Throwable> early = new AtomicReference<>();

        private volatile boolean begun;

        Losses(Consumer<Throwable> listener) {
            this.listener = listener;
        }

        @Override
        public void accept(Throwable cause) {
            // Register before checking; passOn() does it in the opposite order, so one of the two observes the other.
            this.early.set(cause);
            if (this.begun) {
                report();
            }
        }

        void passOn() {
            this.begun = true;
            report();
        }

        private void report() {
            Throwable cause = this.early.getAndSet(null);
            if (cause != null) {
                this.listener.accept(cause);
            }
        }
    }
}
