package io.mcpclient.registry;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a model is offered, see {@link McpToolRegistry#offer}.
 *
 * @param version version of the view, see {@link McpToolSnapshot#version()}
 * @param tools tools offered directly, in the order of the registry, whatever their rank: equal choices make equal prompts,
 *     which caches of prompts recognize
 * @param search access to the other selected tools, to be offered before the tools; {@code null} if all are offered
 */
public record McpToolOffer(
        long version,
        List<McpRegisteredTool> tools,
        @Nullable McpToolSearch search) {

    /** Copies the tools. */
    public McpToolOffer {
        tools = List.copyOf(tools);
    }
}
