package io.mcpclient.registry;

import io.mcpclient.schema.Resource;

/**
 * One resource in the merged view. A URI means what its server takes it for: the same one of two servers is two resources.
 *
 * @param server configured name of the server that offers it
 * @param resource description as the server sent it, untrusted
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredResource(String server, Resource resource, boolean available) {}
