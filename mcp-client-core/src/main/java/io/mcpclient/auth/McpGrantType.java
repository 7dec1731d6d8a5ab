package io.mcpclient.auth;

/** How the first token is obtained. */
public enum McpGrantType {
    /** A user agrees, in a browser. */
    AUTHORIZATION_CODE,

    /** With the credentials of the application, without a user (CC-01). */
    CLIENT_CREDENTIALS,

    /** The identity provider of the user's enterprise decides: token exchange, then JWT bearer (EMA-02, EMA-05). */
    ENTERPRISE_MANAGED,

    /** With a JWT of the platform that the application runs on (WIF-01). */
    JWT_BEARER,

    /** The token that the user came with is exchanged at the authorization server (RFC 8693). */
    TOKEN_EXCHANGE
}
