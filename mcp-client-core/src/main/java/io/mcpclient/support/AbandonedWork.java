package io.mcpclient.support;

import java.util.function.Consumer;

import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Work whose result nobody waits for any longer, because of a timeout, a cancellation or the end of the client. What was interrupted then
 * usually fails, which Reactor would log as an error; it is logged at debug level instead.
 */
public final class AbandonedWork {

    private static final Context QUIET = Context.of("reactor.onErrorDropped.local", (Consumer<Throwable>)
            dropped -> Loggers.HANDLERS.debug("work that was abandoned has failed", dropped));

    private AbandonedWork() {}

    /**
     * Returns the context that lets work fail quietly after it was abandoned.
     * @return the context, for a subscriber
     */
    public static Context context() {
        return QUIET;
    }

    /**
     * Lets work fail quietly after it was abandoned.
     * @param work the work
     * @param <T> type of the result
     * @return the same work
     */
    public static <T> Mono<T> quiet(Mono<T> work) {
        return work.contextWrite(QUIET);
    }
}
