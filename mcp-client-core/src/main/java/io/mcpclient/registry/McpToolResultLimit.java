package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.TextContent;

/**
 * Limit on the size of results of tools that a model reads. It applies to the content as a whole, in the order of its
 * blocks, and separately to the structured content, which usually repeats the content:
 *
 * <ul>
 *   <li>Text is cut, never within a surrogate pair, and ends with the note {@code [cut: N of M characters]}: the first N of
 *       M characters remain.
 *   <li>A block of another type, such as an image, counts with the length of its JSON. If it does not fit, the text
 *       {@code [cut: image of M characters]} replaces it, with its {@linkplain ContentBlock#type() type}.
 *   <li>As soon as no character remains, the note {@code [cut: N content blocks]} replaces the blocks that follow.
 *   <li>Structured content that is too long as JSON becomes a string: its JSON, cut like text. Such a string is no longer
 *       JSON, and does not fit the output schema.
 * </ul>
 *
 * <p>The notes that end a cut text or replace the remaining blocks are not counted.
 *
 * @param maxCharacters largest number of UTF-16 characters; {@link Integer#MAX_VALUE} means unlimited
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
public record McpToolResultLimit(int maxCharacters) {

    private static final String STRUCTURED_CONTENT = "structuredContent";

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    /**
     * Checks the limit.
     * @throws IllegalArgumentException if the limit is not positive
     */
    public McpToolResultLimit {
        if (maxCharacters < 1) {
            throw new IllegalArgumentException("maxCharacters is " + maxCharacters + ", but must be at least 1");
        }
    }

    /**
     * Returns the limit that cuts nothing.
     * @return the limit
     */
    public static McpToolResultLimit unlimited() {
        return new McpToolResultLimit(Integer.MAX_VALUE);
    }

    /**
     * Cuts a result that is too long.
     * @param result result of a tool
     * @return the result itself if it is within the limit, otherwise a copy; whether it is an error, its {@code _meta} and
     *     other members remain
     */
    public CallToolResult apply(CallToolResult result) {
        if (this.maxCharacters == Integer.MAX_VALUE) {
            return result;
        }
        List<ContentBlock> content = cut(result.content());
        Map<String, Object> members = cut(result);
        if (content.equals(result.content()) && members.equals(result.members())) {
            return result;
        }
        return new CallToolResult(content, result.isError(), result.resultType(), result.meta(), members);
    }

    /**
     * Cuts a text that is too long.
     * @param text text of a result
     * @return the text itself if it is within the limit, otherwise its beginning with a note
     */
    public String apply(String text) {
        return (text.length() <= this.maxCharacters) ? text : cut(text, this.maxCharacters);
    }

    private List<ContentBlock> cut(List<ContentBlock> blocks) {
        List<ContentBlock> content = new ArrayList<>();
        int remaining = this.maxCharacters;
        for (ContentBlock block : blocks) {
            if (remaining == 0) {
                content.add(TextContent.of("[cut: " + (blocks.size() - content.size()) + " content blocks]"));
                break;
            }
            ContentBlock fitting = fitting(block, remaining);
            content.add(fitting);
            remaining = Math.max(0, remaining - length(fitting));
        }
        return content;
    }

    private static ContentBlock fitting(ContentBlock block, int limit) {
        int length = length(block);
        if (length <= limit) {
            return block;
        }
        if (block instanceof TextContent text) {
            return new TextContent(cut(text.text(), limit), text.annotations(), text.meta(), text.extra());
        }
        return TextContent.of("[cut: " + block.type() + " of " + length + " characters]");
    }

    private static int length(ContentBlock block) {
        return (block instanceof TextContent text)
                ? text.text().length()
                : json(block).length();
    }

    private Map<String, Object> cut(CallToolResult result) {
        if (!result.hasStructuredContent() || result.structuredContent() == null) {
            return result.members();
        }
        String json = json(result.structuredContent());
        if (json.length() <= this.maxCharacters) {
            return result.members();
        }
        Map<String, Object> members = new HashMap<>(result.members());
        members.put(STRUCTURED_CONTENT, cut(json, this.maxCharacters));
        return members;
    }

    private static String cut(String text, int limit) {
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end) + "[cut: " + end + " of " + text.length() + " characters]";
    }

    private static String json(Object value) {
        return CODEC.toJson(value);
    }
}
