package io.mcpclient.auth;

/**
 * How a client authenticates at a token endpoint.
 *
 * @see "OpenID Connect Core, section 9 (AUTH-43)"
 */
public enum TokenAuthMethod {
    /** Secret in an {@code Authorization} header. */
    CLIENT_SECRET_BASIC,

    /** Secret in the form. */
    CLIENT_SECRET_POST,

    /** A JWT that the client signs. */
    PRIVATE_KEY_JWT,

    /** Not at all: a public client. */
    NONE;

    /** Name in metadata and registrations. */
    public String wireValue() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
