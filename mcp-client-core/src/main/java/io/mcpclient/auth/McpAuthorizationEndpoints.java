package io.mcpclient.auth;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * URLs of an authorization server that are configured instead of discovered, for authorization servers whose metadata is missing
 * or wrong. Each is {@code https}, or {@code http} on a loopback address; {@code null} means that it is discovered. Immutable.
 *
 * <p>With {@link #metadata()} or {@link #token()} no authorization server that the MCP server names is used.
 *
 * @param metadata URL of the metadata document; its endpoints may be on any origin
 * @param authorization authorization endpoint
 * @param token token endpoint; if it is set and {@code metadata} is not, no metadata is read
 * @param registration registration endpoint
 * @param revocation revocation endpoint
 * @param deviceAuthorization device authorization endpoint
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8414#section-2">RFC 8414, section 2</a>
 */
public record McpAuthorizationEndpoints(
        @Nullable URI metadata,
        @Nullable URI authorization,
        @Nullable URI token,
        @Nullable URI registration,
        @Nullable URI revocation,
        @Nullable URI deviceAuthorization) {

    /** Everything is discovered. */
    public static final McpAuthorizationEndpoints DISCOVERED =
            new McpAuthorizationEndpoints(null, null, null, null, null, null);

    /**
     * Tells whether the authorization server is configured, rather than named by the MCP server.
     * @return whether the URL of its metadata or of its token endpoint is set
     */
    public boolean isConfigured() {
        return this.metadata != null || this.token != null;
    }
}
