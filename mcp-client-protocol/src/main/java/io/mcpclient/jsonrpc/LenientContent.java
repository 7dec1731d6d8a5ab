package io.mcpclient.jsonrpc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.UnknownContent;

/**
 * Reads a content block after what contains it could not be read as a whole.
 *
 * <table>
 * <caption>what does not fit its type</caption>
 * <tr><th>member</th><th>result</th></tr>
 * <tr><td>{@code annotations} and {@code _meta}</td><td>is left out</td></tr>
 * <tr><td>any other member of a block that is not text, or one that is missing</td><td>the block becomes {@link UnknownContent} with
 * all its members</td></tr>
 * <tr><td>a text</td><td>the block is malformed</td></tr>
 * </table>
 */
final class LenientContent {

    static final String META = "_meta";

    private LenientContent() {}

    /** Returns the block, {@code null} if it is malformed. */
    static @Nullable ContentBlock block(Map<?, ?> members) {
        ContentBlock block = bound(members, ContentBlock.class);
        if (block == null) {
            block = bound(without(members, "annotations", META), ContentBlock.class);
        }
        return (block != null || !(members.get("type") instanceof String type) || type.equals("text"))
                ? block
                : new UnknownContent(type, null, without(members, "type"));
    }

    static Map<String, Object> without(Map<?, ?> members, String... names) {
        Map<String, Object> rest = new LinkedHashMap<>();
        members.forEach((name, value) -> rest.put((String) name, value));
        List.of(names).forEach(rest::remove);
        return rest;
    }

    /** Returns plain JSON as a type, {@code null} if it does not fit. */
    static <T> @Nullable T bound(Map<?, ?> plain, Class<T> type) {
        try {
            return type.cast(Databind.conversion().apply(plain, type));
        } catch (JacksonException ex) {
            return null;
        }
    }
}
