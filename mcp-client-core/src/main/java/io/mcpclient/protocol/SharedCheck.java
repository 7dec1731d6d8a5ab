package io.mcpclient.protocol;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A question to a server that many may have at the same time: it is asked once, and all get the answer. Thread-safe.
 *
 * @param <T> answers
 * @see "faults D02, D04"
 */
public final class SharedCheck<T> {

    private final Supplier<Mono<T>> question;

    private @Nullable Mono<T> present;

    /**
     * Creates a check that nobody has asked for yet.
     * @param question asks, within a limit in time; never fails
     */
    public SharedCheck(Supplier<Mono<T>> question) {
        this.question = question;
    }

    /**
     * Returns the answer.
     * @return the answer to the question that is under way, or to one that is asked when this is subscribed to
     */
    public Mono<T> result() {
        return Mono.defer(this::join);
    }

    private synchronized Mono<T> join() {
        Mono<T> joined = this.present;
        if (joined == null) {
            // Kept apart from those who wait: one that gives up must not take the answer away from the others.
            joined = Mono.defer(this.question).doOnTerminate(this::answered).cache();
            this.present = joined;
        }
        return joined;
    }

    private synchronized void answered() {
        this.present = null;
    }
}
