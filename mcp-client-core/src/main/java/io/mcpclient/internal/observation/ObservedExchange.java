package io.mcpclient.internal.observation;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Observes one exchange from subscription to its response; a subscription, which may stay open for days, to its first message.
 *
 * @see "MCP 2026-07-28, SEP-414 (TRC-04)"
 */
final class ObservedExchange extends Flux<ReceivedMessage> {

    private final Observer observer;

    private final ExchangeRequest request;

    private final @Nullable String sessionId;

    private final Function<Watch, Flux<ReceivedMessage>> exchange;

    /**
     * Creates the exchange.
     * @param sessionId session of the request, or {@code null} if there is none
     * @param exchange sends the request with the trace context of the watch
     */
    ObservedExchange(
            Observer observer,
            ExchangeRequest request,
            @Nullable String sessionId,
            Function<Watch, Flux<ReceivedMessage>> exchange) {
        this.observer = observer;
        this.request = request;
        this.sessionId = sessionId;
        this.exchange = exchange;
    }

    @Override
    public void subscribe(CoreSubscriber<? super ReceivedMessage> actual) {
        Context context = actual.currentContext();
        Watch watch = this.observer.exchange(this.request.request(), this.sessionId, context);
        Observed observed = new Observed(this.observer, this.request, watch, watch.within(context), actual);
        watch.inScope(() -> this.exchange.apply(watch).subscribe(observed));
    }

    private static final class Observed extends ObservingSubscriber<ReceivedMessage> {

        private final ExchangeRequest request;

        Observed(
                Observer observer,
                ExchangeRequest request,
                Watch watch,
                Context context,
                CoreSubscriber<? super ReceivedMessage> actual) {
            super(observer, watch, context, actual);
            this.request = request;
        }

        @Override
        public void onNext(ReceivedMessage received) {
            JsonRpcMessage message = received.message();
            JsonRpcRequest sent = this.request.request();
            if (message.answers(sent.id())) {
                answered(message);
            } else if (this.request.kind() == ExchangeKind.SUBSCRIPTION) {
                this.observer.succeeded(this.watch, null);
            }
            this.actual.onNext(received);
        }

        private void answered(JsonRpcMessage message) {
            if (message instanceof JsonRpcError error) {
                this.observer.failed(this.watch, Failure.of(error));
            } else if (message instanceof JsonRpcResult answer) {
                this.observer.messages().learn(answer.result());
                this.observer.succeeded(this.watch, answer.result());
            }
        }

        @Override
        public void onError(Throwable error) {
            this.observer.failed(this.watch, Failure.ofExchange(error));
            this.actual.onError(error);
        }

        @Override
        public void onComplete() {
            this.observer.failed(this.watch, Failure.noAnswer()); // has no effect after a response
            this.actual.onComplete();
        }
    }
}
