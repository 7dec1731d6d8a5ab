package io.mcpclient.registry;

import org.jspecify.annotations.Nullable;

/**
 * Chooses names of tools in the merged view, where the application wants other ones than {@link McpToolNaming} builds.
 *
 * <pre>{@code
 * McpToolNamer camelCase = (server, tool, defaultName) -> tool.equals("get-sum") ? "getSum" : null;
 * }</pre>
 *
 * <p>Called once for each tool, when it becomes known. The rules for conflicts apply to a chosen name as to any other: if the name is
 * that of another tool or of a tool of this library, or cannot be used, the tool gets the name that it would have without the namer.
 * The first such name of each server is logged as a warning. Must not block, and must not call the registry.
 */
@FunctionalInterface
public interface McpToolNamer {

    /**
     * Returns the name of a tool.
     * @param server configured name of its server
     * @param tool name at the server, untrusted
     * @param defaultName name by the rules of the registry, before conflicts with other tools are resolved
     * @return one or more of {@code A-Z a-z 0-9 _ -}, at most {@link McpToolNaming#maxLength()}; {@code null} for the default. Gemini
     *     requires a letter or an underscore at the beginning.
     */
    @Nullable
    String name(String server, String tool, String defaultName);
}
