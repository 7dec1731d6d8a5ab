package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.UnknownContent;

/**
 * Reads the result of a tool call block by block after it could not be read as a whole. The tool has been executed: one bad block must
 * not take the others away.
 *
 * <table>
 * <caption>what does not fit its type</caption>
 * <tr><th>member</th><th>result</th></tr>
 * <tr><td>{@code annotations} and {@code _meta} of a block, {@code _meta} of the result</td><td>is left out</td></tr>
 * <tr><td>any other member of a block that is not text, or one that is missing</td><td>the block becomes {@link UnknownContent} with
 * all its members</td></tr>
 * <tr><td>a text, a block that is not an object, {@code content} that is not an array, any other member of the result</td><td>the result
 * is malformed</td></tr>
 * </table>
 *
 * @see "fault F07"
 */
final class LenientToolResult {

    private static final String CONTENT = "content";

    private static final String META = "_meta";

    private LenientToolResult() {}

    /** Returns the result, {@code null} if it is malformed. */
    static @Nullable CallToolResult of(@Nullable Object plain) {
        if (!(plain instanceof Map<?, ?> members)) {
            return null;
        }
        if (!(Objects.requireNonNullElse(members.get(CONTENT), List.of()) instanceof List<?> items)) {
            return null;
        }
        List<ContentBlock> content = new ArrayList<>();
        for (Object item : items) {
            ContentBlock block = (item instanceof Map<?, ?> object) ? block(object) : null;
            if (block != null) {
                content.add(block);
            } else if (item != null) {
                return null;
            }
        }
        CallToolResult rest = bound(without(members, CONTENT), CallToolResult.class);
        if (rest == null) {
            rest = bound(without(members, CONTENT, META), CallToolResult.class);
        }
        return (rest != null)
                ? new CallToolResult(
                        content, rest.isError(), rest.resultType(), rest.meta(), rest.structuredJson(), rest.members())
                : null;
    }

    private static @Nullable ContentBlock block(Map<?, ?> members) {
        ContentBlock block = bound(members, ContentBlock.class);
        if (block == null) {
            block = bound(without(members, "annotations", META), ContentBlock.class);
        }
        return (block != null || !(members.get("type") instanceof String type) || type.equals("text"))
                ? block
                : new UnknownContent(type, null, without(members, "type"));
    }

    private static Map<String, Object> without(Map<?, ?> members, String... names) {
        Map<String, Object> rest = new LinkedHashMap<>();
        members.forEach((name, value) -> rest.put((String) name, value));
        List.of(names).forEach(rest::remove);
        return rest;
    }

    private static <T> @Nullable T bound(Map<?, ?> plain, Class<T> type) {
        try {
            return type.cast(Databind.conversion().apply(plain, type));
        } catch (JacksonException ex) {
            return null;
        }
    }
}
