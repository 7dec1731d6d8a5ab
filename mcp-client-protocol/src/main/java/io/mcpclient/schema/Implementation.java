package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Name and version of a client or server implementation. Information reported by a server is for display and logs only.
 *
 * @param name programmatic name
 * @param version version; required by the protocol, tolerated as {@code null} when a server omits it
 * @param title display name, since 2025-06-18
 * @param description description of the program, since 2025-11-25
 * @param websiteUrl URL of its website, since 2025-11-25; untrusted
 * @param icons icons, since 2025-11-25
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">MCP: Schema Reference, Implementation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Implementation(
        String name,
        @Nullable String version,
        @Nullable String title,
        @Nullable String description,
        @Nullable String websiteUrl,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Implementation {
        Require.member(name, "implementation", "name");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /** Creates an implementation with the two members that the protocol requires. */
    public static Implementation of(String name, String version) {
        Require.text(name, "implementation", "name");
        Require.text(version, "implementation", "version");
        return new Implementation(name, version, null, null, null, List.of(), Map.of());
    }

    /** Returns a copy with this {@code title}. */
    public Implementation withTitle(String title) {
        return new Implementation(
                this.name, this.version, title, this.description, this.websiteUrl, this.icons, this.extra);
    }

    /** Returns a copy with this {@code description}. */
    public Implementation withDescription(String description) {
        return new Implementation(
                this.name, this.version, this.title, description, this.websiteUrl, this.icons, this.extra);
    }

    /** Returns a copy with this {@code websiteUrl}. */
    public Implementation withWebsiteUrl(String websiteUrl) {
        return new Implementation(
                this.name, this.version, this.title, this.description, websiteUrl, this.icons, this.extra);
    }

    /** Returns a copy with this {@code icons}. */
    public Implementation withIcons(List<Icon> icons) {
        return new Implementation(
                this.name, this.version, this.title, this.description, this.websiteUrl, icons, this.extra);
    }
}
