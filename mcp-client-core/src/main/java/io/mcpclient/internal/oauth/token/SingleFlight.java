package io.mcpclient.internal.oauth.token;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Does something once for all who want it at the same time. It goes on when those who wait go away. Thread-safe.
 *
 * @param <T> what comes out
 */
final class SingleFlight<T> {

    private final AtomicReference<Sinks.@Nullable One<T>> underWay = new AtomicReference<>();

    boolean isUnderWay() {
        return this.underWay.get() != null;
    }

    /**
     * Waits for what is under way, else begins.
     * @param work what to do
     * @return its outcome: a value, nothing, or an error
     */
    Mono<T> join(Supplier<Mono<T>> work) {
        return Mono.defer(() -> {
            Sinks.One<T> own = Sinks.one();
            Sinks.One<T> other = this.underWay.compareAndExchange(null, own);
            if (other != null) {
                return other.asMono();
            }
            Mono.defer(work)
                    .subscribe(
                            value -> {
                                over(own);
                                own.tryEmitValue(value);
                            },
                            error -> {
                                over(own);
                                own.tryEmitError(error);
                            },
                            () -> {
                                over(own);
                                own.tryEmitEmpty();
                            });
            return own.asMono();
        });
    }

    /** Before anybody learns of the outcome: who wants more afterwards begins anew. */
    private void over(Sinks.One<T> own) {
        this.underWay.compareAndSet(own, null);
    }
}
