package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Link to a resource that can be read; it may be absent from the resource list.
 *
 * @param uri URI of the resource; a {@code file:} URI refers to the server's file system, never open it locally
 * @param name programmatic name, {@code null} if a server omits it
 * @param title display name, since 2025-06-18
 * @param description description of the resource
 * @param mimeType MIME type, if known
 * @param size size in bytes before encoding, if known
 * @param icons icons, since 2025-11-25
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record ResourceLink(
        String uri,
        @Nullable String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Number size,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ContentBlock {
    public ResourceLink {
        Require.member(uri, "resource link", "uri");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    @Override
    public String type() {
        return "resource_link";
    }

    /** Creates a link with the two members that the protocol requires. */
    public static ResourceLink of(String uri, String name) {
        Require.text(name, "resource link", "name");
        return new ResourceLink(uri, name, null, null, null, null, List.of(), null, null, Map.of());
    }

    /** Returns a copy with this {@code title}. */
    public ResourceLink withTitle(String title) {
        return new ResourceLink(
                this.uri,
                this.name,
                title,
                this.description,
                this.mimeType,
                this.size,
                this.icons,
                this.annotations,
                this.meta,
                this.extra);
    }

    /** Returns a copy with this {@code description}. */
    public ResourceLink withDescription(String description) {
        return new ResourceLink(
                this.uri,
                this.name,
                this.title,
                description,
                this.mimeType,
                this.size,
                this.icons,
                this.annotations,
                this.meta,
                this.extra);
    }

    /** Returns a copy with this {@code mimeType}. */
    public ResourceLink withMimeType(String mimeType) {
        return new ResourceLink(
                this.uri,
                this.name,
                this.title,
                this.description,
                mimeType,
                this.size,
                this.icons,
                this.annotations,
                this.meta,
                this.extra);
    }

    /** Returns a copy with this {@code size}. */
    public ResourceLink withSize(Number size) {
        return new ResourceLink(
                this.uri,
                this.name,
                this.title,
                this.description,
                this.mimeType,
                size,
                this.icons,
                this.annotations,
                this.meta,
                this.extra);
    }

    /** Returns a copy with this {@code annotations}. */
    public ResourceLink withAnnotations(Annotations annotations) {
        return new ResourceLink(
                this.uri,
                this.name,
                this.title,
                this.description,
                this.mimeType,
                this.size,
                this.icons,
                annotations,
                this.meta,
                this.extra);
    }

    /** Returns a copy with this {@code meta}. */
    public ResourceLink withMeta(Map<String, Object> meta) {
        return new ResourceLink(
                this.uri,
                this.name,
                this.title,
                this.description,
                this.mimeType,
                this.size,
                this.icons,
                this.annotations,
                meta,
                this.extra);
    }
}
