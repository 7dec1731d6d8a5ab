package io.mcpclient.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Field of an elicitation form: the JSON Schema of one value that a user fills in. Keywords that the protocol does not define are
 * kept as received; a keyword whose value has the wrong type counts as absent. Immutable.
 *
 * <table>
 * <caption>Kinds of fields</caption>
 * <tr><th>schema</th><th>kind</th><th>value</th></tr>
 * <tr><td>{@code string}</td><td>{@link Kind#TEXT}</td><td>string</td></tr>
 * <tr><td>{@code number}</td><td>{@link Kind#NUMBER}</td><td>number</td></tr>
 * <tr><td>{@code integer}</td><td>{@link Kind#INTEGER}</td><td>number without a fraction</td></tr>
 * <tr><td>{@code boolean}</td><td>{@link Kind#BOOLEAN}</td><td>boolean</td></tr>
 * <tr><td>{@code string} with {@code enum}, or with {@code oneOf} if the options have titles; with {@code enum} and
 * {@code enumNames} in revision 2025-06-18</td><td>{@link Kind#SINGLE_SELECT}</td><td>string</td></tr>
 * <tr><td>{@code array} whose {@code items} have {@code enum}, or {@code anyOf} if the options have titles</td>
 * <td>{@link Kind#MULTI_SELECT}</td><td>list of strings</td></tr>
 * <tr><td>anything else, such as a nested object</td><td>{@link Kind#UNSUPPORTED}</td><td>none</td></tr>
 * </table>
 *
 * @param keywords the schema as a JSON object, in its order
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">
 *     MCP: Elicitation, Requested Schema</a>
 */
public record FormField(@JsonValue Map<String, Object> keywords) {

    /** Kind of a field, which determines the type of its value. */
    public enum Kind {
        /** Text, with {@link #minLength()}, {@link #maxLength()} and {@link #format()}. */
        TEXT,

        /** Number, with {@link #minimum()} and {@link #maximum()}. */
        NUMBER,

        /** Integer, with {@link #minimum()} and {@link #maximum()}. */
        INTEGER,

        /** Boolean. */
        BOOLEAN,

        /** One of the {@link #options()}. */
        SINGLE_SELECT,

        /** Several of the {@link #options()}, with {@link #minItems()} and {@link #maxItems()}. */
        MULTI_SELECT,

        /** A kind that the protocol does not allow. A form with such a field must be rejected. */
        UNSUPPORTED
    }

    /**
     * Value that can be selected.
     *
     * @param value the value
     * @param title display title; the value itself if there is none
     */
    public record Option(String value, String title) {
        public Option {
            Require.member(value, "option of a form field", "value");
            Require.member(title, "option of a form field", "title");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public FormField {
        keywords = Require.members(keywords);
    }

    /** Creates a field for text. */
    public static FormField text() {
        return new FormField(Map.of("type", "string"));
    }

    /** Creates a field for a number. */
    public static FormField number() {
        return new FormField(Map.of("type", "number"));
    }

    /** Creates a field for an integer. */
    public static FormField integer() {
        return new FormField(Map.of("type", "integer"));
    }

    /** Creates a field for a boolean. */
    public static FormField bool() {
        return new FormField(Map.of("type", "boolean"));
    }

    /** Creates a field for one of these values, which have no titles. */
    public static FormField choice(String... values) {
        return text().with("enum", List.of(values));
    }

    /** Creates a field for one of these options. */
    public static FormField choice(List<Option> options) {
        return text().with("oneOf", titled(options));
    }

    /** Creates a field for several of these values, which have no titles. */
    public static FormField choices(String... values) {
        return new FormField(Map.of("type", "array"))
                .with("items", choice(values).keywords());
    }

    /** Creates a field for several of these options. */
    public static FormField choices(List<Option> options) {
        return new FormField(Map.of("type", "array")).with("items", Map.of("anyOf", titled(options)));
    }

    private static List<Map<String, Object>> titled(List<Option> options) {
        return options.stream()
                .map(option -> Require.<Object>plus(Map.of("const", option.value()), "title", option.title()))
                .toList();
    }

    /** Returns a copy with this display name. */
    public FormField withTitle(String title) {
        return with("title", title);
    }

    /** Returns a copy with this description. */
    public FormField withDescription(String description) {
        return with("description", description);
    }

    /**
     * Returns a copy with a default value.
     * @param value a string, number, boolean or list of strings, as the kind requires
     * @return the copy
     */
    public FormField withDefault(Object value) {
        return with("default", value);
    }

    /**
     * Returns a copy with a keyword.
     * @param keyword its name, such as {@code maxLength}
     * @param value its value, of a JSON type
     * @return the copy
     */
    public FormField with(String keyword, Object value) {
        return new FormField(Require.plus(this.keywords, keyword, value));
    }

    /** Kind of the field. */
    public Kind kind() {
        return switch (String.valueOf(this.keywords.get("type"))) {
            case "string" -> isSelect() ? orUnsupported(Kind.SINGLE_SELECT) : Kind.TEXT;
            case "number" -> Kind.NUMBER;
            case "integer" -> Kind.INTEGER;
            case "boolean" -> Kind.BOOLEAN;
            case "array" -> orUnsupported(Kind.MULTI_SELECT);
            default -> Kind.UNSUPPORTED;
        };
    }

    private boolean isSelect() {
        return this.keywords.containsKey("oneOf") || this.keywords.containsKey("enum");
    }

    private Kind orUnsupported(Kind kind) {
        return (readOptions() != null) ? kind : Kind.UNSUPPORTED;
    }

    /** Display name, or {@code null}. */
    public @Nullable String title() {
        return keyword("title", String.class);
    }

    /** Description of the field, or {@code null}. */
    public @Nullable String description() {
        return keyword("description", String.class);
    }

    /** Minimum number of characters, or {@code null}. */
    public @Nullable Integer minLength() {
        return keyword("minLength", Integer.class);
    }

    /** Maximum number of characters, or {@code null}. */
    public @Nullable Integer maxLength() {
        return keyword("maxLength", Integer.class);
    }

    /** Format of a text: {@code email}, {@code uri}, {@code date} or {@code date-time}; or {@code null}. */
    public @Nullable String format() {
        return keyword("format", String.class);
    }

    /** Minimum of a number, or {@code null}. */
    public @Nullable Number minimum() {
        return keyword("minimum", Number.class);
    }

    /** Maximum of a number, or {@code null}. */
    public @Nullable Number maximum() {
        return keyword("maximum", Number.class);
    }

    /** Minimum number of selected options, or {@code null}. */
    public @Nullable Integer minItems() {
        return keyword("minItems", Integer.class);
    }

    /** Maximum number of selected options, or {@code null}. */
    public @Nullable Integer maxItems() {
        return keyword("maxItems", Integer.class);
    }

    /** The options in the order of the form, in any notation of the protocol revisions; empty for other fields. */
    public List<Option> options() {
        List<Option> options = readOptions();
        return (options != null) ? options : List.of();
    }

    /**
     * Default value, of the type of the kind: a string, number, boolean or list of strings. It is as received and may violate the
     * constraints of the field.
     * @return the value, or {@code null} if there is none, it has another type, or it is an empty list
     */
    public @Nullable Object defaultValue() {
        return switch (kind()) {
            case TEXT, SINGLE_SELECT -> keyword("default", String.class);
            case NUMBER, INTEGER -> keyword("default", Number.class);
            case BOOLEAN -> keyword("default", Boolean.class);
            case MULTI_SELECT -> {
                List<String> values = strings(this.keywords.get("default"));
                yield (values == null || values.isEmpty()) ? null : values;
            }
            case UNSUPPORTED -> null;
        };
    }

    private <T> @Nullable T keyword(String name, Class<T> type) {
        Object value = this.keywords.get(name);
        return type.isInstance(value) ? type.cast(value) : null;
    }

    /** Returns {@code null} if the schema has no valid options. */
    private @Nullable List<Option> readOptions() {
        Object type = this.keywords.get("type");
        if ("string".equals(type)) {
            return this.keywords.containsKey("oneOf")
                    ? titledOptions(this.keywords.get("oneOf"))
                    : options(this.keywords.get("enum"), this.keywords.get("enumNames"));
        }
        if (!"array".equals(type) || !(this.keywords.get("items") instanceof Map<?, ?> items)) {
            return null;
        }
        List<Option> untitled = "string".equals(items.get("type")) ? options(items.get("enum"), null) : null;
        return (untitled != null) ? untitled : titledOptions(items.get("anyOf"));
    }

    private static @Nullable List<Option> options(@Nullable Object values, @Nullable Object names) {
        List<String> known = strings(values);
        if (known == null) {
            return null;
        }
        List<String> titles = strings(names);
        List<Option> options = new ArrayList<>(known.size());
        for (String value : known) {
            int index = options.size();
            options.add(new Option(value, (titles != null && index < titles.size()) ? titles.get(index) : value));
        }
        return Collections.unmodifiableList(options);
    }

    private static @Nullable List<Option> titledOptions(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return null;
        }
        List<Option> options = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> option) || !(option.get("const") instanceof String constant)) {
                return null;
            }
            options.add(new Option(constant, (option.get("title") instanceof String title) ? title : constant));
        }
        return Collections.unmodifiableList(options);
    }

    private static @Nullable List<String> strings(@Nullable Object value) {
        return (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance))
                ? list.stream().map(String.class::cast).toList()
                : null;
    }
}
