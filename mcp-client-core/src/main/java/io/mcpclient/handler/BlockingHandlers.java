package io.mcpclient.handler;

import java.util.concurrent.Callable;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/** Runs handlers that block on threads that may, and interrupts them when nobody waits any more. */
final class BlockingHandlers {

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

    private static <T> Mono<T> run(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }
}
