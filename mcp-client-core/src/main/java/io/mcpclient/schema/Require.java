package io.mcpclient.schema;

import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** What every record of this package does with the members it is given. */
final class Require {

    private Require() {}

    /** Fails with a message that names type and member if a member without which the object is useless is missing. */
    static <T> T member(@Nullable T value, String type, String member) {
        if (value == null) {
            throw new IllegalArgumentException(type + " has no \"" + member + "\"");
        }
        return value;
    }

    /** As {@link #member}, and text that is only white space counts as missing. */
    static String text(@Nullable String value, String type, String member) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(type + " has no \"" + member + "\"");
        }
        return value;
    }

    /** A missing list is an empty one; null elements, which the protocol has nowhere, are left out. */
    static <T> List<T> list(@Nullable List<T> list) {
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

    /** A missing list is an empty one; an element that is null has nothing to be listed by. */
    static <T> List<T> items(@Nullable List<T> list, String type) {
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

    /** A missing map is an empty one; null values stay, since a JSON member may be null. */
    static <V> Map<String, V> members(@Nullable Map<String, V> members) {
        if (members == null || members.isEmpty()) {
            return Map.of();
        }
        return Collections.unmodifiableMap(members);
    }

    /** Fails if a map of typed entries holds a null. */
    static <V> Map<String, V> entries(Map<String, V> entries, String type, String member) {
        for (Map.Entry<String, V> entry : entries.entrySet()) {
            if (entry.getValue() == null) {
                throw new IllegalArgumentException(type + " has a null entry in \"" + member + "\"");
            }
        }
        return Collections.unmodifiableMap(entries);
    }

    /** A copy of a map with one more member. */
    static <V> Map<String, V> plus(@Nullable Map<String, V> members, String name, V value) {
        Map<String, V> copy = members == null ? new LinkedHashMap<>() : new LinkedHashMap<>(members);
        copy.put(name, value);
        return copy;
    }

    /** The bytes behind a Base64 member. */
    static byte[] base64(String data, String type, String member) {
        try {
            return Base64.getDecoder().decode(data);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(type + " has no valid Base64 in \"" + member + "\"", ex);
        }
    }
}
