package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code tasks/result}, only in 2025-11-25; the result has the type of the original request's result.
 *
 * @param taskId the task
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GetTaskPayloadParams(
        String taskId, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public GetTaskPayloadParams {
        Require.member(taskId, "get task payload params", "taskId");
    }

    /** Params for this task. */
    public static GetTaskPayloadParams of(String taskId) {
        return new GetTaskPayloadParams(Require.text(taskId, "get task payload params", "taskId"), null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public GetTaskPayloadParams withMeta(Map<String, Object> meta) {
        return new GetTaskPayloadParams(this.taskId, meta);
    }
}
