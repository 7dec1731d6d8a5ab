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
 * Contents of a resource, embedded in the message.
 *
 * @param resource the contents
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record EmbeddedResource(
        ResourceContents resource,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ContentBlock {
    public EmbeddedResource {
        Require.member(resource, "embedded resource", "resource");
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "resource";
    }

    /** Creates content from resource contents. */
    public static EmbeddedResource of(ResourceContents resource) {
        return new EmbeddedResource(resource, null, null, Map.of());
    }

    /** Returns a copy with this {@code annotations}. */
    public EmbeddedResource withAnnotations(Annotations annotations) {
        return new EmbeddedResource(this.resource, annotations, this.meta, this.extra);
    }

    /** Returns a copy with this {@code meta}. */
    public EmbeddedResource withMeta(Map<String, Object> meta) {
        return new EmbeddedResource(this.resource, this.annotations, meta, this.extra);
    }
}
