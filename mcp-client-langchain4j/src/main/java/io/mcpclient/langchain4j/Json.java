package io.mcpclient.langchain4j;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON text of schemas, arguments and results. */
final class Json {

    private static final TypeReference<LinkedHashMap<String, Object>> OBJECT = new TypeReference<>() {};

    /** Numbers keep all their digits on the way from the model to the server. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    static String write(@Nullable Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /**
     * Reads a JSON object.
     * @param json the text
     * @return its members
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    static Map<String, Object> readObject(String json) {
        try {
            Map<String, Object> object = MAPPER.readValue(json, OBJECT);
            if (object != null) {
                return object;
            }
        } catch (JacksonException ex) {
            throw new IllegalArgumentException("not a JSON object", ex);
        }
        throw new IllegalArgumentException("not a JSON object");
    }

    /** Returns whether a text is the JSON of a value, whatever its spaces and the order of its members. */
    static boolean isJsonOf(String text, @Nullable Object value) {
        try {
            return MAPPER.readTree(text).equals(MAPPER.readTree(write(value)));
        } catch (JacksonException ex) {
            return false;
        }
    }
}
