package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/** Types that a schema allows for a value itself, see {@link TypeCheck}. Not thread-safe. */
final class AllowedTypes {

    /** Values in a sentence. */
    private static final int MAX_VALUES = 10;

    private static final int MAX_VALUE = 40;

    private final LocalSchema schema;

    AllowedTypes(LocalSchema schema) {
        this.schema = schema;
    }

    /** Returns the types; empty if the schema does not say, or contradicts itself. */
    Set<JsonType> of(@Nullable Object schema, int depth) {
        EnumSet<JsonType> types = allowed(schema, depth);
        return (types.size() == JsonType.values().length) ? EnumSet.noneOf(JsonType.class) : types;
    }

    private EnumSet<JsonType> allowed(@Nullable Object schema, int depth) {
        EnumSet<JsonType> types = EnumSet.allOf(JsonType.class);
        for (Map<?, ?> part : this.schema.parts(schema, depth)) {
            types.removeIf(type -> !TypeCheck.allowsType(part, type));
            types.retainAll(ofValues(part));
            for (List<?> branches : LocalSchema.choices(part)) {
                EnumSet<JsonType> any = EnumSet.noneOf(JsonType.class);
                branches.forEach(branch -> any.addAll(allowed(branch, depth + 1)));
                types.retainAll(any);
            }
        }
        return types;
    }

    private static List<?> listed(Map<?, ?> part) {
        return part.containsKey("const")
                ? Collections.singletonList(part.get("const"))
                : (part.get("enum") instanceof List<?> several) ? several : List.of();
    }

    private EnumSet<JsonType> ofValues(Map<?, ?> part) {
        List<?> values = listed(part);
        if (values.isEmpty()) {
            return EnumSet.allOf(JsonType.class);
        }
        EnumSet<JsonType> types = EnumSet.noneOf(JsonType.class);
        for (Object value : values) {
            this.schema.step(1, 0);
            JsonType type = JsonType.of(value);
            if (type == JsonType.INTEGER || type == JsonType.NUMBER) {
                types.add(JsonType.INTEGER);
                types.add(JsonType.NUMBER);
            } else if (type != null) {
                types.add(type);
            }
        }
        if (LocalSchema.isNullable(part)) {
            types.add(JsonType.NULL);
        }
        return types;
    }

    /** Returns whether a value has one of the types. A number without a fraction is an integer, however it is written. */
    static boolean contain(Set<JsonType> types, @Nullable Object value) {
        JsonType type = JsonType.of(value);
        return type == null
                || types.contains(type)
                || (type == JsonType.NUMBER
                        && types.contains(JsonType.INTEGER)
                        && value instanceof Number number
                        && JsonType.isIntegral(number));
    }

    /** Returns what a schema requires, for a sentence: its values if they are few and plain, otherwise the types. */
    String requirement(@Nullable Object schema, Set<JsonType> types, int depth) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Object value : values(schema, depth)) {
            if (contain(types, value) && !values.contains(value)) {
                values.add(value);
            }
        }
        boolean isPlain = values.stream().noneMatch(value -> value instanceof Map<?, ?> || value instanceof List<?>);
        if (values.isEmpty() || values.size() > MAX_VALUES || !isPlain) {
            return text(types);
        }
        String text = values.stream().map(AllowedTypes::text).collect(Collectors.joining(", "));
        return (values.size() == 1) ? text : "one of " + text;
    }

    /** Returns the values to which a schema is limited, none if it is not limited to some. */
    private List<@Nullable Object> values(@Nullable Object schema, int depth) {
        for (Map<?, ?> part : this.schema.parts(schema, depth)) {
            List<@Nullable Object> values = new ArrayList<>(listed(part));
            if (!values.isEmpty()) {
                if (LocalSchema.isNullable(part)) {
                    values.add(null);
                }
                return values;
            }
            for (List<?> branches : LocalSchema.choices(part)) {
                List<@Nullable Object> any = ofAll(branches, depth + 1);
                if (!any.isEmpty()) {
                    return any;
                }
            }
        }
        return List.of();
    }

    private List<@Nullable Object> ofAll(List<?> branches, int depth) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Object branch : branches) {
            List<@Nullable Object> values = values(branch, depth);
            if (values.isEmpty()) {
                return List.of();
            }
            all.addAll(values);
        }
        return all;
    }

    private static String text(@Nullable Object value) {
        String text = SafeText.excerpt(String.valueOf(value), MAX_VALUE);
        return (value instanceof String) ? '"' + text + '"' : text;
    }

    /** Returns the types for a sentence. */
    private static String text(Set<JsonType> types) {
        return types.stream()
                .filter(type -> type != JsonType.INTEGER || !types.contains(JsonType.NUMBER))
                .map(JsonType::withArticle)
                .collect(Collectors.joining(" or "));
    }
}
