package io.mcpclient.support.net;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClientRequest;
import reactor.util.context.Context;

import io.mcpclient.support.Loggers;

/**
 * A request over HTTP/2 until the head of its response: receives an error directly, as {@link QuietConnections} does for
 * HTTP/1.1. Reactor Netty would log it as a warning with its stack trace. Thread-safe.
 */
final class UnansweredRequest implements CoreSubscriber<Connection> {

    private static final Logger logger = Loggers.HTTP;

    private final CoreSubscriber<? super Connection> actual;

    private final Context context;

    private final AtomicBoolean settled = new AtomicBoolean();

    private @Nullable Subscription source;

    private UnansweredRequest(CoreSubscriber<? super Connection> actual) {
        this.actual = actual;
        this.context = actual.currentContext().put(UnansweredRequest.class, this);
    }

    /** Returns the connection of a request, which fails if its request does. */
    static Mono<Connection> watch(Mono<? extends Connection> answered) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super Connection> actual) {
                answered.subscribe(new UnansweredRequest(actual));
            }
        };
    }

    static @Nullable UnansweredRequest of(HttpClientRequest request) {
        return request.currentContextView().getOrDefault(UnansweredRequest.class, null);
    }

    @Override
    public Context currentContext() {
        return this.context;
    }

    @Override
    public void onSubscribe(Subscription source) {
        this.source = source;
        this.actual.onSubscribe(source);
    }

    @Override
    public void onNext(Connection answered) {
        if (this.settled.compareAndSet(false, true)) {
            this.actual.onNext(answered);
            this.actual.onComplete();
        }
    }

    @Override
    public void onError(Throwable error) {
        if (this.settled.compareAndSet(false, true)) {
            this.actual.onError(error);
        } else {
            logger.debug("a connection broke after its request was settled", error);
        }
    }

    @Override
    public void onComplete() {
        if (this.settled.compareAndSet(false, true)) {
            this.actual.onComplete();
        }
    }

    /** Ends the request; without effect if the response has begun. */
    void fail(Throwable error) {
        Subscription source = this.source;
        if (source != null && this.settled.compareAndSet(false, true)) {
            source.cancel();
            this.actual.onError(error);
        }
    }
}
