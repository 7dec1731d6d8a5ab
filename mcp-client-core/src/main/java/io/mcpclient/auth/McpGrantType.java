package io.mcpclient.auth;

/** The grant that obtains the first token. */
public enum McpGrantType {
    /** A user consents in a browser. */
    AUTHORIZATION_CODE,

    /** A user consents in a browser on any device, by entering a code there (RFC 8628). */
    DEVICE_CODE,

    /** The application uses its own credentials, without a user. */
    CLIENT_CREDENTIALS,

    /** The identity provider of the user's enterprise decides: token exchange, then JWT bearer. */
    ENTERPRISE_MANAGED,

    /** The application presents a JWT of its platform. */
    JWT_BEARER,

    /** The user's own token is exchanged at the authorization server (RFC 8693). */
    TOKEN_EXCHANGE;

    /**
     * Tells whether a user consents at a page of the authorization server.
     * @return {@code true} for {@link #AUTHORIZATION_CODE} and {@link #DEVICE_CODE}
     */
    public boolean needsConsent() {
        return this == AUTHORIZATION_CODE || this == DEVICE_CODE;
    }
}
