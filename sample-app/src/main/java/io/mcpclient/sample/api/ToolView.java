package io.mcpclient.sample.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ToolAnnotations;

/**
 * One tool as {@code GET /api/tools} reports it. Texts and schema are the server's own, as sent:
 * treat them as untrusted.
 *
 * @param name name in the registry, to be used in {@code POST /api/tools/{name}}
 * @param server configured name of its server
 * @param originalName name at its server
 * @param title name for display, or {@code null}
 * @param description what it does, or {@code null}
 * @param inputSchema JSON Schema of its arguments
 * @param annotations what the server says of its effects, or {@code null}; hints, not to be relied on
 * @param available whether its server is connected
 */
@JsonPropertyOrder({"name", "server", "originalName", "title", "description", "inputSchema", "annotations", "available"
})
record ToolView(
        String name,
        String server,
        String originalName,
        @Nullable String title,
        @Nullable String description,
        JsonObject inputSchema,
        @Nullable ToolAnnotations annotations,
        boolean available) {

    static ToolView of(McpRegisteredTool registered) {
        String override = registered.override().title();
        return new ToolView(
                registered.name(),
                registered.server(),
                registered.tool().name(),
                (override != null) ? override : registered.tool().title(),
                registered.description(),
                registered.tool().inputSchema(),
                registered.tool().annotations(),
                registered.available());
    }
}
