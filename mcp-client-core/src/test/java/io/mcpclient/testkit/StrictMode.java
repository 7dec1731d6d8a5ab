package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Completes schemas for the strict mode of OpenAI as the clients of it do. */
final class StrictMode {

    private StrictMode() {}

    static Map<String, Object> completed(Map<String, Object> schema) {
        Map<String, Object> completed = new LinkedHashMap<>();
        schema.forEach((keyword, value) -> completed.put(keyword, completed(keyword, value)));
        if (SchemaNodes.types(completed).contains("object")) {
            Map<?, ?> properties = (completed.get("properties") instanceof Map<?, ?> map) ? map : Map.of();
            completed.put("properties", properties);
            completed.put("required", new ArrayList<>(properties.keySet()));
            completed.put("additionalProperties", false);
        }
        return completed;
    }

    private static Object completed(String keyword, Object value) {
        if (SchemaNodes.SCHEMAS_BY_NAME.contains(keyword) && value instanceof Map<?, ?> named) {
            Map<String, Object> completed = new LinkedHashMap<>();
            named.forEach((name, each) -> completed.put(String.valueOf(name), schema(each)));
            return completed;
        }
        if (SchemaNodes.SCHEMA_LISTS.contains(keyword) && value instanceof List<?> list) {
            return list.stream().map(StrictMode::schema).toList();
        }
        return SchemaNodes.SCHEMAS.contains(keyword) ? schema(value) : value;
    }

    @SuppressWarnings("unchecked") // names of JSON are strings
    private static Object schema(@Nullable Object value) {
        return (value instanceof Map<?, ?> map)
                ? completed((Map<String, Object>) map)
                : (value == null) ? "null" : value;
    }
}
