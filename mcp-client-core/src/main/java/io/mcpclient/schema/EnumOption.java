package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A value to choose, with the title to show.
 *
 * @param value the value to answer with
 * @param title the title to show; the value itself if there is none
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-11, ELI-12)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnumOption(
        @JsonProperty("const") String value,
        String title,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public EnumOption {
        Require.member(value, "enum option", "const");
        title = title == null ? value : title;
        extra = Require.members(extra);
    }

    /** An option with a title. */
    public static EnumOption of(String value, String title) {
        return new EnumOption(value, title, Map.of());
    }

    static List<EnumOption> untitled(List<String> values) {
        return values.stream().map(value -> of(value, value)).toList();
    }
}
