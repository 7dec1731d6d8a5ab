package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Text.
 *
 * @param text the text; empty if the sender omitted it, as some servers do when a tool fails without a message
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record TextContent(
        String text,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ContentBlock, SamplingContent {
    public TextContent {
        text = text == null ? "" : text;
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "text";
    }

    /** Creates content from plain text. */
    public static TextContent of(String text) {
        return new TextContent(text, null, null, Map.of());
    }

    /** Returns a copy with this {@code annotations}. */
    public TextContent withAnnotations(Annotations annotations) {
        return new TextContent(this.text, annotations, this.meta, this.extra);
    }

    /** Returns a copy with this {@code meta}. */
    public TextContent withMeta(Map<String, Object> meta) {
        return new TextContent(this.text, this.annotations, meta, this.extra);
    }
}
