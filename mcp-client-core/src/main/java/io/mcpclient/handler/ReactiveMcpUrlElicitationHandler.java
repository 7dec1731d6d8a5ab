package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;

/**
 * Sends users to web pages. Like {@link McpUrlElicitationHandler}, for those who answer without a thread of their
 * own. Must not block, must be thread-safe. The publisher is cancelled when the server takes its request back.
 *
 * @see "MCP 2025-11-25, client/elicitation, URL Mode (ELI-18 to ELI-33)"
 */
@FunctionalInterface
public interface ReactiveMcpUrlElicitationHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer; an error or no value is answered with a neutral error
     */
    Mono<ElicitResult> elicit(ElicitURLParams params, McpRequestContext context);

    /**
     * Lets a handler that blocks run on threads that may.
     * @param handler the handler
     * @return a view of it
     */
    static ReactiveMcpUrlElicitationHandler of(McpUrlElicitationHandler handler) {
        return BlockingHandlers.reactive(handler);
    }
}
