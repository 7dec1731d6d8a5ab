package io.mcpclient.registry;

import java.util.List;
import java.util.Optional;

/**
 * What a model is offered, see {@link McpToolRegistry#offer}.
 *
 * @param version version of the view, see {@link McpToolSnapshot#version()}
 * @param tools the tools, with unique names: those of this library first, then those of servers in the order of the registry,
 *     whatever their rank: equal choices make equal prompts, which caches of prompts recognize
 */
public record McpToolOffer(long version, List<McpModelTool> tools) {

    /** Copies the tools. */
    public McpToolOffer {
        tools = List.copyOf(tools);
    }

    /**
     * Finds a tool.
     * @param name name of the tool
     * @return the tool, or empty if it is not offered
     */
    public Optional<McpModelTool> find(String name) {
        return this.tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }
}
