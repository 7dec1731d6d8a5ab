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
 * Template for resources whose URIs follow RFC 6570. The application expands it with an implementation of RFC 6570, which
 * encodes the values; {@code completion/complete} suggests values.
 *
 * @param uriTemplate the URI template
 * @param name programmatic name, {@code null} if a server omits it
 * @param title display name, since 2025-06-18
 * @param description description of the template
 * @param mimeType MIME type of all matching resources, if they share one
 * @param icons icons, since 2025-11-25
 * @param annotations annotations, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">
 *     MCP: Resources, Resource Templates</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceTemplate(
        String uriTemplate,
        @Nullable String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ResourceTemplate {
        Require.member(uriTemplate, "resource template", "uriTemplate");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /** Display name: the title, else the name, else the template. */
    public String displayName() {
        return this.title != null ? this.title : this.name != null ? this.name : this.uriTemplate;
    }
}
