package io.mcpclient.call;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What remains of the chain behind a stage. Thread-safe. */
@FunctionalInterface
public interface CallHandler {

    /**
     * Executes a call.
     * @param call the call
     * @return its result, an instance of {@link McpCall#resultType()}; or an error, always an
     *     {@link io.mcpclient.error.McpException}. Nothing happens before it is subscribed to, cancelling it cancels the
     *     request at the server.
     */
    Mono<Object> handle(McpCall call);

    /**
     * Makes several calls one operation, for whoever counts and measures: all pages of a list, say, or a call and the polls
     * of the task that it became.
     * @param method protocol method that the operation is known by
     * @param params parameters that it is known by, as in {@link McpCall#params()}
     * @param calls makes the calls, each of them by {@link #handle}
     * @param <T> type of the result
     * @return the same calls
     */
    default <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
        return calls;
    }
}
