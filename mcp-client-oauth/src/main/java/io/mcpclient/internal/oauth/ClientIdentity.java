package io.mcpclient.internal.oauth;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpTokenAuthMethod;

/**
 * The identity of this client at one authorization server. {@code toString} shows no secret.
 *
 * @param issuer the authorization server
 * @param clientId client id at the authorization server
 * @param secret client secret, or {@code null} if there is none
 * @param method authentication method at the token endpoint
 * @param redirectUri redirect URI, or {@code null} for grants without a user
 * @param isRegistered whether this client registered dynamically, and can register again if it is rejected
 */
record ClientIdentity(
        String issuer,
        String clientId,
        @Nullable String secret,
        McpTokenAuthMethod method,
        @Nullable URI redirectUri,
        boolean isRegistered) {

    @Override
    public String toString() {
        return "ClientIdentity[issuer=" + this.issuer + ", clientId=" + this.clientId + "]";
    }
}
