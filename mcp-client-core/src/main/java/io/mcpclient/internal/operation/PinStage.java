package io.mcpclient.internal.operation;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.pipeline.ToolCallParams;
import io.mcpclient.internal.pipeline.ToolListing;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.text.SafeText;

/**
 * Stage that applies pinned definitions to requests about tools, including calls based on an earlier list.
 *
 * <pre>
 *  tools/list ──► page ──► compared with the pins
 *  tools/call ──► pending approval ──────────────────────► rejected
 *             └─► not seen since the session or list changed ──► tools/list, until it is seen ──► checked again
 *             └─► as pinned ──► tools/call
 * </pre>
 *
 * Calls are checked only if the policy is to block. Thread-safe.
 *
 * @see "faults I02, D12"
 */
final class PinStage implements McpInterceptor {

    static final String REMEDY = "Review the changes, and approve them with client.tools().pins() or the operation"
            + " \"approve\" of the endpoint mcp.";

    private final PinBoard board;

    private final JsonCodec codec;

    PinStage(PinBoard board, JsonCodec codec) {
        this.board = board;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return switch (call.method()) {
            case McpMethods.TOOLS_LIST -> next.handle(call).flatMap(this::reviewed);
            case McpMethods.TOOLS_CALL ->
                this.board.blocks() ? Mono.defer(() -> guarded(call, next)) : next.handle(call);
            default -> next.handle(call);
        };
    }

    private Mono<Object> reviewed(Object page) {
        return (page instanceof ListToolsResult tools)
                ? this.board.review(tools).cast(Object.class)
                : Mono.just(page);
    }

    private Mono<Object> guarded(McpCall call, CallHandler next) {
        String tool = ToolCallParams.nameOf(call, this.codec);
        if (tool == null) {
            return next.handle(call);
        }
        refuse(call, tool, this.board.problem(tool));
        if (this.board.isReviewed(tool)) {
            return next.handle(call);
        }
        return listed(call, tool, next).then(Mono.defer(() -> {
            refuse(call, tool, this.board.problemAfterList(tool));
            this.board.notListed(tool);
            return next.handle(call);
        }));
    }

    private static void refuse(McpCall call, String tool, @Nullable String problem) {
        if (problem != null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    call.serverName(),
                                    call.method(),
                                    McpOutcome.NOT_SENT,
                                    "tool \"" + SafeText.excerpt(tool) + "\" is withheld: " + problem)
                            .withRemedy(REMEDY),
                    McpRejectedException.Reason.UNAPPROVED_TOOL);
        }
    }

    private Mono<Void> listed(McpCall call, String tool, CallHandler next) {
        return ToolListing.until(
                call,
                list -> next.handle(list).flatMap(this::reviewed),
                page -> this.board.isReviewed(tool) || this.board.problem(tool) != null);
    }
}
