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
 * Definition of a tool of a server or of a sampling request. Arguments are not validated against the schema before they are
 * sent; the server validates them.
 *
 * @param name programmatic name
 * @param title display name, since 2025-06-18
 * @param description description of the tool; untrusted text
 * @param inputSchema JSON Schema of the arguments, as the server sent it
 * @param outputSchema JSON Schema of the structured content, as the server sent it, since 2025-06-18
 * @param annotations untrusted hints about the tool's behaviour, since 2025-03-26
 * @param execution execution properties, only in 2025-11-25
 * @param icons icons, since 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tool(
        String name,
        @Nullable String title,
        @Nullable String description,
        JsonObject inputSchema,
        @Nullable JsonObject outputSchema,
        @Nullable ToolAnnotations annotations,
        @Nullable ToolExecution execution,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Tool {
        Require.member(name, "tool", "name");
        Require.member(inputSchema, "tool", "inputSchema");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /**
     * Creates a definition with the members that most tools have.
     * @param name programmatic name
     * @param description description of the tool, or {@code null}
     * @param inputSchema JSON Schema of the arguments
     * @return the definition
     */
    public static Tool of(String name, @Nullable String description, JsonObject inputSchema) {
        return new Tool(name, null, description, inputSchema, null, null, null, List.of(), null, Map.of());
    }

    /**
     * Creates a definition with the members that most tools have.
     * @param name programmatic name
     * @param description description of the tool, or {@code null}
     * @param inputSchema JSON Schema of the arguments as JSON text: an object
     * @return the definition
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    public static Tool of(String name, @Nullable String description, String inputSchema) {
        return of(name, description, JsonObject.parse(inputSchema));
    }

    /** Display name: the title, else the title of the annotations, else the name. */
    public String displayName() {
        if (this.title != null) {
            return this.title;
        }
        return this.annotations != null && this.annotations.title() != null ? this.annotations.title() : this.name;
    }

    /** Whether the tool may or must be called as a task; the server's declared capabilities take precedence. */
    public TaskSupport taskSupport() {
        return this.execution != null && this.execution.taskSupport() != null
                ? this.execution.taskSupport()
                : TaskSupport.FORBIDDEN;
    }
}
