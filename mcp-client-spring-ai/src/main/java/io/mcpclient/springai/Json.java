package io.mcpclient.springai;

import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as Spring AI exchanges it: as text. Numbers keep their digits. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private Json() {}

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Reads any JSON.
     * @throws JacksonException if the text is not JSON
     */
    static JsonNode read(String json) {
        return MAPPER.readTree(json);
    }

    /**
     * Reads an object.
     * @param json text of an object; blank for an empty one
     * @throws JacksonException if the text is not a JSON object
     */
    static Map<String, Object> object(String json) {
        Map<String, Object> object = json.isBlank() ? null : MAPPER.readValue(json, OBJECT);
        return (object != null) ? object : Map.of();
    }
}
