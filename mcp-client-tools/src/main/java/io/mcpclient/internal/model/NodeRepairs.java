package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Repairs of one schema that span keywords; its values are of the right kinds. */
final class NodeRepairs {

    private NodeRepairs() {}

    /**
     * Repairs a schema.
     * @param node the schema, changed
     * @param asSent the schema as received
     * @return how often it became wider
     */
    static int repair(Map<String, @Nullable Object> node, Map<String, @Nullable Object> asSent) {
        int members = node.size();
        multiple(node);
        patterns(node, asSent);
        int losses = members - node.size();
        bound(node, "exclusiveMinimum", "minimum");
        bound(node, "exclusiveMaximum", "maximum");
        items(node);
        losses += required(node) ? 1 : 0;
        alternatives(node);
        return losses;
    }

    /** In draft-04 the exclusive bound is a flag of the other one. */
    private static void bound(Map<String, @Nullable Object> node, String exclusive, String inclusive) {
        if (Boolean.TRUE.equals(node.get(exclusive)) && node.get(inclusive) instanceof Number bound) {
            node.put(exclusive, bound);
            node.remove(inclusive);
        } else if (node.get(exclusive) instanceof Boolean) {
            node.remove(exclusive);
        }
    }

    private static void multiple(Map<String, @Nullable Object> node) {
        if (node.get("multipleOf") instanceof Number number && number.doubleValue() <= 0) {
            node.remove("multipleOf");
        }
    }

    /** OpenAI wants items in each array, and Moonshot an object. That there are no further items is said by their number. */
    private static void items(Map<String, @Nullable Object> node) {
        if (Boolean.FALSE.equals(node.get("items"))) {
            int size = Nodes.list(node.get("prefixItems")).size();
            if (!(node.get("maxItems") instanceof Number max) || max.doubleValue() > size) {
                node.put("maxItems", size);
            }
            node.put("items", Map.of());
        }
        if (types(node).contains("array")) {
            node.putIfAbsent("items", Map.of());
        }
    }

    /** Without the patterns of some properties, nothing can be said about further ones. */
    private static void patterns(Map<String, @Nullable Object> node, Map<String, @Nullable Object> asSent) {
        if (asSent.containsKey("patternProperties") && !node.containsKey("patternProperties")) {
            node.remove("additionalProperties");
            node.remove("unevaluatedProperties");
        }
    }

    /**
     * Groq refuses required names without properties, Gemini and Moonshot names that are no properties. Returns whether the schema
     * became wider.
     */
    static boolean required(Map<String, @Nullable Object> node) {
        List<?> names = Nodes.list(node.get("required"));
        Map<String, @Nullable Object> properties = Nodes.object(node.get("properties"));
        if (names.isEmpty() && properties.isEmpty()) {
            node.remove("required");
        }
        if (!types(node).contains("object") || properties.keySet().containsAll(names)) {
            return false;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(properties);
        names.forEach(name -> all.putIfAbsent(String.valueOf(name), Map.of()));
        node.put("properties", all);
        return node.containsKey("additionalProperties") || node.containsKey("unevaluatedProperties");
    }

    /** Moonshot refuses a type beside alternatives. */
    private static void alternatives(Map<String, @Nullable Object> node) {
        List<String> types = types(node);
        if (types.isEmpty() || !node.containsKey("anyOf")) {
            return;
        }
        List<Object> typed = new ArrayList<>();
        for (Object alternative : Nodes.list(node.get("anyOf"))) {
            Map<String, @Nullable Object> members = Nodes.object(alternative);
            List<String> common = common(types, types(members));
            if (!(alternative instanceof Map<?, ?>) || members.containsKey("$ref") || common.isEmpty()) {
                return;
            }
            Map<String, @Nullable Object> copy = Nodes.of("type", (common.size() == 1) ? common.get(0) : common);
            members.forEach((keyword, value) -> {
                if (!keyword.equals("type")) {
                    copy.put(keyword, value);
                }
            });
            items(copy);
            required(copy);
            typed.add(copy);
        }
        node.put("anyOf", typed);
        node.remove("type");
    }

    private static List<String> common(List<String> types, List<String> others) {
        if (others.isEmpty()) {
            return types;
        }
        List<String> common = new ArrayList<>();
        for (String type : others) {
            if (types.contains(type) || type.equals("integer") && types.contains("number")) {
                common.add(type);
            } else if (type.equals("number") && types.contains("integer")) {
                common.add("integer");
            }
        }
        return common;
    }

    /** Returns the types of a schema, none if it does not name any. */
    static List<String> types(Map<String, @Nullable Object> node) {
        Object type = node.get("type");
        List<String> types = new ArrayList<>();
        if (type instanceof String name) {
            types.add(name);
        }
        Nodes.list(type).forEach(each -> types.add(String.valueOf(each)));
        return types;
    }
}
