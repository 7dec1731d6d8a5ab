package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Tool call requested by the model during sampling; the server that requested sampling executes it, never the client.
 *
 * @param id identifier of the call
 * @param name name of the tool
 * @param input arguments
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record ToolUseContent(
        String id,
        String name,
        Map<String, Object> input,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements SamplingContent {
    public ToolUseContent {
        Require.member(id, "tool use content", "id");
        Require.member(name, "tool use content", "name");
        input = Require.members(input);
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "tool_use";
    }

    /** Creates a call of a tool of the sampling request. */
    public static ToolUseContent of(String id, String name, Map<String, Object> input) {
        return new ToolUseContent(
                Require.text(id, "tool use content", "id"),
                Require.text(name, "tool use content", "name"),
                input,
                null,
                Map.of());
    }

    /** Returns a copy with this {@code meta}. */
    public ToolUseContent withMeta(Map<String, Object> meta) {
        return new ToolUseContent(this.id, this.name, this.input, meta, this.extra);
    }
}
