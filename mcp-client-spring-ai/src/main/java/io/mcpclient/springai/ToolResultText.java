package io.mcpclient.springai;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.registry.McpToolResultLimit;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.TextContent;

/**
 * The result of a tool as text, the only form that Spring AI has for it.
 *
 * <pre>
 *  structured content   text               other contents   result
 *  no                   any                no               the text, blocks joined by line feeds
 *  no                   any                yes              array of all contents
 *  yes                  none or the same   no               the structured content
 *  yes                  any                any              object with structuredContent and content
 *  no                   none               no               empty array
 * </pre>
 */
final class ToolResultText {

    static final String STRUCTURED_CONTENT = "structuredContent";

    static final String CONTENT = "content";

    private static final String META = "_meta";

    private ToolResultText() {}

    /** Returns a text that is cut if it is too long. Content that repeats structured content does not count. */
    static String of(CallToolResult result, McpToolResultLimit limit) {
        List<ContentBlock> content = result.content();
        boolean isText = content.stream().allMatch(TextContent.class::isInstance);
        return (result.hasStructuredContent() && isText && repeats(content, result.structuredContent()))
                ? limit.apply(write(result.structuredContent()))
                : of(limit.apply(result));
    }

    static String of(CallToolResult result) {
        List<ContentBlock> content = result.content();
        boolean isText = content.stream().allMatch(TextContent.class::isInstance);
        if (!result.hasStructuredContent()) {
            return (isText && !content.isEmpty()) ? result.text() : Json.write(blocks(content));
        }
        Object structured = result.structuredContent();
        if (isText && repeats(content, structured)) {
            return write(structured);
        }
        Map<String, @Nullable Object> both = new LinkedHashMap<>();
        both.put(STRUCTURED_CONTENT, structured);
        both.put(CONTENT, blocks(content));
        return Json.write(both);
    }

    private static String write(@Nullable Object structured) {
        return (structured != null) ? Json.write(structured) : "null";
    }

    /** Servers repeat structured content as text for clients that do not know it. */
    private static boolean repeats(List<ContentBlock> texts, @Nullable Object structured) {
        if (texts.isEmpty()) {
            return true;
        }
        JsonNode expected = Json.read(write(structured));
        return texts.size() == 1 && texts.get(0) instanceof TextContent text && isSame(text.text(), expected);
    }

    private static boolean isSame(String text, JsonNode expected) {
        try {
            return Json.read(text).equals(expected);
        } catch (JacksonException notJson) {
            return false;
        }
    }

    static ArrayNode blocks(List<ContentBlock> content) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        content.forEach(block -> blocks.add(withoutMeta(Json.tree(block))));
        return blocks;
    }

    /** Metadata is for the client, not for the model. */
    private static JsonNode withoutMeta(JsonNode block) {
        if (block instanceof ObjectNode object) {
            object.remove(META);
            if (object.get("resource") instanceof ObjectNode resource) {
                resource.remove(META);
            }
        }
        return block;
    }
}
