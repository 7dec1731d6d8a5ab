package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.SafeText;

/** Plain JSON: maps, lists, texts, numbers. */
final class Json {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final int MAX_TEXT = 100;

    private static final int MAX_EXCERPT = 1_000;

    private Json() {}

    static <T> T convert(@Nullable Object value, Class<T> type) {
        return Objects.requireNonNull(CODEC.convert(value, type), "null");
    }

    /** Returns a plain copy of an object that is written as a JSON object. */
    @SuppressWarnings("unchecked") // names are texts
    static Map<String, Object> object(@Nullable Object value) {
        return (value == null) ? new LinkedHashMap<>() : new LinkedHashMap<>(convert(value, Map.class));
    }

    /** Returns an object as it is read from JSON. */
    static Map<String, Object> plainObject(Map<String, ?> object) {
        return object(CODEC.fromJson(CODEC.toJson(object), Map.class));
    }

    /** Returns a member that is an object, or an empty one. */
    static Map<String, Object> member(Map<String, Object> object, String name) {
        return (object.get(name) instanceof Map<?, ?> member) ? object(member) : Map.of();
    }

    static String text(@Nullable Object value) {
        return CODEC.toJson(value);
    }

    /** Returns a value for the message of an assertion: JSON whose long texts are cut, such as those of images. */
    static String excerpt(@Nullable Object value) {
        return SafeText.excerpt(text(cut(plain(value))), MAX_EXCERPT);
    }

    private static @Nullable Object cut(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> members = new LinkedHashMap<>();
            object.forEach((name, member) -> members.put(name, cut(member)));
            return members;
        }
        if (value instanceof List<?> elements) {
            return elements.stream().map(Json::cut).toList();
        }
        return (value instanceof String string && string.length() > MAX_TEXT)
                ? string.substring(0, SafeText.end(string, MAX_TEXT)) + "… (" + string.length() + " characters)"
                : value;
    }

    /** Whether two values are the same JSON, whatever their Java types and the order of members. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        return Objects.equals(plain(one), plain(other));
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return (value == null) ? null : CODEC.fromJson(CODEC.toJson(value), Object.class);
    }
}
