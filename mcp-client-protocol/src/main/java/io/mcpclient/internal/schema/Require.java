package io.mcpclient.internal.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Validation and normalization of the members of records of the schema. */
public final class Require {

    private Require() {}

    /** Fails with a message that contains type and member if a required member is missing. */
    public static <T> T member(@Nullable T value, String type, String member) {
        if (value == null) {
            throw new IllegalArgumentException(type + " has no \"" + member + "\"");
        }
        return value;
    }

    /** Like {@link #member}; blank text also counts as missing. */
    public static String text(@Nullable String value, String type, String member) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(type + " has no \"" + member + "\"");
        }
        return value;
    }

    /** Converts a missing list to an empty one; null elements, which the protocol does not define, are omitted. */
    public static <T> List<T> list(@Nullable List<T> list) {
        if (list == null || list.isEmpty()) {
            return List.of();
        }
        for (T element : list) {
            if (element == null) {
                return list.stream().filter(Objects::nonNull).toList();
            }
        }
        return Collections.unmodifiableList(list);
    }

    /** Converts a missing list to an empty one; fails for a null element, which cannot be identified in a list. */
    public static <T> List<T> items(@Nullable List<T> list, String type) {
        if (list == null || list.isEmpty()) {
            return List.of();
        }
        for (T element : list) {
            if (element == null) {
                throw new IllegalArgumentException("a " + type + " is null");
            }
        }
        return Collections.unmodifiableList(list);
    }

    /** Converts a missing map to an empty one; null values are kept, since a JSON member may be null. */
    public static <V> Map<String, V> members(@Nullable Map<String, V> members) {
        if (members == null || members.isEmpty()) {
            return Map.of();
        }
        return Collections.unmodifiableMap(members);
    }

    /** Fails if a map of typed entries contains null. */
    public static <V> Map<String, V> entries(Map<String, V> entries, String type, String member) {
        for (Map.Entry<String, V> entry : entries.entrySet()) {
            if (entry.getValue() == null) {
                throw new IllegalArgumentException(type + " has a null entry in \"" + member + "\"");
            }
        }
        return Collections.unmodifiableMap(entries);
    }

    /** Returns a copy of a map with an additional member. */
    public static <V> Map<String, V> plus(@Nullable Map<String, V> members, String name, V value) {
        Map<String, V> copy = members == null ? new LinkedHashMap<>() : new LinkedHashMap<>(members);
        copy.put(name, value);
        return copy;
    }
}
