package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DetailedTask;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.task.McpTaskState;

/** States of tasks from the messages of both eras. */
final class TaskStates {

    private TaskStates() {}

    /** State of a task before the first response of the server about it. */
    static final McpTaskState UNKNOWN = new McpTaskState(TaskStatus.WORKING, null, null, null, null, Map.of());

    static McpTaskState of(Task task) {
        return new McpTaskState(
                task.status(),
                task.statusMessage(),
                task.lastUpdatedAt(),
                duration(task.ttl()),
                duration(task.pollInterval()),
                Map.of());
    }

    static McpTaskState of(DetailedTask task) {
        Map<String, InputRequest> requests = task.inputRequests();
        return new McpTaskState(
                task.status(),
                task.statusMessage(),
                task.lastUpdatedAt(),
                duration(task.ttlMs()),
                duration(task.pollIntervalMs()),
                (requests != null && task.status().equals(TaskStatus.INPUT_REQUIRED)) ? requests : Map.of());
    }

    /** State of a call with an immediate result, possibly one that requires input. */
    static McpTaskState of(CallToolResult answer) {
        Map<String, InputRequest> requests =
                answer.inputRequired().map(InputRequiredResult::inputRequests).orElse(Map.of());
        TaskStatus status = answer.hasAnswer() ? TaskStatus.COMPLETED : TaskStatus.INPUT_REQUIRED;
        return new McpTaskState(status, null, null, null, null, requests);
    }

    private static @Nullable Duration duration(@Nullable Number millis) {
        return (millis != null && millis.longValue() >= 0) ? Duration.ofMillis(millis.longValue()) : null;
    }

    static boolean isWorking(McpTaskState state) {
        return state.status().equals(TaskStatus.WORKING);
    }
}
