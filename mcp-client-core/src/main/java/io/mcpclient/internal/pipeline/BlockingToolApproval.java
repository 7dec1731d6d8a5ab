package io.mcpclient.internal.pipeline;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.ReactiveMcpToolApproval;

/**
 * An approval that blocks, on threads that may block. Disposal interrupts it.
 *
 * @param approval the approval
 * @param threads threads of the client
 */
public record BlockingToolApproval(McpToolApproval approval, Scheduler threads) implements ReactiveMcpToolApproval {

    /**
     * Creates an approval whose threads are set when a client is built.
     * @param approval the approval
     */
    public BlockingToolApproval(McpToolApproval approval) {
        this(approval, Schedulers.boundedElastic());
    }

    /**
     * Returns a copy with the threads of a client.
     * @param threads threads that may block
     * @return the copy
     */
    public BlockingToolApproval on(Scheduler threads) {
        return new BlockingToolApproval(this.approval, threads);
    }

    @Override
    public Mono<McpToolApprovalDecision> decide(McpToolApprovalRequest request) {
        return Mono.fromCallable(() -> this.approval.decide(request)).subscribeOn(this.threads);
    }
}
