package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;

/**
 * Reads the result of a tool call block by block after it could not be read as a whole. The tool has been executed: one bad block must
 * not take the others away.
 *
 * <table>
 * <caption>what does not fit its type</caption>
 * <tr><th>member</th><th>result</th></tr>
 * <tr><td>{@code _meta} of the result</td><td>is left out</td></tr>
 * <tr><td>a member of a block</td><td>see {@link LenientContent}</td></tr>
 * <tr><td>a text, a block that is not an object, {@code content} that is not an array, any other member of the result</td><td>the result
 * is malformed</td></tr>
 * </table>
 *
 * @see "fault F07"
 */
final class LenientToolResult {

    private static final String CONTENT = "content";

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
            ContentBlock block = (item instanceof Map<?, ?> object) ? LenientContent.block(object) : null;
            if (block != null) {
                content.add(block);
            } else if (item != null) {
                return null;
            }
        }
        CallToolResult rest = LenientContent.bound(LenientContent.without(members, CONTENT), CallToolResult.class);
        if (rest == null) {
            rest = LenientContent.bound(
                    LenientContent.without(members, CONTENT, LenientContent.META), CallToolResult.class);
        }
        return (rest != null)
                ? new CallToolResult(
                        content, rest.isError(), rest.resultType(), rest.meta(), rest.structuredJson(), rest.members())
                : null;
    }
}
