package io.mcpclient.internal.operation;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;

/**
 * Lists and gets prompts. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/prompts (PRM-01 to PRM-09)"
 */
public final class PromptOperations {

    private final OperationCalls calls;

    private final Pages<ListPromptsResult, Prompt> pages;

    private final ListReports reports;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param limits limits on lists
     * @param reports receives the outcome of lists
     */
    public PromptOperations(OperationCalls calls, ListLimits limits, ListReports reports) {
        this.calls = calls;
        this.reports = reports;
        this.pages = new Pages<>(
                calls,
                McpMethods.PROMPTS_LIST,
                ListPromptsResult.class,
                ListPromptsResult::prompts,
                ListPromptsResult::nextCursor,
                CollectedItems.Rule.definitions(Prompt::name, limits),
                limits);
    }

    /**
     * Lists all prompts, page by page, under one deadline.
     * @param options options for the call
     * @return the prompts in the server's order, names unique; never {@code null}
     */
    public Mono<List<Prompt>> list(McpCallOptions options) {
        return this.pages
                .listed(options)
                .map(listed -> UniqueNames.of(listed, Prompt::name))
                .doOnNext(listed -> this.reports.listed(McpMethods.PROMPTS_LIST, listed))
                .map(Listed::items);
    }

    /**
     * Lists one page of prompts.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<ListPromptsResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.pages
                .page(cursor, options)
                .doOnNext(page -> this.reports.page(
                        McpMethods.PROMPTS_LIST, page.prompts().size(), page.dropped()));
    }

    /**
     * Gets a prompt.
     * @param params complete parameters of the request
     * @param options options for the call
     * @return the messages of the prompt
     */
    public Mono<GetPromptResult> get(GetPromptParams params, McpCallOptions options) {
        return this.calls.call(McpMethods.PROMPTS_GET, params, GetPromptResult.class, options);
    }
}
