package io.mcpclient.schema;

import java.util.Base64;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.support.json.Base64Text;

/**
 * Audio content, embedded in the message.
 *
 * @param data Base64-encoded data, as received
 * @param mimeType MIME type, required by the protocol but unverified; {@code null} if a server omits it
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record AudioContent(
        String data,
        @Nullable String mimeType,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ContentBlock, SamplingContent {
    public AudioContent {
        Require.member(data, "audio content", "data");
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "audio";
    }

    /** Creates content from binary data. */
    public static AudioContent of(byte[] bytes, String mimeType) {
        return new AudioContent(
                Base64.getEncoder().encodeToString(bytes),
                Require.text(mimeType, "audio content", "mimeType"),
                null,
                null,
                Map.of());
    }

    /**
     * Decodes the Base64 data. White space, the alphabet for URLs, missing padding and the header of a {@code data:} URL are accepted.
     *
     * @throws IllegalArgumentException if {@code data} is not Base64
     */
    public byte[] bytes() {
        return Base64Text.decoded(this.data, "audio content", "data");
    }

    /** Returns a copy with this {@code annotations}. */
    public AudioContent withAnnotations(Annotations annotations) {
        return new AudioContent(this.data, this.mimeType, annotations, this.meta, this.extra);
    }

    /** Returns a copy with this {@code meta}. */
    public AudioContent withMeta(Map<String, Object> meta) {
        return new AudioContent(this.data, this.mimeType, this.annotations, meta, this.extra);
    }
}
