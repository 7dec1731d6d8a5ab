package io.mcpclient.schema;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

import io.mcpclient.internal.support.SafeText;
import io.mcpclient.internal.support.SharedJsonMapper;

/** Values of an application as JSON text. */
final class JsonText {

    private static final ObjectReader STRICT =
            SharedJsonMapper.get().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonText() {}

    /** Writes compact JSON. */
    static String write(Object value) {
        try {
            return SharedJsonMapper.get().writeValueAsString(value);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(
                    "cannot be written as JSON: " + SafeText.excerpt(ex.getOriginalMessage()), ex);
        }
    }

    /** Reads a JSON object that an application has written. */
    @SuppressWarnings("unchecked") // names of members are texts
    static Map<String, Object> readObject(String json) {
        try {
            Object value = STRICT.forType(Object.class).readValue(json);
            if (value instanceof Map<?, ?> object) {
                return (Map<String, Object>) object;
            }
        } catch (JacksonException ex) {
            throw new IllegalArgumentException("is not valid JSON: " + SafeText.excerpt(ex.getOriginalMessage()), ex);
        }
        throw new IllegalArgumentException("is not a JSON object");
    }

    /** Reads JSON that {@link #write} has written. */
    static @Nullable Object read(String json) {
        return SharedJsonMapper.get().readValue(json, Object.class);
    }
}
