package io.mcpclient.internal.oauth.access;

import java.util.List;

import io.mcpclient.internal.oauth.metadata.AuthorizationServer;

/**
 * Who protects a server, as found out just now.
 *
 * @param server the authorization server
 * @param resource identifier of the MCP server there
 * @param scopes all scopes that the MCP server names, empty if it names none
 * @param isDPoPRequired whether its tokens have to be bound to a key
 * @param isLegacy whether it follows revision 2025-03-26, and so has no metadata
 */
record Protection(
        AuthorizationServer server, String resource, List<String> scopes, boolean isDPoPRequired, boolean isLegacy) {}
