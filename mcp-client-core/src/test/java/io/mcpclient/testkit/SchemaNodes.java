package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** The subschemas of a JSON schema, each with its path. Data, such as the values of an enumeration, are not subschemas. */
final class SchemaNodes {

    /** Keywords whose value is a subschema. */
    static final Set<String> SCHEMAS = Set.of(
            "items",
            "additionalProperties",
            "not",
            "if",
            "then",
            "else",
            "contains",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "contentSchema");

    /** Keywords whose value maps names to subschemas. */
    static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    /** Keywords whose value is a list of subschemas. */
    static final Set<String> SCHEMA_LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private SchemaNodes() {}

    /** A subschema: an object, a boolean, or what a server sent instead. */
    record Node(List<String> path, @Nullable Object schema) {

        /** Returns the members, or none if it is no object. */
        Map<?, ?> members() {
            return (this.schema instanceof Map<?, ?> map) ? map : Map.of();
        }
    }

    /** Returns the schema itself and all its subschemas. */
    static List<Node> all(Map<String, Object> schema) {
        List<Node> nodes = new ArrayList<>();
        visit(List.of(), schema, (path, node) -> nodes.add(new Node(path, node)));
        return nodes;
    }

    private static void visit(
            List<String> path, @Nullable Object schema, BiConsumer<List<String>, @Nullable Object> visitor) {
        visitor.accept(path, schema);
        if (!(schema instanceof Map<?, ?> members)) {
            return;
        }
        members.forEach((key, value) -> {
            String keyword = String.valueOf(key);
            if (SCHEMAS.contains(keyword)) {
                visit(with(path, keyword), value, visitor);
            } else if (SCHEMAS_BY_NAME.contains(keyword) && value instanceof Map<?, ?> named) {
                named.forEach((name, each) -> visit(with(with(path, keyword), String.valueOf(name)), each, visitor));
            } else if (SCHEMA_LISTS.contains(keyword) && value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    visit(with(with(path, keyword), String.valueOf(i)), list.get(i), visitor);
                }
            }
        });
    }

    private static List<String> with(List<String> path, String part) {
        List<String> longer = new ArrayList<>(path);
        longer.add(part);
        return longer;
    }

    /** Returns the types that a schema names, none if it names none. */
    static List<String> types(Map<?, ?> schema) {
        Object type = schema.get("type");
        List<String> types = new ArrayList<>();
        if (type instanceof List<?> list) {
            list.forEach(each -> types.add(String.valueOf(each)));
        } else if (type != null) {
            types.add(String.valueOf(type));
        }
        return types;
    }

    /** Returns whether a local reference leads to something. */
    static boolean exists(Map<String, Object> root, String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return false;
        }
        Object found = root;
        for (String token : reference.substring(1).split("/", -1)) {
            if (!token.isEmpty() || found != root) {
                String name = token.replace("~1", "/").replace("~0", "~");
                if (found instanceof Map<?, ?> map) {
                    found = map.get(name);
                } else if (found instanceof List<?> list && name.matches("\\d{1,6}")) {
                    int index = Integer.parseInt(name);
                    found = (index < list.size()) ? list.get(index) : null;
                } else {
                    found = null;
                }
            }
        }
        return found != null;
    }
}
