package io.mcpclient.internal.task;

import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Task support of a server, known after the client has connected. Immutable.
 *
 * @param capabilities what the server has declared
 * @param extension whether tasks are those of the extension (revision 2026-07-28 and later) instead of those of the core of
 *     2025-11-25
 * @param enabled whether this client declares the extension
 * @see "MCP extension io.modelcontextprotocol/tasks"
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
 */
public record TaskServer(ServerCapabilities capabilities, boolean extension, boolean enabled) {

    /** Returns whether both sides support the extension; otherwise none of its requests is sent. */
    boolean hasExtension() {
        return this.extension && this.enabled && this.capabilities.hasExtension(McpExtensions.TASKS);
    }
}
