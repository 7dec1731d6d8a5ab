package io.mcpclient.internal.model;

import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/** Schemas of tests, written with single quotes. */
final class SchemaText {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private SchemaText() {}

    @SuppressWarnings("unchecked") // a schema is an object
    static Map<String, Object> schema(String text) {
        return (Map<String, Object>) value(text);
    }

    static Object value(String text) {
        return JSON.readValue(text.replace('\'', '"'), Object.class);
    }

    static String text(Object value) {
        return JSON.writeValueAsString(value).replace('"', '\'');
    }
}
