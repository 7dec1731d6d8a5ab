package io.mcpclient.internal.inbound;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.FormField;

/**
 * A field of a form in the notation of the protocol. Libraries that derive forms from types of a programming language write the same
 * fields in other ways, which a user can fill in just as well.
 *
 * <table>
 * <caption>Other notations</caption>
 * <tr><th>schema</th><th>field</th></tr>
 * <tr><td>{@code $ref} to a definition in the form, or {@code allOf} with one element</td><td>what it refers to, with the other keywords of
 * the field</td></tr>
 * <tr><td>{@code anyOf} or {@code oneOf} of one schema and {@code null}</td><td>that schema, nullable</td></tr>
 * <tr><td>{@code type} of one type and {@code null}, {@code enum} with {@code null}</td><td>a field of this type, nullable</td></tr>
 * <tr><td>{@code enum} of texts, or {@code oneOf} or {@code anyOf} of constant texts, without {@code type}</td><td>{@code string}</td></tr>
 * <tr><td>{@code array} whose {@code items} are one of these</td><td>{@code array} of the item</td></tr>
 * <tr><td>{@code "default": null}</td><td>no default</td></tr>
 * <tr><td>a reference to another document, or to itself; anything else</td><td>unchanged, and refused if it is nested</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, client/elicitation, Requested Schema (ELI-08)"
 */
final class PlainField {

    /** Notations within each other that are resolved; more are a cycle. */
    private static final int MAX_STEPS = 8;

    private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

    private static final String TYPE = "type";

    private static final String ENUM = "enum";

    private final Map<String, Object> form;

    private Map<String, Object> keywords;

    private boolean isNullable;

    private PlainField(Map<String, Object> form, Map<?, ?> keywords) {
        this.form = form;
        this.keywords = copy(keywords);
    }

    /**
     * Reads a field.
     * @param form members of the form, with the definitions
     * @param keywords the field as the server has written it
     * @return the field
     */
    static PlainField of(Map<String, Object> form, Map<?, ?> keywords) {
        PlainField field = simplified(form, keywords);
        if ("array".equals(field.keywords.get(TYPE)) && field.keywords.get("items") instanceof Map<?, ?> items) {
            field.keywords.put("items", item(simplified(form, items), items));
        }
        return field;
    }

    private static PlainField simplified(Map<String, Object> form, Map<?, ?> keywords) {
        PlainField field = new PlainField(form, keywords);
        int steps = 0;
        while (steps < MAX_STEPS && field.hasReplaced()) {
            steps++;
        }
        field.simplifyValues();
        return field;
    }

    FormField field() {
        return new FormField(this.keywords);
    }

    /** Whether {@code null} is a value too. */
    boolean isNullable() {
        return this.isNullable;
    }

    /** Replaces one notation by another. Returns whether there was any. */
    private boolean hasReplaced() {
        Map<?, ?> replacement = definition(this.keywords.get("$ref"));
        if (replacement != null) {
            return replace("$ref", replacement);
        }
        for (String union : List.of("allOf", "anyOf", "oneOf")) {
            if (!(this.keywords.get(union) instanceof List<?> all)) {
                continue;
            }
            List<?> others = all.stream().filter(one -> !isNull(one)).toList();
            boolean hasNull = others.size() < all.size() && !union.equals("allOf");
            if (hasNull) {
                this.isNullable = true;
                this.keywords.put(union, others);
            }
            if (others.size() == 1
                    && (hasNull || union.equals("allOf"))
                    && others.get(0) instanceof Map<?, ?> only
                    && !only.containsKey("const")) {
                return replace(union, only);
            }
        }
        return false;
    }

    /** Keywords of the field take precedence over those of what replaces one of them, as a title of its own. */
    private boolean replace(String keyword, Map<?, ?> replacement) {
        Map<String, Object> merged = copy(replacement);
        this.keywords.remove(keyword);
        merged.putAll(this.keywords);
        this.keywords = merged;
        return true;
    }

    private @Nullable Map<?, ?> definition(@Nullable Object reference) {
        for (String definitions : DEFINITIONS) {
            String prefix = "#/" + definitions + "/";
            if (reference instanceof String text
                    && text.startsWith(prefix)
                    && this.form.get(definitions) instanceof Map<?, ?> all
                    && all.get(text.substring(prefix.length())) instanceof Map<?, ?> found) {
                return found;
            }
        }
        return null;
    }

    private void simplifyValues() {
        this.keywords.entrySet().removeIf(keyword -> keyword.getKey().equals("default") && keyword.getValue() == null);
        this.keywords.computeIfPresent(TYPE, (name, type) -> withoutNull(type, "null"::equals));
        this.keywords.computeIfPresent(ENUM, (name, values) -> withoutNull(values, Objects::isNull));
        if (this.keywords.get(TYPE) instanceof List<?> types && types.size() == 1) {
            this.keywords.put(TYPE, types.get(0));
        }
        if (areConstants(this.keywords.get("anyOf")) && !this.keywords.containsKey("oneOf")) {
            this.keywords.put("oneOf", this.keywords.remove("anyOf"));
        }
        if (!this.keywords.containsKey(TYPE)
                && (areTexts(this.keywords.get(ENUM)) || areConstants(this.keywords.get("oneOf")))) {
            this.keywords.put(TYPE, "string");
        }
    }

    /** The titles of options are in {@code anyOf} if several can be selected, in {@code oneOf} otherwise. */
    private static Map<?, ?> item(PlainField item, Map<?, ?> original) {
        if (item.isNullable) {
            return original;
        }
        if (item.keywords.containsKey("oneOf") && !item.keywords.containsKey("anyOf")) {
            item.keywords.put("anyOf", item.keywords.remove("oneOf"));
        }
        return item.keywords;
    }

    private Object withoutNull(Object values, Predicate<@Nullable Object> isNull) {
        if (!(values instanceof List<?> all) || all.stream().noneMatch(isNull)) {
            return values;
        }
        this.isNullable = true;
        return all.stream().filter(isNull.negate()).toList();
    }

    private static boolean isNull(@Nullable Object schema) {
        return schema instanceof Map<?, ?> keywords
                && ("null".equals(keywords.get(TYPE))
                        || (keywords.containsKey("const") && keywords.get("const") == null));
    }

    private static boolean areTexts(@Nullable Object values) {
        return values instanceof List<?> all && !all.isEmpty() && all.stream().allMatch(String.class::isInstance);
    }

    private static boolean areConstants(@Nullable Object options) {
        return options instanceof List<?> all
                && !all.isEmpty()
                && all.stream()
                        .allMatch(one -> one instanceof Map<?, ?> option && option.get("const") instanceof String);
    }

    private static Map<String, Object> copy(Map<?, ?> keywords) {
        Map<String, Object> copy = new LinkedHashMap<>();
        keywords.forEach((name, value) -> copy.put((String) name, value));
        return copy;
    }
}
