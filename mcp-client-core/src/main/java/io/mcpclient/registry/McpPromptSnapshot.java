package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merged view at one moment. Immutable; cheap to keep and to read. */
public final class McpPromptSnapshot {

    private final long version;

    private final List<McpRegisteredPrompt> prompts;

    private final Map<String, McpRegisteredPrompt> byName;

    McpPromptSnapshot(long version, List<McpRegisteredPrompt> prompts) {
        this.version = version;
        this.prompts = ToolNameAllocator.withoutEqualNames(prompts, McpRegisteredPrompt::name);
        Map<String, McpRegisteredPrompt> index = new HashMap<>();
        this.prompts.forEach(prompt -> index.put(prompt.name(), prompt));
        this.byName = index;
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
        return this.prompts;
    }

    /**
     * Finds a prompt.
     * @param name unique name in the registry
     * @return the prompt, or empty
     */
    public Optional<McpRegisteredPrompt> find(String name) {
        return Optional.ofNullable(this.byName.get(name));
    }

    /**
     * Returns the prompts of one server.
     * @param server configured name of the server
     * @return its prompts in its order, empty if there are none
     */
    public List<McpRegisteredPrompt> ofServer(String server) {
        return this.prompts.stream()
                .filter(prompt -> prompt.server().equals(server))
                .toList();
    }

    @Override
    public String toString() {
        return "McpPromptSnapshot[version=" + this.version + ", prompts=" + this.byName.size() + "]";
    }
}
