package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One page of the tasks, only in 2025-11-25.
 *
 * @param tasks the page
 * @param nextCursor cursor of the next page, possibly empty; {@code null} means this was the last
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-11)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListTasksResult(
        List<Task> tasks,
        @Nullable String nextCursor,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ListTasksResult {
        tasks = Require.list(tasks);
        extra = Require.members(extra);
    }
}
