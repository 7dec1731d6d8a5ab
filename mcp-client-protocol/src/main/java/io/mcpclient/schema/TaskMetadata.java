package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Metadata that requests execution as a task, only in 2025-11-25.
 *
 * @param ttl requested retention of the task in milliseconds, or {@code null} to let the receiver decide
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskMetadata(
        @Nullable Long ttl, @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public TaskMetadata {
        extra = Require.members(extra);
    }

    /** Lets the receiver decide how long to keep the task. */
    public static TaskMetadata any() {
        return new TaskMetadata(null, Map.of());
    }

    /** Requests to keep the task for the given number of milliseconds. */
    public static TaskMetadata ofMillis(long ttl) {
        if (ttl < 0) {
            throw new IllegalArgumentException("task metadata has a negative \"ttl\"");
        }
        return new TaskMetadata(ttl, Map.of());
    }
}
