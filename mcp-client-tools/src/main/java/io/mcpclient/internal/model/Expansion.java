package io.mcpclient.internal.model;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Replaces the references of one schema, and what it combines with {@code allOf}, by what they stand for. */
final class Expansion {

    /** How often a definition occurs on the path to a schema. */
    private static final int MAX_RECURSION = 2;

    private final Map<String, @Nullable Object> root;

    private final Map<String, @Nullable Object> definitions;

    Expansion(Map<String, @Nullable Object> root) {
        this.root = root;
        this.definitions = Nodes.object(root.get("$defs"));
    }

    /**
     * A schema without references and {@code allOf} of its own.
     * @param schema the schema, which may be changed
     * @param path how often each definition occurs on the path to it
     */
    record Expanded(Map<String, @Nullable Object> schema, Map<String, Integer> path) {}

    /**
     * Expands a schema.
     * @param schema the schema
     * @param path how often each definition occurs on the path to it
     * @param isSpent whether no more references may be replaced
     * @return the expanded schema; the types alone of definitions that are not replaced
     */
    Expanded expanded(Map<String, @Nullable Object> schema, Map<String, Integer> path, boolean isSpent) {
        Map<String, @Nullable Object> flat = new LinkedHashMap<>(schema);
        Map<String, Integer> further = path;
        String reference = (flat.remove("$ref") instanceof String text) ? text : "";
        List<?> parts = Nodes.list(flat.remove("allOf"));
        if (!reference.isEmpty()) {
            String name = Definitions.name(reference);
            Map<String, @Nullable Object> target =
                    (name != null) ? Nodes.object(this.definitions.get(name)) : this.root;
            int count = path.getOrDefault(reference, 0);
            if (isSpent || count >= MAX_RECURSION) {
                flat = SchemaMerge.both(flat, typesAlone(target));
            } else {
                further = new HashMap<>(path);
                further.put(reference, count + 1);
                Expanded expanded = expanded(target, further, isSpent);
                flat = SchemaMerge.both(flat, expanded.schema());
                further = expanded.path();
            }
        }
        for (Object part : parts) {
            Expanded expanded = expanded(Nodes.object(part), further, isSpent);
            flat = SchemaMerge.both(flat, expanded.schema());
            further = expanded.path();
        }
        return new Expanded(flat, further);
    }

    private static Map<String, @Nullable Object> typesAlone(Map<String, @Nullable Object> schema) {
        Object type = schema.get("type");
        return (type != null) ? Nodes.of("type", type) : Map.of();
    }
}
