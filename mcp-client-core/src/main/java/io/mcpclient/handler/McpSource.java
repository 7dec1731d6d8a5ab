package io.mcpclient.handler;

import io.mcpclient.auth.McpPrincipal;

/**
 * Where something that a server says comes from: the server, and the session in which it says so. What comes from the session of a
 * user is for that user only.
 *
 * @param serverName configured name of the server
 * @param principal on behalf of whom the session is; {@link McpPrincipal#APPLICATION} where there are no users
 * @see "MCP 2026-07-28, architecture (SEC-27)"
 */
public record McpSource(String serverName, McpPrincipal principal) {}
