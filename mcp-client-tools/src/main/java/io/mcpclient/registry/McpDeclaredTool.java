package io.mcpclient.registry;

import java.util.List;

/**
 * A declared tool, compared with the definition of its server.
 *
 * @param name name at the server
 * @param state result of the comparison
 * @param differences members that differ, such as {@code description} or {@code inputSchema.properties.city}; at most five; empty
 *     if none does, or no definition of the server is known, not even one from before the start of the application
 * @param inRegistry whether the registry has the tool
 */
public record McpDeclaredTool(String name, State state, List<String> differences, boolean inRegistry) {

    /** Result of the comparison. */
    public enum State {

        /** The server has not been asked since the start of the application, or a limit has ended its list before this tool. */
        NOT_LISTED,

        /** The server defines the tool as declared. */
        SAME,

        /** The server defines the tool differently. */
        DIFFERENT,

        /** The server does not have the tool. */
        MISSING
    }
}
