package io.mcpclient.internal.oauth;

/** Names of grants, their profiles and types of tokens, in requests and in metadata. */
final class GrantNames {

    /** A user consents in a browser, which returns. */
    static final String AUTHORIZATION_CODE = "authorization_code";

    /** A user consents in a browser on any device (RFC 8628). */
    static final String DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

    /** Tokens are renewed. */
    static final String REFRESH_TOKEN = "refresh_token";

    /** The application uses its own credentials. */
    static final String CLIENT_CREDENTIALS = "client_credentials";

    /** An assertion is presented (RFC 7523). */
    static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    /** A token is exchanged for another one (RFC 8693). */
    static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    /** Profile of grants with an assertion of an identity provider (EMA-02). */
    static final String ID_JAG_PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag";

    /** Assertion of an identity provider for another authorization server (EMA-02). */
    static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

    private GrantNames() {}
}
