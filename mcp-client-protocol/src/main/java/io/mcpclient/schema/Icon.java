package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Icon for display. URL and data come from the server and are untrusted: a host that shows icons must accept only
 * {@code https:} and {@code data:} URIs, follow no redirect to another origin or scheme, send no credentials, limit size
 * and dimensions, check the magic bytes, and consider that SVG can contain scripts. It must support PNG and JPEG, should
 * support SVG and WebP, and may reject any icon. This library never loads or shows icons;
 * {@code McpNetworkPolicy.checkShown} validates URLs strictly.
 *
 * @param src URI, as received
 * @param mimeType MIME type, if the server specifies one; unverified
 * @param sizes such as {@code 48x48} or {@code any}; empty means any size; drafts of the
 *     specification, and servers that follow them, have a single string
 * @param theme background that the icon is designed for; {@code null} means any
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Icons</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Icon(
        String src,
        @Nullable String mimeType,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> sizes,

        @Nullable IconTheme theme,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Icon {
        Require.member(src, "icon", "src");
        sizes = Require.list(sizes);
        extra = Require.members(extra);
    }

    /** Creates an icon for any size and theme. */
    public static Icon of(String src) {
        return new Icon(src, null, List.of(), null, Map.of());
    }

    /** Returns a copy with this {@code mimeType}. */
    public Icon withMimeType(String mimeType) {
        return new Icon(this.src, mimeType, this.sizes, this.theme, this.extra);
    }

    /** Returns a copy with this {@code sizes}. */
    public Icon withSizes(List<String> sizes) {
        return new Icon(this.src, this.mimeType, sizes, this.theme, this.extra);
    }

    /** Returns a copy with this {@code theme}. */
    public Icon withTheme(IconTheme theme) {
        return new Icon(this.src, this.mimeType, this.sizes, theme, this.extra);
    }
}
