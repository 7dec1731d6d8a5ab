package io.mcpclient.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for one of a list of values with titles, as 2025-06-18 writes it.
 *
 * @param type {@code string}
 * @param title name for display
 * @param description what the field means
 * @param values the values
 * @param enumNames titles by position
 * @param defaultValue value to begin with
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-13)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LegacyTitledEnumSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @JsonProperty("enum") List<String> values,
        List<String> enumNames,
        @JsonProperty("default") @Nullable String defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements EnumSchema {
    public LegacyTitledEnumSchema {
        values = Require.list(values);
        enumNames = Require.list(enumNames);
        extra = Require.members(extra);
    }

    @Override
    public List<EnumOption> options() {
        List<EnumOption> options = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            options.add(EnumOption.of(values.get(i), i < enumNames.size() ? enumNames.get(i) : values.get(i)));
        }
        return Collections.unmodifiableList(options);
    }
}
