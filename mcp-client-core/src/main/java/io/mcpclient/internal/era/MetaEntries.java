package io.mcpclient.internal.era;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.support.schema.RequestParams;

/** Adds entries to the {@code _meta} object of params or of a result, whatever their type (META-13). */
public final class MetaEntries {

    private static final String META = "_meta";

    private MetaEntries() {}

    /**
     * Adds entries. The params are not modified.
     * @param params params or a result: a record of the vocabulary, plain JSON or a bean, or {@code null} for none
     * @param entries entries to add; they override entries of the same name
     * @param codec reads beans
     * @return the params with the entries; the params themselves if there are no entries
     * @throws IllegalArgumentException if the params are not a JSON object, or a bean cannot be converted to one
     */
    public static @Nullable Object with(@Nullable Object params, Map<String, Object> entries, JsonCodec codec) {
        if (isNoObject(params)) {
            throw new IllegalArgumentException("params must be a JSON object, not a string, a number or an array");
        }
        if (entries.isEmpty()) {
            return params;
        }
        if (params == null) {
            return RequestParams.empty().withMeta(entries);
        }
        if (params instanceof McpRequestParams known) {
            return known.withMeta(merged(known.meta(), entries));
        }
        Map<?, ?> plain = (params instanceof Map<?, ?> map) ? map : codec.convert(params, Map.class);
        Map<Object, Object> copy = new LinkedHashMap<>((plain != null) ? plain : Map.of());
        copy.put(META, merged((copy.get(META) instanceof Map<?, ?> present) ? present : null, entries));
        return copy;
    }

    /**
     * Returns whether params have an entry.
     * @param params params: a record of the vocabulary, plain JSON or a bean, or {@code null} for none
     * @param key key of the entry
     * @param codec reads beans
     * @return whether they have it, whatever its value is
     * @throws IllegalArgumentException if a bean cannot be converted to a JSON object
     */
    public static boolean has(@Nullable Object params, String key, JsonCodec codec) {
        if (params instanceof McpRequestParams known) {
            Map<String, Object> present = known.meta();
            return present != null && present.containsKey(key);
        }
        Map<?, ?> plain =
                (params == null || params instanceof Map<?, ?>) ? (Map<?, ?>) params : codec.convert(params, Map.class);
        return plain != null && plain.get(META) instanceof Map<?, ?> present && present.containsKey(key);
    }

    private static boolean isNoObject(@Nullable Object params) {
        return params instanceof CharSequence
                || params instanceof Number
                || params instanceof Boolean
                || params instanceof Iterable<?>
                || (params != null && params.getClass().isArray());
    }

    private static Map<String, Object> merged(@Nullable Map<?, ?> present, Map<String, Object> entries) {
        if (present == null) {
            return entries;
        }
        Map<String, Object> merged = new LinkedHashMap<>();
        present.forEach((key, value) -> merged.put(String.valueOf(key), value));
        merged.putAll(entries);
        return merged;
    }
}
