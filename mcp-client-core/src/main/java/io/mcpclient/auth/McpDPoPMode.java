package io.mcpclient.auth;

/**
 * Whether tokens are bound to a key of this client, so that nobody else can use them.
 *
 * @see "RFC 9449; DPOP-01, DPOP-08"
 */
public enum McpDPoPMode {
    /** Never. */
    OFF,

    /** Where the server or its challenge asks for it. */
    AUTO,

    /** Always; an authorization server that cannot is not used. */
    REQUIRED
}
