package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for yes or no.
 *
 * @param type {@code boolean}
 * @param title name for display
 * @param description what the field means
 * @param defaultValue value to begin with
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-10)"
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
