package io.mcpclient.internal.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextContent;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.VisibleText;

/**
 * Removes invisible characters from results, see {@link VisibleText}: from all texts of all content blocks, of structured content and
 * of other members, and from the names of members. Without state.
 */
public final class VisibleResult {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private VisibleResult() {}

    /**
     * Returns the visible part of a result.
     * @param result result of a tool
     * @return the result itself if it contains no invisible characters. Text blocks and structured content are looked at where they
     *     are, without a copy
     */
    @SuppressWarnings("unchecked") // JSON objects remain JSON objects
    public static CallToolResult of(CallToolResult result) {
        List<ContentBlock> content = of(result.content());
        Map<String, Object> meta = (Map<String, Object>) VisibleText.ofJson(result.meta());
        Map<String, Object> members = (Map<String, Object>) VisibleText.ofJson(result.members());
        JsonValue structured = of(result.structuredJson());
        boolean isVisible = content == result.content()
                && meta == result.meta()
                && structured == result.structuredJson()
                && members == result.members();
        return (isVisible || members == null)
                ? result
                : new CallToolResult(content, result.isError(), result.resultType(), meta, structured, members);
    }

    private static @Nullable JsonValue of(@Nullable JsonValue structured) {
        Object value = (structured != null) ? structured.value() : null;
        Object visible = VisibleText.ofJson(value);
        return (visible != value) ? JsonValue.of(visible) : structured;
    }

    private static List<ContentBlock> of(List<ContentBlock> blocks) {
        List<ContentBlock> copy = null;
        for (int i = 0; i < blocks.size(); i++) {
            ContentBlock visible = of(blocks.get(i));
            if (copy == null && visible != blocks.get(i)) {
                copy = new ArrayList<>(blocks);
            }
            if (copy != null) {
                copy.set(i, visible);
            }
        }
        return (copy != null) ? copy : blocks;
    }

    /**
     * Returns the visible part of the contents of a resource.
     * @param result result of reading a resource
     * @return the result itself if it contains no invisible characters
     */
    public static ReadResourceResult of(ReadResourceResult result) {
        List<ResourceContents> contents = new ArrayList<>(result.contents().size());
        boolean isVisible = true;
        for (ResourceContents each : result.contents()) {
            ResourceContents visible = decoded(converted(each, ResourceContents.class));
            isVisible &= visible == each;
            contents.add(visible);
        }
        return isVisible
                ? result
                : new ReadResourceResult(
                        contents,
                        result.resultType(),
                        result.ttlMs(),
                        result.cacheScope(),
                        result.meta(),
                        result.extra());
    }

    /**
     * Returns the visible part of a content block.
     * @param block block of a result or of a prompt
     * @return the block itself if it contains no invisible characters
     */
    public static ContentBlock of(ContentBlock block) {
        if (block instanceof TextContent text && isVisible(text)) {
            return block;
        }
        ContentBlock visible = converted(block, ContentBlock.class);
        if (visible instanceof EmbeddedResource embedded) {
            ResourceContents resource = decoded(embedded.resource());
            return (resource == embedded.resource())
                    ? embedded
                    : new EmbeddedResource(resource, embedded.annotations(), embedded.meta(), embedded.extra());
        }
        return visible;
    }

    private static <T> T converted(T value, Class<T> type) {
        if (JsonSize.of(value).isPlain()) {
            return value;
        }
        Map<?, ?> json = CODEC.convert(value, Map.class);
        Object visible = VisibleText.ofJson(json);
        T converted = (visible != json) ? CODEC.convert(visible, type) : null;
        return (converted != null) ? converted : value;
    }

    /** A text that is sent as binary data is text for a model, see {@link ContentParts}. */
    private static ResourceContents decoded(ResourceContents contents) {
        if (!(contents instanceof BlobResourceContents blob)) {
            return contents;
        }
        String text = MediaNotes.text(blob);
        String visible = VisibleText.of(text);
        if (visible == null || visible.equals(text)) {
            return blob;
        }
        String encoded = Base64.getEncoder().encodeToString(visible.getBytes(StandardCharsets.UTF_8));
        return new BlobResourceContents(blob.uri(), blob.mimeType(), encoded, blob.meta(), blob.extra());
    }

    /** Whether a block has no invisible characters, as can be seen without writing it as JSON. */
    private static boolean isVisible(TextContent text) {
        return VisibleText.isVisible(text.text())
                && text.annotations() == null
                && VisibleText.isVisibleJson(text.meta())
                && VisibleText.isVisibleJson(text.extra());
    }
}
