package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Something a server lets its clients read.
 *
 * @param uri address; a {@code file:} address is the server's, never open it locally (RES-06); the library fetches no
 *     {@code https:} address either, and an application that does sends no credentials of the server and keeps away from
 *     private addresses (RES-05)
 * @param name programmatic name, {@code null} if a server omits it
 * @param title name for display, from 2025-06-18
 * @param description what the resource holds
 * @param mimeType type, if known
 * @param size size in bytes before any encoding, if known; a claim, by which an application may refuse to read
 * @param icons icons, from 2025-11-25
 * @param annotations hints, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/resources (RES-01, RES-06, RES-12)"
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

    /** The name to show: the title, else the name, else the address. */
    public String displayName() {
        return title != null ? title : name != null ? name : uri;
    }
}
