package io.mcpclient.internal.http;

import java.util.concurrent.RejectedExecutionException;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import reactor.core.publisher.Mono;

/**
 * Defers what follows a response until its connection is back in the pool, which is so when its event loop has processed the end of
 * the response. From within the response, the next request would open a second connection. For what is rare and likely to be
 * followed by a request, or to follow a response: errors (a retry, the handshake of another era, a new session), notifications.
 */
final class FreeConnection {

    private FreeConnection() {}

    /** Completes after the present task of the event loop. */
    static Mono<Void> awaited() {
        return Mono.create(sink -> then(sink::success));
    }

    /** Fails after the present task of the event loop. */
    static <T> Mono<T> thenFail(Throwable error) {
        return FreeConnection.awaited().then(Mono.error(error));
    }

    /** Runs a task after the present one of the event loop; immediately on any other thread. */
    static void then(Runnable task) {
        EventExecutor loop = ThreadExecutorMap.currentExecutor();
        try {
            if (loop != null && loop.inEventLoop()) {
                loop.execute(task);
                return;
            }
        } catch (RejectedExecutionException ex) {
            // The event loops are being shut down.
        }
        task.run();
    }
}
