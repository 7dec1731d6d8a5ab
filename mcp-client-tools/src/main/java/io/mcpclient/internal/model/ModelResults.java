package io.mcpclient.internal.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpResultRules.Media;
import io.mcpclient.model.McpResultRules.Overflow;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Tool;

/**
 * From results to what a model reads: the text blocks, a line feed between them, other blocks in their position, then structured
 * content as JSON, as far as {@link McpResultRules} and {@link Selection} select them. {@code _meta} is never part of it. Secrets in
 * texts of servers are not masked here.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
public final class ModelResults {

    /** Some providers of models reject a result without text. */
    private static final String NO_CONTENT = "The tool returned no content.";

    private static final String NO_MESSAGE = "The tool failed without a message.";

    private static final String NO_RESOURCE = "The resource is empty.";

    private ModelResults() {}

    /**
     * Converts the result of a tool.
     * @param result the result, or the failure that the tool reports
     * @param tool definition of the tool, {@code null} if unknown
     * @param rules rules; those that are not decided are the default ones
     * @param keeper keeps the full text of a result that is cut and returns the address to read on, for {@link Overflow#KEEP};
     *     {@code null} if there is none
     * @return the result for a model
     */
    public static McpModelResult of(
            CallToolResult result,
            @Nullable Tool tool,
            McpResultRules rules,
            @Nullable Function<String, String> keeper) {
        McpResultRules complete = rules.orElse(McpResultRules.defaults());
        Media media = Objects.requireNonNull(complete.media());
        List<Part> parts = new ContentParts(media).ofBlocks(result.content());
        Object structured = result.structuredContent();
        Fragment json = (structured != null)
                ? JsonForModel.structured(structured, notesOfData(parts, media), media == Media.TEXT)
                : Fragment.text("");
        Selection selection =
                Selection.of(Objects.requireNonNull(complete.form()), parts, structured, Views.hasView(tool), json);
        LimitedText text = text(selection.parts());
        if (selection.isStructured()) {
            text.add(json);
        }
        int limit = LimitedText.limit(Objects.requireNonNull(complete.maxLength()), tool);
        String limited = text.text(limit, (complete.overflow() == Overflow.KEEP) ? keeper : null);
        String nothing = result.isErrorResult() ? NO_MESSAGE : NO_CONTENT;
        return new McpModelResult(
                limited.isBlank() ? nothing : limited, attached(parts), result.isErrorResult(), result, null);
    }

    /**
     * Converts contents of a resource that a model reads.
     * @param result the contents
     * @param rules rules; those that are not decided are the default ones, and the form has no effect
     * @param keeper keeps the full text of contents that are cut, see {@link #of(CallToolResult, Tool, McpResultRules, Function)}
     * @return the result for a model
     */
    public static McpModelResult of(
            ReadResourceResult result, McpResultRules rules, @Nullable Function<String, String> keeper) {
        McpResultRules complete = rules.orElse(McpResultRules.defaults());
        List<Part> parts = new ContentParts(Objects.requireNonNull(complete.media())).ofResources(result.contents());
        String text = text(parts)
                .text(
                        Objects.requireNonNull(complete.maxLength()),
                        (complete.overflow() == Overflow.KEEP) ? keeper : null);
        return new McpModelResult(text.isBlank() ? NO_RESOURCE : text, attached(parts), false, null, null);
    }

    /**
     * Returns whether a model may be offered a tool: not if it is only for views of the extension MCP Apps.
     * @param tool definition of the tool
     * @return {@code true} unless its visibility is set and does not contain {@code model}
     */
    public static boolean isForModel(Tool tool) {
        return Views.isForModel(tool);
    }

    /** Joins parts by line feeds. */
    private static LimitedText text(List<Part> parts) {
        LimitedText text = new LimitedText();
        parts.forEach(part -> {
            text.add(Fragment.text(part.heading()));
            text.add(part.body());
        });
        return text;
    }

    /** Structured content that contains the same data contains the same note. */
    private static Map<String, String> notesOfData(List<Part> parts, Media media) {
        Map<String, String> notes = new HashMap<>();
        if (media != Media.TEXT) {
            parts.stream()
                    .filter(part ->
                            part.kind() == Part.Kind.MEDIA && !part.source().isEmpty())
                    .forEach(part -> notes.put(part.source(), part.body().text()));
        }
        return notes;
    }

    private static List<McpModelMedia> attached(List<Part> parts) {
        return parts.stream().map(Part::media).filter(Objects::nonNull).toList();
    }
}
