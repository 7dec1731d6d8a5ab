package io.mcpclient.call;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.Tool;

/**
 * A tool call that needs approval. Immutable.
 *
 * @param serverName configured name of the server
 * @param toolName name of the tool at the server
 * @param tool last listed definition with its annotations, untrusted; {@code null} if the tool was not listed
 * @param arguments arguments as plain JSON or beans, unmodifiable; empty if there are none
 * @param principal principal on whose behalf the call is made, possibly the application; {@code null} if the client has no
 *     {@link io.mcpclient.auth.McpPrincipalResolver}
 * @param caller who makes the call on its own, such as a view of MCP Apps, see {@link McpCallOptions#withCaller}; {@code null} if a model or
 *     code of the application does
 */
public record McpToolApprovalRequest(
        String serverName,
        String toolName,
        @Nullable Tool tool,
        Map<String, Object> arguments,
        @Nullable McpPrincipal principal,
        @Nullable String caller) {

    /** Does not contain the arguments, which may be secret. */
    @Override
    public String toString() {
        return "McpToolApprovalRequest[" + this.toolName + " of " + this.serverName + "]";
    }
}
