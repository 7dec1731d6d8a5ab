package io.mcpclient.registry;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;

/**
 * Tool in the merged view.
 *
 * @param name unique name that is safe for models, {@code ^[A-Za-z0-9_-]{1,64}$} by default; it identifies the same tool of
 *     the same server while the application runs
 * @param server configured name of its server
 * @param tool definition as received, untrusted, or as declared; {@link Tool#name()} is the name at the server, {@link Tool#meta()}
 *     and {@link Tool#annotations()} are those of the server
 * @param available whether its server is connected; {@code false} means last known, possibly from before the start of the
 *     application. It can still be called: if the server was not connected yet, the call connects to it
 * @param override what the application changes about the tool
 * @param origin where the definition comes from
 */
public record McpRegisteredTool(
        String name, String server, Tool tool, boolean available, McpToolOverride override, McpToolOrigin origin) {

    /**
     * Creates a tool that its server has listed, and that the application does not change.
     * @param name unique name that is safe for models
     * @param server configured name of its server
     * @param tool definition as received
     * @param available whether its server is connected
     */
    public McpRegisteredTool(String name, String server, Tool tool, boolean available) {
        this(name, server, tool, available, McpToolOverride.none(), McpToolOrigin.LISTED);
    }

    /**
     * Returns the application's own data about the tool, see {@link McpToolOverride#withMetadata}. Models and the server do not get
     * it.
     * @return the metadata, empty by default
     */
    public Map<String, Object> metadata() {
        return this.override.metadata();
    }

    /**
     * Returns the name for people.
     * @return the title of the override, or the {@linkplain Tool#displayName() display name} of the definition
     */
    public String displayName() {
        String title = this.override.title();
        return (title != null) ? title : this.tool.displayName();
    }

    /**
     * Returns the description for models.
     * @return the description of the override, or that of the definition; {@code null} if there is none
     */
    public @Nullable String description() {
        String description = this.override.description();
        return (description != null) ? description : this.tool.description();
    }
}
