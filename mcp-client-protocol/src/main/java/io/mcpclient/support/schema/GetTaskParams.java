package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code tasks/get}.
 *
 * @param taskId the task
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GetTaskParams(
        String taskId, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public GetTaskParams {
        Require.member(taskId, "get task params", "taskId");
    }

    /** Params for this task. */
    public static GetTaskParams of(String taskId) {
        return new GetTaskParams(Require.text(taskId, "get task params", "taskId"), null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public GetTaskParams withMeta(Map<String, Object> meta) {
        return new GetTaskParams(this.taskId, meta);
    }
}
