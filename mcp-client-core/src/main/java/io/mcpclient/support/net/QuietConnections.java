package io.mcpclient.support.net;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.netty.resolver.AddressResolverGroup;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;
import reactor.netty.http.client.HttpClientState;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.TransportConfig;
import reactor.util.context.Context;

import io.mcpclient.support.Loggers;

/**
 * Provides connections whose errors are reported only to the request that they belong to. The HTTP client of Reactor Netty logs
 * each error that it observes on a connection as a warning with its stack trace, although the request fails with the same
 * error. Here the request receives the error directly, and the client does not observe it.
 *
 * <pre>
 *  error of a connection ──► before the head of the response    the request fails with it
 *                        └─► after that                         its body fails with it; without a subscriber: debug log
 * </pre>
 *
 * Only connections that are acquired here are affected; other clients of the application log as before. Thread-safe.
 *
 * @see "faults B08, B15"
 */
public final class QuietConnections implements ConnectionProvider {

    private static final Logger logger = Loggers.HTTP;

    private final ConnectionProvider connections;

    /**
     * Creates a provider.
     * @param connections provides the connections
     */
    public QuietConnections(ConnectionProvider connections) {
        this.connections = connections;
    }

    @Override
    public Mono<? extends Connection> acquire(
            TransportConfig config,
            ConnectionObserver observer,
            @Nullable Supplier<? extends SocketAddress> remoteAddress,
            @Nullable AddressResolverGroup<?> resolverGroup) {
        return new Mono<Connection>() {
            @Override
            public void subscribe(CoreSubscriber<? super Connection> actual) {
                Acquisition acquisition = new Acquisition(observer, actual);
                QuietConnections.this
                        .connections
                        .acquire(config, acquisition, remoteAddress, resolverGroup)
                        .subscribe(acquisition.subscriber());
            }
        };
    }

    /** One connection during one request: from its acquisition to the head of the response. */
    private static final class Acquisition implements ConnectionObserver {

        private final ConnectionObserver observer;

        private final CoreSubscriber<? super Connection> actual;

        private final AtomicBoolean settled = new AtomicBoolean();

        Acquisition(ConnectionObserver observer, CoreSubscriber<? super Connection> actual) {
            this.observer = observer;
            this.actual = actual;
        }

        CoreSubscriber<Connection> subscriber() {
            return new Subscriber(this);
        }

        @Override
        public Context currentContext() {
            return this.observer.currentContext();
        }

        @Override
        public void onStateChange(Connection connection, State newState) {
            if (newState == HttpClientState.RESPONSE_RECEIVED) {
                this.settled.set(true);
            }
            this.observer.onStateChange(connection, newState);
        }

        /** The observer would log it. A connection with an error is not reused. */
        @Override
        public void onUncaughtException(Connection connection, Throwable error) {
            connection.markPersistent(false);
            fail(error);
        }

        void fail(Throwable error) {
            if (this.settled.compareAndSet(false, true)) {
                this.actual.onError(error);
            } else {
                logger.debug("a connection broke after its request was settled", error);
            }
        }
    }

    /**
     * Passes on the connection and withholds the completion that follows: the client ignores it, and an error before the
     * response can still be signalled.
     */
    private static final class Subscriber implements CoreSubscriber<Connection> {

        private final Acquisition acquisition;

        Subscriber(Acquisition acquisition) {
            this.acquisition = acquisition;
        }

        /** An error after the connection was passed on is reported elsewhere; here, Reactor would log it. */
        @Override
        public Context currentContext() {
            return Context.of(this.acquisition.actual.currentContext())
                    .put("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped -> {});
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.acquisition.actual.onSubscribe(subscription);
        }

        @Override
        public void onNext(Connection connection) {
            this.acquisition.actual.onNext(connection);
        }

        @Override
        public void onError(Throwable error) {
            this.acquisition.fail(error);
        }

        @Override
        public void onComplete() {}
    }

    @Override
    public void disposeWhen(SocketAddress address) {
        this.connections.disposeWhen(address);
    }

    @Override
    public int maxConnections() {
        return this.connections.maxConnections();
    }

    @Override
    public @Nullable Map<SocketAddress, Integer> maxConnectionsPerHost() {
        return this.connections.maxConnectionsPerHost();
    }

    @Override
    public @Nullable Builder mutate() {
        return this.connections.mutate();
    }

    @Override
    public @Nullable String name() {
        return this.connections.name();
    }

    @Override
    public boolean isDisposed() {
        return this.connections.isDisposed();
    }

    @Override
    public void dispose() {
        this.connections.dispose();
    }

    @Override
    public Mono<Void> disposeLater() {
        return this.connections.disposeLater();
    }
}
