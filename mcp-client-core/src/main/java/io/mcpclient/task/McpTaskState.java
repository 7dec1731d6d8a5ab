package io.mcpclient.task;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.TaskStatus;

/**
 * State of a task, as reported by the server at one moment. Immutable.
 *
 * @param status state of the task, possibly unknown to this client
 * @param message the server's message about the state, untrusted, or {@code null}
 * @param lastUpdatedAt ISO 8601 time as the server wrote it, or {@code null}
 * @param ttl retention of the task, from its creation; {@code null} if unlimited
 * @param pollInterval the server's requested poll interval, or {@code null} if it requests none
 * @param inputRequests outstanding input requests of the task, by key; untrusted; always empty with servers of the
 *     handshake revisions, which send requests to the handlers of the client instead
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
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
     * @param message the server's message, or {@code null}
     * @param lastUpdatedAt ISO 8601 time, or {@code null}
     * @param ttl retention of the task, or {@code null}
     * @param pollInterval requested poll interval, or {@code null}
     * @param inputRequests outstanding input requests, by key
     */
    public McpTaskState {
        inputRequests = Collections.unmodifiableMap(new LinkedHashMap<>(inputRequests));
    }

    /**
     * Returns whether the task has ended, successfully or not.
     * @return whether the state is final
     */
    public boolean isTerminal() {
        return this.status.isTerminal();
    }
}
