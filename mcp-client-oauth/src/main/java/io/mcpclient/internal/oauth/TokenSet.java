package io.mcpclient.internal.oauth;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The validated result of a token request. {@code toString} shows no token.
 *
 * @param accessToken visible ASCII
 * @param isDPoP whether it is bound to a key and sent with a proof; otherwise it is a bearer token
 * @param refreshToken or {@code null}
 * @param scopes granted scopes: those of the response, else the requested ones
 * @param issuedAt when it was obtained
 * @param expiresAt expiry, five minutes later if the response has none
 */
record TokenSet(
        String accessToken,
        boolean isDPoP,
        @Nullable String refreshToken,
        List<String> scopes,
        Instant issuedAt,
        Instant expiresAt) {

    @Override
    public String toString() {
        return "TokenSet[scopes=" + this.scopes + ", expiresAt=" + this.expiresAt + "]";
    }

    /**
     * The owner of tokens: tokens of one owner are never used for another.
     *
     * @param issuer the authorization server
     * @param resource identifier of the MCP server at the authorization server
     * @param clientId id of this client at the authorization server
     * @see "AUTH-11, AUTH-30, AUTH-54; fault H18"
     */
    record Owner(String issuer, String resource, String clientId) {}

    /**
     * The age of a token in relation to its lifetime.
     *
     * @see "AUTH-58; fault H24"
     */
    enum Age {
        /** Valid; no renewal needed. */
        FRESH,

        /** Valid; to be renewed in the background. */
        DUE,

        /** Expired, or so close to expiry that a request may arrive too late: to be renewed before use. */
        EXPIRED
    }
}
