package io.mcpclient.internal.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpAuthorizationEndpoints;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.Origin;
import io.mcpclient.text.SafeText;

/**
 * Reads and validates documents: its results are safe to use. Thread-safe.
 *
 * <table>
 * <caption>Members of both documents, see {@link JsonDocument}</caption>
 * <tr><th>members</th><th>reading</th></tr>
 * <tr><td>resource, authorization_servers, issuer, endpoints, code_challenge_methods_supported</td>
 *     <td>strict: another type is an error, and so is an empty list of PKCE methods where the grant requires them</td></tr>
 * <tr><td>dpop_bound_access_tokens_required, authorization_response_iss_parameter_supported,
 *     client_id_metadata_document_supported</td><td>a boolean, also as text; anything else is an error</td></tr>
 * <tr><td>other lists: scopes, grants, profiles, methods, algorithms</td><td>lenient: also words in a string; without any
 *     string, as if absent: the default of RFC 8414 or RFC 9728 applies</td></tr>
 * <tr><td>resource_name</td><td>lenient: none if it is not a string</td></tr>
 * </table>
 *
 * @see "AUTH-09, AUTH-10, AUTH-14, AUTH-18, AUTH-21, AUTH-32; fault H09"
 */
final class MetadataReader {

    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final McpNetworkPolicy policy;

    private final AuthorizationFailures failures;

    MetadataReader(
            ProtectedServer server,
            McpOAuthSettings settings,
            McpNetworkPolicy policy,
            AuthorizationFailures failures) {
        this.server = server;
        this.settings = settings;
        this.policy = policy;
        this.failures = failures;
    }

    Metadata.ProtectedResource resource(JsonDocument document) {
        String resource = document.requiredText("resource");
        if (!ResourceRule.accepts(resource, this.server.url(), this.settings.strictResource())) {
            throw this.failures.untrusted(
                    "the protected resource metadata is for another resource, " + SafeText.excerpt(resource)
                            + ", not for the url of the server",
                    this.settings.strictResource()
                            ? "Set the url to that of the resource, or auth.strict-resource to false if that is a parent of it."
                            : "Set the url to one of that resource, or correct the server's metadata.");
        }
        List<String> methods = document.words("bearer_methods_supported", List.of());
        if (!methods.isEmpty() && !methods.contains("header")) {
            throw this.failures.authorizationServer(
                    "the server does not accept tokens in a header, the only safe place: bearer_methods_supported is "
                            + SafeText.excerpt(methods.toString()),
                    null,
                    null);
        }
        return new Metadata.ProtectedResource(
                resource,
                issuers(document),
                scopes(document),
                document.flag("dpop_bound_access_tokens_required"),
                document.words("dpop_signing_alg_values_supported", List.of()),
                document.label("resource_name"));
    }

    private List<String> issuers(JsonDocument document) {
        List<String> issuers = Objects.requireNonNullElse(document.texts("authorization_servers"), List.of());
        if (this.settings.endpoints().isConfigured()) {
            return issuers;
        }
        String only = this.settings.requiredIssuer();
        if (issuers.isEmpty()) {
            if (only != null) {
                return List.of(only); // the member is optional
            }
            throw new JsonDocument.MalformedException(
                    "names no authorization server",
                    "Set auth.issuer to the issuer of the authorization server, or correct the document.");
        }
        if (only == null) {
            return issuers;
        }
        return issuers.stream()
                .filter(issuer -> AuthorizationServer.isSame(only, issuer))
                .findFirst()
                .or(() -> issuers.stream()
                        .filter(issuer -> isAcceptable(issuer, only))
                        .findFirst())
                .map(List::of)
                .orElseThrow(() -> notAccepted(SafeText.excerpt(issuers.toString()), only));
    }

    /**
     * Whether the document of an issuer may be read although the settings accept only one: its document may name that one, as
     * some servers confuse the two. Another origin is not asked.
     */
    private boolean isAcceptable(String issuer, String only) {
        if (AuthorizationServer.isSame(only, issuer)) {
            return true;
        }
        try {
            URI named = new URI(issuer);
            return Origin.areSame(named, URI.create(only)) || this.policy.isTrusted(named);
        } catch (URISyntaxException | IllegalArgumentException ex) {
            return false;
        }
    }

    private RuntimeException notAccepted(String named, String only) {
        return this.failures.settings(
                "the server is protected by " + named + ", but auth.issuer accepts only " + SafeText.excerpt(only)
                        + ": nothing was sent there",
                "If the server has moved, set auth.issuer to the new one, and auth.client-id to the id of this client there.");
    }

    /** Checks an identifier before any request is sent there. */
    URI acceptable(String issuer) {
        String only = this.settings.requiredIssuer();
        if (only != null && !isAcceptable(issuer, only)) {
            throw notAccepted(SafeText.excerpt(issuer), only);
        }
        URI identifier = checked(issuer, "authorization server");
        if (identifier.getRawQuery() != null || identifier.getRawFragment() != null) {
            throw this.failures.untrusted(
                    "authorization server " + SafeText.excerpt(issuer)
                            + " is not a valid identifier: it has a query or a fragment",
                    null);
        }
        return identifier;
    }

    /**
     * Reads the metadata of an authorization server.
     * @param expected its issuer; {@code null} if the URL of the document is configured, which then may name any issuer that the
     *     settings accept, and endpoints on any origin
     * @param document the document
     */
    AuthorizationServer authorizationServer(@Nullable String expected, JsonDocument document) {
        String issuer = document.requiredText("issuer");
        String only = Objects.requireNonNullElse(
                this.settings.requiredIssuer(), Objects.requireNonNullElse(expected, issuer));
        if (!AuthorizationServer.isSame(issuer, only)) {
            throw this.failures.untrusted(
                    "the authorization server metadata names another issuer, " + SafeText.excerpt(issuer) + ", not "
                            + SafeText.excerpt(only),
                    "Correct the server's metadata: it must name the authorization server exactly by its issuer. If this is"
                            + " the intended authorization server, set auth.issuer to the issuer in its metadata, or"
                            + " auth.metadata-url to the URL of the right document.");
        }
        McpAuthorizationEndpoints endpoints = this.settings.endpoints();
        String origin = (expected != null) ? issuer : null;
        return new AuthorizationServer(
                issuer,
                endpoint(document, "authorization_endpoint", endpoints.authorization(), origin),
                endpoint(document, "token_endpoint", endpoints.token(), origin),
                endpoint(document, "registration_endpoint", endpoints.registration(), origin),
                endpoint(document, "revocation_endpoint", endpoints.revocation(), origin),
                endpoint(document, "device_authorization_endpoint", endpoints.deviceAuthorization(), origin),
                scopes(document),
                document.words("grant_types_supported", AuthorizationServer.SILENT_GRANT_TYPES),
                document.words("authorization_grant_profiles_supported", List.of()),
                document.words("token_endpoint_auth_methods_supported", AuthorizationServer.SILENT_AUTH_METHODS),
                document.words("token_endpoint_auth_signing_alg_values_supported", List.of()),
                document.texts("code_challenge_methods_supported"),
                document.words("dpop_signing_alg_values_supported", List.of()),
                document.flag("client_id_metadata_document_supported"),
                document.flag("authorization_response_iss_parameter_supported"));
    }

    /** An authorization server of revision 2025-03-26 without metadata. PKCE was required then, too (AUTH-64). */
    static AuthorizationServer defaults(String base) {
        return new AuthorizationServer(
                base,
                URI.create(base + "/authorize"),
                URI.create(base + "/token"),
                URI.create(base + "/register"),
                null,
                null,
                List.of(),
                AuthorizationServer.SILENT_GRANT_TYPES,
                List.of(),
                AuthorizationServer.SILENT_AUTH_METHODS,
                List.of(),
                List.of("S256"),
                List.of(),
                false,
                false);
    }

    /** An authorization server whose endpoints are configured. Its metadata is unknown, so it is assumed to support PKCE. */
    AuthorizationServer configured(URI tokenEndpoint) {
        McpAuthorizationEndpoints endpoints = this.settings.endpoints();
        return new AuthorizationServer(
                Objects.requireNonNullElseGet(
                        this.settings.requiredIssuer(), () -> DocumentSearch.WellKnown.base(tokenEndpoint)),
                endpoints.authorization(),
                tokenEndpoint,
                endpoints.registration(),
                endpoints.revocation(),
                endpoints.deviceAuthorization(),
                List.of(),
                AuthorizationServer.SILENT_GRANT_TYPES,
                List.of(),
                AuthorizationServer.SILENT_AUTH_METHODS,
                List.of(),
                List.of("S256"),
                List.of(),
                false,
                false);
    }

    /**
     * Reads an endpoint.
     * @param configured the endpoint of the settings, which precedes that of the document
     * @param issuer issuer at whose origin it has to be, or {@code null} for any origin
     */
    private @Nullable URI endpoint(
            JsonDocument document, String name, @Nullable URI configured, @Nullable String issuer) {
        String url = (configured == null) ? document.text(name) : null;
        if (url == null) {
            return configured;
        }
        URI endpoint = checked(url, name);
        if (issuer != null && !Origin.areSame(endpoint, URI.create(issuer)) && !this.policy.isTrusted(endpoint)) {
            throw this.failures.untrusted(
                    name + " " + SafeText.excerpt(url) + " is on another origin than its authorization server "
                            + SafeText.excerpt(issuer),
                    Metadata.TRUST);
        }
        return endpoint;
    }

    private URI checked(String url, String what) {
        try {
            return this.policy.check(url, what);
        } catch (ForbiddenUrlException ex) {
            throw this.failures.untrusted(String.valueOf(ex.getMessage()), Metadata.TRUST);
        }
    }

    /** Drops invalid scopes, which a request would split into several or send as none. */
    private static List<String> scopes(JsonDocument document) {
        return document.words("scopes_supported", List.of()).stream()
                .filter(scope -> SCOPE.matcher(scope).matches())
                .distinct()
                .toList();
    }

    /**
     * Whether the identifier of a protected resource is accepted for a server. It is compared with the URL of the server,
     * independent of the URL of the document.
     *
     * <pre>
     * the identifier is                          lenient   strict
     * the URL                                    yes       yes
     * the URL, except for a trailing slash       yes       only for an empty path, where it has no meaning
     * a parent path of the URL, or no path       yes       no
     * a path below or beside it, another query   no        no
     * another origin                             no        no
     * with a fragment, user or dot segments      no        no
     * not a URL                                  no        no
     * </pre>
     *
     * @see "AUTH-09, Q-09; RFC 9728, section 3.3"
     */
    static final class ResourceRule {

        private ResourceRule() {}

        static boolean accepts(String resource, URI accessed, boolean isStrict) {
            URI identifier;
            try {
                identifier = new URI(resource);
            } catch (URISyntaxException ex) {
                return false;
            }
            if (!Origin.areSame(identifier, accessed)
                    || identifier.getRawFragment() != null
                    || identifier.getRawUserInfo() != null
                    || !identifier.normalize().getRawPath().equals(identifier.getRawPath())) {
                return false;
            }
            return isStrict ? isSame(identifier, accessed) : isSameOrAbove(identifier, accessed);
        }

        private static boolean isSame(URI identifier, URI accessed) {
            return rooted(identifier).equals(rooted(accessed))
                    && Objects.equals(identifier.getRawQuery(), accessed.getRawQuery());
        }

        private static boolean isSameOrAbove(URI identifier, URI accessed) {
            if (identifier.getRawQuery() != null && !identifier.getRawQuery().equals(accessed.getRawQuery())) {
                return false;
            }
            return closed(accessed).startsWith(closed(identifier));
        }

        private static String rooted(URI url) {
            return url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        }

        private static String closed(URI url) {
            return url.getRawPath().endsWith("/") ? url.getRawPath() : url.getRawPath() + "/";
        }
    }
}
