package io.mcpclient.schema;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.text.SafeText;

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

    /** Encodes JSON. Unpaired surrogates, which UTF-8 does not have, can only be in strings, and are escaped. */
    static byte[] utf8(String json) {
        StringBuilder escaped = null;
        int done = 0;
        for (int i = 0; i < json.length(); i += Character.charCount(json.codePointAt(i))) {
            int c = json.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                escaped = (escaped != null) ? escaped : new StringBuilder(json.length() + 5);
                escaped.append(json, done, i).append("\\u").append(Integer.toHexString(c));
                done = i + 1;
            }
        }
        String encoded =
                (escaped != null) ? escaped.append(json, done, json.length()).toString() : json;
        return encoded.getBytes(StandardCharsets.UTF_8);
    }
}
