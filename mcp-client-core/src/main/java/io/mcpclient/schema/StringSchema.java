package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Text field of an elicitation form.
 *
 * @param type {@code string}
 * @param title display name
 * @param description description of the field
 * @param minLength minimum length
 * @param maxLength maximum length
 * @param format {@code email}, {@code uri}, {@code date} or {@code date-time}
 * @param defaultValue default value, since 2025-11-25
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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
