package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpResourceSnapshot {

    private final long version;

    private final List<Part> servers;

    private final Lazy<Index> index;

    /**
     * Resources and templates of one server.
     *
     * @param resources its resources in its order
     * @param templates its templates in its order
     */
    record Part(List<McpRegisteredResource> resources, List<McpRegisteredResourceTemplate> templates) {

        boolean isEmpty() {
            return this.resources.isEmpty() && this.templates.isEmpty();
        }
    }

    private record Key(String server, String uri) {}

    private record Index(
            List<McpRegisteredResource> resources,
            List<McpRegisteredResourceTemplate> templates,
            Map<Key, McpRegisteredResource> byUri,
            Map<String, List<McpRegisteredResource>> byServer) {

        static Index of(List<Part> servers) {
            List<McpRegisteredResource> resources = servers.stream()
                    .flatMap(server -> server.resources().stream())
                    .toList();
            Map<Key, McpRegisteredResource> byUri = new HashMap<>();
            resources.forEach(resource -> byUri.putIfAbsent(
                    new Key(resource.server(), resource.resource().uri()), resource));
            return new Index(
                    resources,
                    servers.stream()
                            .flatMap(server -> server.templates().stream())
                            .toList(),
                    byUri,
                    ItemIndex.byServer(resources, McpRegisteredResource::server));
        }
    }

    /** Creates the view of the resources and templates of each server that has some. */
    McpResourceSnapshot(long version, List<Part> servers) {
        this.version = version;
        this.servers = servers;
        this.index = new Lazy<>(() -> Index.of(servers));
    }

    /** Returns whether this view was created of that very list. */
    boolean isOf(List<Part> servers) {
        return this.servers == servers;
    }

    /**
     * Returns the version of this view: two views of one registry with the same version are equal.
     * @return 0 for the initial empty view, increasing with every change
     */
    public long version() {
        return this.version;
    }

    /**
     * Returns all resources.
     * @return the resources, ordered by server name, the resources of each server in its order
     */
    public List<McpRegisteredResource> resources() {
        return this.index.get().resources();
    }

    /**
     * Returns all resource templates.
     * @return the templates, ordered by server name, the templates of each server in its order
     */
    public List<McpRegisteredResourceTemplate> templates() {
        return this.index.get().templates();
    }

    /**
     * Finds a resource. An unlisted resource may still be readable.
     * @param server configured name of the server
     * @param uri URI of the resource, exactly as listed by the server
     * @return the resource, or empty
     */
    public Optional<McpRegisteredResource> find(String server, String uri) {
        return Optional.ofNullable(this.index.get().byUri().get(new Key(server, uri)));
    }

    /**
     * Returns the resources of one server.
     * @param server configured name of the server
     * @return its resources in its order, empty if there are none
     */
    public List<McpRegisteredResource> ofServer(String server) {
        return this.index.get().byServer().getOrDefault(server, List.of());
    }

    @Override
    public String toString() {
        return "McpResourceSnapshot[version=" + this.version + ", resources="
                + resources().size() + ", templates=" + templates().size() + "]";
    }
}
