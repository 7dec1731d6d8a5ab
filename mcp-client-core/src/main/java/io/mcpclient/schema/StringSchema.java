package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for text.
 *
 * @param type {@code string}
 * @param title name for display
 * @param description what the field means
 * @param minLength least length
 * @param maxLength greatest length
 * @param format {@code email}, {@code uri}, {@code date} or {@code date-time}
 * @param defaultValue value to begin with, from 2025-11-25
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-09)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StringSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @Nullable Integer minLength,
        @Nullable Integer maxLength,
        @Nullable String format,
        @JsonProperty("default") @Nullable String defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements PrimitiveSchemaDefinition {
    public StringSchema {
        extra = Require.members(extra);
    }
}
