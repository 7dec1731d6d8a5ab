package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.ServerCapabilities;

/** Merges the list of each {@link CatalogSync} into one snapshot, rebuilt after every change. */
final class DefaultMcpResourceRegistry implements McpResourceRegistry {

    private static final Listing<Offered> RESOURCES = new Listing<>(
            "resources",
            List.of(McpMethods.RESOURCES_LIST, McpMethods.RESOURCES_TEMPLATES_LIST),
            new Offered(List.of(), List.of()),
            ServerCapabilities::hasResources,
            DefaultMcpResourceRegistry::list,
            Listing::ofResources,
            client -> Listing.Memory.none());

    private final CatalogSyncs<Offered> servers;

    private final RegistryListeners<McpResourceListener> listeners = new RegistryListeners<>();

    private final Object merging = new Object();

    private volatile McpResourceSnapshot snapshot = new McpResourceSnapshot(0, List.of(), List.of());

    DefaultMcpResourceRegistry(McpClients clients) {
        this.servers = new CatalogSyncs<>(clients, RESOURCES, this::merge);
        this.servers.follow();
    }

    /** Both lists of a server, which are updated together. */
    private record Offered(List<Resource> resources, List<ResourceTemplate> templates) {}

    private static Mono<Offered> list(ReactiveMcpClient client) {
        return client.listResources(Listing.FRESH).flatMap(resources -> client.listResourceTemplates(Listing.FRESH)
                // Servers without templates may not support the method.
                .onErrorReturn(DefaultMcpResourceRegistry::isUnknownMethod, List.of())
                .map(templates -> new Offered(resources, templates)));
    }

    private static boolean isUnknownMethod(Throwable error) {
        return error instanceof McpRequestException refusal && refusal.code() == McpErrorCodes.METHOD_NOT_FOUND;
    }

    private void merge() {
        synchronized (this.merging) {
            List<McpRegisteredResource> resources = new ArrayList<>();
            List<McpRegisteredResourceTemplate> templates = new ArrayList<>();
            for (Known<Offered> server : this.servers.known()) {
                String name = server.server();
                boolean available = server.available();
                server.known()
                        .resources()
                        .forEach(resource -> resources.add(new McpRegisteredResource(name, resource, available)));
                server.known()
                        .templates()
                        .forEach(template ->
                                templates.add(new McpRegisteredResourceTemplate(name, template, available)));
            }
            McpResourceSnapshot last = this.snapshot;
            if (!resources.equals(last.resources()) || !templates.equals(last.templates())) {
                McpResourceSnapshot changed = new McpResourceSnapshot(last.version() + 1, resources, templates);
                this.snapshot = changed;
                this.listeners.tell(listener -> listener.onResourcesChanged(changed));
            }
        }
    }

    @Override
    public McpResourceSnapshot snapshot() {
        return this.snapshot;
    }

    @Override
    public ReadResourceResult read(String server, String uri, McpCallOptions options) {
        return this.servers.client(server, McpMethods.RESOURCES_READ).readResource(uri, options);
    }

    @Override
    public Mono<ReadResourceResult> readReactive(String server, String uri, McpCallOptions options) {
        return Mono.defer(() -> this.servers
                .client(server, McpMethods.RESOURCES_READ)
                .reactive()
                .readResource(uri, options));
    }

    @Override
    public void refresh() {
        this.servers.refresh();
    }

    @Override
    public void refresh(String server) {
        this.servers.refresh(server);
    }

    @Override
    public void addListener(McpResourceListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(McpResourceListener listener) {
        this.listeners.remove(listener);
    }

    @Override
    public void close() {
        this.servers.unfollow();
    }
}
