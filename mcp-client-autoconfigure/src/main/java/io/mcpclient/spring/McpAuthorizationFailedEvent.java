package io.mcpclient.spring;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.error.McpException;

/**
 * Published when a user could not authorize a client: the user or the authorization server has refused, or nobody has responded in
 * time. Listeners are called on a thread that must not be blocked.
 *
 * @param serverName configured name of the server
 * @param principal who was to be authorized; {@link McpPrincipal#APPLICATION} if there are no users
 * @param error the reason, without secrets
 */
public record McpAuthorizationFailedEvent(String serverName, McpPrincipal principal, McpException error) {}
