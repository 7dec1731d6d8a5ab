package io.mcpclient.call;

import reactor.core.publisher.Mono;

/**
 * Reactive variant of {@link McpToolApproval}. Must not block. Cancelled if the call is cancelled, or if there is no decision
 * in time.
 */
@FunctionalInterface
public interface ReactiveMcpToolApproval {

    /**
     * Decides on a call.
     * @param request the call
     * @return the decision; an error or no value denies the call
     */
    Mono<McpToolApprovalDecision> decide(McpToolApprovalRequest request);
}
