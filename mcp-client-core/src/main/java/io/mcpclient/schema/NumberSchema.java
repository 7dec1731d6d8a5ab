package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for a number.
 *
 * @param type {@code number} or {@code integer}
 * @param title name for display
 * @param description what the field means
 * @param minimum least value
 * @param maximum greatest value
 * @param defaultValue value to begin with, possibly a fraction
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-10)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record NumberSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @Nullable Number minimum,
        @Nullable Number maximum,
        @JsonProperty("default") @Nullable Number defaultValue,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements PrimitiveSchemaDefinition {
    public NumberSchema {
        extra = Require.members(extra);
    }

    /** Whether only whole numbers are wanted. */
    public boolean isInteger() {
        return "integer".equals(type);
    }
}
