package io.mcpclient.operation;

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
 * Listing and filling in prompts. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/prompts (PRM-01 to PRM-09)"
 */
public final class PromptOperations {

    private final OperationCalls calls;

    private final Pages<ListPromptsResult, Prompt> pages;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param maxPages pages of one list
     */
    public PromptOperations(OperationCalls calls, int maxPages) {
        this.calls = calls;
        this.pages = new Pages<>(
                calls,
                McpMethods.PROMPTS_LIST,
                ListPromptsResult.class,
                ListPromptsResult::prompts,
                ListPromptsResult::nextCursor,
                maxPages);
    }

    /**
     * Lists all prompts, page by page, under one deadline.
     * @param options wishes of the caller
     * @return the prompts in the order of the server
     */
    public Mono<List<Prompt>> list(McpCallOptions options) {
        return this.pages.all(options);
    }

    /**
     * Lists one page of prompts.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes of the caller
     * @return the page
     */
    public Mono<ListPromptsResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.pages.page(cursor, options);
    }

    /**
     * Fills in a prompt.
     * @param params all parameters of the protocol
     * @param options wishes of the caller
     * @return its messages
     */
    public Mono<GetPromptResult> get(GetPromptParams params, McpCallOptions options) {
        return this.calls.call(McpMethods.PROMPTS_GET, params, GetPromptResult.class, options);
    }
}
