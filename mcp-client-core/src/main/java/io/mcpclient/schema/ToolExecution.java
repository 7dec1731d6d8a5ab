package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How a tool may be executed, only in 2025-11-25.
 *
 * @param taskSupport whether it may or must be called as a task; absent means never
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-04)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolExecution(
        @Nullable TaskSupport taskSupport,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ToolExecution {
        extra = Require.members(extra);
    }
}
