package io.mcpclient.handler;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Adapter that runs blocking handlers on threads that may block, and interrupts them on cancellation. */
final class BlockingHandlers {

    /**
     * Dedicated threads, because handlers wait for people: on Reactor's shared threads, a few unanswered forms would block
     * an application. The number of concurrent handlers is bounded per client.
     */
    private static final Scheduler THREADS =
            Schedulers.newBoundedElastic(1000, Integer.MAX_VALUE, "mcp-handler", 60, true);

    private BlockingHandlers() {}

    /**
     * Returns the work of a blocking handler as a publisher.
     * @param work calls the handler
     * @param <T> type of the response
     * @return the response, empty for {@code null}
     */
    static <T> Mono<T> run(Callable<@Nullable T> work) {
        return Mono.create(sink -> {
            AtomicBoolean cancelled = new AtomicBoolean();
            Disposable task = THREADS.schedule(() -> run(work, sink, cancelled));
            sink.onCancel(() -> {
                cancelled.set(true);
                task.dispose();
            });
        });
    }

    // Catch everything: after a stack overflow or a missing class in a handler, the server still needs a response.
    private static <T> void run(Callable<@Nullable T> work, MonoSink<T> sink, AtomicBoolean cancelled) {
        HandlerScope scope = sink.contextView().getOrDefault(HandlerScope.class, null);
        try (HandlerScope.Opened opened = (scope != null) ? scope.open() : null) {
            sink.success(work.call());
        } catch (Throwable ex) {
            // Ignore the exception of an interrupted handler (fault B15).
            if (!cancelled.get()) {
                sink.error(ex);
            }
        }
    }
}
