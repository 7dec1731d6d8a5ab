package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Task of 2025-11-25. Also the structure of the results of {@code tasks/get} and {@code tasks/cancel} and of the params of
 * {@code notifications/tasks/status}.
 *
 * @param taskId task identifier; it may be sufficient to access the task, so keep it confidential
 * @param status state, possibly unknown to this client
 * @param statusMessage description of the state
 * @param createdAt ISO 8601 timestamp, as received
 * @param lastUpdatedAt ISO 8601 timestamp, as received
 * @param ttl milliseconds from creation for which the task is kept; {@code null} means unlimited
 * @param pollInterval suggested polling interval in milliseconds, or {@code null} if unspecified
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Task(
        String taskId,
        TaskStatus status,
        @Nullable String statusMessage,
        @Nullable String createdAt,
        @Nullable String lastUpdatedAt,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Number ttl,
        @Nullable Number pollInterval,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Task {
        Require.member(taskId, "task", "taskId");
        Require.member(status, "task", "status");
        extra = Require.members(extra);
    }
}
