package io.mcpclient.spring;

import io.mcpclient.auth.McpPrincipal;

/**
 * Published when a resource subscribed to with {@link io.mcpclient.McpClient.Resources#subscribe} has changed. Listeners are
 * called one change of a server after the other, on a thread that may block. They receive the events of all users'
 * subscriptions: show an event to its principal only.
 *
 * @param serverName configured name of the server
 * @param principal owner of the subscription; {@link McpPrincipal#APPLICATION} if there are no users
 * @param uri URI of the resource that changed, as the server names it; may be a sub-resource of the subscribed one
 */
public record McpResourceUpdatedEvent(String serverName, McpPrincipal principal, String uri) {}
