package io.mcpclient.call;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The rest of the chain after a stage. Thread-safe. */
@FunctionalInterface
public interface CallHandler {

    /**
     * Executes a call.
     * @param call the call
     * @return its result, an instance of {@link McpCall#resultType()}; or an error, always an
     *     {@link io.mcpclient.error.McpException}. Nothing happens before subscription, and cancelling it cancels the
     *     request on the server.
     */
    Mono<Object> handle(McpCall call);

    /**
     * Groups several calls into one operation for observation, for example all pages of a list, or a call and the polls of
     * the task that it became.
     * @param method protocol method that identifies the operation
     * @param params parameters that identify the operation, as in {@link McpCall#params()}
     * @param calls makes the calls, each of them with {@link #handle}
     * @param <T> type of the result
     * @return the same calls
     */
    default <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
        return calls;
    }
}
