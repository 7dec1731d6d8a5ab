package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
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
        return this.resources;
    }

    /**
     * Returns all resource templates.
     * @return the templates, ordered by server name, the templates of each server in its order
     */
    public List<McpRegisteredResourceTemplate> templates() {
        return this.templates;
    }

    /**
     * Finds a resource. An unlisted resource may still be readable.
     * @param server configured name of the server
     * @param uri URI of the resource, exactly as listed by the server
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
