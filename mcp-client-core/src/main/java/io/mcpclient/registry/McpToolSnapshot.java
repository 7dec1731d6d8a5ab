package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpToolSnapshot {

    private final long version;

    private final List<McpRegisteredTool> tools;

    private final Map<String, McpRegisteredTool> byName;

    private final List<McpMissingServer> missing;

    McpToolSnapshot(long version, List<McpRegisteredTool> tools) {
        this.version = version;
        this.tools = ToolNameAllocator.withoutEqualNames(tools, McpRegisteredTool::name);
        Map<String, McpRegisteredTool> index = new HashMap<>();
        this.tools.forEach(tool -> index.put(tool.name(), tool));
        this.byName = index;
        this.missing = List.of();
    }

    private McpToolSnapshot(McpToolSnapshot other, List<McpMissingServer> missing) {
        this.version = other.version;
        this.tools = other.tools;
        this.byName = other.byName;
        this.missing = missing;
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
        return this.tools;
    }

    /**
     * Finds a tool.
     * @param name unique name in the registry
     * @return the tool, or empty
     */
    public Optional<McpRegisteredTool> find(String name) {
        return Optional.ofNullable(this.byName.get(name));
    }

    /**
     * Returns the tools of one server.
     * @param server configured name of the server
     * @return its tools in its order, empty if there are none
     */
    public List<McpRegisteredTool> ofServer(String server) {
        return this.tools.stream().filter(tool -> tool.server().equals(server)).toList();
    }

    /**
     * Returns the servers that were not available when the view was taken, and why.
     * @return the servers, ordered by name; empty if all are available
     */
    public List<McpMissingServer> missing() {
        return this.missing;
    }

    /** Returns the part of this view that a selection includes, or this view itself if it includes all tools. */
    McpToolSnapshot selected(McpToolSelection selection) {
        List<McpRegisteredTool> selected =
                this.tools.stream().filter(selection::includes).toList();
        return (selected.size() == this.tools.size())
                ? this
                : new McpToolSnapshot(this.version, selected).missing(this.missing);
    }

    @Override
    public String toString() {
        return "McpToolSnapshot[version=" + this.version + ", tools=" + this.byName.size() + "]";
    }
}
