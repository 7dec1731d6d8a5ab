package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Field that accepts one of several values with titles.
 *
 * @param type {@code string}
 * @param title display name
 * @param description description of the field
 * @param options the values and their titles
 * @param defaultValue default value
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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
