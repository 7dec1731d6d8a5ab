package io.mcpclient.internal.oauth;

/** Names of grants, in requests and in metadata. */
public final class GrantNames {

    /** A user consents in a browser, which returns. */
    public static final String AUTHORIZATION_CODE = "authorization_code";

    /** A user consents in a browser on any device (RFC 8628). */
    public static final String DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

    /** Tokens are renewed. */
    public static final String REFRESH_TOKEN = "refresh_token";

    /** The application uses its own credentials. */
    public static final String CLIENT_CREDENTIALS = "client_credentials";

    /** An assertion is presented (RFC 7523). */
    public static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    /** A token is exchanged for another one (RFC 8693). */
    public static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    private GrantNames() {}
}
