package io.mcpclient.autoconfigure;

/**
 * Published when a resource has changed that {@link io.mcpclient.McpClient#subscribeResource} was called for. Listeners are
 * called one change of a server after the other, on a thread that may block.
 *
 * @param serverName configured name of the server
 * @param uri URI of the resource that changed, as the server names it; may be one below that which was subscribed to
 */
public record McpResourceUpdatedEvent(String serverName, String uri) {}
