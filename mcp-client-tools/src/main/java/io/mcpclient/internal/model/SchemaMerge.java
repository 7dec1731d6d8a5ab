package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Writes several schemas as one, without {@code allOf}, {@code anyOf} or {@code oneOf}. The result permits all that the schemas
 * permit, and more where one schema cannot say it.
 */
final class SchemaMerge {

    /** Keywords whose meaning depends on another one of the same schema, so that they do not move to a schema with others. */
    private static final Set<String> DEPENDENT = Set.of(
            "if",
            "then",
            "else",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedProperties",
            "unevaluatedItems");

    private static final Set<String> ANNOTATIONS =
            Set.of("title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly");

    private SchemaMerge() {}

    /**
     * Returns a schema for what both schemas permit. Of keywords that both have and that cannot be merged, those of the first remain.
     */
    static Map<String, @Nullable Object> both(
            Map<String, @Nullable Object> first, Map<String, @Nullable Object> second) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(first);
        boolean isAnnotated = ANNOTATIONS.containsAll(first.keySet());
        second.forEach((keyword, value) -> {
            if (keyword.equals("properties") || keyword.equals("patternProperties")) {
                merged.merge(keyword, Nodes.nonNull(value), SchemaMerge::members);
            } else if (keyword.equals("required")) {
                merged.merge(keyword, Nodes.nonNull(value), (one, other) -> union(List.of(one, other)));
            } else if (isAnnotated || !DEPENDENT.contains(keyword)) {
                merged.putIfAbsent(keyword, value);
            }
        });
        if (!isAnnotated) {
            merged.remove("unevaluatedProperties");
            merged.remove("unevaluatedItems");
        }
        return merged;
    }

    private static Object members(Object first, Object second) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(Nodes.object(first));
        Nodes.object(second)
                .forEach((name, schema) ->
                        merged.put(name, merged.containsKey(name) ? bothProperties(merged.get(name), schema) : schema));
        return merged;
    }

    private static @Nullable Object bothProperties(@Nullable Object first, @Nullable Object second) {
        if (!(first instanceof Map<?, ?>) || !(second instanceof Map<?, ?>)) {
            return (first instanceof Map<?, ?>) ? second : first;
        }
        Map<String, @Nullable Object> one = Nodes.object(first);
        Map<String, @Nullable Object> other = Nodes.object(second);
        if (other.isEmpty() || one.equals(other)) {
            return first;
        }
        boolean isSeparate = other.entrySet().stream()
                .allMatch(entry -> !DEPENDENT.contains(entry.getKey())
                        && (!one.containsKey(entry.getKey())
                                || Objects.equals(one.get(entry.getKey()), entry.getValue())));
        if (one.isEmpty() || isSeparate) {
            Map<String, @Nullable Object> merged = new LinkedHashMap<>(one);
            other.forEach(merged::putIfAbsent);
            NodeRepairs.required(merged);
            return merged;
        }
        return Nodes.of("allOf", List.of(first, second));
    }

    /**
     * Returns a schema of an object for what any of the schemas permits. A property that only some of them have keeps its schema,
     * see {@link #isExact}; it is required if it is required in all of them.
     * @param alternatives the schemas, without those that no object is valid under
     * @param known names of properties that have a schema besides, which the alternatives refine
     */
    static Map<String, @Nullable Object> either(List<Map<String, @Nullable Object>> alternatives, Set<String> known) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        if (alternatives.isEmpty()) {
            return merged;
        }
        alternatives.get(0).forEach((keyword, value) -> {
            boolean isCommon = alternatives.stream()
                    .allMatch(each -> each.containsKey(keyword) && Objects.equals(each.get(keyword), value));
            if (isCommon && !keyword.equals("required")) {
                merged.put(keyword, value);
            }
        });
        if (!merged.containsKey("patternProperties")
                && alternatives.stream().anyMatch(each -> each.containsKey("patternProperties"))) {
            merged.remove("additionalProperties");
        }
        merged.remove("unevaluatedProperties");
        Map<String, @Nullable Object> properties = properties(alternatives);
        properties.keySet().removeIf(name -> known.contains(name) && !isGeneral(name, alternatives));
        if (!properties.isEmpty()) {
            merged.put("properties", properties);
        }
        List<Object> required = new ArrayList<>(Nodes.list(alternatives.get(0).get("required")));
        alternatives.forEach(each -> required.retainAll(Nodes.list(each.get("required"))));
        if (!required.isEmpty()) {
            merged.put("required", required);
        }
        return merged;
    }

    /** Returns whether one object for all schemas does not restrict a property that some of the schemas leave open. */
    static boolean isExact(List<Map<String, @Nullable Object>> alternatives) {
        return properties(alternatives).entrySet().stream()
                .allMatch(each -> Map.of().equals(each.getValue()) || isGeneral(each.getKey(), alternatives));
    }

    /** Returns whether each schema has a property, or does not permit it. */
    private static boolean isGeneral(String name, List<Map<String, @Nullable Object>> alternatives) {
        return alternatives.stream()
                .allMatch(each -> Nodes.object(each.get("properties")).containsKey(name)
                        || Boolean.FALSE.equals(each.get("additionalProperties"))
                                && !each.containsKey("patternProperties"));
    }

    private static Map<String, @Nullable Object> properties(List<Map<String, @Nullable Object>> alternatives) {
        Map<String, Set<Object>> schemas = new LinkedHashMap<>();
        for (Map<String, @Nullable Object> each : alternatives) {
            Nodes.object(each.get("properties")).forEach((name, schema) -> {
                Set<Object> known = schemas.computeIfAbsent(name, key -> new LinkedHashSet<>());
                if (schema instanceof Map<?, ?>) {
                    known.add(schema);
                }
            });
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        schemas.forEach((name, each) -> properties.put(name, oneOf(each)));
        return properties;
    }

    /** Returns a schema for what any of the schemas permits, with {@code anyOf} if they differ in more than their values. */
    private static Object oneOf(Set<Object> schemas) {
        if (schemas.isEmpty()) {
            return false;
        }
        if (schemas.contains(Map.of())) {
            return Map.of();
        }
        List<Object> alternatives = withSharedValues(schemas);
        return (alternatives.size() == 1) ? alternatives.get(0) : Nodes.of("anyOf", alternatives);
    }

    /** Writes schemas that differ in {@code const} or {@code enum} alone as one. */
    static List<Object> withSharedValues(Collection<?> schemas) {
        Map<Object, Set<@Nullable Object>> values = new LinkedHashMap<>();
        List<Object> others = new ArrayList<>();
        for (Object schema : schemas) {
            Map<String, @Nullable Object> rest = new LinkedHashMap<>(Nodes.object(schema));
            boolean isValue = rest.containsKey("const") != rest.containsKey("enum");
            List<?> own =
                    rest.containsKey("const") ? Nodes.single(rest.remove("const")) : Nodes.list(rest.remove("enum"));
            if (isValue) {
                values.computeIfAbsent(rest, key -> new LinkedHashSet<>()).addAll(own);
            } else {
                others.add(schema);
            }
        }
        if (values.values().stream().mapToInt(Set::size).sum() == values.size()) {
            return List.copyOf(schemas);
        }
        List<Object> shared = new ArrayList<>();
        values.forEach((rest, all) -> {
            Map<String, @Nullable Object> schema = new LinkedHashMap<>(Nodes.object(rest));
            schema.put("enum", new ArrayList<>(all));
            shared.add(schema);
        });
        shared.addAll(others);
        return shared;
    }

    private static List<Object> union(List<?> lists) {
        Set<Object> union = new LinkedHashSet<>();
        lists.forEach(list -> union.addAll(Nodes.list(list)));
        return List.copyOf(union);
    }
}
