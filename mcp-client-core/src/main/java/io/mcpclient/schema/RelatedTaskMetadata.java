package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Value of the {@code _meta} key that ties a message to a task, only in 2025-11-25.
 *
 * @param taskId the task
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-08, META-12)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RelatedTaskMetadata(
        String taskId, @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public RelatedTaskMetadata {
        Require.member(taskId, "related task metadata", "taskId");
        extra = Require.members(extra);
    }

    /** Ties a message to this task. */
    public static RelatedTaskMetadata of(String taskId) {
        return new RelatedTaskMetadata(taskId, Map.of());
    }
}
