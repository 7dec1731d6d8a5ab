package io.mcpclient.internal.support;

import java.util.function.Consumer;

import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import io.mcpclient.support.Loggers;

/**
 * Work whose result nobody waits for any longer, because of a timeout, a cancellation or the end of the client. Code of the
 * application that is interrupted then usually fails, which Reactor would log as an error.
 */
public final class AbandonedWork {

    private static final Logger logger = Loggers.HANDLERS;

    private static final Context QUIETLY = Context.of("reactor.onErrorDropped.local", (Consumer<Throwable>)
            dropped -> logger.debug("work that was abandoned has failed", dropped));

    private AbandonedWork() {}

    /**
     * Lets work fail quietly after it was abandoned.
     * @param work the work
     * @param <T> type of the result
     * @return the same work
     */
    public static <T> Mono<T> quiet(Mono<T> work) {
        return work.contextWrite(QUIETLY);
    }
}
