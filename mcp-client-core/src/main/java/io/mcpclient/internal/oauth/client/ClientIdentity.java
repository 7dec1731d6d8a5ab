package io.mcpclient.internal.oauth.client;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.TokenAuthMethod;

/**
 * Who this client is at one authorization server. {@code toString} shows no secret.
 *
 * @param issuer the authorization server
 * @param clientId its id there
 * @param secret its secret there, or {@code null} if it has none
 * @param method how it authenticates at the token endpoint
 * @param redirectUri where browsers are sent, or {@code null} for grants without a user
 * @param isRegistered whether it was registered here and can be registered anew when it is refused
 */
public record ClientIdentity(
        String issuer,
        String clientId,
        @Nullable String secret,
        TokenAuthMethod method,
        @Nullable URI redirectUri,
        boolean isRegistered) {

    @Override
    public String toString() {
        return "ClientIdentity[issuer=" + this.issuer + ", clientId=" + this.clientId + "]";
    }
}
