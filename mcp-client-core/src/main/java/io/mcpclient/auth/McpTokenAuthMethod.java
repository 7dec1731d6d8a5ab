package io.mcpclient.auth;

/**
 * The authentication method of a client at a token endpoint.
 *
 * @see <a href="https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication">OpenID Connect: Client
 *     Authentication</a>
 */
public enum McpTokenAuthMethod {
    /** Secret in an {@code Authorization} header. */
    CLIENT_SECRET_BASIC,

    /** Secret in the form. */
    CLIENT_SECRET_POST,

    /** A JWT signed by the client. */
    PRIVATE_KEY_JWT,

    /** No authentication: a public client. */
    NONE;

    /** Name in metadata and registrations. */
    public String wireValue() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
