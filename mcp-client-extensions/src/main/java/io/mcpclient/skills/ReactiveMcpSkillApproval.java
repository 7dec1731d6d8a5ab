package io.mcpclient.skills;

import reactor.core.publisher.Mono;

/** Reactive variant of {@link McpSkillApproval}. Cancelled if the load is cancelled, or if there is no decision in time. */
@FunctionalInterface
public interface ReactiveMcpSkillApproval {

    /**
     * Decides on a load.
     * @param request the load
     * @return the decision; an error or no value denies the load
     */
    Mono<McpSkillApprovalDecision> decide(McpSkillApprovalRequest request);

    /**
     * Adapts a blocking approval. It runs on the thread that subscribes; clients subscribe on threads that may block.
     * @param approval the approval
     * @return the adapter
     */
    static ReactiveMcpSkillApproval of(McpSkillApproval approval) {
        return request -> Mono.fromCallable(() -> approval.decide(request));
    }
}
