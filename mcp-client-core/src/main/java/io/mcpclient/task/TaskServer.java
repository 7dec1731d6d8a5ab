package io.mcpclient.task;

import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.ServerCapabilities;

/**
 * What tasks at a server are like, known once the client has connected. Immutable.
 *
 * @param capabilities what the server has declared
 * @param extension whether tasks are those of the extension, from revision 2026-07-28 on, and not those of the core of
 *     2025-11-25
 * @param enabled whether this client declares the extension
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-01); MCP 2026-07-28, basic/versioning (VER-26)"
 */
public record TaskServer(ServerCapabilities capabilities, boolean extension, boolean enabled) {

    /** Whether both sides know the extension, without which none of its requests is sent. */
    boolean hasExtension() {
        return this.extension && this.enabled && this.capabilities.hasExtension(McpExtensions.TASKS);
    }
}
