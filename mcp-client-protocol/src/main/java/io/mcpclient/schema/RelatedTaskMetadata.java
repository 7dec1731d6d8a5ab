package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

import io.mcpclient.internal.schema.Require;

/**
 * Value of the {@code _meta} key that associates a message with a task, only in 2025-11-25.
 *
 * @param taskId the task
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RelatedTaskMetadata(
        String taskId, @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public RelatedTaskMetadata {
        Require.member(taskId, "related task metadata", "taskId");
        extra = Require.members(extra);
    }

    /** Associates a message with this task. */
    public static RelatedTaskMetadata of(String taskId) {
        return new RelatedTaskMetadata(taskId, Map.of());
    }
}
