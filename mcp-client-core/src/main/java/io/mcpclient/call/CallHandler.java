package io.mcpclient.call;

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
}
