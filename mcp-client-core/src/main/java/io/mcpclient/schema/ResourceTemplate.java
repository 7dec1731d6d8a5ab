package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A family of resources whose addresses follow an RFC 6570 template. The library does not expand it: the application
 * does, with an implementation of RFC 6570, which encodes the values; {@code completion/complete} suggests them (RES-07).
 *
 * @param uriTemplate the template
 * @param name programmatic name, {@code null} if a server omits it
 * @param title name for display, from 2025-06-18
 * @param description what the template is for
 * @param mimeType type of all resources of the family, if they share one
 * @param icons icons, from 2025-11-25
 * @param annotations hints, or {@code null}
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/resources, resource templates (RES-01, RES-07)"
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

    /** The name to show: the title, else the name, else the template. */
    public String displayName() {
        return title != null ? title : name != null ? name : uriTemplate;
    }
}
