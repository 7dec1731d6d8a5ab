package io.mcpclient.internal.era.modern;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.pipeline.ToolListing;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;

/**
 * Stage for mirrored arguments in requests for tools. It inspects tool lists; and when a server refuses a call because its
 * headers do not match the tool's current definition, the tool has not been executed.
 *
 * <pre>
 *  tools/list ──► page without illegal tools
 *  tools/call ──► -32020 ──► tools/list, until the tool is found ──► tools/call, once ──► any outcome
 *                                      └─► fails: the first error
 * </pre>
 *
 * Only for transports with headers. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Client Behavior (HDR-09, HDR-21); fault F33"
 */
final class MirroringStage implements CallHandler {

    private final ToolHeaders toolHeaders;

    private final Runnable onListed;

    private final CallHandler next;

    /**
     * Creates the stage.
     * @param toolHeaders records the required headers of tools
     * @param onListed notified that earlier lists are outdated
     * @param next sends requests, each under a new id
     */
    MirroringStage(ToolHeaders toolHeaders, Runnable onListed, CallHandler next) {
        this.toolHeaders = toolHeaders;
        this.onListed = onListed;
        this.next = next;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        Mono<Object> answer = this.next.handle(call);
        return switch (call.method()) {
            case McpMethods.TOOLS_LIST -> answer.map(this.toolHeaders::accept);
            case McpMethods.TOOLS_CALL ->
                answer.onErrorResume(MirroringStage::isMismatch, mismatch -> repaired(call, mismatch));
            default -> answer;
        };
    }

    private static boolean isMismatch(Throwable error) {
        return error instanceof McpRequestException refusal && refusal.code() == McpErrorCodes.HEADER_MISMATCH;
    }

    private Mono<Object> repaired(McpCall call, Throwable mismatch) {
        return listed(call)
                .onErrorMap(failure -> {
                    mismatch.addSuppressed(failure);
                    return mismatch;
                })
                .doOnSuccess(done -> this.onListed.run())
                .then(Mono.defer(() -> this.next.handle(call)));
    }

    private Mono<Void> listed(McpCall call) {
        String tool = this.toolHeaders.toolOf(call.params());
        return ToolListing.until(
                call, list -> this.next.handle(list).doOnNext(this.toolHeaders::accept), page -> page.tools().stream()
                        .anyMatch(known -> known.name().equals(tool)));
    }
}
