package io.mcpclient.task;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskStatus;

/**
 * What a server said about a task at one moment. Immutable.
 *
 * @param status state of the task, possibly one that this client does not know
 * @param message remark of the server on the state, untrusted, or {@code null}
 * @param lastUpdatedAt ISO 8601 time as the server wrote it, or {@code null}
 * @param ttl how long from its creation on the server keeps the task; {@code null} for without limit
 * @param pollInterval how long to wait between questions, as the server wishes, or {@code null} if it does not say
 * @see "MCP 2025-11-25, basic/utilities/tasks, Task Status (TSKL-05)"
 */
public record McpTaskState(
        TaskStatus status,
        @Nullable String message,
        @Nullable String lastUpdatedAt,
        @Nullable Duration ttl,
        @Nullable Duration pollInterval) {

    /** State of a task that the server has not been asked about yet. */
    static final McpTaskState UNKNOWN = new McpTaskState(TaskStatus.WORKING, null, null, null, null);

    static McpTaskState of(Task task) {
        return new McpTaskState(
                task.status(),
                task.statusMessage(),
                task.lastUpdatedAt(),
                duration(task.ttl()),
                duration(task.pollInterval()));
    }

    private static @Nullable Duration duration(@Nullable Number millis) {
        return (millis != null && millis.longValue() >= 0) ? Duration.ofMillis(millis.longValue()) : null;
    }

    /**
     * Tells whether the task has ended, one way or another.
     * @return whether the state will not change any more
     */
    public boolean isTerminal() {
        return this.status.isTerminal();
    }
}
