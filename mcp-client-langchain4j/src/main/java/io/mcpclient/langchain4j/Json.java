package io.mcpclient.langchain4j;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** JSON text of schemas and resources. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static String write(@Nullable Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
