package io.mcpclient.protocol.modern;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.PaginatedParams;

/**
 * What mirrored arguments mean for the requests about tools. Lists are looked at on their way; and when a server refuses
 * a call because its headers are not those that the tool wants by now, it has not run the tool.
 *
 * <pre>
 *  tools/list ──► page without illegal tools
 *  tools/call ──► -32020 ──► tools/list, until the tool is seen ──► tools/call, once ──► whatever comes
 *                                      └─► fails: the first error
 * </pre>
 *
 * Only for transports that have headers. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Client Behavior (HDR-09, HDR-21); fault F33"
 */
final class MirroringStage implements CallHandler {

    /** As many as are read for an application by default. */
    private static final int MAX_PAGES = 1_000;

    private final ToolHeaders toolHeaders;

    private final Runnable onListed;

    private final CallHandler next;

    /**
     * Creates the stage.
     * @param toolHeaders learns what the tools want
     * @param onListed is told that what was listed before is out of date
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
        return this.next
                .handle(listCall(call, null))
                .expand(page -> {
                    String cursor = cursorBefore(tool, page);
                    return (cursor != null) ? this.next.handle(listCall(call, cursor)) : Mono.empty();
                })
                .take(MAX_PAGES)
                .doOnNext(this.toolHeaders::accept)
                .then();
    }

    /** Where the list goes on, {@code null} if there is no need to read more of it. */
    private static @Nullable String cursorBefore(@Nullable String tool, Object page) {
        return (page instanceof ListToolsResult tools && !hasTool(tools, tool)) ? tools.nextCursor() : null;
    }

    private static boolean hasTool(ListToolsResult page, @Nullable String name) {
        return page.tools().stream().anyMatch(tool -> tool.name().equals(name));
    }

    /** Has the headers of the call: perhaps they say who asks. */
    private static McpCall listCall(McpCall call, @Nullable String cursor) {
        McpCallOptions options = McpCallOptions.defaults();
        for (var header : call.options().headers().entrySet()) {
            options = options.withHeader(header.getKey(), header.getValue());
        }
        return new McpCall(
                call.serverName(),
                McpMethods.TOOLS_LIST,
                PaginatedParams.of(cursor),
                ListToolsResult.class,
                options,
                call.deadline(),
                new CallProgress());
    }
}
