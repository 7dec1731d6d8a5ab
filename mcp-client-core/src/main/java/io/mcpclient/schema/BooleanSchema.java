package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Boolean field of an elicitation form.
 *
 * @param type {@code boolean}
 * @param title display name
 * @param description description of the field
 * @param defaultValue default value
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BooleanSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @JsonProperty("default") @Nullable Boolean defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements PrimitiveSchemaDefinition {
    public BooleanSchema {
        extra = Require.members(extra);
    }
}
