package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

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
     * Responds to one request. By default, that is the response of the handler, if the request is {@linkplain #approve approved};
     * an approval may respond itself, for example with what a person has written instead.
     * @param params parameters of the request, within the budget; untrusted
     * @param context context of the request
     * @param handler handles the request, and calls nothing before its response is subscribed to
     * @return the response; an error denies the request, see {@link McpRequestRefusedException}
     */
    default Mono<CreateMessageResult> respond(
            CreateMessageParams params, McpRequestContext context, ReactiveMcpSamplingHandler handler) {
        return approve(params, context)
                .defaultIfEmpty(false)
                .flatMap(approved -> approved
                        ? handler.createMessage(params, context)
                        : Mono.error(McpRequestRefusedException.byUser()));
    }

    /**
     * Adapts a blocking approval, which runs on threads that may block.
     * @param approval the approval
     * @return the adapter
     */
    static ReactiveMcpSamplingApproval of(McpSamplingApproval approval) {
        return (params, context) -> BlockingHandlers.run(() -> approval.approve(params, context));
    }
}
