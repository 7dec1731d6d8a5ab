package io.mcpclient.schema;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of a tool call. If a tool returns a handle for later calls, the model must pass it back: the client keeps nothing
 * from a result.
 *
 * @param content unstructured content, possibly empty
 * @param isError whether the tool failed, see {@link #isErrorResult()}
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param structuredJson the structured content as text, which is parsed when something asks for {@link #structuredContent()};
 *     {@code null} if there is none
 * @param members other members
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record CallToolResult(
        List<ContentBlock> content,
        @Nullable Boolean isError,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonProperty("structuredContent") @Nullable JsonValue structuredJson,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> members)
        implements McpResult {
    public CallToolResult {
        content = Require.list(content);
        members = Require.members(members);
    }

    @Override
    public Map<String, Object> extra() {
        return this.members;
    }

    /** Whether structured content is present, possibly as JSON {@code null}. */
    public boolean hasStructuredContent() {
        return this.structuredJson != null;
    }

    /**
     * The structured content: any JSON value as map, list, string, number, boolean, or {@code null}. Use
     * {@link #hasStructuredContent()} to distinguish a JSON null from a missing member. Parsed with the first call.
     */
    public @Nullable Object structuredContent() {
        return (this.structuredJson != null) ? this.structuredJson.value() : null;
    }

    /** Whether the tool reported a failure; absent means no. */
    public boolean isErrorResult() {
        return Boolean.TRUE.equals(this.isError);
    }

    /** The text blocks, joined by newlines; empty if there are none. */
    public String text() {
        return this.content.stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
    }

    /** Creates the result of a tool that returns text. */
    public static CallToolResult text(String text) {
        return new CallToolResult(List.of(TextContent.of(text)), null, null, null, null, Map.of());
    }

    /**
     * Creates the result of a tool that returns structured content. The content also contains it as JSON text, for clients
     * that do not know structured content.
     *
     * @param value a map, record or bean, written as everywhere else in this library: without {@code null} properties
     * @throws IllegalArgumentException if the value cannot be written as JSON
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Structured Content</a>
     */
    public static CallToolResult structured(Object value) {
        JsonValue content = JsonValue.of(Require.member(value, "call tool result", "structuredContent"));
        return new CallToolResult(List.of(TextContent.of(content.text())), null, null, null, content, Map.of());
    }

    /** Creates the result of a tool that a sampling message contains. */
    public static CallToolResult of(ToolResultContent result) {
        return new CallToolResult(result.content(), result.isError(), null, null, result.structuredJson(), Map.of());
    }

    /** Creates the result of a tool that failed, with a description of the failure for the model. */
    public static CallToolResult error(String text) {
        return new CallToolResult(List.of(TextContent.of(text)), true, null, null, null, Map.of());
    }
}
