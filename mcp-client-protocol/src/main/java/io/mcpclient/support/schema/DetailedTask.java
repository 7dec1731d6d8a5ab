package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.TaskStatus;

/**
 * Task of the extension {@code io.modelcontextprotocol/tasks}: result of a call that became a task and of
 * {@code tasks/get}, and params of {@code notifications/tasks}.
 *
 * @param taskId task identifier; it may be sufficient to access the task, so keep it confidential
 * @param status state, possibly unknown to this client
 * @param statusMessage description of the state
 * @param createdAt ISO 8601 timestamp, as received
 * @param lastUpdatedAt ISO 8601 timestamp, as received
 * @param ttlMs milliseconds from creation for which the task is kept, may change; {@code null} means unlimited
 * @param pollIntervalMs suggested polling interval in milliseconds, may change
 * @param inputRequests required inputs, while {@code input_required}
 * @param result result of the original request as plain JSON, once {@code completed}
 * @param error JSON-RPC error object of the original request, once {@code failed}
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DetailedTask(
        String taskId,
        TaskStatus status,
        @Nullable String statusMessage,
        @Nullable String createdAt,
        @Nullable String lastUpdatedAt,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Number ttlMs,
        @Nullable Number pollIntervalMs,
        @Nullable Map<String, InputRequest> inputRequests,
        @Nullable Map<String, Object> result,
        @Nullable Map<String, Object> error,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public DetailedTask {
        Require.member(taskId, "detailed task", "taskId");
        Require.member(status, "detailed task", "status");
        inputRequests = inputRequests == null ? null : Require.entries(inputRequests, "detailed task", "inputRequests");
        extra = Require.members(extra);
    }
}
