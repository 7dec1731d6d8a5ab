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

import io.mcpclient.internal.support.Require;

/**
 * Field that accepts one of several values with titles, in the notation of 2025-06-18.
 *
 * @param type {@code string}
 * @param title display name
 * @param description description of the field
 * @param values the values
 * @param enumNames titles by position
 * @param defaultValue default value
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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
        List<EnumOption> options = new ArrayList<>(this.values.size());
        for (int i = 0; i < this.values.size(); i++) {
            options.add(EnumOption.of(
                    this.values.get(i), i < this.enumNames.size() ? this.enumNames.get(i) : this.values.get(i)));
        }
        return Collections.unmodifiableList(options);
    }
}
