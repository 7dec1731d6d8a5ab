package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Field that accepts one of several values without titles.
 *
 * @param type {@code string}
 * @param title display name
 * @param description description of the field
 * @param values the values
 * @param defaultValue default value
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UntitledSingleSelectEnumSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @JsonProperty("enum") List<String> values,
        @JsonProperty("default") @Nullable String defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements SingleSelectEnumSchema {
    public UntitledSingleSelectEnumSchema {
        values = Require.list(values);
        extra = Require.members(extra);
    }

    @Override
    public List<EnumOption> options() {
        return EnumOption.untitled(this.values);
    }
}
