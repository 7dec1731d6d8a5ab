package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;

/**
 * The event stream of one exchange, across all its legs, as messages up to the response.
 *
 * <p>The response is passed on as soon as it arrives. Remaining data of the server is drained for a second, so that the
 * connection can be reused, and then cut off.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-05 to HTL-09, HTL-17); faults C04, C06, C19, F12"
 */
final class ExchangeStream extends ResumableStream {

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);

    /** Limit for one leg including notifications, unless a single message may be larger. */
    private static final long MAX_LEG_BYTES = 64L * 1024 * 1024;

    /** Statuses of a rejected resumption that may indicate the state of the session or the credentials. */
    private static final Set<Integer> FOR_THE_ERA = Set.of(401, 402, 403, 404, 410);

    private final ExchangeRequest exchange;

    private final ResponseHead head;

    private final InterruptedExchanges interrupted;

    private final FluxSink<ReceivedMessage> sink;

    private volatile @Nullable Disposable drainLimit;

    private ExchangeStream(
            HttpWire wire,
            ExchangeRequest exchange,
            ResponseHead head,
            InterruptedExchanges interrupted,
            FluxSink<ReceivedMessage> sink) {
        super(
                wire,
                exchange.request().method(),
                exchange.kind() == ExchangeKind.RESUMABLE,
                (exchange.kind() == ExchangeKind.SUBSCRIPTION)
                        ? Long.MAX_VALUE
                        : Math.max(MAX_LEG_BYTES, 4L * wire.maxMessageSize()),
                // Before the id is known, the result is most likely the one that this exchange is waiting for.
                id -> (id == null || id.equals(exchange.request().id())) ? exchange.resultType() : null);
        this.exchange = exchange;
        this.head = head;
        this.interrupted = interrupted;
        this.sink = sink;
    }

    static Flux<ReceivedMessage> read(
            HttpWire wire,
            ExchangeRequest exchange,
            ResponseHead head,
            InterruptedExchanges interrupted,
            Flux<DataBuffer> body) {
        return Flux.push(sink -> {
            ExchangeStream stream = new ExchangeStream(wire, exchange, head, interrupted, sink);
            sink.onCancel(stream::onCancel);
            stream.read(body);
        });
    }

    Class<?> resultType() {
        return this.exchange.resultType();
    }

    private JsonRpcId id() {
        return this.exchange.request().id();
    }

    @Override
    Flux<DataBuffer> leg(String lastEventId, Runnable onConnected) {
        return wire().resume(operation(), this.exchange.headers(), lastEventId, onConnected);
    }

    /** Synchronized: while a stream is being resumed, its response may arrive on another stream. */
    @Override
    public synchronized void onMessage(JsonRpcMessage message, boolean batched) {
        if (isCancelled()) {
            return;
        }
        if (isOver()) {
            wire().ignored().count(McpIgnoredMessages.Reason.UNKNOWN_ID, "event after the response");
            return;
        }
        ReceivedMessage received = new ReceivedMessage(message, this.head, batched);
        if (!message.answers(id())) {
            this.sink.next(received);
            return;
        }
        setOver();
        this.sink.next(received);
        this.sink.complete();
        deregister();
        this.drainLimit = wire().limits().schedule(DRAIN_TIMEOUT, this::cancel);
    }

    /** What exceeds a limit may be the response, or a batch with it, so the exchange fails (faults F04, F14). */
    @Override
    public void onUnreadable(MalformedMessageException limit) {
        throw wire().failures().notAMessage(operation(), limit);
    }

    /** Accepts the response from another stream of the server. Returns whether it was still pending. */
    synchronized boolean onAnswerFromElsewhere(JsonRpcMessage answer, boolean batched) {
        if (isOver()) {
            return false;
        }
        onMessage(answer, batched);
        cancel();
        return true;
    }

    private void onCancel() {
        if (!isOver()) {
            cancel();
            deregister();
        }
    }

    @Override
    void onInterruption() {
        this.interrupted.add(id(), this);
        if (isOver()) {
            deregister(); // cancelled in the meantime
        }
    }

    private void deregister() {
        if (wasInterrupted()) {
            this.interrupted.remove(id(), this);
        }
    }

    @Override
    void onDrained() {
        Disposable limit = this.drainLimit;
        if (limit != null) {
            limit.dispose();
        }
    }

    @Override
    void onOver(@Nullable Throwable failure) {
        deregister();
        if (wasInterrupted() && !wire().failures().isClosed()) {
            this.sink.error(notResumed(failure));
        } else if (failure != null) {
            this.sink.error(failure);
        } else {
            this.sink.complete();
        }
    }

    /** Returns the failure of an exchange whose stream could not be resumed: primarily how the stream was lost. */
    private Throwable notResumed(@Nullable Throwable failure) {
        if (failure instanceof HttpStatusException refusal) {
            int status = refusal.status();
            McpException lost = wire().failures().refusedToResume(operation(), loss(), status);
            return FOR_THE_ERA.contains(status) ? refusal.withLoss(lost) : lost;
        }
        if (failure instanceof McpAuthorizationException refusal) {
            return wire().failures().refusedToResume(operation(), loss(), refusal);
        }
        if (failure instanceof McpProtocolException broken && broken.reason() != Reason.CONTENT_TYPE) {
            return broken;
        }
        return wire().failures().notResumed(operation(), loss(), failure);
    }
}
