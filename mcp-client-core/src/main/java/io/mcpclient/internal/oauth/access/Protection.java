package io.mcpclient.internal.oauth.access;

import java.util.List;

import io.mcpclient.internal.oauth.metadata.AuthorizationServer;

/**
 * The result of discovery: how a server is protected.
 *
 * @param server the authorization server
 * @param resource identifier of the MCP server at the authorization server
 * @param scopes all scopes that the MCP server names, empty if it names none
 * @param isDPoPRequired whether tokens must be bound to a key
 * @param isLegacy whether the server follows revision 2025-03-26, and therefore has no metadata
 */
record Protection(
        AuthorizationServer server, String resource, List<String> scopes, boolean isDPoPRequired, boolean isLegacy) {}
