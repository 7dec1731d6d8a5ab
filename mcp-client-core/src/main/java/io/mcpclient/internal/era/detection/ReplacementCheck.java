package io.mcpclient.internal.era.detection;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;

/**
 * Probes, next to a session of the handshake revisions, whether its server has switched to stateless ones. Concurrent calls of
 * the session share one request; further ones are rate-limited. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/versioning, Backward Compatibility (VER-16, Q-04); fault A19"
 */
final class ReplacementCheck {

    private final EraMemory memory;

    private final Function<McpTransport, Mono<EraVerdict>> probe;

    private @Nullable Check last;

    /**
     * Creates the check for one client.
     * @param memory permits probes, and records their results
     * @param probe returns a verdict over a transport
     */
    ReplacementCheck(EraMemory memory, Function<McpTransport, Mono<EraVerdict>> probe) {
        this.memory = memory;
        this.probe = probe;
    }

    private record Check(Object session, Mono<Boolean> outcome) {}

    /**
     * Checks whether the server of a session was replaced.
     * @param transport transport of the session
     * @param session identity of the session
     * @return whether it was; false if it was probed too recently
     */
    synchronized Mono<Boolean> look(McpTransport transport, Object session) {
        if (this.memory.discardIfAllowed()) {
            Mono<Boolean> outcome = this.probe
                    .apply(transport)
                    .map(this::isModern)
                    .onErrorReturn(false)
                    .cache();
            this.last = new Check(session, outcome);
            return outcome;
        }
        return (this.last != null && this.last.session() == session) ? this.last.outcome() : Mono.just(false);
    }

    private boolean isModern(EraVerdict verdict) {
        if (verdict instanceof EraVerdict.Legacy legacy) {
            this.memory.remember(legacy);
        }
        return verdict instanceof EraVerdict.Modern;
    }
}
