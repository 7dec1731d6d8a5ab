package io.mcpclient.registry;

import io.mcpclient.schema.Resource;

/**
 * Resource in the merged view. A URI is specific to its server: the same URI at two servers identifies two resources.
 *
 * @param server configured name of its server
 * @param resource description as received, untrusted
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredResource(String server, Resource resource, boolean available) {}
