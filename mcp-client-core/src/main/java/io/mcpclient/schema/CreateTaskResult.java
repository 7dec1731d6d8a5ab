package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a request that runs as a task of 2025-11-25. The tasks extension has {@link DetailedTask} for it.
 *
 * @param task the task
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-03, TSKL-17)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateTaskResult(
        Task task,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public CreateTaskResult {
        Require.member(task, "create task result", "task");
        extra = Require.members(extra);
    }
}
