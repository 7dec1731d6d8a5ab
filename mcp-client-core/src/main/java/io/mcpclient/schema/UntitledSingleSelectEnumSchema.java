package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for one of a list of values without titles.
 *
 * @param type {@code string}
 * @param title name for display
 * @param description what the field means
 * @param values the values
 * @param defaultValue value to begin with
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-11)"
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
        return EnumOption.untitled(values);
    }
}
