package io.mcpclient.schema;

import java.util.Map;
import java.util.Objects;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.annotation.JsonDeserialize;

import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.text.SafeText;

/**
 * A JSON object as text, such as the schema of a tool. It is parsed when something asks for its members: most schemas only travel from a
 * server to a model. Immutable and thread-safe.
 */
@JsonDeserialize(using = JsonObjectDeserializer.class)
public final class JsonObject extends JsonValue {

    /**
     * Creates an object.
     * @param json JSON of an object in UTF-8, already parsed; not changed afterwards
     */
    JsonObject(byte[] json) {
        super(json);
    }

    /**
     * Creates an object from its members.
     * @param members plain JSON (maps, lists, strings, numbers, booleans, {@code null}), records or beans by name
     * @return the object, with the members in the order of the map; later changes of the map do not affect it
     * @throws IllegalArgumentException if a value cannot be written as JSON
     */
    public static JsonObject of(Map<String, ?> members) {
        return parse(JsonText.write(members));
    }

    /**
     * Creates an object from JSON text.
     * @param json text of an object
     * @return the object with this text, apart from white space around it
     * @throws IllegalArgumentException if the text is not a JSON object, is nested deeper than 500 levels, or has a number with more than
     *     1,000 characters or an exponent beyond 10,000; the message is a predicate, such as "is not a JSON object"
     */
    public static JsonObject parse(String json) {
        return new JsonObject(checked(json, true));
    }

    /**
     * Returns the members. They are parsed with the first call, and retained beside the text.
     * @return unmodifiable maps and lists, strings, numbers, booleans and {@code null} by name, as described for {@link #value()}
     */
    @SuppressWarnings("unchecked") // names of members are strings
    public Map<String, Object> asMap() {
        return (Map<String, Object>) Objects.requireNonNull(value());
    }

    /**
     * Converts the object. Nothing is retained.
     * @param type target type, such as a record, a bean or {@link Map}
     * @param <T> target type
     * @return a new instance, not shared
     * @throws IllegalArgumentException if the object does not match the type, or has a number that the type does not hold exactly
     */
    public <T> T as(Class<T> type) {
        try (JsonParser parser = parser()) {
            return SharedJsonMapper.exactReader().forType(type).readValue(parser);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(
                    "the JSON object is not a valid " + type.getSimpleName() + ": "
                            + SafeText.excerpt(ex.getOriginalMessage()),
                    ex);
        }
    }
}
