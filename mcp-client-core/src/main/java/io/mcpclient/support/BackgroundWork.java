package io.mcpclient.support;

import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Calls that no caller waits for, such as refreshing a list: they do not delay the end of a client, and fail quietly after they were
 * cancelled, see {@link AbandonedWork}.
 */
public final class BackgroundWork {

    private static final Object KEY = BackgroundWork.class;

    private static final Context CONTEXT = AbandonedWork.context().put(KEY, true);

    private BackgroundWork() {}

    /**
     * Returns the context that marks work as background work.
     * @return the context, for a subscriber
     */
    public static Context context() {
        return CONTEXT;
    }

    /**
     * Marks work as background work.
     * @param work calls of a client
     * @param <T> type of the result
     * @return the same work
     */
    public static <T> Mono<T> of(Mono<T> work) {
        return work.contextWrite(CONTEXT);
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
