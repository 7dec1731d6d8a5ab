package io.mcpclient.schema;

import java.util.Collections;
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
 * @param members other members, among them {@code structuredContent}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record CallToolResult(
        List<ContentBlock> content,
        @Nullable Boolean isError,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
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

    private static final String STRUCTURED_CONTENT = "structuredContent";

    /** Whether structured content is present, possibly as JSON {@code null}. */
    public boolean hasStructuredContent() {
        return this.members.containsKey(STRUCTURED_CONTENT);
    }

    /**
     * The structured content: any JSON value as map, list, string, number, boolean, or {@code null}. Use
     * {@link #hasStructuredContent()} to distinguish a JSON null from a missing member.
     */
    public @Nullable Object structuredContent() {
        return this.members.get(STRUCTURED_CONTENT);
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
        return new CallToolResult(List.of(TextContent.of(text)), null, null, null, Map.of());
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
        String json = JsonText.write(Require.member(value, "call tool result", STRUCTURED_CONTENT));
        Map<String, Object> members = Collections.singletonMap(STRUCTURED_CONTENT, JsonText.read(json));
        return new CallToolResult(List.of(TextContent.of(json)), null, null, null, members);
    }

    /** Creates the result of a tool that failed, with a description of the failure for the model. */
    public static CallToolResult error(String text) {
        return new CallToolResult(List.of(TextContent.of(text)), true, null, null, Map.of());
    }
}
