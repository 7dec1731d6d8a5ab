package io.mcpclient.internal.client;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.status.McpServerDescription;

/**
 * Lifecycle of a client: shutdown first drains the in-flight calls, then ends the connection.
 *
 * <pre>
 *  dispose    new calls wait  ─► calls drained ─► session, streams, process end ─► the next call reconnects
 *  close      new calls fail  ─► calls drained ─► session, streams, process end
 *  reconnect  dispose, reset the credentials, and connect immediately
 * </pre>
 *
 * Concurrent shutdowns share one run, which continues even if all subscribers cancel. Thread-safe.
 *
 * @see "faults D21, G08"
 */
final class ClientLifecycle {

    private final DrainGate gate;

    private final Connection connection;

    private final Others others;

    private final Disposable threads;

    private final AtomicReference<Sinks.@Nullable Empty<Void>> disposing = new AtomicReference<>();

    private final AtomicReference<Sinks.@Nullable Empty<Void>> closing = new AtomicReference<>();

    /** Whether the client stays connected in the background. */
    private volatile boolean started;

    /**
     * Other connections of the client.
     *
     * @param dispose ends them, reusable afterwards; never fails
     * @param close ends them permanently; never fails
     */
    record Others(Mono<Void> dispose, Mono<Void> close) {

        /** No other connections. */
        static final Others NONE = new Others(Mono.empty(), Mono.empty());
    }

    /** @param threads disposed when the client is closed */
    ClientLifecycle(DrainGate gate, Connection connection, Others others, Disposable threads) {
        this.gate = gate;
        this.connection = connection;
        this.others = others;
        this.threads = threads;
    }

    void start() {
        this.started = true;
        this.connection.start();
    }

    boolean isStarted() {
        return this.started;
    }

    /**
     * Ends the session and connects again, also if all subscribers cancel: a client that stays connected would not be after that.
     * @param between work before the client connects again; never fails
     */
    Mono<McpServerDescription> reconnect(Mono<Void> between) {
        return Mono.deferContextual(caller -> {
            boolean stays = this.started;
            Sinks.One<McpServerDescription> outcome = Sinks.one();
            dispose()
                    .then(between)
                    .then(Mono.defer(() -> {
                        if (stays) {
                            start();
                        }
                        return this.connection.connect();
                    }))
                    .subscribe(outcome::tryEmitValue, outcome::tryEmitError, null, Context.of(caller));
            return outcome.asMono();
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
