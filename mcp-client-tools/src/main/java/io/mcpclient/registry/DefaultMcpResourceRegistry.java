package io.mcpclient.registry;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.ServerCapabilities;

/** The resources and resource templates of all servers. */
final class DefaultMcpResourceRegistry
        extends MergedRegistry<DefaultMcpResourceRegistry.Offered, McpResourceSnapshot, McpResourceListener>
        implements McpResourceRegistry {

    private static final Listing<Offered> RESOURCES = new Listing<>(
            "resources",
            List.of(McpMethods.RESOURCES_LIST, McpMethods.RESOURCES_TEMPLATES_LIST),
            new Offered(List.of(), List.of()),
            ServerCapabilities::hasResources,
            DefaultMcpResourceRegistry::list,
            Listing::ofResources,
            client -> Listing.Memory.none());

    private final ServerParts<Offered, McpResourceSnapshot.Part> parts =
            new ServerParts<>(McpResourceSnapshot.Part::isEmpty);

    DefaultMcpResourceRegistry(McpClients clients) {
        super(clients, RESOURCES, new McpResourceSnapshot(0, List.of()));
        follow();
    }

    /** Both lists of a server, which are updated together. */
    record Offered(List<Resource> resources, List<ResourceTemplate> templates) {}

    /** Servers without resources or without templates may not support the method that lists them. */
    private static Mono<Offered> list(ReactiveMcpClient client) {
        Mono<List<ResourceTemplate>> templates = client.resources().listTemplates(Listing.FRESH);
        return client.listResources(Listing.FRESH)
                .flatMap(resources -> templates
                        .onErrorReturn(CatalogSync::isUnknownMethod, List.of())
                        .map(found -> new Offered(resources, found)))
                .onErrorResume(
                        CatalogSync::isUnknownMethod, error -> templates.map(found -> new Offered(List.of(), found)));
    }

    @Override
    McpResourceSnapshot merged(McpResourceSnapshot last, List<Known<Offered>> servers) {
        List<McpResourceSnapshot.Part> merged = this.parts.merge(servers, DefaultMcpResourceRegistry::part);
        return last.isOf(merged) ? last : new McpResourceSnapshot(last.version() + 1, merged);
    }

    private static McpResourceSnapshot.Part part(Known<Offered> server) {
        String name = server.server();
        boolean available = server.available();
        return new McpResourceSnapshot.Part(
                server.known().resources().stream()
                        .map(resource -> new McpRegisteredResource(name, resource, available))
                        .toList(),
                server.known().templates().stream()
                        .map(template -> new McpRegisteredResourceTemplate(name, template, available))
                        .toList());
    }

    @Override
    void notifyListener(McpResourceListener listener, McpResourceSnapshot changed) {
        listener.onResourcesChanged(changed);
    }

    @Override
    public ReadResourceResult read(String server, String uri, McpCallOptions options) {
        return client(server, McpMethods.RESOURCES_READ).readResource(uri, options);
    }

    @Override
    public Mono<ReadResourceResult> readReactive(String server, String uri, McpCallOptions options) {
        return Mono.defer(
                () -> client(server, McpMethods.RESOURCES_READ).reactive().readResource(uri, options));
    }
}
