package io.mcpclient.internal.oauth.token;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a token endpoint gave, checked. {@code toString} shows no token.
 *
 * @param accessToken visible ASCII
 * @param isDPoP whether it is bound to a key and goes with a proof, else it is a bearer token
 * @param refreshToken or {@code null}
 * @param scopes what was granted: what the answer says, else what was asked for
 * @param issuedAt when it was obtained
 * @param expiresAt end of it, five minutes after that if nobody said so
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
