package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A field for several of a list of values with titles.
 *
 * @param type {@code array}
 * @param title name for display
 * @param description what the field means
 * @param minItems how many have to be chosen at least
 * @param maxItems how many may be chosen at most
 * @param items the values and their titles
 * @param defaultValue values to begin with
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-12)"
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
        return items.options();
    }
    /**
     * The values and their titles.
     *
     * @param options the values and their titles
     * @param extra members not modelled here, kept as they came
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
