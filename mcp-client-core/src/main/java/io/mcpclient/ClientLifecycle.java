package io.mcpclient;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.protocol.Connection;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.CallGate;

/**
 * How a client begins and ends: first the calls under way, then the connection.
 *
 * <pre>
 *  dispose    new calls wait  ─► calls drained ─► session, streams, process end ─► the next call connects anew
 *  close      new calls fail  ─► calls drained ─► session, streams, process end
 *  reconnect  dispose, reset the credentials, and connect at once
 * </pre>
 *
 * Whoever ends what is ending already joins. Goes on when nobody waits for it any more. Thread-safe.
 *
 * @see "faults D21, G08"
 */
final class ClientLifecycle {

    private final CallGate gate;

    private final Connection connection;

    private final Others others;

    private final Disposable threads;

    private final AtomicReference<Sinks.@Nullable Empty<Void>> disposing = new AtomicReference<>();

    private final AtomicReference<Sinks.@Nullable Empty<Void>> closing = new AtomicReference<>();

    /** Whether the client is to stay connected by itself. */
    private volatile boolean started;

    /**
     * What else is connected.
     *
     * @param dispose ends it, to be used again; never fails
     * @param close ends it for good; never fails
     */
    record Others(Mono<Void> dispose, Mono<Void> close) {

        /** Nothing is. */
        static final Others NONE = new Others(Mono.empty(), Mono.empty());
    }

    /** @param threads end when the client is closed */
    ClientLifecycle(CallGate gate, Connection connection, Others others, Disposable threads) {
        this.gate = gate;
        this.connection = connection;
        this.others = others;
        this.threads = threads;
    }

    void start() {
        this.started = true;
        this.connection.start();
    }

    /** @param between what is done before the client connects again; never fails */
    Mono<ServerDescription> reconnect(Mono<Void> between) {
        return Mono.defer(() -> {
            boolean stays = this.started;
            return dispose().then(between).then(Mono.defer(() -> {
                if (stays) {
                    start();
                }
                return this.connection.connect();
            }));
        });
    }

    Mono<Void> dispose() {
        return Mono.defer(() -> {
            if (this.closing.get() != null) {
                return close();
            }
            Sinks.Empty<Void> done = Sinks.empty();
            Sinks.Empty<Void> earlier = this.disposing.compareAndExchange(null, done);
            if (earlier != null) {
                return earlier.asMono();
            }
            this.started = false;
            this.gate.pause().then(disposed()).subscribe(null, null, () -> {
                this.disposing.set(null);
                this.gate.reopen();
                done.tryEmitEmpty();
            });
            return done.asMono();
        });
    }

    Mono<Void> close() {
        return Mono.defer(() -> {
            Sinks.Empty<Void> done = Sinks.empty();
            Sinks.Empty<Void> earlier = this.closing.compareAndExchange(null, done);
            if (earlier != null) {
                return earlier.asMono();
            }
            this.started = false;
            this.gate.close().then(closed()).subscribe(null, null, () -> {
                this.threads.dispose();
                done.tryEmitEmpty();
            });
            return done.asMono();
        });
    }

    private Mono<Void> disposed() {
        return (this.others != Others.NONE)
                ? Mono.when(this.connection.dispose(), this.others.dispose())
                : this.connection.dispose();
    }

    private Mono<Void> closed() {
        return (this.others != Others.NONE)
                ? Mono.when(this.connection.close(), this.others.close())
                : this.connection.close();
    }
}
