package io.mcpclient.apps;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;

/**
 * Who may call a tool, by {@code _meta.ui.visibility} of its definition: models, views of its server, both, or neither. Code of the
 * application may always call it. Immutable.
 *
 * <pre>
 *  visibility                        model        app
 *  absent, null                      yes          yes
 *  "model", "app"                    that one     that one
 *  array                             if listed    if listed
 *  anything else                     no           no
 * </pre>
 *
 * @param model whether models may be offered the tool
 * @param app whether views of the same server may call it
 * @see "MCP Apps 2026-01-26, tool visibility (APP-02)"
 */
public record McpAppVisibility(boolean model, boolean app) {

    private static final String MODEL = "model";

    private static final String APP = "app";

    /**
     * Returns the visibility of a tool.
     * @param tool the definition of its server
     * @return the visibility
     */
    public static McpAppVisibility of(Tool tool) {
        Map<String, Object> meta = tool.meta();
        Object ui = (meta != null) ? meta.get("ui") : null;
        return of((ui instanceof Map<?, ?> members) ? members.get("visibility") : null);
    }

    private static McpAppVisibility of(@Nullable Object value) {
        if (value == null) {
            return new McpAppVisibility(true, true);
        }
        return (value instanceof Collection<?> values)
                ? new McpAppVisibility(values.contains(MODEL), values.contains(APP))
                : new McpAppVisibility(value.equals(MODEL), value.equals(APP));
    }
}
