package io.mcpclient.protocol.detection;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.protocol.Era;
import io.mcpclient.protocol.EraSession;
import io.mcpclient.protocol.legacy.LegacyEra;
import io.mcpclient.protocol.modern.ModernEra;
import io.mcpclient.transport.McpTransport;

/** Speaks the era that the server speaks, and finds out which that is. Thread-safe. */
public final class DetectingEra implements Era {

    private static final Duration LONGEST_PROBE = Duration.ofSeconds(5);

    private final ModernEra modern;

    private final LegacyEra legacy;

    private final Duration probeTimeout;

    private volatile @Nullable String legacyBecause;

    private volatile String reason = "not determined yet";

    /**
     * Creates the era for one client.
     * @param modern the stateless era
     * @param legacy the handshake era
     * @param connectTimeout limit of one attempt to connect; the probe takes half of it at most
     */
    public DetectingEra(ModernEra modern, LegacyEra legacy, Duration connectTimeout) {
        this.modern = modern;
        this.legacy = legacy;
        Duration half = connectTimeout.dividedBy(2);
        this.probeTimeout = (half.compareTo(LONGEST_PROBE) < 0) ? half : LONGEST_PROBE;
    }

    @Override
    public String reason() {
        return this.reason;
    }

    @Override
    public Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> onLost) {
        return Mono.defer(() -> {
            ProbedTransport probed = new ProbedTransport(transport);
            String known = this.legacyBecause;
            return (known != null) ? handshake(probed, onLost, known) : detect(probed, onLost);
        });
    }

    private Mono<EraSession> detect(ProbedTransport transport, Consumer<Throwable> onLost) {
        return this.modern
                .probe(transport, onLost)
                .timeout(this.probeTimeout)
                .map(discovered -> discovered.begin(discovered.revision().orElseThrow()))
                .doOnNext(session -> this.reason = "server/discover answered")
                .onErrorResume(error -> isForeign(error), error -> handshake(transport, onLost, "no discovery"));
    }

    private static boolean isForeign(Throwable error) {
        return error instanceof McpSessionException
                || error instanceof TimeoutException
                || (error instanceof McpRequestException refusal
                        && !(refusal.code() <= -32020 && refusal.code() >= -32022))
                || !(error instanceof McpException);
    }

    private Mono<EraSession> handshake(ProbedTransport transport, Consumer<Throwable> onLost, String because) {
        return this.legacy.begin(transport, onLost).doOnNext(session -> {
            this.legacyBecause = because;
            this.reason = because;
        });
    }
}
