package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code tasks/update} of the tasks extension.
 *
 * @param taskId the task
 * @param inputResponses responses to all or some input requests
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateTaskParams(
        String taskId,
        Map<String, InputResponse> inputResponses,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public UpdateTaskParams {
        Require.member(taskId, "update task params", "taskId");
        inputResponses = Require.members(inputResponses);
    }

    /** Creates params that respond to some input requests of the task. */
    public static UpdateTaskParams of(String taskId, Map<String, InputResponse> inputResponses) {
        return new UpdateTaskParams(Require.text(taskId, "update task params", "taskId"), inputResponses, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public UpdateTaskParams withMeta(Map<String, Object> meta) {
        return new UpdateTaskParams(this.taskId, this.inputResponses, meta);
    }
}
