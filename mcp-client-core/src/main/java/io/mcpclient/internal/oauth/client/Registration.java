package io.mcpclient.internal.oauth.client;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.TokenAuthMethod;

/**
 * The validated result of a registration. {@code toString} shows no secret.
 *
 * @param clientId printable ASCII
 * @param secret printable ASCII, or {@code null} for none
 * @param method authentication method of the client
 * @param end expiry of the secret, or {@code null} if it does not expire
 */
record Registration(
        String clientId,
        @Nullable String secret,
        TokenAuthMethod method,
        @Nullable Instant end) {

    boolean isOver(Instant now) {
        return this.end != null && !now.isBefore(this.end);
    }

    @Override
    public String toString() {
        return "Registration[clientId=" + this.clientId + "]";
    }
}
