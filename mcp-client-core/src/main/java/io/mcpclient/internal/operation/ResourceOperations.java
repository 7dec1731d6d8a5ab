package io.mcpclient.internal.operation;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.schema.SubscribeParams;
import io.mcpclient.internal.schema.UnsubscribeParams;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;

/**
 * Lists, reads and subscribes to resources. URIs from a server are never opened locally (RES-06). Thread-safe.
 *
 * @see "MCP 2025-11-25, server/resources (RES-01 to RES-12)"
 */
public final class ResourceOperations {

    private final OperationCalls calls;

    private final Pages<ListResourcesResult, Resource> resources;

    private final Pages<ListResourceTemplatesResult, ResourceTemplate> templates;

    private final ListReports reports;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param limits limits on lists
     * @param reports receives the outcome of lists
     */
    public ResourceOperations(OperationCalls calls, ListLimits limits, ListReports reports) {
        this.calls = calls;
        this.reports = reports;
        this.resources = new Pages<>(
                calls,
                McpMethods.RESOURCES_LIST,
                ListResourcesResult.class,
                ListResourcesResult::resources,
                ListResourcesResult::nextCursor,
                CollectedItems.Rule.definitions(Resource::uri, limits),
                limits);
        this.templates = new Pages<>(
                calls,
                McpMethods.RESOURCES_TEMPLATES_LIST,
                ListResourceTemplatesResult.class,
                ListResourceTemplatesResult::resourceTemplates,
                ListResourceTemplatesResult::nextCursor,
                CollectedItems.Rule.definitions(ResourceTemplate::uriTemplate, limits),
                limits);
    }

    /**
     * Lists all resources, page by page, under one deadline.
     * @param options options for the call
     * @return the resources in the server's order
     */
    public Mono<List<Resource>> list(McpCallOptions options) {
        return this.resources
                .listed(options)
                .doOnNext(listed -> this.reports.listed(McpMethods.RESOURCES_LIST, listed))
                .map(Listed::items);
    }

    /**
     * Lists one page of resources.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<ListResourcesResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.resources
                .page(cursor, options)
                .doOnNext(page -> this.reports.page(
                        McpMethods.RESOURCES_LIST, page.resources().size(), page.dropped()));
    }

    /**
     * Lists all resource templates, page by page, under one deadline.
     * @param options options for the call
     * @return the templates in the server's order
     */
    public Mono<List<ResourceTemplate>> listTemplates(McpCallOptions options) {
        return this.templates
                .listed(options)
                .doOnNext(listed -> this.reports.listed(McpMethods.RESOURCES_TEMPLATES_LIST, listed))
                .map(Listed::items);
    }

    /**
     * Lists one page of resource templates.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<ListResourceTemplatesResult> templatesPage(@Nullable String cursor, McpCallOptions options) {
        return this.templates
                .page(cursor, options)
                .doOnNext(page -> this.reports.page(
                        McpMethods.RESOURCES_TEMPLATES_LIST,
                        page.resourceTemplates().size(),
                        page.dropped()));
    }

    /**
     * Reads a resource.
     * @param params complete parameters of the request
     * @param options options for the call
     * @return the contents, possibly several, possibly with other URIs (RES-02)
     */
    public Mono<ReadResourceResult> read(ReadResourceParams params, McpCallOptions options) {
        return this.calls.call(McpMethods.RESOURCES_READ, params, ReadResourceResult.class, options);
    }

    /**
     * Subscribes to changes of a resource.
     * @param uri URI of the resource
     * @param options options for the call
     * @return completes when the server has accepted the subscription
     */
    public Mono<Void> subscribe(String uri, McpCallOptions options) {
        return Mono.defer(() -> this.calls
                .call(McpMethods.RESOURCES_SUBSCRIBE, SubscribeParams.of(uri), EmptyResult.class, options)
                .then());
    }

    /**
     * Unsubscribes from changes of a resource.
     * @param uri URI of the resource
     * @param options options for the call
     * @return completes when the server has accepted the request
     */
    public Mono<Void> unsubscribe(String uri, McpCallOptions options) {
        return Mono.defer(() -> this.calls
                .call(McpMethods.RESOURCES_UNSUBSCRIBE, UnsubscribeParams.of(uri), EmptyResult.class, options)
                .then());
    }
}
