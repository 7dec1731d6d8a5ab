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
 * Field that accepts several of a list of values with titles.
 *
 * @param type {@code array}
 * @param title display name
 * @param description description of the field
 * @param minItems minimum number of selected values
 * @param maxItems maximum number of selected values
 * @param items the values and their titles
 * @param defaultValue default values
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TitledMultiSelectEnumSchema(
        String type,
        @Nullable String title,
        @Nullable String description,
        @Nullable Integer minItems,
        @Nullable Integer maxItems,
        Items items,

        @JsonProperty("default") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> defaultValue,

        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements MultiSelectEnumSchema {
    public TitledMultiSelectEnumSchema {
        Require.member(items, "titled multi select enum schema", "items");
        defaultValue = Require.list(defaultValue);
        extra = Require.members(extra);
    }

    @Override
    public List<EnumOption> options() {
        return this.items.options();
    }
    /**
     * The values and their titles.
     *
     * @param options the values and their titles
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Items(
            @JsonProperty("anyOf") List<EnumOption> options,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Items {
            options = Require.list(options);
            extra = Require.members(extra);
        }
    }
}
