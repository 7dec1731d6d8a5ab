package io.mcpclient.internal.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Writes the root of a schema as an object with properties. OpenAI, Anthropic, xAI, DeepSeek and Bedrock want one, without
 * references or alternatives; arguments are always an object.
 */
final class PortableRoot {

    /** Schemas that are merged into the root; of more of them nothing is known. */
    private static final int MAX_PARTS = 1_000;

    private static final int MAX_DEPTH = 16;

    private final Map<String, @Nullable Object> definitions;

    private int parts;

    private PortableRoot(Map<String, @Nullable Object> definitions) {
        this.definitions = definitions;
    }

    static Map<String, @Nullable Object> of(
            Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {
        Map<String, @Nullable Object> flat = new PortableRoot(definitions).flat(root, 0);
        List.of("enum", "const", "not").forEach(flat::remove);
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        if (!root.containsKey("type")) {
            object.put("type", "object");
        }
        object.putAll(flat);
        object.put("type", "object");
        object.putIfAbsent("properties", Map.of());
        NodeRepairs.required(object);
        Map<String, @Nullable Object> reachable = reachable(object, definitions);
        if (!reachable.isEmpty()) {
            object.put("$defs", reachable);
        }
        return object;
    }

    /** Returns whether the root of a schema is wider here than as sent. */
    static boolean isWidened(Map<String, @Nullable Object> root) {
        return List.of("$ref", "allOf", "anyOf", "oneOf", "enum", "const", "not").stream()
                .anyMatch(root::containsKey);
    }

    /** Returns an object without references and alternatives of its own. */
    private Map<String, @Nullable Object> flat(Map<String, @Nullable Object> node, int depth) {
        Map<String, @Nullable Object> flat = new LinkedHashMap<>(node);
        List.of("$ref", "allOf", "anyOf", "oneOf").forEach(flat::remove);
        if (depth > MAX_DEPTH || ++this.parts > MAX_PARTS) {
            return depth == 0 ? flat : new LinkedHashMap<>();
        }
        String name = Definitions.name(node.get("$ref"));
        if (name != null && this.definitions.get(name) instanceof Map<?, ?> target) {
            flat = SchemaMerge.both(flat, flat(Nodes.object(target), depth + 1));
        }
        for (Object part : Nodes.list(node.get("allOf"))) {
            flat = SchemaMerge.both(flat, flat(Nodes.object(part), depth + 1));
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            if (!node.containsKey(keyword)) {
                continue;
            }
            List<Map<String, @Nullable Object>> alternatives = new ArrayList<>();
            for (Object alternative : Nodes.list(node.get(keyword))) {
                if (alternative instanceof Map<?, ?>) {
                    alternatives.add(flat(Nodes.object(alternative), depth + 1));
                }
            }
            alternatives.removeIf(PortableRoot::isNoObject);
            Set<String> known = Nodes.object(flat.get("properties")).keySet();
            flat = SchemaMerge.both(flat, SchemaMerge.either(alternatives, known));
        }
        return flat;
    }

    private static boolean isNoObject(Map<String, @Nullable Object> schema) {
        List<String> types = NodeRepairs.types(schema);
        return !types.isEmpty() && !types.contains("object");
    }

    private static Map<String, @Nullable Object> reachable(
            Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {
        Map<String, @Nullable Object> reachable = new LinkedHashMap<>();
        Queue<@Nullable Object> unseen = new ArrayDeque<>(List.of(root));
        for (Object next = unseen.poll(); next != null; next = unseen.poll()) {
            Map<String, @Nullable Object> node = Nodes.object(next);
            String name = Definitions.name(node.get("$ref"));
            if (name != null && definitions.containsKey(name) && !reachable.containsKey(name)) {
                reachable.put(name, definitions.get(name));
                unseen.add(Nodes.nonNull(definitions.get(name)));
            }
            node.forEach(
                    (keyword, value) -> SubSchemas.forEach(keyword, value, each -> unseen.add(Nodes.nonNull(each))));
        }
        return reachable;
    }
}
