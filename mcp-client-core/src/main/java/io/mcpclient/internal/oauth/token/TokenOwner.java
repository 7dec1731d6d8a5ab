package io.mcpclient.internal.oauth.token;

/**
 * The owner of tokens: tokens of one owner are never used for another.
 *
 * @param issuer the authorization server
 * @param resource identifier of the MCP server at the authorization server
 * @param clientId id of this client at the authorization server
 * @see "AUTH-11, AUTH-30, AUTH-54; fault H18"
 */
public record TokenOwner(String issuer, String resource, String clientId) {}
