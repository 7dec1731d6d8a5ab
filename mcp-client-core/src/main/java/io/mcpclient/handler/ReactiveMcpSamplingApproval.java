package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;

/**
 * Reactive variant of {@link McpSamplingApproval}. Must not block and must be thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
@FunctionalInterface
public interface ReactiveMcpSamplingApproval {

    /** Approves everything. */
    ReactiveMcpSamplingApproval ALL = (params, context) -> Mono.just(true);

    /**
     * Decides about one request.
     * @param params parameters of the request, within the budget; untrusted
     * @param context context of the request
     * @return whether the request is approved; an empty result denies it
     */
    Mono<Boolean> approve(CreateMessageParams params, McpRequestContext context);

    /**
     * Adapts a blocking approval, which runs on threads that may block.
     * @param approval the approval
     * @return the adapter
     */
    static ReactiveMcpSamplingApproval of(McpSamplingApproval approval) {
        return BlockingHandlers.reactive(approval);
    }
}
