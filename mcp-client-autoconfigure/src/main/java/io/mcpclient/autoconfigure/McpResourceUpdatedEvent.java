package io.mcpclient.autoconfigure;

import io.mcpclient.auth.McpPrincipal;

/**
 * Published when a resource has changed that {@link io.mcpclient.McpClient#subscribeResource} was called for. Listeners are
 * called one change of a server after the other, on a thread that may block. They hear of the subscriptions of all users: show
 * the event to its principal only.
 *
 * @param serverName configured name of the server
 * @param principal whose subscription it is; {@link McpPrincipal#APPLICATION} where there are no users
 * @param uri URI of the resource that changed, as the server names it; may be one below that which was subscribed to
 */
public record McpResourceUpdatedEvent(String serverName, McpPrincipal principal, String uri) {}
