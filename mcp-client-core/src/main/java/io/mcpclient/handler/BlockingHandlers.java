package io.mcpclient.handler;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/** Adapter that runs blocking handlers on threads that may block, and interrupts them on cancellation. */
final class BlockingHandlers {

    /**
     * Dedicated threads, because handlers wait for people: on Reactor's shared threads, a few unanswered forms would block
     * an application. The number of concurrent handlers is bounded per client.
     */
    private static final Scheduler THREADS =
            Schedulers.newBoundedElastic(1000, Integer.MAX_VALUE, "mcp-handler", 60, true);

    private BlockingHandlers() {}

    static ReactiveMcpSamplingHandler reactive(McpSamplingHandler handler) {
        return new ReactiveMcpSamplingHandler() {
            @Override
            public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
                return run(() -> handler.createMessage(params, context));
            }

            @Override
            public boolean supportsTools() {
                return handler.supportsTools();
            }
        };
    }

    static ReactiveMcpSamplingApproval reactive(McpSamplingApproval approval) {
        return (params, context) -> run(() -> approval.approve(params, context));
    }

    static ReactiveMcpElicitationHandler reactive(McpElicitationHandler handler) {
        return (params, context) -> run(() -> handler.elicit(params, context));
    }

    static ReactiveMcpUrlElicitationHandler reactive(McpUrlElicitationHandler handler) {
        return (params, context) -> run(() -> handler.elicit(params, context));
    }

    static ReactiveMcpRootsProvider reactive(McpRootsProvider provider) {
        return context -> run(() -> provider.roots(context));
    }

    static ReactiveMcpRequestHandler reactive(McpRequestHandler handler) {
        return (params, context) -> run(() -> handler.handle(params, context));
    }

    private static <T> Mono<T> run(Callable<@Nullable T> work) {
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
