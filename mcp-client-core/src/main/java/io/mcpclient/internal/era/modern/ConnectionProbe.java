package io.mcpclient.internal.era.modern;

import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.ProbeResult;
import io.mcpclient.support.SingleFlight;

/**
 * Probes the server after requests without a connection. This revision does not depend on connections, and behind a load
 * balancer the next request may reach a working node: so one refusal does not end in-flight work of all others. Discovery
 * decides, sent once for all concurrent callers: only if it finds no connection either, the server is lost.
 *
 * @see "MCP 2026-07-28, basic/index, statelessness (RPC-29); fault A01"
 */
final class ConnectionProbe {

    private final SingleFlight<Boolean> flight = new SingleFlight<>();

    private final Supplier<Mono<Boolean>> check;

    /**
     * Creates the probe of one session.
     * @param discovery sends discovery once, with a time limit
     */
    ConnectionProbe(Supplier<Mono<Object>> discovery) {
        this.check = () -> discovery
                .get()
                .thenReturn(false)
                .onErrorResume(
                        error -> Mono.just(ModernDiagnosis.isNoConnection(error) || ModernDiagnosis.isLost(error)));
    }

    Mono<ProbeResult> result(McpException error) {
        return this.flight
                .joinWithContext(this.check)
                .map(isLost -> new ProbeResult(isLost ? Certain.LOST : Certain.KEPT, error));
    }
}
