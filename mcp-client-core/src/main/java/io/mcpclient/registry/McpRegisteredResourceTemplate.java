package io.mcpclient.registry;

import io.mcpclient.schema.ResourceTemplate;

/**
 * One resource template in the merged view.
 *
 * @param server configured name of the server that offers it
 * @param template description as the server sent it, untrusted
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredResourceTemplate(String server, ResourceTemplate template, boolean available) {}
