package io.mcpclient.springai;

import tools.jackson.databind.json.JsonMapper;

/** JSON as Spring AI exchanges it: as text. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
