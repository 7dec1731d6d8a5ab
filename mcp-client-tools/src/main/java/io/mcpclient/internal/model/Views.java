package io.mcpclient.internal.model;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;

/**
 * Views of the extension MCP Apps: documents that a host shows to the user, and that no model reads.
 *
 * <pre>
 *  _meta.ui.visibility of a tool     for models
 *  absent, null                      yes
 *  "model", array with "model"       yes
 *  anything else                     no
 * </pre>
 */
final class Views {

    private static final String UI = "ui";

    private static final String MODEL = "model";

    private static final String SCHEME = "ui://";

    private Views() {}

    /** Returns whether a resource is a view. */
    static boolean isView(@Nullable Object uri, @Nullable Object mimeType) {
        return isViewUri(uri) || mimeType instanceof String type && isViewType(type);
    }

    private static boolean isViewUri(@Nullable Object uri) {
        return uri instanceof String text && text.stripLeading().regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    private static boolean isViewType(String mimeType) {
        List<String> parts = Stream.of(mimeType.toLowerCase(Locale.ROOT).split(";"))
                .map(part -> part.replaceAll("[\\s\"]", ""))
                .toList();
        return parts.indexOf("text/html") == 0 && parts.contains("profile=mcp-app");
    }

    /** Returns whether results of a tool are shown by a view. The nested member takes precedence over the deprecated flat one. */
    static boolean hasView(@Nullable Tool tool) {
        Map<String, Object> meta = (tool != null) ? tool.meta() : null;
        if (meta == null) {
            return false;
        }
        Object nested = (meta.get(UI) instanceof Map<?, ?> ui) ? ui.get("resourceUri") : null;
        return isViewUri((nested != null) ? nested : meta.get("ui/resourceUri"));
    }

    /** Returns whether a model may be offered a tool. */
    static boolean isForModel(Tool tool) {
        Map<String, Object> meta = tool.meta();
        Object ui = (meta != null) ? meta.get(UI) : null;
        Object visibility = (ui instanceof Map<?, ?> members) ? members.get("visibility") : null;
        if (visibility instanceof Collection<?> values) {
            return values.contains(MODEL);
        }
        return visibility == null || visibility.equals(MODEL);
    }
}
