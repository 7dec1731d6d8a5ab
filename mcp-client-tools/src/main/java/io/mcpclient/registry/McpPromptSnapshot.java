package io.mcpclient.registry;

import java.util.List;
import java.util.Optional;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpPromptSnapshot {

    private final long version;

    private final List<List<McpRegisteredPrompt>> servers;

    private final Lazy<ItemIndex<McpRegisteredPrompt>> index;

    /** Creates the view of the prompts of each server that has some. */
    McpPromptSnapshot(long version, List<List<McpRegisteredPrompt>> servers) {
        this.version = version;
        this.servers = servers;
        this.index = new Lazy<>(() -> ItemIndex.of(servers, McpRegisteredPrompt::name, McpRegisteredPrompt::server));
    }

    /** Returns whether this view was created of that very list. */
    boolean isOf(List<List<McpRegisteredPrompt>> servers) {
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
     * Returns all prompts.
     * @return the prompts, ordered by server name, the prompts of each server in its order
     */
    public List<McpRegisteredPrompt> prompts() {
        return this.index.get().all();
    }

    /**
     * Finds a prompt.
     * @param name unique name in the registry
     * @return the prompt, or empty
     */
    public Optional<McpRegisteredPrompt> find(String name) {
        return Optional.ofNullable(this.index.get().byName().get(name));
    }

    /**
     * Returns the prompts of one server.
     * @param server configured name of the server
     * @return its prompts in its order, empty if there are none
     */
    public List<McpRegisteredPrompt> ofServer(String server) {
        return this.index.get().ofServer(server);
    }

    @Override
    public String toString() {
        return "McpPromptSnapshot[version=" + this.version + ", prompts="
                + prompts().size() + "]";
    }
}
