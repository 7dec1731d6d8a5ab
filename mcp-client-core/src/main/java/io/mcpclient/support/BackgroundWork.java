package io.mcpclient.support;

import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Calls that no caller waits for, such as refreshing a list: they do not delay the end of a client. */
public final class BackgroundWork {

    private static final Object KEY = BackgroundWork.class;

    private BackgroundWork() {}

    /**
     * Marks work as background work.
     * @param work calls of a client
     * @param <T> type of the result
     * @return the same work
     */
    public static <T> Mono<T> of(Mono<T> work) {
        return work.contextWrite(context -> context.put(KEY, true));
    }

    /**
     * Returns whether work is background work.
     * @param context context of the work
     * @return whether it was marked by {@link #of}
     */
    public static boolean isMarked(ContextView context) {
        return !context.isEmpty() && context.hasKey(KEY);
    }
}
