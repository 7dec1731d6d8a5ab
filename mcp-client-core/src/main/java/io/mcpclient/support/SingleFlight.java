package io.mcpclient.support;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Runs an operation once for all concurrent callers. It continues when callers cancel. Thread-safe.
 *
 * @param <T> type of the result
 */
public final class SingleFlight<T> {

    private final AtomicReference<Sinks.@Nullable One<T>> underWay = new AtomicReference<>();

    /** Creates an instance without a running operation. */
    public SingleFlight() {}

    /**
     * Returns whether an operation is running.
     * @return whether callers would join one
     */
    public boolean isUnderWay() {
        return this.underWay.get() != null;
    }

    /**
     * Joins the operation that is running, or starts one.
     * @param work the operation
     * @return its outcome: a value, nothing, or an error
     */
    public Mono<T> join(Supplier<Mono<T>> work) {
        return Mono.defer(() -> {
            Sinks.One<T> own = Sinks.one();
            Sinks.One<T> other = this.underWay.compareAndExchange(null, own);
            if (other != null) {
                return other.asMono();
            }
            // The caller is subscribed first: otherwise its time limit would begin only when the work was started.
            return Mono.fromDirect(caller -> {
                own.asMono().subscribe(caller);
                start(own, work);
            });
        });
    }

    private void start(Sinks.One<T> own, Supplier<Mono<T>> work) {
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
    }

    /**
     * Does the same as {@link #join}, but the operation has the context of the caller that starts it, such as its span.
     * @param work the operation
     * @return its outcome: a value, nothing, or an error
     */
    public Mono<T> joinWithContext(Supplier<Mono<T>> work) {
        return Mono.deferContextual(context -> join(() -> work.get().contextWrite(context)));
    }

    /** Called before the outcome is published: later callers start a new run. */
    private void over(Sinks.One<T> own) {
        this.underWay.compareAndSet(own, null);
    }
}
