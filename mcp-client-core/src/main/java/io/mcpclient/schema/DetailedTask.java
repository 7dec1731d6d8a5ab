package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A task of the extension {@code io.modelcontextprotocol/tasks}: the answer to a call that became one, to
 * {@code tasks/get}, and the params of {@code notifications/tasks}.
 *
 * @param taskId identifies the task; whoever knows it may have access, so protect it
 * @param status state, possibly one this client does not know
 * @param statusMessage remark on the state
 * @param createdAt ISO 8601 time, as the server wrote it
 * @param lastUpdatedAt ISO 8601 time, as the server wrote it
 * @param ttlMs milliseconds from creation for which it is kept, may change; {@code null} means without limit
 * @param pollIntervalMs milliseconds to wait between questions, may change
 * @param inputRequests what is needed, while {@code input_required}
 * @param result result of the original request as plain JSON, once {@code completed}
 * @param error JSON-RPC error object of the original request, once {@code failed}
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-04, TSKX-05, TSKX-09)"
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
