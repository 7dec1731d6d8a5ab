package io.mcpclient.protocol;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.call.CallProgress;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Picks the answer to one request out of the messages of its exchange and hands everything else on.
 *
 * <pre>
 *  result with our id        value
 *  error, ours or without id error of the server
 *  anything else             to {@link Others}, and on
 *  end                       error: there was no answer
 *  failure                   error of the tree, see {@link Failures}
 *  cancellation              the exchange is given up, and {@link Request#onCancel} told
 * </pre>
 *
 * One operator where five of Reactor's would do, because every call passes here. The exchange is not cancelled after the
 * answer: it completes by itself, so that its connection can be used again.
 *
 * @param <T> what is made of the answer
 * @see "MCP 2025-11-25, basic/transports (HTL-06); MCP 2026-07-28, basic/transports/streamable-http (HTM-05); faults B04, B07,
 *     F01, F06"
 */
public final class Answer<T> extends Mono<T> {

    private final Flux<ReceivedMessage> exchange;

    private final Request request;

    private final Function<ReceivedMessage, T> value;

    /** Takes the messages of an exchange that are not its answer. */
    @FunctionalInterface
    public interface Others {

        /**
         * Handles one message. Never blocks.
         * @param received the message
         * @param progress how far the call has come in whose exchange the message came, or {@code null} if nobody waits for
         *     it
         */
        void onMessage(ReceivedMessage received, @Nullable CallProgress progress);
    }

    /**
     * What is known about the request.
     *
     * @param failures what a failure means
     * @param id id of the request
     * @param method its method
     * @param allowsBatches whether the answer may come as part of a batch
     * @param others takes the messages that are not the answer
     * @param progress how far the call has come, or {@code null} if nobody waits for it
     * @param onCancel is told when the answer is given up
     */
    public record Request(
            Failures failures,
            JsonRpcId id,
            String method,
            boolean allowsBatches,
            Others others,
            @Nullable CallProgress progress,
            Runnable onCancel) {}

    /**
     * Creates the answer to a request that is sent when this is subscribed to.
     * @param exchange its exchange
     * @param request what is known about it
     * @param value makes what is wanted of the answer
     */
    public Answer(Flux<ReceivedMessage> exchange, Request request, Function<ReceivedMessage, T> value) {
        this.exchange = exchange;
        this.request = request;
        this.value = value;
    }

    /**
     * Returns the result in a message that was picked as the answer.
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

    /** Signals once: whoever sets the flag. */
    private static final class Reader<T> extends AtomicBoolean
            implements CoreSubscriber<ReceivedMessage>, Subscription {

        private final Request request;

        private final Function<ReceivedMessage, T> value;

        private final CoreSubscriber<? super T> actual;

        private @Nullable Subscription upstream;

        private boolean foreignAnswer;

        Reader(Request request, Function<ReceivedMessage, T> value, CoreSubscriber<? super T> actual) {
            this.request = request;
            this.value = value;
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return this.actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription upstream) {
            this.upstream = upstream;
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
            if (compareAndSet(false, true)) {
                this.actual.onNext(made);
                this.actual.onComplete();
            }
        }

        private void fail(Throwable error) {
            if (compareAndSet(false, true)) {
                this.actual.onError(this.request.failures().translate(this.request.method(), error));
            }
        }

        @Override
        public void onError(Throwable error) {
            fail(error);
        }

        @Override
        public void onComplete() {
            if (!get()) {
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
        public void request(long n) {
            Operators.validate(n); // everything was asked for already: only one message is passed on
        }

        @Override
        public void cancel() {
            Subscription exchange = this.upstream;
            if (exchange != null && compareAndSet(false, true)) {
                exchange.cancel();
                this.request.onCancel().run();
            }
        }
    }
}
