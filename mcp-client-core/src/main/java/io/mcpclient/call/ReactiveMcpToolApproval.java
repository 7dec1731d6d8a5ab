package io.mcpclient.call;

import reactor.core.publisher.Mono;

/**
 * Reactive variant of {@link McpToolApproval}. Cancelled if the call is cancelled, or if there is no decision in time. Must be
 * thread-safe.
 */
@FunctionalInterface
public interface ReactiveMcpToolApproval {

    /**
     * Decides on a call.
     * @param request the call
     * @return the decision; an error or no value denies the call
     */
    Mono<McpToolApprovalDecision> decide(McpToolApprovalRequest request);

    /**
     * Adapts a blocking approval. It runs on the thread that subscribes; a client subscribes to its approval on threads that may
     * block, and interrupts them on cancellation.
     * @param approval the approval
     * @return the adapter
     */
    static ReactiveMcpToolApproval of(McpToolApproval approval) {
        return request -> Mono.fromCallable(() -> approval.decide(request));
    }
}
