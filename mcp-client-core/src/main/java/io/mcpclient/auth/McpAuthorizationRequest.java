package io.mcpclient.auth;

import java.net.URI;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Authorization request that needs a user. {@code toString} does not show the URL, whose {@code state} is a secret, nor the
 * code.
 *
 * @param id id of this request, printable, useless without the browser session to which it is bound
 * @param serverName configured name of the server
 * @param principal the principal to authorize
 * @param issuer the authorization server
 * @param scopes requested scopes, empty if the authorization server decides
 * @param url page to show: {@code https}, or {@code http} on a loopback address; never pass it to a shell
 * @param redirectUri URL to which the authorization server redirects the browser; {@code null} for a device authorization
 * @param userCode code that the user enters on the page, which the URL may already contain; {@code null} unless it is a device
 *     authorization (RFC 8628)
 * @param expiresAt expiry of the request
 * @param outcome outcome of the request: completes when tokens are available, or fails with an
 *     {@link io.mcpclient.error.McpException}; may be subscribed to any number of times
 */
public record McpAuthorizationRequest(
        String id,
        String serverName,
        McpPrincipal principal,
        String issuer,
        List<String> scopes,
        URI url,
        @Nullable URI redirectUri,
        @Nullable String userCode,
        Instant expiresAt,
        Mono<Void> outcome) {

    @Override
    public String toString() {
        return "McpAuthorizationRequest[id=" + this.id + ", serverName=" + this.serverName + "]";
    }
}
