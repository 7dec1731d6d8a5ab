package io.mcpclient.registry;

import io.mcpclient.schema.Tool;

/**
 * One tool in the merged view.
 *
 * @param name unique name that is safe for models, {@code ^[A-Za-z0-9_-]{1,64}$} by default; it stands for the same tool
 *     of the same server as long as the application runs
 * @param server configured name of the server that offers it
 * @param tool definition as the server sent it, untrusted; {@link Tool#name()} is the name at the server
 * @param available whether its server is connected; {@code false} means last known, be it from before the application was
 *     started. It can be called all the same: where the server was not tried yet, the call connects to it
 */
public record McpRegisteredTool(String name, String server, Tool tool, boolean available) {}
