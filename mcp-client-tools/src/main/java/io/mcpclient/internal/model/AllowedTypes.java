package io.mcpclient.internal.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Types that a schema allows for a value itself, see {@link TypeCheck}. Not thread-safe. */
final class AllowedTypes {

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

    private EnumSet<JsonType> ofValues(Map<?, ?> part) {
        List<?> values = part.containsKey("const")
                ? Collections.singletonList(part.get("const"))
                : (part.get("enum") instanceof List<?> several) ? several : List.of();
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

    /** Returns the types for a sentence. */
    static String text(Set<JsonType> types) {
        return types.stream()
                .filter(type -> type != JsonType.INTEGER || !types.contains(JsonType.NUMBER))
                .map(JsonType::withArticle)
                .collect(Collectors.joining(" or "));
    }
}
