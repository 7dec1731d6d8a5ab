package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Root directory or file that a server can operate on; guidance for the server, not access control.
 *
 * @param uri a {@code file:} URI
 * @param name display name
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/roots">MCP: Roots</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Root(
        String uri,
        @Nullable String name,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Root {
        Require.member(uri, "root", "uri");
        extra = Require.members(extra);
    }

    /**
     * Creates a root with this URI.
     *
     * @throws IllegalArgumentException if it is not a {@code file://} URI
     */
    public static Root of(String uri) {
        if (!Require.text(uri, "root", "uri").startsWith("file://")) {
            throw new IllegalArgumentException("root has no file:// address in \"uri\": " + uri);
        }
        return new Root(uri, null, null, Map.of());
    }

    /** Returns a copy with this {@code name}. */
    public Root withName(String name) {
        return new Root(this.uri, name, this.meta, this.extra);
    }

    /** Returns a copy with this {@code meta}. */
    public Root withMeta(Map<String, Object> meta) {
        return new Root(this.uri, this.name, meta, this.extra);
    }
}
