package io.mcpclient.registry;

import io.mcpclient.schema.ResourceTemplate;

/**
 * Resource template in the merged view.
 *
 * @param server configured name of its server
 * @param template description as received, untrusted
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredResourceTemplate(String server, ResourceTemplate template, boolean available) {}
