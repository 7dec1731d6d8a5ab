package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;

/**
 * Fills in forms. Like {@link McpElicitationHandler}, for those who answer without a thread of their own. Must not
 * block, must be thread-safe. The publisher is cancelled when the server takes its request back.
 *
 * @see "MCP 2025-11-25, client/elicitation, Form Mode (ELI-01 to ELI-17)"
 */
@FunctionalInterface
public interface ReactiveMcpElicitationHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer; an error or no value is answered with a neutral error
     */
    Mono<ElicitResult> elicit(ElicitFormParams params, McpRequestContext context);

    /**
     * Lets a handler that blocks run on threads that may.
     * @param handler the handler
     * @return a view of it
     */
    static ReactiveMcpElicitationHandler of(McpElicitationHandler handler) {
        return BlockingHandlers.reactive(handler);
    }
}
