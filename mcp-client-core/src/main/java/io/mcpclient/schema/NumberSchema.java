package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Number field of an elicitation form.
 *
 * @param type {@code number} or {@code integer}
 * @param title display name
 * @param description description of the field
 * @param minimum minimum value
 * @param maximum maximum value
 * @param defaultValue default value, possibly a fraction
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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

    /** Whether only integers are accepted. */
    public boolean isInteger() {
        return "integer".equals(this.type);
    }
}
