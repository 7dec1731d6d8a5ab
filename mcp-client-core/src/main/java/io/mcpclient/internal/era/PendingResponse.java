package io.mcpclient.internal.era;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.internal.support.ValueOnDemand;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Selects the response to one request from the messages of its exchange and passes all other messages on.
 *
 * <pre>
 *  result with our id        value
 *  error, ours or without id error of the server
 *  anything else             to {@link Others}, continue
 *  end                       error: no response
 *  failure                   typed error, see {@link Failures}
 *  end of the session        error, see {@link CallStreams}; the exchange is cancelled
 *  cancellation              the exchange is cancelled, {@link Request#onCancel} runs
 * </pre>
 *
 * One operator instead of five of Reactor's, because every call passes through it. The exchange is not cancelled after the
 * response: it completes by itself, so that its connection can be reused.
 *
 * @param <T> type made from the response
 * @see "MCP 2025-11-25, basic/transports (HTL-06); MCP 2026-07-28, basic/transports/streamable-http (HTM-05); faults B04, B07,
 *     F01, F06"
 */
public final class PendingResponse<T> extends Mono<T> {

    private final Flux<ReceivedMessage> exchange;

    private final Request request;

    private final Function<ReceivedMessage, T> value;

    /** Receives the messages of an exchange that are not its response. */
    @FunctionalInterface
    public interface Others {

        /**
         * Handles one message. Never blocks.
         * @param received the message
         * @param progress progress of the call whose exchange carried the message, or {@code null} if there is no such call
         */
        void onMessage(ReceivedMessage received, @Nullable CallProgress progress);
    }

    /**
     * Properties of the request.
     *
     * @param failures translates failures
     * @param id id of the request
     * @param method its method
     * @param allowsBatches whether the response may be part of a batch
     * @param others receives the messages that are not the response
     * @param progress progress of the call, or {@code null} if there is no call
     * @param onCancel runs when the response is cancelled
     * @param stream ends the request with its session, or {@code null} if nothing does
     */
    public record Request(
            Failures failures,
            JsonRpcId id,
            String method,
            boolean allowsBatches,
            Others others,
            @Nullable CallProgress progress,
            Runnable onCancel,
            CallStreams.@Nullable Call stream) {}

    /**
     * Creates the response to a request that is sent on subscription.
     * @param exchange its exchange
     * @param request properties of the request
     * @param value converts the response
     */
    public PendingResponse(Flux<ReceivedMessage> exchange, Request request, Function<ReceivedMessage, T> value) {
        this.exchange = exchange;
        this.request = request;
        this.value = value;
    }

    /**
     * Returns the result in the message that was selected as the response.
     * @param answer the message
     * @return its result
     */
    public static Object result(ReceivedMessage answer) {
        return ((JsonRpcResult) answer.message()).result();
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.exchange.subscribe(new Reader<>(this.request, this.value, actual));
    }

    /** Signals once: only the thread that decides the end signals. */
    private static final class Reader<T> extends ValueOnDemand<T> implements CoreSubscriber<ReceivedMessage> {

        private final Request request;

        private final Function<ReceivedMessage, T> value;

        private @Nullable Subscription upstream;

        private boolean foreignAnswer;

        Reader(Request request, Function<ReceivedMessage, T> value, CoreSubscriber<? super T> actual) {
            super(actual);
            this.request = request;
            this.value = value;
        }

        @Override
        public void onSubscribe(Subscription upstream) {
            this.upstream = upstream;
            CallStreams.Call stream = this.request.stream();
            if (stream != null) {
                stream.onEnd(this::end);
            }
            this.actual.onSubscribe(this);
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ReceivedMessage received) {
            JsonRpcMessage message = received.message();
            if (!message.answers(this.request.id())) {
                this.foreignAnswer |= !(message instanceof JsonRpcRequest) && !(message instanceof JsonRpcNotification);
                this.request.others().onMessage(received, this.request.progress());
            } else if (received.batched() && !this.request.allowsBatches()) {
                fail(new McpProtocolException(
                        details(
                                McpOutcome.ANSWERED,
                                "the response came in a batch, which the revision does not support"),
                        Reason.MALFORMED));
            } else if (message instanceof JsonRpcError error) {
                fail(this.request.failures().ofError(this.request.method(), error));
            } else if (message instanceof JsonRpcInvalidResponse invalid) {
                fail(new McpProtocolException(
                        details(McpOutcome.ANSWERED, "invalid response: " + invalid.problem()), Reason.MALFORMED));
            } else {
                succeed(received);
            }
        }

        private void succeed(ReceivedMessage answer) {
            T made;
            try {
                made = this.value.apply(answer);
            } catch (RuntimeException ex) {
                fail(ex);
                return;
            }
            if (isFirst()) {
                emit(made);
            }
        }

        /** Returns whether nothing was signalled before. */
        private boolean isFirst() {
            boolean isFirst = end();
            CallStreams.Call stream = this.request.stream();
            if (isFirst && stream != null) {
                stream.over();
            }
            return isFirst;
        }

        /** The session has ended: nobody has to be notified of the cancellation. */
        private void end(McpException error) {
            Subscription exchange = this.upstream;
            if (exchange != null && isFirst()) {
                exchange.cancel();
                this.actual.onError(error);
            }
        }

        private void fail(Throwable error) {
            if (isFirst()) {
                this.actual.onError(this.request.failures().translate(this.request.method(), error));
            }
        }

        @Override
        public void onError(Throwable error) {
            fail(error);
        }

        @Override
        public void onComplete() {
            if (!isEnded()) {
                fail(noAnswer());
            }
        }

        private McpException noAnswer() {
            return this.foreignAnswer
                    ? new McpProtocolException(
                            details(McpOutcome.UNKNOWN, "the server sent a response to a different request"),
                            Reason.NO_ANSWER)
                    : new McpConnectionException(
                            details(McpOutcome.UNKNOWN, "the server ended the exchange without a response"));
        }

        private McpErrorDetails details(McpOutcome outcome, String problem) {
            return McpErrorDetails.of(this.request.failures().serverName(), this.request.method(), outcome, problem);
        }

        @Override
        public void cancel() {
            Subscription exchange = this.upstream;
            if (exchange != null && isFirst()) {
                exchange.cancel();
                this.request.onCancel().run();
            }
            discard();
        }
    }
}
