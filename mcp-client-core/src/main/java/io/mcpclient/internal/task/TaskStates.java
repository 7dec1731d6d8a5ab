package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.TaskStatus;
import io.mcpclient.task.McpTaskState;

/** Common parts of the states of tasks in all eras. */
public final class TaskStates {

    private TaskStates() {}

    /** State of a task before the first response of the server about it. */
    public static final McpTaskState UNKNOWN = new McpTaskState(TaskStatus.WORKING, null, null, null, null, Map.of());

    /**
     * Converts a duration of a message.
     * @param millis milliseconds, or {@code null} if absent
     * @return the duration, or {@code null} if it is absent or negative
     */
    public static @Nullable Duration duration(@Nullable Number millis) {
        return (millis != null && millis.longValue() >= 0) ? Duration.ofMillis(millis.longValue()) : null;
    }
}
