package io.mcpclient.schema;

import java.util.Base64;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.support.json.Base64Text;

/**
 * Binary contents of a resource.
 *
 * @param uri URI of the resource
 * @param mimeType MIME type, or {@code null} if unknown
 * @param blob Base64-encoded data, as received
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonDeserialize(using = ValueDeserializer.None.class)
public record BlobResourceContents(
        String uri,
        @Nullable String mimeType,
        String blob,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ResourceContents {
    public BlobResourceContents {
        Require.member(uri, "blob resource contents", "uri");
        Require.member(blob, "blob resource contents", "blob");
        extra = Require.members(extra);
    }

    /** Creates contents from binary data. */
    public static BlobResourceContents of(String uri, @Nullable String mimeType, byte[] bytes) {
        return new BlobResourceContents(uri, mimeType, Base64.getEncoder().encodeToString(bytes), null, Map.of());
    }

    /**
     * Decodes the Base64 data. White space, the alphabet for URLs, missing padding and the header of a {@code data:} URL are accepted.
     *
     * @throws IllegalArgumentException if {@code blob} is not Base64
     */
    public byte[] bytes() {
        return Base64Text.decoded(this.blob, "resource contents", "blob");
    }

    /** Returns a copy with this {@code meta}. */
    public BlobResourceContents withMeta(Map<String, Object> meta) {
        return new BlobResourceContents(this.uri, this.mimeType, this.blob, meta, this.extra);
    }
}
