package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpResourceSnapshot {

    private final long version;

    private final List<McpRegisteredResource> resources;

    private final List<McpRegisteredResourceTemplate> templates;

    private final Map<Key, McpRegisteredResource> byUri = new HashMap<>();

    private record Key(String server, String uri) {}

    McpResourceSnapshot(
            long version, List<McpRegisteredResource> resources, List<McpRegisteredResourceTemplate> templates) {
        this.version = version;
        this.resources = List.copyOf(resources);
        this.templates = List.copyOf(templates);
        this.resources.forEach(resource -> this.byUri.putIfAbsent(
                new Key(resource.server(), resource.resource().uri()), resource));
    }

    /**
     * Returns the number of this view: two views of one registry with the same number are equal.
     * @return 0 for the empty view at the beginning, growing with every change
     */
    public long version() {
        return this.version;
    }

    /**
     * Returns all resources.
     * @return the resources, servers in the order of their names, the resources of each in the order of the server
     */
    public List<McpRegisteredResource> resources() {
        return this.resources;
    }

    /**
     * Returns all resource templates.
     * @return the templates, servers in the order of their names, the templates of each in the order of the server
     */
    public List<McpRegisteredResourceTemplate> templates() {
        return this.templates;
    }

    /**
     * Looks for a resource. That one is not listed does not mean that it cannot be read.
     * @param server configured name of the server
     * @param uri URI of the resource, exactly as the server names it
     * @return the resource, or empty
     */
    public Optional<McpRegisteredResource> find(String server, String uri) {
        return Optional.ofNullable(this.byUri.get(new Key(server, uri)));
    }

    /**
     * Returns the resources of one server.
     * @param server configured name of the server
     * @return its resources in its order, empty if there are none
     */
    public List<McpRegisteredResource> ofServer(String server) {
        return this.resources.stream()
                .filter(resource -> resource.server().equals(server))
                .toList();
    }

    @Override
    public String toString() {
        return "McpResourceSnapshot[version=" + this.version + ", resources=" + this.resources.size() + ", templates="
                + this.templates.size() + "]";
    }
}
