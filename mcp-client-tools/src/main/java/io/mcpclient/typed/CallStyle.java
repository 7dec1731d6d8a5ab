package io.mcpclient.typed;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.util.concurrent.Queues;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;

/** How a method returns its result. */
enum CallStyle {
    BLOCKING {
        @Override
        @Nullable
        Object invoke(ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
            try {
                return exchange.call(client, arguments, options);
            } catch (McpRejectedException ex) {
                throw (ex.reason() == McpRejectedException.Reason.EVENT_LOOP) ? ofEventLoop(ex) : ex;
            }
        }
    },
    MONO {
        @Override
        Object invoke(ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return exchange.call(client.reactive(), arguments, options);
        }
    },
    FUTURE {
        @Override
        Object invoke(ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return exchange.call(client.reactive(), arguments, options).toFuture();
        }
    },
    EVENTS {
        @Override
        Object invoke(ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return events(exchange, client, arguments, options);
        }
    },
    PROGRESS {
        @Override
        Object invoke(ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return events(exchange, client, arguments, options).mapNotNull(McpToolEvent::progress);
        }
    };

    /** Events of progress that are kept for a subscriber that does not request them. */
    private static final int KEPT = 256;

    /** An event is emitted at this moment by another thread. */
    private static final EmitFailureHandler WHILE_EMITTING =
            (signal, result) -> result == Sinks.EmitResult.FAIL_NON_SERIALIZED;

    @Nullable
    abstract Object invoke(
            ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options);

    /** The remedy of the client does not apply to an interface of the application. */
    private static McpRejectedException ofEventLoop(McpRejectedException refusal) {
        return new McpRejectedException(
                McpErrorDetails.of(refusal.serverName(), refusal.operation(), refusal.outcome(), refusal.problem())
                        .withRemedy(
                                "Let the method of the interface return a Mono, or call it on a virtual thread or another"
                                        + " thread that may block.")
                        .withCause(refusal),
                McpRejectedException.Reason.EVENT_LOOP);
    }

    private static Flux<McpToolEvent<?>> events(
            ClientExchange exchange, McpClient client, @Nullable Object arguments, McpCallOptions options) {
        return Flux.defer(() -> {
            Sinks.Many<McpProgress> progress = Sinks.many()
                    .unicast()
                    .onBackpressureBuffer(Queues.<McpProgress>get(KEPT).get());
            McpProgressListener other = options.progressListener();
            McpProgressListener emitting = event -> {
                progress.tryEmitNext(event); // dropped if the buffer is full
                if (other != null) {
                    other.onProgress(event);
                }
            };
            McpCallOptions followed = options.withProgress(
                    (other != null && other.mayBlock()) ? emitting : McpProgressListener.nonBlocking(emitting));
            Mono<McpToolEvent<?>> result = exchange.call(client.reactive(), arguments, followed)
                    .<McpToolEvent<?>>map(value -> new McpToolEvent<>(null, value))
                    .doOnTerminate(() -> progress.emitComplete(WHILE_EMITTING));
            return Flux.mergeSequential(progress.asFlux().map(event -> new McpToolEvent<>(event, null)), result);
        });
    }
}
