package io.mcpclient.task;

import java.io.Serializable;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Handle for resuming a task, also from another process. Treat it like a secret: the id may grant access to the task.
 *
 * @param serverName configured name of the server that runs the task
 * @param taskId id of the task
 * @param toolName name of the tool that was called, or {@code null} if unknown
 * @param createdAt ISO 8601 time as the server wrote it, or {@code null} if unknown
 * @param ttl retention of the task, from its creation; {@code null} if unknown or unlimited
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
public record McpTaskHandle(
        String serverName,
        String taskId,
        @Nullable String toolName,
        @Nullable String createdAt,
        @Nullable Duration ttl) implements Serializable {

    /**
     * Creates a handle from the id alone.
     * @param serverName configured name of the server
     * @param taskId id of the task
     * @return the handle
     */
    public static McpTaskHandle of(String serverName, String taskId) {
        return new McpTaskHandle(serverName, taskId, null, null, null);
    }

    /**
     * Returns a description without the id.
     * @return text for logs
     */
    @Override
    public String toString() {
        return "McpTaskHandle[serverName=" + this.serverName + ", toolName=" + this.toolName + ", createdAt="
                + this.createdAt + "]";
    }
}
