package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpTokenAuthMethod;

import static java.util.Objects.requireNonNullElse;

/**
 * Authorization of the requests to a server: {@code mcp.servers.<name>.auth} and {@code mcp.defaults.auth}. Binding only;
 * {@code null} means not set.
 *
 * @param type Type of authorization of requests.
 * @param allowCleartext Whether credentials may be sent over plain http to a server on another machine.
 * @param perPrincipal Whether calls use the session and the credentials of the current principal, and whether a principal is
 *     required. If there is an McpPrincipalResolver, the default depends on the type of the credentials.
 * @param token Bearer token, sent as is.
 * @param tokenFile File containing the token. Reloaded when it changes.
 * @param username Username for Basic authentication.
 * @param password Password for Basic authentication.
 * @param passwordFile File containing the password. Reloaded when it changes.
 * @param header Name of the header that contains the API key.
 * @param key API key, sent as is.
 * @param keyFile File containing the API key. Reloaded when it changes.
 * @param registrationId Id of the Spring Security client registration that obtains the tokens, instead of this client.
 * @param grant Grant type that obtains the first token.
 * @param clientId Client id at the authorization server. By default, the client identifies itself with its metadata document or by
 *     registration.
 * @param clientSecret Client secret at the authorization server.
 * @param clientSecretFile File containing the client secret. Reloaded when it changes.
 * @param issuer Issuer of the only accepted authorization server, as its metadata names it. Required with a client secret and for
 *     the grants jwt-bearer and token-exchange. The value any accepts every authorization server that the MCP server names; for
 *     tests only.
 * @param clientMetadataUrl URL of the client metadata document.
 * @param redirectUri Redirect URI for authorization servers. Defaults to the callback endpoint of the application.
 * @param scopes Scopes that are always requested, in addition to those that the server requires.
 * @param scopeSelection Whether scopes that the server publishes or demands are added to the configured ones.
 * @param tokenAuthMethod Client authentication method at the token endpoint. Defaults to the best method that both sides support.
 * @param privateKey Private key for signatures of the client, as PEM (PKCS#8) or JWK.
 * @param privateKeyFile File containing the private key. Reloaded when it changes.
 * @param signingAlgorithm Signing algorithm of the private key. Defaults to the algorithm that fits the key.
 * @param assertion JWT that identifies the application or the user, for the grants that require it.
 * @param assertionFile File containing the JWT that identifies the application or the user. Reloaded when it changes.
 * @param assertionAudience Audience of the client's assertions. Defaults to the issuer.
 * @param dpop Whether to bind tokens to a key of the client (DPoP).
 * @param clientName Client name for registrations and for display to users. Defaults to the name of the application.
 * @param offlineAccess Whether to request offline_access if the authorization server supports it.
 * @param identityProvider Enterprise identity provider that controls access to the server.
 * @param trustedOrigins Origins that the server and its authorization servers may refer to in addition to their own, including
 *     private ones.
 * @param strictResource Whether the server's resource identifier must equal its URL, rather than the URL of a parent path.
 * @param legacyFallback Whether to treat a server without metadata as one of revision 2025-03-26.
 * @param pkce Whether the authorization server must declare support for PKCE with S256. PKCE is used in any case.
 * @param resource Whether to send the parameter resource (RFC 8707) to the authorization server.
 * @param tokenType Whether a token response must have a valid token_type.
 * @param metadataUrl URL of the metadata of the authorization server, if it is not at a well-known URL of the issuer.
 * @param authorizationEndpoint Authorization endpoint. By default, it is discovered.
 * @param tokenEndpoint Token endpoint. Without metadata-url, no metadata of an authorization server is read then.
 * @param registrationEndpoint Endpoint for dynamic client registration. By default, it is discovered.
 * @param revocationEndpoint Endpoint that revokes tokens. By default, it is discovered.
 * @param deviceAuthorizationEndpoint Endpoint for the grant device-code. By default, it is discovered.
 * @param authorizationParameters Additional parameters of authorization requests.
 * @param promptTimeout Maximum time to wait for the user to complete the authorization.
 * @param ssl Trust and keys for authorization servers.
 */
public record AuthProperties(
        @Nullable Type type,
        @Nullable Boolean allowCleartext,
        @Nullable PerPrincipal perPrincipal,
        @Nullable String token,
        @Nullable String tokenFile,
        @Nullable String username,
        @Nullable String password,
        @Nullable String passwordFile,
        @Nullable String header,
        @Nullable String key,
        @Nullable String keyFile,
        @Nullable String registrationId,
        @Nullable McpGrantType grant,
        @Nullable String clientId,
        @Nullable String clientSecret,
        @Nullable String clientSecretFile,
        @Nullable String issuer,
        @Nullable String clientMetadataUrl,
        @Nullable String redirectUri,
        @Nullable List<String> scopes,
        @Nullable ScopeSelection scopeSelection,
        @Nullable McpTokenAuthMethod tokenAuthMethod,
        @Nullable String privateKey,
        @Nullable String privateKeyFile,
        @Nullable String signingAlgorithm,
        @Nullable String assertion,
        @Nullable String assertionFile,
        @Nullable String assertionAudience,
        @Nullable McpDPoPMode dpop,
        @Nullable String clientName,
        @Nullable Boolean offlineAccess,
        IdentityProvider identityProvider,
        @Nullable List<String> trustedOrigins,
        @Nullable Boolean strictResource,
        @Nullable Boolean legacyFallback,
        @Nullable Pkce pkce,
        @Nullable Resource resource,
        @Nullable TokenType tokenType,
        @Nullable String metadataUrl,
        @Nullable String authorizationEndpoint,
        @Nullable String tokenEndpoint,
        @Nullable String registrationEndpoint,
        @Nullable String revocationEndpoint,
        @Nullable String deviceAuthorizationEndpoint,
        Map<String, String> authorizationParameters,
        @Nullable Duration promptTimeout,
        Ssl ssl) {

    static final AuthProperties NONE = new Binder().bindOrCreate("auth", AuthProperties.class);

    /** Creates the properties, without {@code @DefaultValue} as in {@link ServerProperties}. */
    public AuthProperties {
        identityProvider = requireNonNullElse(identityProvider, IdentityProvider.NONE);
        authorizationParameters = requireNonNullElse(authorizationParameters, Map.of());
        ssl = requireNonNullElse(ssl, Ssl.NONE);
    }

    /** Without the values, which may be credentials. */
    @Override
    public String toString() {
        return "AuthProperties[...]";
    }

    /** Types of authorization of requests. */
    public enum Type {

        /** No authorization. */
        NONE,

        /** Bearer token from the configuration. */
        BEARER,

        /** HTTP Basic authentication. */
        BASIC,

        /** API key in a header. */
        API_KEY,

        /** OAuth 2.1 according to the MCP specification. */
        OAUTH2
    }

    /** Principals on whose behalf a server is called. */
    public enum PerPrincipal {

        /** The application only. */
        FALSE,

        /** The current principal, or the application if there is none. */
        TRUE,

        /** The current principal. A call without a principal is rejected. */
        REQUIRED
    }

    /** Scopes that are requested. */
    public enum ScopeSelection {

        /** The configured ones and those that the server publishes or demands. */
        ADD,

        /** The configured ones and no others. */
        ONLY
    }

    /** Requirements on the declaration of PKCE. */
    public enum Pkce {

        /** The metadata has to declare it. */
        REQUIRED,

        /** It is assumed, also if the metadata does not declare it. */
        ASSUMED
    }

    /** Use of the parameter {@code resource}. */
    public enum Resource {

        /** It is sent, unless the authorization server refuses it. */
        AUTO,

        /** It is never sent. */
        NEVER
    }

    /** Requirements on the type of tokens. */
    public enum TokenType {

        /** A missing or unknown type is logged, and the token is used as a bearer token. */
        LENIENT,

        /** A missing or unknown type is an error. */
        STRICT
    }

    /**
     * TLS settings for authorization servers.
     *
     * @param bundle Name of the SSL bundle for authorization servers. By default, trust follows ssl.bundle, and no client
     *     certificate is sent.
     */
    public record Ssl(@Nullable String bundle) {

        static final Ssl NONE = new Ssl(null);
    }

    /**
     * Enterprise identity provider that controls access to the server.
     *
     * @param tokenEndpoint Token endpoint of the enterprise's identity provider.
     * @param clientId Client id at the identity provider.
     * @param clientSecret Client secret at the identity provider.
     * @param clientSecretFile File containing the client secret. Reloaded when it changes.
     */
    public record IdentityProvider(
            @Nullable String tokenEndpoint,
            @Nullable String clientId,
            @Nullable String clientSecret,
            @Nullable String clientSecretFile) {

        static final IdentityProvider NONE = new IdentityProvider(null, null, null, null);

        /** Without the values, which may be credentials. */
        @Override
        public String toString() {
            return "IdentityProvider[...]";
        }
    }
}
