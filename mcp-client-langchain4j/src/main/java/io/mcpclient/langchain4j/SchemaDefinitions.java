package io.mcpclient.langchain4j;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Moves the definitions of older schemas from {@code definitions} to {@code $defs}, the only place that LangChain4j has for
 * them, and changes the references accordingly.
 */
final class SchemaDefinitions {

    private static final String OLD = "#/definitions/";

    private final Map<String, String> names = new LinkedHashMap<>();

    private SchemaDefinitions() {}

    static Map<String, Object> unified(Map<String, Object> schema) {
        if (!(schema.get("definitions") instanceof Map<?, ?>)) {
            return schema;
        }
        return new SchemaDefinitions().moved(schema);
    }

    private Map<String, Object> moved(Map<String, Object> schema) {
        Map<String, Object> definitions = ToolSchema.object(schema.get("$defs"));
        Map<String, Object> old = ToolSchema.object(schema.get("definitions"));
        old.forEach((name, definition) -> {
            String free = name;
            while (definitions.containsKey(free) && !Objects.equals(definition, definitions.get(free))) {
                free = free + "_";
            }
            this.names.put(name, free);
            definitions.put(free, definition);
        });
        Map<String, Object> moved = new LinkedHashMap<>(schema);
        moved.remove("definitions");
        moved.put("$defs", definitions);
        return ToolSchema.object(rewritten(moved));
    }

    private @Nullable Object rewritten(@Nullable Object node) {
        if (node instanceof List<?> list) {
            return list.stream().map(this::rewritten).toList();
        }
        if (!(node instanceof Map<?, ?>)) {
            return node;
        }
        Map<String, Object> members = ToolSchema.object(node);
        members.replaceAll((key, value) ->
                key.equals("$ref") && value instanceof String reference ? reference(reference) : rewritten(value));
        return members;
    }

    private String reference(String reference) {
        if (!reference.startsWith(OLD)) {
            return reference;
        }
        String path = reference.substring(OLD.length());
        int end = path.indexOf('/');
        String name = (end < 0) ? path : path.substring(0, end);
        return "#/$defs/" + this.names.getOrDefault(name, name) + path.substring(name.length());
    }
}
