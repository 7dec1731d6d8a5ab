package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;

import io.mcpclient.support.json.JsonNumbers;

/**
 * Reads plain JSON, and members of the vocabulary, from the tokens of a parser. Subclasses read the results that are read most often,
 * which takes half as long as with databind. They know only the common shape; a member of another type than the specification says, or
 * a known member that occurs twice, is an {@link UnsupportedShapeException}.
 *
 * <p>A method that reads a member gets its first token and the value that was read for it before. Not thread-safe.
 */
class DirectReader {

    /** Capacity of maps for at most six members, as most have. */
    private static final int MEMBERS = 8;

    private static final int ITEMS = 4;

    private final JsonParser json;

    /**
     * Creates a reader.
     * @param json the parser
     */
    DirectReader(JsonParser json) {
        this.json = json;
    }

    /** Returns the name of the next member, {@code null} at the end of the object. */
    final @Nullable String nextName() {
        return this.json.nextName();
    }

    final JsonToken nextToken() {
        return this.json.nextToken();
    }

    /** Reads any value. */
    final @Nullable Object value(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> this.json.getString();
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonNumbers.of(this.json);
            case VALUE_NULL -> null;
            default -> throw new UnsupportedShapeException();
        };
    }

    /** Reads an object whose first token was read. */
    final Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>(MEMBERS);
        for (String name = nextName(); name != null; name = nextName()) {
            put(members, name, value(nextToken()));
        }
        return members;
    }

    /** Reads an object whose first token was read; neither it nor an object in it has a member twice, unless in an array. */
    final Map<String, Object> distinctObject() {
        Map<String, Object> members = new LinkedHashMap<>(MEMBERS);
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            require(!members.containsKey(name));
            put(members, name, (token == JsonToken.START_OBJECT) ? distinctObject() : value(token));
        }
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> items = new ArrayList<>(ITEMS);
        for (JsonToken token = nextToken(); token != JsonToken.END_ARRAY; token = nextToken()) {
            items.add(value(token));
        }
        return items;
    }

    /** Reads a text or {@code null}. */
    final @Nullable String text(JsonToken token, @Nullable String before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.VALUE_STRING);
        return this.json.getString();
    }

    /** Reads a boolean or {@code null}. */
    final @Nullable Boolean flag(JsonToken token, @Nullable Boolean before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE);
        return token == JsonToken.VALUE_TRUE;
    }

    /** Reads an object or {@code null}. */
    final @Nullable Map<String, Object> object(JsonToken token, @Nullable Map<String, Object> before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.START_OBJECT);
        return object();
    }

    /** Reads a value or {@code null} with databind. */
    final <T> @Nullable T bound(JsonToken token, Class<T> type, @Nullable T before) {
        if (isAbsent(token, before)) {
            return null;
        }
        try {
            return type.cast(Databind.reader(type).readValue(this.json));
        } catch (DatabindException ex) {
            throw new UnsupportedShapeException();
        }
    }

    /** Adds a member that the vocabulary does not define. */
    final Map<String, Object> plus(@Nullable Map<String, Object> extra, String name, JsonToken token) {
        Map<String, Object> members = (extra != null) ? extra : new LinkedHashMap<>(MEMBERS);
        require(!members.containsKey(name));
        put(members, name, value(token));
        return members;
    }

    /** The types of the vocabulary do not say that a value of a JSON object may be {@code null}. */
    @SuppressWarnings("NullAway")
    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        members.put(name, value);
    }

    /** A member that is {@code null} counts as absent, unless it takes the place of another one. */
    static boolean isAbsent(JsonToken token, @Nullable Object before) {
        require(before == null);
        return token == JsonToken.VALUE_NULL;
    }

    static Map<String, Object> orEmpty(@Nullable Map<String, Object> members) {
        return (members != null) ? members : Map.of();
    }

    static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new UnsupportedShapeException();
        }
        return value;
    }

    static void require(boolean isUsual) {
        if (!isUsual) {
            throw new UnsupportedShapeException();
        }
    }
}
