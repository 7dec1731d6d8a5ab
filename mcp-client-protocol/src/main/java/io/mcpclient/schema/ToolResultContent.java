package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of a tool use requested by the model during sampling.
 *
 * @param toolUseId {@code id} of the corresponding {@link ToolUseContent}
 * @param content unstructured content
 * @param isError whether the tool failed, absent means no
 * @param meta the {@code _meta} object, or {@code null}
 * @param structuredJson the structured content as text, which is parsed when something asks for {@link #structuredContent()};
 *     {@code null} if there is none
 * @param extra other members
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record ToolResultContent(
        String toolUseId,
        List<ContentBlock> content,
        @Nullable Boolean isError,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonProperty("structuredContent") @Nullable JsonValue structuredJson,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements SamplingContent {
    public ToolResultContent {
        Require.member(toolUseId, "tool result content", "toolUseId");
        content = Require.list(content);
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "tool_result";
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

    /** Creates the result of a successful call. */
    public static ToolResultContent of(String toolUseId, List<ContentBlock> content) {
        return new ToolResultContent(
                Require.text(toolUseId, "tool result content", "toolUseId"), content, null, null, null, Map.of());
    }

    /** Returns a copy with this {@code meta}. */
    public ToolResultContent withMeta(Map<String, Object> meta) {
        return new ToolResultContent(this.toolUseId, this.content, this.isError, meta, this.structuredJson, this.extra);
    }
}
