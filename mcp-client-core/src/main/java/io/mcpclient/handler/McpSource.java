package io.mcpclient.handler;

import io.mcpclient.auth.McpPrincipal;

/**
 * Origin of a message: the server, and the principal of the session. A message from a user's session is intended for that
 * user only.
 *
 * @param serverName configured name of the server
 * @param principal principal of the session; {@link McpPrincipal#APPLICATION} if there are no users
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/architecture">MCP: Architecture</a>
 */
public record McpSource(String serverName, McpPrincipal principal) {}
