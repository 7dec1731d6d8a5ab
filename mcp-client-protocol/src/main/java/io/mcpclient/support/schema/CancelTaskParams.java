package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code tasks/cancel}.
 *
 * @param taskId the task
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CancelTaskParams(
        String taskId, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public CancelTaskParams {
        Require.member(taskId, "cancel task params", "taskId");
    }

    /** Params for this task. */
    public static CancelTaskParams of(String taskId) {
        return new CancelTaskParams(Require.text(taskId, "cancel task params", "taskId"), null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public CancelTaskParams withMeta(Map<String, Object> meta) {
        return new CancelTaskParams(this.taskId, meta);
    }
}
