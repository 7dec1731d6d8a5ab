package io.mcpclient.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Form of an elicitation: a flat object with primitive fields.
 *
 * @param schema dialect, if named
 * @param type {@code object}
 * @param properties fields by name, in the order of the form; none is null
 * @param required names of the fields that must be filled in
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">
 *     MCP: Elicitation, Requested Schema</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record RequestedSchema(
        @JsonProperty("$schema") @Nullable String schema,
        @Nullable String type,
        Map<String, FormField> properties,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> required,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {

    private static final Pattern SECRET = Pattern.compile(
            "pass(?:word|phrase|code|wd)|secret|(?:api|access|private)[ _-]?key|(?:access|auth|bearer|refresh)[ _-]?token"
                    + "|credential|\\bcvv\\b|\\bcvc\\b|\\bpin\\b|card[ _-]?number",
            Pattern.CASE_INSENSITIVE);

    /** The words before a secret in the same clause, or in the list of things that it is one of. */
    private static final Pattern NEGATED = Pattern.compile(
            "(?:\\b(?:not|never|no|without|cannot)\\b|n['\u2019]t\\b)[^.,;:!?\\n]*"
                    + "(?:(?:,(?: +[\\w-]+){0,3}(?=,))*,(?: +(?:or|and|nor|your|the|an?|any|other))* *)?$",
            Pattern.CASE_INSENSITIVE);

    private static final int LONGEST_CLAUSE = 80;

    public RequestedSchema {
        properties = properties == null ? Map.of() : Require.entries(properties, "requested schema", "properties");
        required = Require.list(required);
        extra = Require.members(extra);
    }

    /**
     * Creates a form.
     * @param fields fields by name, in the order of the form
     * @param required names of the fields that must be filled in
     * @return the form
     */
    public static RequestedSchema of(Map<String, FormField> fields, String... required) {
        return new RequestedSchema(null, "object", fields, List.of(required), Map.of());
    }

    /** Whether the protocol allows the kind of every field; a form with other fields must be rejected. */
    public boolean isFlat() {
        return this.properties.values().stream().noneMatch(field -> field.kind() == FormField.Kind.UNSUPPORTED);
    }

    /**
     * Default values by field name, in the order of the form; fields without a default are omitted. The values are as
     * received and may violate the constraints of their own field.
     *
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
     */
    public Map<String, Object> defaults() {
        Map<String, Object> defaults = new LinkedHashMap<>();
        this.properties.forEach((name, field) -> {
            Object value = field.defaultValue();
            if (value != null) {
                defaults.put(name, value);
            }
        });
        return Collections.unmodifiableMap(defaults);
    }

    /**
     * Fields that seem to request a secret, judging by name, title or description (unless it says not to enter one); a form must not
     * do so. Only a person can decide: highlight these fields to the user.
     * @return names of the fields, in the order of the form
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
     */
    public List<String> suspectedSecrets() {
        return this.properties.entrySet().stream()
                .filter(field -> isSecret(field.getKey())
                        || isSecret(field.getValue().title())
                        || asksForSecret(field.getValue().description()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isSecret(@Nullable String name) {
        return name != null && SECRET.matcher(name).find();
    }

    /** Many descriptions say what not to enter. */
    private static boolean asksForSecret(@Nullable String description) {
        if (description == null) {
            return false;
        }
        Matcher secret = SECRET.matcher(description);
        while (secret.find()) {
            int begin = Math.max(0, secret.start() - LONGEST_CLAUSE);
            if (!NEGATED.matcher(description.substring(begin, secret.start())).find()) {
                return true;
            }
        }
        return false;
    }
}
