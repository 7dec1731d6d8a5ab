package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.ProbeResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.support.SingleFlight;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;

/**
 * Probes the server after requests that it may not have received. This revision does not depend on connections, and has no sessions
 * that could be lost: behind a load balancer the next request may reach a working node, and a proxy may refuse the requests of one
 * tool. So one refusal does not end in-flight work of all others. Discovery decides, sent once for all concurrent callers.
 *
 * <table>
 * <caption>Result of discovery</caption>
 * <tr><th>request</th><th>discovery</th><th>diagnosis</th></tr>
 * <tr><td>without a connection</td><td>without a connection, an answer of another server, or an unknown method or version</td><td>lost</td></tr>
 * <tr><td>without a connection</td><td>anything else</td><td>kept</td></tr>
 * <tr><td>answered by another server</td><td>without a connection, an answer of another server, or an unknown method or version</td><td>lost</td></tr>
 * <tr><td>answered by another server, JSON-RPC error</td><td>anything else</td><td>kept: the error of the server</td></tr>
 * <tr><td>answered by another server, no JSON-RPC</td><td>anything else</td><td>refused</td></tr>
 * <tr><td>answered by another server</td><td>none, since the last one was 30 s ago or less</td><td>kept</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/index, statelessness (RPC-24, RPC-29), basic/versioning (VER-16); faults A01, A19, D05"
 */
final class ServerProbe {

    /** Answers of another server are not probed more often: a tool may cause one with each call. */
    private static final Duration BETWEEN_PROBES = Duration.ofSeconds(30);

    /** Errors for discovery, which every server of this revision supports. */
    private static final Set<Integer> OF_OTHER_SERVERS =
            Set.of(McpErrorCodes.METHOD_NOT_FOUND, McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION);

    private final SingleFlight<Optional<McpException>> flight = new SingleFlight<>();

    /** Returns the error of discovery if it means that the server is lost. */
    private final Supplier<Mono<Optional<McpException>>> check;

    private final ModernFailures failures;

    private final TimeSource time;

    /** When discovery last left the session as it is, {@code null} if it has not. */
    private volatile @Nullable Long keptAt;

    /**
     * Creates the probe of one session.
     * @param discovery sends discovery once, with a time limit
     * @param failures errors of the server
     * @param time clock of the client
     */
    ServerProbe(Supplier<Mono<Object>> discovery, ModernFailures failures, TimeSource time) {
        this.failures = failures;
        this.time = time;
        this.check = () -> discovery
                .get()
                .thenReturn(Optional.<McpException>empty())
                .onErrorResume(error -> Mono.just(loss(error)))
                .doOnNext(loss -> this.keptAt = loss.isEmpty() ? time.nanoTime() : null);
    }

    private static Optional<McpException> loss(Throwable error) {
        boolean isLost = ModernDiagnosis.isNoConnection(error)
                || error instanceof McpSessionException
                || error instanceof McpRequestException answered && OF_OTHER_SERVERS.contains(answered.code());
        return isLost ? Optional.of((McpException) error) : Optional.empty();
    }

    /** Probes the server after a request without a connection. */
    Mono<ProbeResult> ofUnsent(McpException error) {
        return this.flight
                .joinWithContext(this.check)
                .map(loss -> new ProbeResult(loss.isPresent() ? Certain.LOST : Certain.KEPT, error));
    }

    /** Probes the server after a request that another server seems to have answered. */
    Mono<ProbeResult> ofForeign(McpSessionException error) {
        return Mono.defer(() -> wasKept()
                ? Mono.just(new ProbeResult(Certain.KEPT, ofSameServer(error)))
                : this.flight.joinWithContext(this.check).map(loss -> loss.map(cause -> lost(error, cause))
                        .orElseGet(() -> present(error))));
    }

    private boolean wasKept() {
        Long last = this.keptAt;
        return last != null && this.time.nanoTime() - last < BETWEEN_PROBES.toNanos();
    }

    /** The error of discovery is the cause: it says which era the server is of now. */
    private static ProbeResult lost(McpSessionException error, McpException cause) {
        return new ProbeResult(
                Certain.LOST,
                new McpSessionException(
                        McpErrorDetails.of(error.serverName(), error.operation(), error.outcome(), error.problem())
                                .withRemedy(error.remedy())
                                .withCause(cause)));
    }

    private ProbeResult present(McpSessionException error) {
        boolean isAnswered = error.getCause() instanceof HttpStatusException answer && answer.error() != null;
        return new ProbeResult(isAnswered ? Certain.KEPT : Certain.REFUSED, ofSameServer(error));
    }

    private McpException ofSameServer(McpSessionException error) {
        return (error.getCause() instanceof HttpStatusException answer)
                ? this.failures.refusal(error.operation(), answer)
                : error;
    }
}
