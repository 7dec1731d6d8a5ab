package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

import io.mcpclient.internal.schema.Require;

/**
 * Text contents of a resource.
 *
 * @param uri URI of the resource
 * @param mimeType MIME type, or {@code null} if unknown
 * @param text the text
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonDeserialize(using = ValueDeserializer.None.class)
public record TextResourceContents(
        String uri,
        @Nullable String mimeType,
        String text,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ResourceContents {
    public TextResourceContents {
        Require.member(uri, "text resource contents", "uri");
        Require.member(text, "text resource contents", "text");
        extra = Require.members(extra);
    }

    /** Creates text contents. */
    public static TextResourceContents of(String uri, @Nullable String mimeType, String text) {
        return new TextResourceContents(uri, mimeType, text, null, Map.of());
    }

    /** Returns a copy with this {@code meta}. */
    public TextResourceContents withMeta(Map<String, Object> meta) {
        return new TextResourceContents(this.uri, this.mimeType, this.text, meta, this.extra);
    }
}
