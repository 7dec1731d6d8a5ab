package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import io.mcpclient.internal.support.Require;

/**
 * Enum value with a display title.
 *
 * @param value the enum value
 * @param title display title; the value itself if there is none
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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

    /** Creates an option with a title. */
    public static EnumOption of(String value, String title) {
        return new EnumOption(value, title, Map.of());
    }

    static List<EnumOption> untitled(List<String> values) {
        return values.stream().map(value -> of(value, value)).toList();
    }
}
