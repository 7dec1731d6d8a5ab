package io.mcpclient.sample.secured;

import java.util.List;

/**
 * The challenge with which the server {@code vault} rejects a request: the URL of its metadata and the required scopes.
 *
 * @param metadata URL of the server's metadata
 * @see "MCP 2026-07-28, basic/authorization, Protected Resource Metadata Discovery, Scope Challenge Handling; RFC 6750"
 */
record Challenge(String metadata) {

    /** The request has no token. */
    String anonymous(List<String> scopes) {
        return value("", scopes);
    }

    /** The token is expired, revoked, unknown or issued for another audience. */
    String invalidToken(List<String> scopes) {
        return value("error=\"invalid_token\", error_description=\"The token is not valid here\", ", scopes);
    }

    /** The token is valid, but its scopes are not sufficient. */
    String insufficientScope(List<String> scopes) {
        return value("error=\"insufficient_scope\", ", scopes);
    }

    private String value(String error, List<String> scopes) {
        return "Bearer " + error + "scope=\"" + String.join(" ", scopes) + "\", resource_metadata=\"" + this.metadata
                + "\"";
    }
}
