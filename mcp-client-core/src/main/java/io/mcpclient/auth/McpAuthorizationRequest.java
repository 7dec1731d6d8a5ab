package io.mcpclient.auth;

import java.net.URI;
import java.time.Instant;
import java.util.List;

import reactor.core.publisher.Mono;

/**
 * A user is needed. {@code toString} does not show the URL, whose {@code state} is a secret.
 *
 * @param id names this request, printable, of no use without the browser session it is bound to
 * @param serverName configured name of the server
 * @param principal who is to authorize
 * @param issuer the authorization server
 * @param scopes what is asked for, empty if the authorization server decides
 * @param url page to show: {@code https}, or {@code http} on a loopback address; never to be handed to a shell
 * @param redirectUri where the authorization server sends the browser
 * @param expiresAt end of the request
 * @param outcome what became of it: completes when tokens are there, or fails with an {@link
 *     io.mcpclient.error.McpException}; may be subscribed to any number of times
 */
public record McpAuthorizationRequest(
        String id,
        String serverName,
        McpPrincipal principal,
        String issuer,
        List<String> scopes,
        URI url,
        URI redirectUri,
        Instant expiresAt,
        Mono<Void> outcome) {

    @Override
    public String toString() {
        return "McpAuthorizationRequest[id=" + this.id + ", serverName=" + this.serverName + "]";
    }
}
