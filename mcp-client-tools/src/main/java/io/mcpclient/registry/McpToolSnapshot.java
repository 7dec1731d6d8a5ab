package io.mcpclient.registry;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpToolSnapshot {

    private final long version;

    private final List<List<McpRegisteredTool>> servers;

    private final Lazy<ItemIndex<McpRegisteredTool>> index;

    private final List<McpMissingServer> missing;

    McpToolSnapshot(long version, List<McpRegisteredTool> tools) {
        this(version, List.of(List.copyOf(tools)), List.of());
    }

    private McpToolSnapshot(long version, List<List<McpRegisteredTool>> servers, List<McpMissingServer> missing) {
        this.version = version;
        this.servers = servers;
        this.index = new Lazy<>(() -> ItemIndex.of(servers, McpRegisteredTool::name, McpRegisteredTool::server));
        this.missing = missing;
    }

    private McpToolSnapshot(McpToolSnapshot other, List<McpMissingServer> missing) {
        this.version = other.version;
        this.servers = other.servers;
        this.index = other.index;
        this.missing = missing;
    }

    /** Creates the view of the tools of each server that has some. */
    static McpToolSnapshot ofServers(long version, List<List<McpRegisteredTool>> servers) {
        return new McpToolSnapshot(version, servers, List.of());
    }

    /** Returns whether this view was created of that very list. */
    boolean isOf(List<List<McpRegisteredTool>> servers) {
        return this.servers == servers;
    }

    /** Returns this view with the servers that are missing now. */
    McpToolSnapshot missing(List<McpMissingServer> servers) {
        return servers.equals(this.missing) ? this : new McpToolSnapshot(this, servers);
    }

    /**
     * Returns the version of this view: two views of one registry with the same version have the same tools, as have two views that
     * {@link McpToolRegistry#select} returns for one selection whose filters are constant.
     * @return 0 for the initial empty view, increasing with every change
     */
    public long version() {
        return this.version;
    }

    /**
     * Returns all tools.
     * @return the tools, ordered by server name, the tools of each server in its order
     */
    public List<McpRegisteredTool> tools() {
        return this.index.get().all();
    }

    /**
     * Finds a tool.
     * @param name unique name in the registry
     * @return the tool, or empty
     */
    public Optional<McpRegisteredTool> find(String name) {
        return Optional.ofNullable(this.index.get().byName().get(name));
    }

    /**
     * Returns the tools of one server.
     * @param server configured name of the server
     * @return its tools in its order, empty if there are none
     */
    public List<McpRegisteredTool> ofServer(String server) {
        return this.index.get().ofServer(server);
    }

    /**
     * Returns the servers that were not available when the view was taken, and why.
     * @return the servers, ordered by name; empty if all are available
     */
    public List<McpMissingServer> missing() {
        return this.missing;
    }

    /** Returns the part of this view that a condition accepts, or this view itself if it accepts all tools. */
    McpToolSnapshot selected(@Nullable Set<String> servers, Predicate<McpRegisteredTool> condition) {
        List<McpRegisteredTool> selected = candidates(servers).filter(condition).toList();
        return (selected.size() == tools().size())
                ? this
                : new McpToolSnapshot(this.version, selected).missing(this.missing);
    }

    /** Returns the tools of the servers, or all for {@code null}, in the order of this view. */
    private Stream<McpRegisteredTool> candidates(@Nullable Set<String> servers) {
        return (servers == null)
                ? tools().stream()
                : servers.stream().sorted().flatMap(server -> ofServer(server).stream());
    }

    @Override
    public String toString() {
        return "McpToolSnapshot[version=" + this.version + ", tools=" + tools().size() + "]";
    }
}
