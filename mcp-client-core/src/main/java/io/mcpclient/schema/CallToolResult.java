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

/**
 * Outcome of a tool call. A handle that a tool gives out in it, to be named in later calls, is for the model to pass back:
 * nothing of a result is kept here (TOOL-27).
 *
 * @param content unstructured outcome, possibly empty
 * @param isError whether the tool failed, see {@link #isErrorResult()}
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param members other members, among them {@code structuredContent}
 * @see "MCP 2026-07-28, server/tools, tool result (TOOL-16, TOOL-17, TOOL-19, TOOL-20)"
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
        return members;
    }

    private static final String STRUCTURED_CONTENT = "structuredContent";

    /** Whether there is structured content; it may be there and be {@code null}. */
    public boolean hasStructuredContent() {
        return members.containsKey(STRUCTURED_CONTENT);
    }

    /**
     * The structured content: any JSON value as map, list, string, number, boolean, or {@code null}. Ask
     * {@link #hasStructuredContent()} to tell a JSON null from a missing member.
     */
    public @Nullable Object structuredContent() {
        return members.get(STRUCTURED_CONTENT);
    }

    /** Whether the tool says that it failed; absent means it did not. */
    public boolean isErrorResult() {
        return Boolean.TRUE.equals(isError);
    }

    /** The text blocks, joined by newlines; empty if there are none. */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
    }
}
