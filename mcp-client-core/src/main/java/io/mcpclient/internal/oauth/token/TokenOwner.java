package io.mcpclient.internal.oauth.token;

/**
 * Whose tokens these are: nothing of one owner is ever used for another.
 *
 * @param issuer the authorization server
 * @param resource identifier of the server there
 * @param clientId id of this client there
 * @see "AUTH-11, AUTH-30, AUTH-54; fault H18"
 */
public record TokenOwner(String issuer, String resource, String clientId) {}
