package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Schemas of one type, in the keywords that Gemini and the strict mode of OpenAI have in common. */
final class TypedSchema {

    /** All types but null, in an order for readers. */
    static final List<String> TYPES = List.of("string", "number", "boolean", "object", "array");

    private static final Map<String, Set<String>> KEYWORDS = Map.of(
            "string", Set.of("minLength", "maxLength", "format"),
            "number", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
            "object", Set.of("properties", "required"),
            "array", Set.of("items", "prefixItems", "minItems", "maxItems"),
            "boolean", Set.of());

    private static final Map<String, @Nullable Object> ANYTHING = Nodes.object(Nodes.fixed(anything()));

    private TypedSchema() {}

    private static Map<String, @Nullable Object> anything() {
        List<Object> alternatives = new ArrayList<>();
        TYPES.forEach(type -> alternatives.add(Nodes.of("type", type)));
        Nodes.object(alternatives.get(0)).put("nullable", true);
        Nodes.object(alternatives.get(TYPES.size() - 1)).put("items", Map.of());
        return Nodes.of("anyOf", alternatives);
    }

    /** Returns the schema of anything, immutable. Most providers take no property without a type. */
    static Map<String, @Nullable Object> wide() {
        return ANYTHING;
    }

    /** Returns whether a schema permits anything, whatever its description. */
    static boolean isWide(Map<String, @Nullable Object> schema) {
        List<?> alternatives = Nodes.list(schema.get("anyOf"));
        List<?> wide = Nodes.list(ANYTHING.get("anyOf"));
        return alternatives.size() == wide.size()
                && alternatives.subList(1, wide.size()).equals(wide.subList(1, wide.size()))
                && Nodes.object(alternatives.get(0)).keySet().stream()
                        .allMatch(Set.of("type", "nullable", "title", "description")::contains)
                && Boolean.TRUE.equals(Nodes.object(alternatives.get(0)).get("nullable"));
    }

    /** Returns the types of a schema that names none: those that it says something about first. */
    static List<String> all(Map<String, @Nullable Object> schema) {
        return Stream.concat(
                        TYPES.stream().filter(type -> isAbout(type, schema)),
                        TYPES.stream().filter(type -> !isAbout(type, schema)))
                .toList();
    }

    private static boolean isAbout(String type, Map<String, @Nullable Object> schema) {
        return KEYWORDS.getOrDefault(type, Set.of()).stream().anyMatch(schema::containsKey);
    }

    /** Returns the types of values. */
    static List<String> of(List<?> values) {
        List<String> types = new ArrayList<>(values.stream()
                .map(value -> value instanceof String
                        ? "string"
                        : value instanceof Boolean
                                ? "boolean"
                                : value instanceof List ? "array" : value instanceof Map ? "object" : number(value))
                .distinct()
                .toList());
        return types;
    }

    private static String number(@Nullable Object value) {
        return (value == null) ? "null" : (value instanceof Integer || value instanceof Long) ? "integer" : "number";
    }

    /**
     * Returns a schema of a string.
     * @param schema keywords of the schema
     * @param values its values, {@code null} if it has no list of them
     */
    static Map<String, @Nullable Object> string(Map<String, @Nullable Object> schema, @Nullable List<?> values) {
        Map<String, @Nullable Object> typed = Nodes.of("type", "string");
        List<?> texts = (values == null)
                ? List.of()
                : values.stream().filter(String.class::isInstance).toList();
        if (!texts.isEmpty() && !texts.contains("")) {
            typed.put("enum", texts);
            return typed;
        }
        if ("date-time".equals(schema.get("format"))) {
            typed.put("format", "date-time");
        }
        copy(schema, typed, "minLength", "maxLength");
        return typed;
    }

    /** Returns a schema of a number or an integer. A list of values becomes their range. */
    static Map<String, @Nullable Object> number(
            String type, Map<String, @Nullable Object> schema, @Nullable List<?> values) {
        Map<String, @Nullable Object> typed = Nodes.of("type", type);
        boolean isInteger = type.equals("integer");
        List<Number> lower =
                new ArrayList<>(bounds(schema.get("minimum"), schema.get("exclusiveMinimum"), isInteger, 1));
        List<Number> upper =
                new ArrayList<>(bounds(schema.get("maximum"), schema.get("exclusiveMaximum"), isInteger, -1));
        List<Number> numbers = new ArrayList<>();
        if (values != null) {
            values.stream()
                    .filter(Number.class::isInstance)
                    .map(Number.class::cast)
                    .filter(number -> decimal(number) != null)
                    .forEach(numbers::add);
        }
        if (!numbers.isEmpty()) {
            numbers.sort(TypedSchema::compare);
            lower.add(numbers.get(0));
            upper.add(numbers.get(numbers.size() - 1));
        }
        lower.stream().max(TypedSchema::compare).ifPresent(bound -> typed.put("minimum", bound));
        upper.stream().min(TypedSchema::compare).ifPresent(bound -> typed.put("maximum", bound));
        return typed;
    }

    private static List<Number> bounds(
            @Nullable Object inclusive, @Nullable Object exclusive, boolean isInteger, int step) {
        List<Number> bounds = new ArrayList<>();
        if (inclusive instanceof Number bound && decimal(bound) != null) {
            bounds.add(bound);
        }
        if (exclusive instanceof Number bound && decimal(bound) != null) {
            bounds.add((isInteger && bound instanceof Integer whole) ? Long.valueOf(whole.longValue() + step) : bound);
        }
        return bounds;
    }

    private static int compare(Number one, Number other) {
        return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString()));
    }

    private static @Nullable BigDecimal decimal(Number number) {
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException ex) {
            return null; // not a number of JSON
        }
    }

    static void copy(Map<String, @Nullable Object> from, Map<String, @Nullable Object> to, String... keywords) {
        for (String keyword : keywords) {
            if (from.containsKey(keyword)) {
                to.put(keyword, from.get(keyword));
            }
        }
    }

    /** Returns a copy with what readers learn from another schema. */
    static Map<String, @Nullable Object> described(
            Map<String, @Nullable Object> schema, Map<String, @Nullable Object> annotated, boolean isNullable) {
        Map<String, @Nullable Object> described = new LinkedHashMap<>();
        copy(schema, described, "type", "title", "description");
        copy(annotated, described, "title", "description");
        schema.forEach(described::putIfAbsent);
        if (isNullable) {
            described.put("nullable", true);
        }
        return described;
    }
}
