package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.internal.support.SafeText;
import io.mcpclient.internal.support.SharedJsonMapper;

/** Values of an application as JSON text. */
final class JsonText {

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

    /** Reads JSON that {@link #write} has written. */
    static @Nullable Object read(String json) {
        return SharedJsonMapper.get().readValue(json, Object.class);
    }
}
