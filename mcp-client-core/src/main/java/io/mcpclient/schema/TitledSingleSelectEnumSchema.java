package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for one of a list of values with titles.
 *
 * @param type {@code string}
 * @param title name for display
 * @param description what the field means
 * @param options the values and their titles
 * @param defaultValue value to begin with
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-11)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TitledSingleSelectEnumSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @JsonProperty("oneOf") List<EnumOption> options,
        @JsonProperty("default") @Nullable String defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements SingleSelectEnumSchema {
    public TitledSingleSelectEnumSchema {
        options = Require.list(options);
        extra = Require.members(extra);
    }
}
