package io.mcpclient.internal.pipeline;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.PaginatedParams;

/** Reads the list of tools within a call that depends on a tool's definition. */
public final class ToolListing {

    /** Same limit as the default for lists of an application. */
    private static final int MAX_PAGES = 1_000;

    private record Page(@Nullable String cursor, Object result) {}

    private ToolListing() {}

    /**
     * Reads the list page by page, under the deadline of a call and with its headers, which may identify the caller.
     * @param call the call
     * @param list sends the request for one page
     * @param isEnough receives each page and returns whether to stop
     * @return completes when enough pages or all pages are read; or the error of a page
     */
    public static Mono<Void> until(
            McpCall call, Function<McpCall, Mono<Object>> list, Predicate<ListToolsResult> isEnough) {
        McpCallOptions options = headersOf(call.options());
        Function<@Nullable String, Mono<Page>> read =
                cursor -> list.apply(page(call, options, cursor)).map(result -> new Page(cursor, result));
        return read.apply(null)
                .expand(page -> {
                    String next = cursorBehind(page, isEnough);
                    return (next != null) ? read.apply(next) : Mono.empty();
                })
                .take(MAX_PAGES)
                .then();
    }

    /** Cursor of the next page. A cursor that refers to itself, such as the empty one of some servers, ends the list. */
    private static @Nullable String cursorBehind(Page page, Predicate<ListToolsResult> isEnough) {
        if (!(page.result() instanceof ListToolsResult tools) || isEnough.test(tools)) {
            return null;
        }
        String next = tools.nextCursor();
        return Objects.equals(next, page.cursor()) ? null : next;
    }

    /**
     * Returns the options of a list that is read for a call: its headers, which may identify the caller, and nothing else.
     * @param ofCall options of the call
     * @return options for the list
     */
    public static McpCallOptions headersOf(McpCallOptions ofCall) {
        McpCallOptions options = McpCallOptions.defaults();
        for (var header : ofCall.headers().entrySet()) {
            options = options.withHeader(header.getKey(), header.getValue());
        }
        return options;
    }

    private static McpCall page(McpCall call, McpCallOptions options, @Nullable String cursor) {
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
