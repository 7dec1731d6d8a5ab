package io.mcpclient.sample.api;

import java.net.URI;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import io.mcpclient.auth.McpAuthorizationRequest;

/**
 * A pending authorization, as {@code GET /api/authorizations} reports it. The URL of the authorization server is omitted: the
 * page that redirects there binds the request to the browser first.
 *
 * @param id names the request
 * @param server configured name of the server
 * @param issuer the authorization server
 * @param scopes what is asked for, empty if the authorization server decides
 * @param expiresAt end of the request
 * @param address page of this application that begins it, on the host that the authorization server sends the browser back to
 */
@JsonPropertyOrder({"id", "server", "issuer", "scopes", "expiresAt", "address"})
record AuthorizationView(
        String id, String server, String issuer, List<String> scopes, Instant expiresAt, String address) {

    static AuthorizationView of(McpAuthorizationRequest request) {
        return new AuthorizationView(
                request.id(),
                request.serverName(),
                request.issuer(),
                request.scopes(),
                request.expiresAt(),
                address(request));
    }

    /** A device authorization has no redirect URI: the user enters a code at the authorization server. */
    private static String address(McpAuthorizationRequest request) {
        URI redirectUri = request.redirectUri();
        return (redirectUri != null)
                ? redirectUri.resolve("authorize/" + request.id()).toString()
                : request.url().toString();
    }
}
