package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Writes a portable schema without references, in the keywords that Gemini and the strict mode of OpenAI have in common: one type
 * for each schema, or alternatives and nothing else. What they cannot say is left out.
 */
final class InlineSchema {

    /** Objects and arrays within each other. OpenAI takes ten, Gemini a similar number. */
    private static final int MAX_LEVELS = 10;

    private static final int MAX_NODES = 10_000;

    /** Schemas that come out of references; more of them are replaced by their types. */
    private static final int MAX_EXPANDED = 2_000;

    private static final Map<String, @Nullable Object> NULL = Nodes.of("type", "null");

    private final Map<String, @Nullable Object> root;

    private final Expansion expansion;

    private int nodes;

    private int expanded;

    private InlineSchema(Map<String, @Nullable Object> portable) {
        this.root = portable;
        this.expansion = new Expansion(portable);
    }

    static Map<String, @Nullable Object> of(Map<String, @Nullable Object> portable) {
        InlineSchema inline = new InlineSchema(portable);
        Map<String, @Nullable Object> object = inline.lowered(inline.root, Map.of(), 0);
        // members that Nova takes
        object.keySet().retainAll(Set.of("type", "properties", "required"));
        object.putIfAbsent("properties", Map.of());
        return object;
    }

    private Map<String, @Nullable Object> lowered(@Nullable Object schema, Map<String, Integer> path, int level) {
        if (++this.nodes > MAX_NODES) {
            return TypedSchema.wide();
        }
        if (!path.isEmpty()) {
            this.expanded++;
        }
        return lowered(this.expansion.expanded(Nodes.object(schema), path, this.expanded > MAX_EXPANDED), level);
    }

    private Map<String, @Nullable Object> lowered(Expansion.Expanded expanded, int level) {
        Map<String, @Nullable Object> schema = expanded.schema();
        Contrary.weaken(schema, "oneOf");
        List<?> alternatives = Nodes.list(schema.remove("anyOf"));
        if (alternatives.isEmpty()) {
            return plain(schema, expanded.path(), level);
        }
        return schema.containsKey("properties")
                ? mergedAlternatives(schema, alternatives, expanded.path(), level)
                : alternatives(schema, alternatives, expanded.path(), level);
    }

    /** Alternatives that refine a common object are written as one, if they are all objects. */
    private Map<String, @Nullable Object> mergedAlternatives(
            Map<String, @Nullable Object> schema, List<?> alternatives, Map<String, Integer> path, int level) {
        Map<String, Integer> further = new HashMap<>(path);
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (Object alternative : alternatives) {
            if (alternative instanceof Map<?, ?>) {
                Expansion.Expanded each =
                        this.expansion.expanded(Nodes.object(alternative), path, this.expanded > MAX_EXPANDED);
                objects.add(each.schema());
                each.path().forEach((name, count) -> further.merge(name, count, Math::max));
            }
        }
        boolean isObject = NodeRepairs.types(schema).equals(List.of("object"))
                || objects.stream().allMatch(each -> NodeRepairs.types(each).equals(List.of("object")));
        if (!isObject || !SchemaMerge.isExact(objects)) {
            return alternatives(schema, alternatives, path, level);
        }
        Map<String, @Nullable Object> merged = SchemaMerge.both(schema, SchemaMerge.either(objects, Set.of()));
        merged.put("type", "object");
        return lowered(new Expansion.Expanded(merged, further), level);
    }

    private Map<String, @Nullable Object> alternatives(
            Map<String, @Nullable Object> schema, List<?> alternatives, Map<String, Integer> path, int level) {
        boolean isNullable = Boolean.TRUE.equals(schema.get("nullable"));
        Map<String, @Nullable Object> common = new LinkedHashMap<>(schema);
        List.of("title", "description", "nullable").forEach(common::remove);
        Set<Object> lowered = new LinkedHashSet<>();
        for (Object alternative : alternatives) {
            if (!(alternative instanceof Map<?, ?>)) {
                continue;
            }
            Map<String, @Nullable Object> each = common.isEmpty()
                    ? lowered(alternative, path, level)
                    : lowered(Nodes.of("allOf", List.of(alternative, common)), path, level);
            if ("null".equals(each.get("type"))) {
                isNullable = true;
            } else if (TypedSchema.isWide(each)) {
                return written(List.of(each), schema, isNullable);
            } else {
                lowered.addAll(each.containsKey("anyOf") ? Nodes.list(each.get("anyOf")) : List.of(each));
            }
        }
        return written(SchemaMerge.withSharedValues(lowered), schema, isNullable);
    }

    private static Map<String, @Nullable Object> written(
            List<?> alternatives, Map<String, @Nullable Object> annotated, boolean isNullable) {
        if (alternatives.isEmpty()) {
            return isNullable ? TypedSchema.described(NULL, annotated, false) : TypedSchema.wide();
        }
        Map<String, @Nullable Object> first = Nodes.object(alternatives.get(0));
        if (first.containsKey("anyOf")) {
            return written(Nodes.list(first.get("anyOf")), annotated, isNullable);
        }
        if (alternatives.size() == 1) {
            return TypedSchema.described(first, annotated, isNullable);
        }
        List<Object> written = new ArrayList<>(alternatives);
        written.set(0, TypedSchema.described(first, annotated, isNullable));
        return Nodes.of("anyOf", written);
    }

    private Map<String, @Nullable Object> plain(
            Map<String, @Nullable Object> schema, Map<String, Integer> path, int level) {
        List<?> values = schema.containsKey("const")
                ? Nodes.single(schema.get("const"))
                : schema.containsKey("enum") ? Nodes.list(schema.get("enum")) : null;
        List<String> types = new ArrayList<>(NodeRepairs.types(schema));
        boolean isNullable = Boolean.TRUE.equals(schema.get("nullable"));
        if (types.isEmpty()) {
            types.addAll((values != null) ? TypedSchema.of(values) : TypedSchema.all(schema));
            isNullable |= values == null;
        }
        isNullable |= types.remove("null");
        if (types.contains("number")) {
            types.remove("integer");
        }
        List<Object> alternatives = new ArrayList<>();
        types.forEach(type -> alternatives.add(typed(type, schema, values, path, level)));
        return written(alternatives, schema, isNullable);
    }

    private Map<String, @Nullable Object> typed(
            String type,
            Map<String, @Nullable Object> schema,
            @Nullable List<?> values,
            Map<String, Integer> path,
            int level) {
        return switch (type) {
            case "string" -> TypedSchema.string(schema, values);
            case "integer", "number" -> TypedSchema.number(type, schema, values);
            case "object" -> object(schema, path, level);
            case "array" -> array(schema, path, level);
            default -> Nodes.of("type", type);
        };
    }

    private Map<String, @Nullable Object> object(
            Map<String, @Nullable Object> schema, Map<String, Integer> path, int level) {
        Map<String, @Nullable Object> object = Nodes.of("type", "object");
        if (level >= MAX_LEVELS || !schema.containsKey("properties")) {
            return object;
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        Nodes.object(schema.get("properties")).forEach((name, property) -> {
            if (property instanceof Map<?, ?>) {
                properties.put(name, value(property, path, level + 1));
            }
        });
        object.put("properties", properties);
        List<?> required = Nodes.list(schema.get("required")).stream()
                .filter(properties::containsKey)
                .toList();
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        return object;
    }

    /** Returns a schema of a property or an item. One that is always null becomes a text that may be null: nothing has that type. */
    private Map<String, @Nullable Object> value(@Nullable Object schema, Map<String, Integer> path, int level) {
        Map<String, @Nullable Object> lowered = lowered(schema, path, level);
        return "null".equals(lowered.get("type"))
                ? TypedSchema.described(Nodes.of("type", "string"), lowered, true)
                : lowered;
    }

    private Map<String, @Nullable Object> array(
            Map<String, @Nullable Object> schema, Map<String, Integer> path, int level) {
        Map<String, @Nullable Object> array = Nodes.of("type", "array");
        List<Object> items = new ArrayList<>(Nodes.list(schema.get("prefixItems")));
        boolean isTuple =
                !items.isEmpty() && schema.get("maxItems") instanceof Number max && max.doubleValue() <= items.size();
        if (!isTuple) {
            items.add(Nodes.nonNull(schema.get("items")));
        }
        boolean isAnything = level >= MAX_LEVELS || items.contains(Map.of());
        Map<String, @Nullable Object> lowered = isAnything
                ? Map.of()
                : value((items.size() == 1) ? items.get(0) : Nodes.of("anyOf", items), path, level + 1);
        array.put("items", TypedSchema.isWide(lowered) ? Map.of() : lowered);
        TypedSchema.copy(schema, array, "minItems", "maxItems");
        return array;
    }
}
