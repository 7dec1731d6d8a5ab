package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Plain JSON as maps and lists. */
final class Nodes {

    private Nodes() {}

    /** Returns an object, empty if the value is something else. */
    @SuppressWarnings("unchecked") // names of JSON are strings
    static Map<String, @Nullable Object> object(@Nullable Object value) {
        return (value instanceof Map<?, ?>) ? (Map<String, @Nullable Object>) value : Map.of();
    }

    /** Returns an array, empty if the value is something else. */
    static List<?> list(@Nullable Object value) {
        return (value instanceof List<?> list) ? list : List.of();
    }

    /** Returns an array of one value. */
    static List<?> single(@Nullable Object value) {
        return Collections.singletonList(value);
    }

    /** Returns an object with one member, which can get more. */
    static Map<String, @Nullable Object> of(String name, @Nullable Object value) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put(name, value);
        return object;
    }

    static Object nonNull(@Nullable Object value) {
        return (value != null) ? value : Map.of();
    }

    /** Returns a copy that cannot be changed, with the order of all members. */
    static @Nullable Object fixed(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(String.valueOf(name), fixed(member)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(fixed(element)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }
}
