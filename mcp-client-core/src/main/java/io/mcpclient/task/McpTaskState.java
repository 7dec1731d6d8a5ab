package io.mcpclient.task;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.TaskStatus;

/**
 * What a server said about a task at one moment. Immutable.
 *
 * @param status state of the task, possibly one that this client does not know
 * @param message remark of the server on the state, untrusted, or {@code null}
 * @param lastUpdatedAt ISO 8601 time as the server wrote it, or {@code null}
 * @param ttl how long from its creation on the server keeps the task; {@code null} for without limit
 * @param pollInterval how long to wait between questions, as the server wishes, or {@code null} if it does not say
 * @param inputRequests what the task needs to go on, by key; untrusted; empty if it needs nothing, and always at servers of
 *     the handshake revisions, which ask the handlers of the client instead
 * @see "MCP 2025-11-25, basic/utilities/tasks, Task Status (TSKL-05); MCP extension io.modelcontextprotocol/tasks (TSKX-05)"
 */
public record McpTaskState(
        TaskStatus status,
        @Nullable String message,
        @Nullable String lastUpdatedAt,
        @Nullable Duration ttl,
        @Nullable Duration pollInterval,
        Map<String, InputRequest> inputRequests) {

    /**
     * Creates a state.
     * @param status state of the task
     * @param message remark of the server, or {@code null}
     * @param lastUpdatedAt ISO 8601 time, or {@code null}
     * @param ttl how long the server keeps the task, or {@code null}
     * @param pollInterval how long to wait between questions, or {@code null}
     * @param inputRequests what the task needs, by key
     */
    public McpTaskState {
        inputRequests = Collections.unmodifiableMap(new LinkedHashMap<>(inputRequests));
    }

    /**
     * Tells whether the task has ended, one way or another.
     * @return whether the state will not change any more
     */
    public boolean isTerminal() {
        return this.status.isTerminal();
    }
}
