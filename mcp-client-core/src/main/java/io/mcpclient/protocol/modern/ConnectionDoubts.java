package io.mcpclient.protocol.modern;

import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.protocol.EraSession.Finding;
import io.mcpclient.protocol.SharedCheck;

/**
 * Looks into requests that found no connection. Nothing of this revision depends on one, and behind a balancer the next
 * request may meet a node that is well: so one refusal does not end what is under way for all others. Discovery decides,
 * asked once for all who doubt at the same time: only if it finds no connection either, the server is gone.
 *
 * @see "MCP 2026-07-28, basic/index, statelessness (RPC-29); fault A01"
 */
final class ConnectionDoubts {

    private final SharedCheck<Boolean> check;

    /**
     * Creates the doubts of one session.
     * @param discovery asks the server once, within a limit in time
     */
    ConnectionDoubts(Supplier<Mono<Object>> discovery) {
        this.check = new SharedCheck<>(() -> discovery
                .get()
                .thenReturn(false)
                .onErrorResume(error -> Mono.just(isNoConnection(error) || error instanceof McpSessionException)));
    }

    static boolean isNoConnection(Throwable error) {
        return error instanceof McpConnectionException failure && failure.outcome() == McpOutcome.NOT_SENT;
    }

    Mono<Finding> examine(McpException error) {
        return this.check.result().map(isLost -> new Finding(isLost, error));
    }
}
