package io.mcpclient.schema;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain mapper, set up except that unknown members are ignored. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Json() {}

    static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    static JsonNode tree(String json) {
        return MAPPER.readTree(json);
    }

    static JsonNode tree(Object value) {
        return MAPPER.readTree(MAPPER.writeValueAsString(value));
    }
}
