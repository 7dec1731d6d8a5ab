package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.text.SafeText;

/** Values of an application as JSON text. */
final class JsonText {

    private JsonText() {}

    /** Writes compact JSON. */
    static String write(@Nullable Object value) {
        try {
            return SharedJsonMapper.get().writeValueAsString(value);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(
                    "cannot be written as JSON: " + SafeText.excerpt(ex.getOriginalMessage()), ex);
        }
    }
}
