package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpChallenge;

/**
 * Finds the authorization server of an MCP server. Each call discovers it again, since it may have changed.
 *
 * <table>
 * <caption>Which authorization server</caption>
 * <tr><th>document of the server</th><th>settings</th><th>result</th></tr>
 * <tr><td>any</td><td>metadata or token endpoint</td><td>the configured one</td></tr>
 * <tr><td>names some</td><td>issuer among them</td><td>that one</td></tr>
 * <tr><td>names some</td><td>issuer at the origin of one of them</td><td>that one, if its metadata has the issuer</td></tr>
 * <tr><td>names some</td><td>issuer not among them</td><td>an error: credentials are not sent elsewhere</td></tr>
 * <tr><td>names some</td><td>no issuer</td><td>the issuer of the present tokens if it is among them, else the first</td></tr>
 * <tr><td>names none, or there is no document</td><td>issuer</td><td>that one</td></tr>
 * <tr><td>names none</td><td>legacy fallback</td><td>the server itself, at its root</td></tr>
 * <tr><td>names none</td><td>neither</td><td>an error</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization/authorization-server-discovery (AUTH-08, AUTH-10, AUTH-12, AUTH-32, AUTH-66)"
 */
final class Discovery {

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final Metadata metadata;

    private final AuthorizationFailures failures;

    private volatile @Nullable List<McpChallenge> known;

    Discovery(ProtectedServer server, McpOAuthSettings settings, Metadata metadata) {
        this.server = server;
        this.settings = settings;
        this.metadata = metadata;
        this.failures = new AuthorizationFailures(server.name());
    }

    /**
     * Discovers how the server is protected.
     * @param challenges challenges of its rejection
     * @param presentIssuer issuer of the present tokens, or {@code null}
     */
    Mono<Protection> find(List<McpChallenge> challenges, @Nullable String presentIssuer) {
        return this.metadata
                .resource(challenges)
                .doOnSuccess(resource -> this.known = challenges)
                .flatMap(resource -> this.metadata
                        .authorizationServer(choice(resource, presentIssuer))
                        .map(found -> new Protection(
                                found, resource.resource(), resource.scopes(), resource.isDPoPRequired(), false)))
                .switchIfEmpty(Mono.defer(this::withoutDocument));
    }

    /** As {@link #find}, for a rejection that may lack the URL of the document because an earlier one had it. */
    Mono<Protection> findAgain(List<McpChallenge> challenges, @Nullable String presentIssuer) {
        boolean isNamed = challenges.stream().anyMatch(challenge -> challenge.resourceMetadata() != null);
        return find(isNamed ? challenges : known(), presentIssuer);
    }

    /** Whether discovery has succeeded before. */
    boolean isKnown() {
        return this.known != null;
    }

    /** Lets the next discovery read all documents again. */
    void reset() {
        this.metadata.reset();
    }

    /** Returns the challenges of the last discovery. */
    List<McpChallenge> known() {
        List<McpChallenge> challenges = this.known;
        return (challenges != null) ? challenges : List.of();
    }

    /** The document names only issuers that {@code auth.issuer} accepts: this was checked when it was read. */
    private static String choice(Metadata.ProtectedResource resource, @Nullable String presentIssuer) {
        return resource.issuers().stream()
                .filter(issuer -> presentIssuer != null && AuthorizationServer.isSame(issuer, presentIssuer))
                .findFirst()
                .orElseGet(() -> resource.issuers().stream().findFirst().orElse(""));
    }

    private Mono<Protection> withoutDocument() {
        String issuer = this.settings.issuer();
        if (issuer != null || this.settings.endpoints().isConfigured()) {
            return this.metadata
                    .authorizationServer((issuer != null) ? issuer : "")
                    .map(found -> withoutDocument(found, false));
        }
        if (this.settings.legacyFallback()) {
            return this.metadata.rootAuthorizationServer().map(found -> withoutDocument(found, true));
        }
        return Mono.error(this.failures.settings(
                "the server requires a token and names no authorization server",
                "Set auth.issuer, auth.metadata-url if its metadata is not at a well-known URL of the issuer, or"
                        + " auth.legacy-fallback for a server of revision 2025-03-26."));
    }

    private Protection withoutDocument(AuthorizationServer found, boolean isLegacy) {
        return new Protection(found, canonical(this.server.url()), List.of(), false, isLegacy);
    }

    /** Discovers the authorization server of existing tokens, without a request to the MCP server. */
    Mono<AuthorizationServer> ofIssuer(String issuer) {
        return this.metadata
                .authorizationServer(issuer)
                .onErrorResume(McpAuthorizationException.class, error -> elsewhere()
                        .filter(found -> AuthorizationServer.isSame(found.issuer(), issuer))
                        .switchIfEmpty(Mono.error(error)));
    }

    /** Its document may be at the URL of another issuer, which the MCP server names, or at the root of the MCP server. */
    private Mono<AuthorizationServer> elsewhere() {
        if (this.settings.legacyFallback()) {
            return this.metadata.rootAuthorizationServer();
        }
        return (this.settings.requiredIssuer() != null)
                ? this.metadata
                        .resource(known())
                        .flatMap(resource -> this.metadata.authorizationServer(choice(resource, null)))
                : Mono.empty();
    }

    /** Returns the URL as an identifier (AUTH-36). */
    static String canonical(URI url) {
        String text = url.getScheme().toLowerCase(Locale.ROOT)
                + "://"
                + url.getRawAuthority().toLowerCase(Locale.ROOT)
                + ((url.getRawPath() != null) ? url.getRawPath() : "");
        String stripped = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return (url.getRawQuery() != null) ? stripped + "?" + url.getRawQuery() : stripped;
    }

    /**
     * The result of discovery: how a server is protected.
     *
     * @param server the authorization server
     * @param resource identifier of the MCP server at the authorization server
     * @param scopes all scopes that the MCP server names, empty if it names none
     * @param isDPoPRequired whether tokens must be bound to a key
     * @param isLegacy whether the server follows revision 2025-03-26, and therefore has no metadata
     */
    record Protection(
            AuthorizationServer server,
            String resource,
            List<String> scopes,
            boolean isDPoPRequired,
            boolean isLegacy) {}
}
