package io.mcpclient.internal.support;

import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/** JSON objects that an application has written as text. */
public final class JsonObjects {

    private static final ObjectReader READER =
            SharedJsonMapper.get().readerFor(Object.class).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonObjects() {}

    /**
     * Reads an object.
     * @param json JSON text
     * @return the members in their order
     * @throws IllegalArgumentException if the text is not a JSON object; the message is a predicate
     */
    @SuppressWarnings("unchecked") // names of members are texts
    public static Map<String, Object> read(String json) {
        Object value;
        try {
            value = READER.readValue(json);
        } catch (JacksonException ex) {
            TokenStreamLocation location = ex.getLocation();
            throw new IllegalArgumentException(
                    "is not valid JSON"
                            + ((location != null)
                                    ? " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")"
                                    : ""),
                    ex);
        }
        if (value instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw new IllegalArgumentException("is not a JSON object");
    }
}
