package io.mcpclient.sample.embedded.stateless;

import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON. */
final class Json {

    private Json() {}

    static JsonNode read(byte[] text) {
        return JsonMapper.shared().readTree(text);
    }

    static String text(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    /** Creates an object of alternating names and values, in this order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
