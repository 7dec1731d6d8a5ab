package io.mcpclient.support.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.Task;

/**
 * Result of {@code tasks/list}: one page of tasks, only in 2025-11-25.
 *
 * @param tasks the page
 * @param nextCursor cursor of the next page, possibly empty; {@code null} on the last page
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
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
