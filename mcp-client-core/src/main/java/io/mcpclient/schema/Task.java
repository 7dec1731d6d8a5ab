package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A task of 2025-11-25. Also the shape of the results of {@code tasks/get} and {@code tasks/cancel} and of the params of
 * {@code notifications/tasks/status}.
 *
 * @param taskId identifies the task; whoever knows it may have access, so protect it
 * @param status state, possibly one this client does not know
 * @param statusMessage remark on the state
 * @param createdAt ISO 8601 time, as the server wrote it
 * @param lastUpdatedAt ISO 8601 time, as the server wrote it
 * @param ttl milliseconds from creation for which it is kept; {@code null} means without limit
 * @param pollInterval milliseconds to wait between questions, or {@code null} if the receiver does not say
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-03, TSKL-05)"
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
