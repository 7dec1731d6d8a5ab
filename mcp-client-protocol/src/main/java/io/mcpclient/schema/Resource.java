package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Resource that a server provides to its clients.
 *
 * @param uri URI of the resource; a {@code file:} URI refers to the server's file system, never open it locally; the
 *     library does not fetch {@code https:} URIs either, and an application that does must not send the server's
 *     credentials and must not access private addresses
 * @param name programmatic name, {@code null} if a server omits it
 * @param title display name, since 2025-06-18
 * @param description description of the resource
 * @param mimeType MIME type, if known
 * @param size size in bytes before encoding, if known; unverified, but an application may reject large resources by it
 * @param icons icons, since 2025-11-25
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Resource(
        String uri,
        @Nullable String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Number size,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Resource {
        Require.member(uri, "resource", "uri");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /** Display name: the title, else the name, else the URI. */
    public String displayName() {
        return this.title != null ? this.title : this.name != null ? this.name : this.uri;
    }
}
