package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import org.jspecify.annotations.Nullable;

/**
 * A tool's input schema in the types of LangChain4j. A node is converted if LangChain4j writes it back without loss;
 * any other node becomes a {@link JsonRawSchema} with the server's text. The root must be a {@link JsonObjectSchema}, so
 * keywords of the root that it does not have are the remainder.
 *
 * @param parameters the schema
 * @param remainder keywords of the root without an equal in {@link JsonObjectSchema}, such as {@code oneOf}
 */
record ToolSchema(JsonObjectSchema parameters, Map<String, Object> remainder) {

    /** Deeper nodes are raw: their conversion is recursive. */
    private static final int MAX_DEPTH = 32;

    private static final Set<String> OF_ROOT =
            Set.of("type", "description", "properties", "required", "$defs", "$schema", "$id", "$comment", "title");

    private static final Set<String> BESIDE_REFERENCE =
            Set.of("$ref", "$defs", "type", "description", "$schema", "$id", "$comment", "title");

    private static final String REFERENCE = "#/$defs/";

    /**
     * Converts a schema.
     * @param inputSchema the schema as received
     * @return the converted schema
     */
    static ToolSchema of(Map<String, Object> inputSchema) {
        Map<String, Object> root = withTargetOfReference(SchemaDefinitions.unified(inputSchema));
        JsonObjectSchema.Builder parameters = JsonObjectSchema.builder();
        Map<String, Object> remainder = new LinkedHashMap<>(root);
        remainder.keySet().removeAll(OF_ROOT);
        if (root.get("description") instanceof String description) {
            parameters.description(description);
        }
        properties(root.get("properties")).forEach(parameters::addProperty);
        parameters.required(strings(root.get("required")));
        parameters.definitions(properties(root.get("$defs")));
        if (root.get("additionalProperties") instanceof Boolean additional) {
            parameters.additionalProperties(additional);
            remainder.remove("additionalProperties");
        }
        return new ToolSchema(parameters.build(), remainder);
    }

    /** Generators write the whole schema into a definition, to which the root refers. */
    private static Map<String, Object> withTargetOfReference(Map<String, Object> root) {
        Map<String, Object> resolved = root;
        for (int i = 0; i < MAX_DEPTH && resolved.get("$ref") instanceof String reference; i++) {
            Map<String, Object> target = target(resolved, reference);
            if (target == null || !BESIDE_REFERENCE.containsAll(resolved.keySet())) {
                return root;
            }
            Map<String, Object> merged = new LinkedHashMap<>(target);
            resolved.forEach((key, value) -> {
                if (!key.equals("$ref")) {
                    merged.put(key, value);
                }
            });
            resolved = merged;
        }
        return resolved.containsKey("$ref") ? root : resolved;
    }

    private static @Nullable Map<String, Object> target(Map<String, Object> root, String reference) {
        if (!reference.startsWith(REFERENCE)) {
            return null;
        }
        Map<String, Object> target = object(object(root.get("$defs")).get(reference.substring(REFERENCE.length())));
        return target.isEmpty() || target.containsKey("$defs") ? null : target;
    }

    private static Map<String, JsonSchemaElement> properties(@Nullable Object properties) {
        return properties(properties, 0);
    }

    private static Map<String, JsonSchemaElement> properties(@Nullable Object properties, int depth) {
        Map<String, JsonSchemaElement> converted = new LinkedHashMap<>();
        object(properties).forEach((name, schema) -> converted.put(name, element(name, schema, depth + 1)));
        return converted;
    }

    private static JsonSchemaElement element(@Nullable String name, @Nullable Object schema, int depth) {
        if (!(schema instanceof Map<?, ?>)) {
            return JsonRawSchema.from(Boolean.FALSE.equals(schema) ? "{\"not\":{}}" : "{}");
        }
        Map<String, Object> node = object(schema);
        JsonSchemaElement converted = (depth > MAX_DEPTH) ? null : converted(withoutRedundantTitle(name, node), depth);
        return (converted != null) ? converted : JsonRawSchema.from(Json.write(node));
    }

    /** Generators give each property a title which repeats its name. */
    private static Map<String, Object> withoutRedundantTitle(@Nullable String name, Map<String, Object> node) {
        if (name == null
                || !(node.get("title") instanceof String title)
                || !letters(title).equals(letters(name))) {
            return node;
        }
        Map<String, Object> copy = new LinkedHashMap<>(node);
        copy.remove("title");
        return copy;
    }

    private static String letters(String text) {
        return text.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns {@code null} for a node that LangChain4j cannot write back. */
    private static @Nullable JsonSchemaElement converted(Map<String, Object> node, int depth) {
        Object text = node.get("description");
        if (text != null && !(text instanceof String)) {
            return null;
        }
        String description = (String) text;
        Set<String> keys = node.keySet();
        if (keys.equals(Set.of("$ref"))) {
            return reference(node.get("$ref"));
        }
        if (node.containsKey("anyOf")) {
            return isOnly(keys, "anyOf") ? anyOf(node.get("anyOf"), description, depth) : null;
        }
        if (node.containsKey("enum")) {
            return isOnly(keys, "type", "enum") ? ofEnum(node, description) : null;
        }
        if (node.get("type") instanceof List<?> types) {
            return isOnly(keys, "type") ? anyType(types, description) : null;
        }
        if ("object".equals(node.get("type"))) {
            return ofObject(node, description, depth);
        }
        if ("array".equals(node.get("type"))) {
            return isOnly(keys, "type", "items") ? ofArray(node, description, depth) : null;
        }
        return isOnly(keys, "type") ? simple(node.get("type"), description) : null;
    }

    private static boolean isOnly(Set<String> keys, String... permitted) {
        Set<String> permittedKeys = Set.of(permitted);
        return keys.stream().allMatch(key -> key.equals("description") || permittedKeys.contains(key));
    }

    private static @Nullable JsonSchemaElement reference(@Nullable Object reference) {
        if (!(reference instanceof String pointer) || !pointer.startsWith(REFERENCE)) {
            return null;
        }
        String name = pointer.substring(REFERENCE.length());
        return name.contains("/")
                ? null
                : JsonReferenceSchema.builder().reference(name).build();
    }

    private static @Nullable JsonSchemaElement anyOf(
            @Nullable Object alternatives, @Nullable String description, int depth) {
        if (!(alternatives instanceof List<?> list) || list.isEmpty()) {
            return null;
        }
        List<JsonSchemaElement> elements = new ArrayList<>();
        list.forEach(alternative -> elements.add(element(null, alternative, depth + 1)));
        return JsonAnyOfSchema.builder()
                .description(description)
                .anyOf(elements)
                .build();
    }

    private static @Nullable JsonSchemaElement ofEnum(Map<String, Object> node, @Nullable String description) {
        boolean isString = !node.containsKey("type") || "string".equals(node.get("type"));
        List<String> values = strings(node.get("enum"));
        if (!isString || values.isEmpty() || !values.equals(node.get("enum"))) {
            return null;
        }
        return JsonEnumSchema.builder()
                .description(description)
                .enumValues(values)
                .build();
    }

    private static @Nullable JsonSchemaElement anyType(List<?> types, @Nullable String description) {
        List<JsonSchemaElement> elements = new ArrayList<>();
        for (Object type : types) {
            JsonSchemaElement element = simple(type, null);
            if (element == null) {
                return null;
            }
            elements.add(element);
        }
        return elements.isEmpty()
                ? null
                : JsonAnyOfSchema.builder()
                        .description(description)
                        .anyOf(elements)
                        .build();
    }

    /** LangChain4j omits {@code additionalProperties}, whose default is {@code true}. */
    private static @Nullable JsonSchemaElement ofObject(
            Map<String, Object> node, @Nullable String description, int depth) {
        List<String> required = strings(node.get("required"));
        boolean isWritten = isOnly(node.keySet(), "type", "properties", "required", "additionalProperties")
                && (!node.containsKey("additionalProperties") || Boolean.TRUE.equals(node.get("additionalProperties")))
                && (!node.containsKey("properties") || node.get("properties") instanceof Map<?, ?>)
                && (!node.containsKey("required") || required.equals(node.get("required")));
        if (!isWritten) {
            return null;
        }
        JsonObjectSchema.Builder builder =
                JsonObjectSchema.builder().description(description).required(required);
        properties(node.get("properties"), depth).forEach(builder::addProperty);
        if (node.containsKey("additionalProperties")) {
            builder.additionalProperties(true);
        }
        return builder.build();
    }

    private static @Nullable JsonSchemaElement ofArray(
            Map<String, Object> node, @Nullable String description, int depth) {
        JsonArraySchema.Builder builder = JsonArraySchema.builder().description(description);
        if (!node.containsKey("items")) {
            return builder.build();
        }
        return (node.get("items") instanceof Map<?, ?> items)
                ? builder.items(element(null, items, depth + 1)).build()
                : null;
    }

    private static @Nullable JsonSchemaElement simple(@Nullable Object type, @Nullable String description) {
        if (!(type instanceof String name)) {
            return null;
        }
        return switch (name) {
            case "string" -> JsonStringSchema.builder().description(description).build();
            case "integer" ->
                JsonIntegerSchema.builder().description(description).build();
            case "number" -> JsonNumberSchema.builder().description(description).build();
            case "boolean" ->
                JsonBooleanSchema.builder().description(description).build();
            // It has no description.
            case "null" -> (description == null) ? new JsonNullSchema() : null;
            default -> null;
        };
    }

    private static List<String> strings(@Nullable Object values) {
        return (values instanceof List<?> list)
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    static Map<String, Object> object(@Nullable Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> object.put(String.valueOf(key), member));
        }
        return object;
    }
}
