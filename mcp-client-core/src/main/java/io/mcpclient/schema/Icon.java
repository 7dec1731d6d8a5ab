package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An image for display. Address and bytes come from the server and are not to be trusted: a host that shows icons
 * accepts only {@code https:} and {@code data:} addresses, follows no redirect to another origin or scheme, sends no
 * credentials, bounds size and dimensions, checks the magic bytes, and minds that SVG can carry scripts. It knows PNG and
 * JPEG, better also SVG and WebP, and may refuse what it does not like. This library never loads or shows one; {@code
 * McpNetworkPolicy.checkShown} reads addresses strictly.
 *
 * @param src address, as the server wrote it
 * @param mimeType type, if the server names one; unproven
 * @param sizes such as {@code 48x48} or {@code any}; empty means any size
 * @param theme background it is drawn for; {@code null} means any
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/index, icons (ICON-01 to ICON-06); SEC-12"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Icon(
        String src,
        @Nullable String mimeType,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> sizes,
        @Nullable IconTheme theme,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Icon {
        Require.member(src, "icon", "src");
        sizes = Require.list(sizes);
        extra = Require.members(extra);
    }

    /** An icon that fits any size and theme. */
    public static Icon of(String src) {
        return new Icon(src, null, List.of(), null, Map.of());
    }

    /** Returns a copy with this {@code mimeType}. */
    public Icon withMimeType(String mimeType) {
        return new Icon(src, mimeType, sizes, theme, extra);
    }

    /** Returns a copy with this {@code sizes}. */
    public Icon withSizes(List<String> sizes) {
        return new Icon(src, mimeType, sizes, theme, extra);
    }

    /** Returns a copy with this {@code theme}. */
    public Icon withTheme(IconTheme theme) {
        return new Icon(src, mimeType, sizes, theme, extra);
    }
}
