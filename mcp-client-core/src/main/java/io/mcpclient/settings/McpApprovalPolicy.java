package io.mcpclient.settings;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Policy for which tool calls need approval. The annotations of a tool come from its server and are hints: use {@link #ALL}
 * for a server that is not trusted.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools, Security Considerations</a>
 */
public enum McpApprovalPolicy {

    /** No call. */
    NONE,

    /** Calls of tools that may delete or overwrite, which is the default for tools that are not read-only. */
    DESTRUCTIVE,

    /** Calls of tools that are not read-only. */
    WRITES,

    /** All calls. */
    ALL;

    /**
     * Returns whether calls of a tool need approval.
     * @param tool last known definition; {@code null} if the tool was not listed, then nothing is known about its effects
     * @return whether they do
     */
    public boolean requiresApproval(@Nullable Tool tool) {
        ToolAnnotations annotations = (tool != null) ? tool.annotations() : null;
        boolean isReadOnly = annotations != null && Boolean.TRUE.equals(annotations.readOnlyHint());
        boolean isHarmless = annotations != null && Boolean.FALSE.equals(annotations.destructiveHint());
        return switch (this) {
            case NONE -> false;
            case DESTRUCTIVE -> !isReadOnly && !isHarmless;
            case WRITES -> !isReadOnly;
            case ALL -> true;
        };
    }
}
