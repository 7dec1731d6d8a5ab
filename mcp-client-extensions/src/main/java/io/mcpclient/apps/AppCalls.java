package io.mcpclient.apps;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.Tool;

/** The requests that views need, to the server of the client and no other. They pass all stages of a call. */
final class AppCalls {

    /** Pages of a list that are searched. */
    private static final int MAX_PAGES = 50;

    private final McpExtensionContext context;

    AppCalls(McpExtensionContext context) {
        this.context = context;
    }

    Mono<ReadResourceResult> read(String uri, McpCallOptions options) {
        return this.context.request(
                McpMethods.RESOURCES_READ, ReadResourceParams.of(uri), ReadResourceResult.class, options);
    }

    Mono<CallToolResult> call(String tool, Map<String, Object> arguments, McpCallOptions options) {
        return this.context.request(
                McpMethods.TOOLS_CALL, CallToolParams.of(tool, arguments), CallToolResult.class, options);
    }

    /** Returns the entry of a resource in the list of the server; empty if it has none, or no list. */
    Mono<Resource> listed(String uri, McpCallOptions options) {
        return pages(McpMethods.RESOURCES_LIST, ListResourcesResult.class, ListResourcesResult::nextCursor, options)
                .flatMapIterable(ListResourcesResult::resources)
                .filter(resource -> resource.uri().equals(uri))
                .next()
                .onErrorComplete(McpException.class);
    }

    /** Returns the tools of the server. */
    Mono<List<Tool>> tools(McpCallOptions options) {
        return pages(McpMethods.TOOLS_LIST, ListToolsResult.class, ListToolsResult::nextCursor, options)
                .flatMapIterable(ListToolsResult::tools)
                .collectList();
    }

    private <T> Flux<T> pages(
            String method, Class<T> type, Function<T, @Nullable String> following, McpCallOptions options) {
        return Flux.defer(() -> {
            Set<String> seen = new HashSet<>();
            return page(method, null, type, options)
                    .expand(page -> {
                        String next = following.apply(page);
                        return (next != null && seen.add(next)) ? page(method, next, type, options) : Mono.empty();
                    })
                    .take(MAX_PAGES);
        });
    }

    private <T> Mono<T> page(String method, @Nullable String cursor, Class<T> type, McpCallOptions options) {
        return this.context.request(method, PaginatedParams.of(cursor), type, options);
    }
}
