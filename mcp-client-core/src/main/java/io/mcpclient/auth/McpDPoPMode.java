package io.mcpclient.auth;

/**
 * Whether tokens are bound to a key of this client, so that stolen tokens cannot be used.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9449">RFC 9449: DPoP</a>
 */
public enum McpDPoPMode {
    /** Never. */
    OFF,

    /** If the server's metadata or challenge requires it. */
    AUTO,

    /** Always; an authorization server without support for it is not used. */
    REQUIRED
}
