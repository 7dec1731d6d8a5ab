package io.mcpclient.internal.oauth.grant;

/** Names of grants, of their profiles, and of types of tokens. */
final class GrantTypes {

    static final String AUTHORIZATION_CODE = "authorization_code";

    static final String CLIENT_CREDENTIALS = "client_credentials";

    static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    /** Assertion of an identity provider for another authorization server (EMA-02). */
    static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

    static final String ID_JAG_PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag";

    private GrantTypes() {}
}
