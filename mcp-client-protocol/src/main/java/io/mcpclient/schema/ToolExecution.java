package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Execution properties of a tool, only in 2025-11-25.
 *
 * @param taskSupport whether it may or must be called as a task; absent means never
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolExecution(
        @Nullable TaskSupport taskSupport,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ToolExecution {
        extra = Require.members(extra);
    }
}
