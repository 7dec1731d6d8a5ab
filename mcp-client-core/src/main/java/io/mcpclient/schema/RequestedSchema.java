package io.mcpclient.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The form of an elicitation: a flat object of primitive fields.
 *
 * @param schema dialect, if named
 * @param type {@code object}
 * @param properties fields by name, in the order of the form; none is null
 * @param required names of the fields that must be filled in
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation, requested schema (ELI-08)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record RequestedSchema(
        @JsonProperty("$schema") @Nullable String schema,
        @Nullable String type,
        Map<String, PrimitiveSchemaDefinition> properties,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> required,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {

    private static final Pattern SECRET = Pattern.compile(
            "pass(?:word|phrase|code|wd)|secret|(?:api|access|private)[ _-]?key|(?:access|auth|bearer|refresh)[ _-]?token"
                    + "|credential|\\bcvv\\b|\\bcvc\\b|\\bpin\\b|card[ _-]?number",
            Pattern.CASE_INSENSITIVE);

    public RequestedSchema {
        properties = properties == null ? Map.of() : Require.entries(properties, "requested schema", "properties");
        required = Require.list(required);
        extra = Require.members(extra);
    }

    /** Whether every field is of a kind that the protocol allows; a form with others is to be refused. */
    public boolean isFlat() {
        return properties.values().stream().noneMatch(UnknownSchema.class::isInstance);
    }

    /**
     * The values to begin with, by name of the field and in the order of the form, without the fields that have none. They
     * are as the server wrote them, and may break the rules of their own field.
     *
     * @see "MCP 2026-07-28, client/elicitation (ELI-14)"
     */
    public Map<String, Object> defaults() {
        Map<String, Object> defaults = new LinkedHashMap<>();
        properties.forEach((name, field) -> {
            Object value = defaultOf(field);
            if (value != null) {
                defaults.put(name, value);
            }
        });
        return Collections.unmodifiableMap(defaults);
    }

    /**
     * The fields that seem to ask for a secret by their name, title or description, which a form must not do. Whether one
     * does, only a person can tell: point them out to whom is asked.
     * @return names of the fields, in the order of the form
     * @see "MCP 2026-07-28, client/elicitation (ELI-32); fault I10"
     */
    public List<String> suspectedSecrets() {
        return properties.entrySet().stream()
                .filter(field -> Stream.of(
                                field.getKey(),
                                field.getValue().title(),
                                field.getValue().description())
                        .anyMatch(text -> text != null && SECRET.matcher(text).find()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static @Nullable Object defaultOf(PrimitiveSchemaDefinition field) {
        if (field instanceof StringSchema string) {
            return string.defaultValue();
        }
        if (field instanceof NumberSchema number) {
            return number.defaultValue();
        }
        if (field instanceof BooleanSchema bool) {
            return bool.defaultValue();
        }
        if (field instanceof SingleSelectEnumSchema one) {
            return one.defaultValue();
        }
        if (field instanceof LegacyTitledEnumSchema one) {
            return one.defaultValue();
        }
        return field instanceof MultiSelectEnumSchema several
                        && !several.defaultValue().isEmpty()
                ? several.defaultValue()
                : null;
    }
}
