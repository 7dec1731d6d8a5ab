package io.mcpclient.console.internal.tool;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.SafeText;

/**
 * A difference between two definitions. Texts are untrusted texts of the server.
 *
 * @param path members that lead to it, such as {@code inputSchema.properties.city}
 * @param before value as JSON, possibly cut, {@code null} if it was absent
 * @param now value as JSON, possibly cut, {@code null} if it is absent
 */
record Difference(
        String path, @Nullable String before, @Nullable String now) {

    private static final int MAX = 50;

    private static final int MAX_TEXT = 4000;

    private static final int MAX_PATH = 300;

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    /** Compares two values of the protocol; returns the first 50 differences, in the order of members. */
    static List<Difference> between(Object before, Object now) {
        List<Difference> found = new ArrayList<>();
        compare("", CODEC.convert(before, Map.class), CODEC.convert(now, Map.class), found);
        return found;
    }

    private static void compare(String path, @Nullable Object before, @Nullable Object now, List<Difference> found) {
        if (found.size() >= MAX || Objects.equals(before, now)) {
            return;
        }
        if (!(before instanceof Map<?, ?> one) || !(now instanceof Map<?, ?> other)) {
            found.add(new Difference(SafeText.excerpt(path, MAX_PATH), text(before), text(now)));
            return;
        }
        Set<Object> names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        for (Object name : names) {
            compare(path.isEmpty() ? String.valueOf(name) : path + "." + name, one.get(name), other.get(name), found);
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        String text = (value instanceof String string) ? string : CODEC.toJson(value);
        return text.substring(0, SafeText.end(text, MAX_TEXT));
    }
}
