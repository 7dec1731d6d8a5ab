package io.mcpclient.call;

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
}
