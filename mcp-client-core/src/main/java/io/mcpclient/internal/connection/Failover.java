package io.mcpclient.internal.connection;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.era.AddressedTransport;
import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpTransport;

/**
 * One attempt to connect, at the first address of the server that can be connected.
 *
 * <table>
 * <caption>failures of an address, first match applies</caption>
 * <tr><th>failure</th><th>reaction</th></tr>
 * <tr><td>credentials are rejected or missing</td><td>the error: they are those of all addresses</td></tr>
 * <tr><td>HTTP status 500 or higher</td><td>the next address</td></tr>
 * <tr><td>any other HTTP status</td><td>the error: the server has responded</td></tr>
 * <tr><td>no connection, connection lost, no response within the share of the time limit</td><td>the next address</td></tr>
 * <tr><td>anything else</td><td>the error</td></tr>
 * </table>
 *
 * Nothing but the handshake or discovery is sent before a connection exists, so that no call is repeated. The remaining time is
 * divided equally between the remaining addresses. Used once.
 */
final class Failover {

    private static final Logger logger = Loggers.CONNECTION;

    private static final int MAX_CAUSES = 16;

    private final Connector era;

    private final TransportSource source;

    private final ConnectFailures failures;

    private final TimeSource time;

    private final long endNanos;

    private final List<McpException> errors = new ArrayList<>();

    /**
     * Creates the attempt.
     * @param endNanos end of the time limit
     */
    Failover(Connector era, TransportSource source, ConnectFailures failures, TimeSource time, long endNanos) {
        this.era = era;
        this.source = source;
        this.failures = failures;
        this.time = time;
        this.endNanos = endNanos;
    }

    /**
     * Begins a session.
     * @param onOpened called with each transport before it is used
     * @param onLost receives the reason for a loss of the session's transport that no call has noticed
     */
    Mono<EraSession> begin(Consumer<McpTransport> onOpened, Consumer<Throwable> onLost) {
        return this.source.candidates().flatMap(candidates -> begin(candidates, onOpened, onLost));
    }

    private Mono<EraSession> begin(
            List<Mono<McpTransport>> candidates, Consumer<McpTransport> onOpened, Consumer<Throwable> onLost) {
        List<Mono<McpTransport>> others = candidates.subList(1, candidates.size());
        AtomicBoolean isLeft = new AtomicBoolean();
        Consumer<Throwable> listener = others.isEmpty()
                ? onLost
                : cause -> {
                    if (!isLeft.get()) {
                        onLost.accept(cause);
                    }
                };
        Mono<EraSession> session = candidates.get(0).doOnNext(onOpened).flatMap(transport -> {
            Mono<EraSession> begun = this.era.begin(transport, listener);
            return others.isEmpty() ? begun : Mono.firstWithSignal(late(transport, share(candidates.size())), begun);
        });
        return session.onErrorResume(error -> {
            Throwable cause = Exceptions.unwrap(error);
            if (!(cause instanceof McpException failure) || !isOfAddress(failure)) {
                return Mono.error(error);
            }
            this.source.unreachable();
            this.errors.add(failure);
            if (others.isEmpty()) {
                return Mono.error((this.errors.size() == 1) ? failure : this.failures.noneReachable(this.errors));
            }
            isLeft.set(true);
            logger.info("{} (trying the next address)", failure.getMessage());
            return begin(others, onOpened, onLost);
        });
    }

    private Duration share(int candidates) {
        return Duration.ofNanos(Math.max(0, this.endNanos - this.time.nanoTime()))
                .dividedBy(candidates);
    }

    /** While credentials are being obtained, the address is not what is waited for. */
    private Mono<EraSession> late(McpTransport transport, Duration limit) {
        return this.time.delay(limit).flatMap(tick -> {
            if (TransportFeatures.isWaitingForCredentials(transport)) {
                return Mono.never();
            }
            URI address = AddressedTransport.of(transport);
            return Mono.error(this.failures.silent((address != null) ? SafeText.address(address) : "", limit));
        });
    }

    /** Returns whether another address may be connected although this one cannot. */
    static boolean isOfAddress(McpException failure) {
        if (failure instanceof McpAuthorizationException) {
            return false;
        }
        HttpStatusException answer = answer(failure);
        if (answer != null) {
            return answer.status() >= 500;
        }
        return failure instanceof McpConnectionException || failure instanceof McpTimeoutException;
    }

    private static @Nullable HttpStatusException answer(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof HttpStatusException answer) {
                return answer;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
