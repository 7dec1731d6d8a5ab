package io.mcpclient.apps;

import io.mcpclient.schema.Tool;

/**
 * A tool whose results a view shows: an HTML document that the host reads from the tool's server. Immutable.
 *
 * @param server configured name of the server
 * @param tool the tool
 * @param resourceUri URI of the document, begins with {@code ui://}
 * @param visibility who may call the tool
 */
public record McpAppView(String server, Tool tool, String resourceUri, McpAppVisibility visibility) {}
