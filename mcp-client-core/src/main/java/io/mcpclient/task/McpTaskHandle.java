package io.mcpclient.task;

import java.io.Serializable;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is needed to pick a task up again, by another process too. To be kept like a secret: whoever knows the id may have
 * access to the task.
 *
 * @param serverName configured name of the server that runs the task
 * @param taskId id of the task
 * @param toolName name of the tool that was called, or {@code null} if it is not known
 * @param createdAt ISO 8601 time as the server wrote it, or {@code null} if it is not known
 * @param ttl how long from its creation on the server keeps the task, or {@code null} if that is not known or not limited
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-03)"
 */
public record McpTaskHandle(
        String serverName,
        String taskId,
        @Nullable String toolName,
        @Nullable String createdAt,
        @Nullable Duration ttl) implements Serializable {

    /**
     * Creates a handle of which no more is known than the id.
     * @param serverName configured name of the server
     * @param taskId id of the task
     * @return the handle
     */
    public static McpTaskHandle of(String serverName, String taskId) {
        return new McpTaskHandle(serverName, taskId, null, null, null);
    }

    /**
     * Describes the handle without the id.
     * @return text for logs
     */
    @Override
    public String toString() {
        return "McpTaskHandle[serverName=" + this.serverName + ", toolName=" + this.toolName + ", createdAt="
                + this.createdAt + "]";
    }
}
