package io.mcpclient.registry;

import io.mcpclient.schema.Tool;

/**
 * Tool in the merged view.
 *
 * @param name unique name that is safe for models, {@code ^[A-Za-z0-9_-]{1,64}$} by default; it identifies the same tool of
 *     the same server while the application runs
 * @param server configured name of its server
 * @param tool definition as received, untrusted; {@link Tool#name()} is the name at the server
 * @param available whether its server is connected; {@code false} means last known, possibly from before the start of the
 *     application. It can still be called: if the server was not connected yet, the call connects to it
 */
public record McpRegisteredTool(String name, String server, Tool tool, boolean available) {}
