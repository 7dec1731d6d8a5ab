package io.mcpclient.internal.oauth.token;

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
public record TokenSet(
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
}
