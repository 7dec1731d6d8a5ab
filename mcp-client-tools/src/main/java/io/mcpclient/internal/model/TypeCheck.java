package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Checks the JSON types within a value against a schema. Creates no objects unless the schema has patterns. Not thread-safe.
 *
 * <table>
 * <caption>keywords; all others are ignored</caption>
 * <tr><th>keyword</th><th>allows</th></tr>
 * <tr><td>{@code type}</td><td>the types it names; everything if it names an unknown one</td></tr>
 * <tr><td>{@code nullable} of OpenAPI</td><td>null as well</td></tr>
 * <tr><td>{@code enum}, {@code const}</td><td>the values</td></tr>
 * <tr><td>{@code allOf}, {@code $ref} to {@code #} or {@code #/…}</td><td>what all allow</td></tr>
 * <tr><td>{@code anyOf}, {@code oneOf}</td><td>what one allows</td></tr>
 * <tr><td>{@code properties}, {@code patternProperties}, {@code additionalProperties}, {@code prefixItems}, {@code items},
 * {@code additionalItems}</td><td>the same of members and elements</td></tr>
 * </table>
 */
final class TypeCheck {

    private final LocalSchema schema;

    TypeCheck(LocalSchema schema) {
        this.schema = schema;
    }

    /** Returns whether the types within a value are allowed. */
    boolean fits(@Nullable Object value, @Nullable Object schema, int depth) {
        this.schema.step(1, depth);
        Map<?, ?> keywords = this.schema.keywords(schema);
        JsonType type = JsonType.of(value);
        if (keywords == null || type == null) {
            return true;
        }
        Object target = this.schema.target(keywords);
        return allowsType(keywords, type)
                && allowsValue(keywords, value)
                && (target == null || fits(value, target, depth + 1))
                && fitsAll(value, keywords.get("allOf"), depth)
                && fitsAny(value, keywords.get("anyOf"), depth)
                && fitsAny(value, keywords.get("oneOf"), depth)
                && fitsWithin(value, keywords, depth);
    }

    /** Returns whether the {@code type} of a schema allows a type. */
    static boolean allowsType(Map<?, ?> keywords, JsonType type) {
        Object declared = keywords.get("type");
        if (declared == null || (type == JsonType.NULL && LocalSchema.isNullable(keywords))) {
            return true;
        }
        if (!(declared instanceof List<?> several)) {
            return names(declared, type);
        }
        for (Object one : several) {
            if (names(one, type)) {
                return true;
            }
        }
        return several.isEmpty();
    }

    private static boolean names(@Nullable Object declared, JsonType type) {
        JsonType named = JsonType.named(declared);
        return named == null || named == type || (named == JsonType.NUMBER && type == JsonType.INTEGER);
    }

    private boolean allowsValue(Map<?, ?> keywords, @Nullable Object value) {
        if (value == null && LocalSchema.isNullable(keywords)) {
            return true;
        }
        if (keywords.containsKey("const") && !isSame(keywords.get("const"), value)) {
            return false;
        }
        if (!(keywords.get("enum") instanceof List<?> values) || values.isEmpty()) {
            return true;
        }
        for (Object one : values) {
            this.schema.step(1, 0);
            if (isSame(one, value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number number && other instanceof Number otherNumber && !one.equals(other)) {
            BigDecimal decimal = JsonType.decimal(number);
            BigDecimal otherDecimal = JsonType.decimal(otherNumber);
            return decimal != null && otherDecimal != null && decimal.compareTo(otherDecimal) == 0;
        }
        return Objects.equals(one, other);
    }

    private boolean fitsAll(@Nullable Object value, @Nullable Object schemas, int depth) {
        if (schemas instanceof List<?> all) {
            for (Object schema : all) {
                if (!fits(value, schema, depth + 1)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean fitsAny(@Nullable Object value, @Nullable Object schemas, int depth) {
        if (!(schemas instanceof List<?> any) || any.isEmpty()) {
            return true;
        }
        for (Object schema : any) {
            if (fits(value, schema, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean fitsWithin(@Nullable Object value, Map<?, ?> keywords, int depth) {
        if (value instanceof Map<?, ?> object && hasMembers(keywords)) {
            for (Map.Entry<?, ?> member : object.entrySet()) {
                if (!fitsMember(member, keywords, depth)) {
                    return false;
                }
            }
        } else if (value instanceof List<?> array && hasElements(keywords)) {
            for (int i = 0; i < array.size(); i++) {
                if (!fits(array.get(i), LocalSchema.element(keywords, i), depth + 1)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean hasMembers(Map<?, ?> keywords) {
        return keywords.get("properties") instanceof Map<?, ?>
                || keywords.get("patternProperties") instanceof Map<?, ?>
                || keywords.get("additionalProperties") instanceof Map<?, ?>;
    }

    private static boolean hasElements(Map<?, ?> keywords) {
        return keywords.get("items") != null || keywords.get("prefixItems") != null;
    }

    private boolean fitsMember(Map.Entry<?, ?> member, Map<?, ?> keywords, int depth) {
        if (keywords.get("patternProperties") instanceof Map<?, ?>) {
            List<Object> schemas = new ArrayList<>();
            this.schema.addMember(keywords, String.valueOf(member.getKey()), schemas);
            return fitsAll(member.getValue(), schemas, depth);
        }
        Object schema =
                (keywords.get("properties") instanceof Map<?, ?> properties && properties.containsKey(member.getKey()))
                        ? properties.get(member.getKey())
                        : keywords.get("additionalProperties");
        return fits(member.getValue(), schema, depth + 1);
    }
}
