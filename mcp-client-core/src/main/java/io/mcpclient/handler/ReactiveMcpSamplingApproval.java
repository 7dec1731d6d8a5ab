package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;

/**
 * Decides whether a server may ask a language model of ours. Like {@link McpSamplingApproval}, for those who decide without a
 * thread of their own. Must not block, must be thread-safe.
 *
 * @see "MCP 2025-11-25, client/sampling (SMP-02, SMP-13, SMP-19); fault I11"
 */
@FunctionalInterface
public interface ReactiveMcpSamplingApproval {

    /** Approves everything. */
    ReactiveMcpSamplingApproval ALL = (params, context) -> Mono.just(true);

    /**
     * Decides about one request.
     * @param params what the server asks for, within its budget; untrusted
     * @param context who asks
     * @return whether it may; no value refuses
     */
    Mono<Boolean> approve(CreateMessageParams params, McpRequestContext context);

    /**
     * Lets one that blocks run on threads that may.
     * @param approval the one that blocks
     * @return a view of it
     */
    static ReactiveMcpSamplingApproval of(McpSamplingApproval approval) {
        return BlockingHandlers.reactive(approval);
    }
}
