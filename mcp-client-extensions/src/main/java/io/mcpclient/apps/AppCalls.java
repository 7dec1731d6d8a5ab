package io.mcpclient.apps;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
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
        return resources(null, new ArrayList<>(), new HashSet<>(), options)
                .flatMap(all -> Mono.justOrEmpty(all.stream()
                        .filter(resource -> resource.uri().equals(uri))
                        .findFirst()))
                .onErrorComplete(McpException.class);
    }

    private Mono<List<Resource>> resources(
            @Nullable String cursor, List<Resource> found, Set<String> seen, McpCallOptions options) {
        return this.context
                .request(McpMethods.RESOURCES_LIST, page(cursor), ListResourcesResult.class, options)
                .flatMap(page -> {
                    found.addAll(page.resources());
                    String next = page.nextCursor();
                    return isLast(next, seen) ? Mono.just(found) : resources(next, found, seen, options);
                });
    }

    /** Returns the tools of the server. */
    Mono<List<Tool>> tools(McpCallOptions options) {
        return tools(null, new ArrayList<>(), new HashSet<>(), options);
    }

    private Mono<List<Tool>> tools(
            @Nullable String cursor, List<Tool> found, Set<String> seen, McpCallOptions options) {
        return this.context
                .request(McpMethods.TOOLS_LIST, page(cursor), ListToolsResult.class, options)
                .flatMap(page -> {
                    found.addAll(page.tools());
                    String next = page.nextCursor();
                    return isLast(next, seen) ? Mono.just(found) : tools(next, found, seen, options);
                });
    }

    private static PaginatedParams page(@Nullable String cursor) {
        return PaginatedParams.of(cursor);
    }

    private static boolean isLast(@Nullable String next, Set<String> seen) {
        return next == null || seen.size() >= MAX_PAGES || !seen.add(next);
    }
}
