package io.mcpclient.internal.era;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A request to a server that is shared by concurrent callers: it is sent once, and all receive its result. Thread-safe.
 *
 * @param <T> results
 * @see "faults D02, D04"
 */
public final class SharedCheck<T> {

    private final Supplier<Mono<T>> question;

    private @Nullable Mono<T> present;

    /**
     * Creates a check that has not been requested yet.
     * @param question sends the request, with a time limit; never fails
     */
    public SharedCheck(Supplier<Mono<T>> question) {
        this.question = question;
    }

    /**
     * Returns the result.
     * @return the result of the request in progress, or of one that is sent on subscription
     */
    public Mono<T> result() {
        return Mono.defer(this::join);
    }

    private synchronized Mono<T> join() {
        Mono<T> joined = this.present;
        if (joined == null) {
            // Independent of the subscribers: one that cancels must not cancel the request for the others.
            joined = Mono.defer(this.question).doOnTerminate(this::answered).cache();
            this.present = joined;
        }
        return joined;
    }

    private synchronized void answered() {
        this.present = null;
    }
}
