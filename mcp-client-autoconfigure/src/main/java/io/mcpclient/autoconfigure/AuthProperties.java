package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpTokenAuthMethod;

/**
 * Authorization of the requests to a server: {@code mcp.servers.<name>.auth} and {@code mcp.defaults.auth}. Binding only;
 * {@code null} means not set.
 */
public class AuthProperties {

    /** Type of authorization of requests. */
    private @Nullable Type type;

    /** Whether credentials may be sent over plain http to a server on another machine. */
    private @Nullable Boolean allowCleartext;

    /**
     * Whether calls use the session and the credentials of the current principal, and whether a principal is
     * required. If there is an McpPrincipalResolver, the default depends on the type of the credentials.
     */
    private @Nullable PerPrincipal perPrincipal;

    /** Bearer token, sent as is. */
    private @Nullable String token;

    /** File containing the token. Reloaded when it changes. */
    private @Nullable String tokenFile;

    /** Username for Basic authentication. */
    private @Nullable String username;

    /** Password for Basic authentication. */
    private @Nullable String password;

    /** File containing the password. Reloaded when it changes. */
    private @Nullable String passwordFile;

    /** Name of the header that contains the API key. */
    private @Nullable String header;

    /** API key, sent as is. */
    private @Nullable String key;

    /** File containing the API key. Reloaded when it changes. */
    private @Nullable String keyFile;

    /** Id of the Spring Security client registration that obtains the tokens, instead of this client. */
    private @Nullable String registrationId;

    /** Grant type that obtains the first token. */
    private @Nullable McpGrantType grant;

    /**
     * Client id at the authorization server. By default, the client identifies itself with its metadata document or
     * by registration.
     */
    private @Nullable String clientId;

    /** Client secret at the authorization server. */
    private @Nullable String clientSecret;

    /** File containing the client secret. Reloaded when it changes. */
    private @Nullable String clientSecretFile;

    /**
     * Issuer of the only accepted authorization server, as its metadata names it. Required with a client
     * secret and for the grants jwt-bearer and token-exchange. The value any accepts every authorization server
     * that the MCP server names; for tests only.
     */
    private @Nullable String issuer;

    /** URL of the client metadata document. */
    private @Nullable String clientMetadataUrl;

    /** Redirect URI for authorization servers. Defaults to the callback endpoint of the application. */
    private @Nullable String redirectUri;

    /** Scopes that are always requested, in addition to those that the server requires. */
    private @Nullable List<String> scopes;

    /** Client authentication method at the token endpoint. Defaults to the best method that both sides support. */
    private @Nullable McpTokenAuthMethod tokenAuthMethod;

    /** Private key for signatures of the client, as PEM (PKCS#8) or JWK. */
    private @Nullable String privateKey;

    /** File containing the private key. Reloaded when it changes. */
    private @Nullable String privateKeyFile;

    /** Signing algorithm of the private key. Defaults to the algorithm that fits the key. */
    private @Nullable String signingAlgorithm;

    /** Audience of the client's assertions. Defaults to the issuer. */
    private @Nullable String assertionAudience;

    /** JWT that identifies the application or the user, for the grants that require it. */
    private @Nullable String assertion;

    /** File containing the JWT that identifies the application or the user. Reloaded when it changes. */
    private @Nullable String assertionFile;

    /** Whether to bind tokens to a key of the client (DPoP). */
    private @Nullable McpDPoPMode dpop;

    /** Client name for registrations and for display to users. Defaults to the name of the application. */
    private @Nullable String clientName;

    /** Whether to request offline_access if the authorization server supports it. */
    private @Nullable Boolean offlineAccess;

    /** Enterprise identity provider that controls access to the server. */
    private IdentityProvider identityProvider = IdentityProvider.NONE;

    /** Origins that the server and its authorization servers may refer to in addition to their own, including private ones. */
    private @Nullable List<String> trustedOrigins;

    /** Whether the server's resource identifier must equal its URL, rather than the URL of a parent path. */
    private @Nullable Boolean strictResource;

    /** Whether to treat a server without metadata as one of revision 2025-03-26. */
    private @Nullable Boolean legacyFallback;

    /** Whether the authorization server must declare support for PKCE with S256. PKCE is used in any case. */
    private @Nullable Pkce pkce;

    /** Whether to send the parameter resource (RFC 8707) to the authorization server. */
    private @Nullable Resource resource;

    /** Whether a token response must have a valid token_type. */
    private @Nullable TokenType tokenType;

    /** URL of the metadata of the authorization server, if it is not at a well-known URL of the issuer. */
    private @Nullable String metadataUrl;

    /** Authorization endpoint. By default, it is discovered. */
    private @Nullable String authorizationEndpoint;

    /** Token endpoint. Without metadata-url, no metadata of an authorization server is read then. */
    private @Nullable String tokenEndpoint;

    /** Endpoint for dynamic client registration. By default, it is discovered. */
    private @Nullable String registrationEndpoint;

    /** Endpoint that revokes tokens. By default, it is discovered. */
    private @Nullable String revocationEndpoint;

    /** Endpoint for the grant device-code. By default, it is discovered. */
    private @Nullable String deviceAuthorizationEndpoint;

    /** Additional parameters of authorization requests. */
    private Map<String, String> authorizationParameters = Map.of();

    /** Maximum time to wait for the user to complete the authorization. */
    private @Nullable Duration promptTimeout;

    /** Trust and keys for authorization servers. */
    private Ssl ssl = Ssl.NONE;

    public @Nullable Type getType() {
        return this.type;
    }

    public void setType(@Nullable Type type) {
        this.type = type;
    }

    public @Nullable Boolean getAllowCleartext() {
        return this.allowCleartext;
    }

    public void setAllowCleartext(@Nullable Boolean allowCleartext) {
        this.allowCleartext = allowCleartext;
    }

    public @Nullable PerPrincipal getPerPrincipal() {
        return this.perPrincipal;
    }

    public void setPerPrincipal(@Nullable PerPrincipal perPrincipal) {
        this.perPrincipal = perPrincipal;
    }

    public @Nullable String getToken() {
        return this.token;
    }

    public void setToken(@Nullable String token) {
        this.token = token;
    }

    public @Nullable String getTokenFile() {
        return this.tokenFile;
    }

    public void setTokenFile(@Nullable String tokenFile) {
        this.tokenFile = tokenFile;
    }

    public @Nullable String getUsername() {
        return this.username;
    }

    public void setUsername(@Nullable String username) {
        this.username = username;
    }

    public @Nullable String getPassword() {
        return this.password;
    }

    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    public @Nullable String getPasswordFile() {
        return this.passwordFile;
    }

    public void setPasswordFile(@Nullable String passwordFile) {
        this.passwordFile = passwordFile;
    }

    public @Nullable String getHeader() {
        return this.header;
    }

    public void setHeader(@Nullable String header) {
        this.header = header;
    }

    public @Nullable String getKey() {
        return this.key;
    }

    public void setKey(@Nullable String key) {
        this.key = key;
    }

    public @Nullable String getKeyFile() {
        return this.keyFile;
    }

    public void setKeyFile(@Nullable String keyFile) {
        this.keyFile = keyFile;
    }

    public @Nullable String getRegistrationId() {
        return this.registrationId;
    }

    public void setRegistrationId(@Nullable String registrationId) {
        this.registrationId = registrationId;
    }

    public @Nullable McpGrantType getGrant() {
        return this.grant;
    }

    public void setGrant(@Nullable McpGrantType grant) {
        this.grant = grant;
    }

    public @Nullable String getClientId() {
        return this.clientId;
    }

    public void setClientId(@Nullable String clientId) {
        this.clientId = clientId;
    }

    public @Nullable String getClientSecret() {
        return this.clientSecret;
    }

    public void setClientSecret(@Nullable String clientSecret) {
        this.clientSecret = clientSecret;
    }

    public @Nullable String getClientSecretFile() {
        return this.clientSecretFile;
    }

    public void setClientSecretFile(@Nullable String clientSecretFile) {
        this.clientSecretFile = clientSecretFile;
    }

    public @Nullable String getIssuer() {
        return this.issuer;
    }

    public void setIssuer(@Nullable String issuer) {
        this.issuer = issuer;
    }

    public @Nullable String getClientMetadataUrl() {
        return this.clientMetadataUrl;
    }

    public void setClientMetadataUrl(@Nullable String clientMetadataUrl) {
        this.clientMetadataUrl = clientMetadataUrl;
    }

    public @Nullable String getRedirectUri() {
        return this.redirectUri;
    }

    public void setRedirectUri(@Nullable String redirectUri) {
        this.redirectUri = redirectUri;
    }

    public @Nullable List<String> getScopes() {
        return this.scopes;
    }

    public void setScopes(@Nullable List<String> scopes) {
        this.scopes = scopes;
    }

    public @Nullable McpTokenAuthMethod getTokenAuthMethod() {
        return this.tokenAuthMethod;
    }

    public void setTokenAuthMethod(@Nullable McpTokenAuthMethod tokenAuthMethod) {
        this.tokenAuthMethod = tokenAuthMethod;
    }

    public @Nullable String getPrivateKey() {
        return this.privateKey;
    }

    public void setPrivateKey(@Nullable String privateKey) {
        this.privateKey = privateKey;
    }

    public @Nullable String getPrivateKeyFile() {
        return this.privateKeyFile;
    }

    public void setPrivateKeyFile(@Nullable String privateKeyFile) {
        this.privateKeyFile = privateKeyFile;
    }

    public @Nullable String getSigningAlgorithm() {
        return this.signingAlgorithm;
    }

    public void setSigningAlgorithm(@Nullable String signingAlgorithm) {
        this.signingAlgorithm = signingAlgorithm;
    }

    public @Nullable String getAssertionAudience() {
        return this.assertionAudience;
    }

    public void setAssertionAudience(@Nullable String assertionAudience) {
        this.assertionAudience = assertionAudience;
    }

    public @Nullable String getAssertion() {
        return this.assertion;
    }

    public void setAssertion(@Nullable String assertion) {
        this.assertion = assertion;
    }

    public @Nullable String getAssertionFile() {
        return this.assertionFile;
    }

    public void setAssertionFile(@Nullable String assertionFile) {
        this.assertionFile = assertionFile;
    }

    public @Nullable McpDPoPMode getDpop() {
        return this.dpop;
    }

    public void setDpop(@Nullable McpDPoPMode dpop) {
        this.dpop = dpop;
    }

    public @Nullable String getClientName() {
        return this.clientName;
    }

    public void setClientName(@Nullable String clientName) {
        this.clientName = clientName;
    }

    public @Nullable Boolean getOfflineAccess() {
        return this.offlineAccess;
    }

    public void setOfflineAccess(@Nullable Boolean offlineAccess) {
        this.offlineAccess = offlineAccess;
    }

    public IdentityProvider getIdentityProvider() {
        return this.identityProvider;
    }

    public void setIdentityProvider(IdentityProvider identityProvider) {
        this.identityProvider = identityProvider;
    }

    public Ssl getSsl() {
        return this.ssl;
    }

    public void setSsl(Ssl ssl) {
        this.ssl = ssl;
    }

    public @Nullable List<String> getTrustedOrigins() {
        return this.trustedOrigins;
    }

    public void setTrustedOrigins(@Nullable List<String> trustedOrigins) {
        this.trustedOrigins = trustedOrigins;
    }

    public @Nullable Boolean getStrictResource() {
        return this.strictResource;
    }

    public void setStrictResource(@Nullable Boolean strictResource) {
        this.strictResource = strictResource;
    }

    public @Nullable Boolean getLegacyFallback() {
        return this.legacyFallback;
    }

    public void setLegacyFallback(@Nullable Boolean legacyFallback) {
        this.legacyFallback = legacyFallback;
    }

    public @Nullable Pkce getPkce() {
        return this.pkce;
    }

    public void setPkce(@Nullable Pkce pkce) {
        this.pkce = pkce;
    }

    public @Nullable Resource getResource() {
        return this.resource;
    }

    public void setResource(@Nullable Resource resource) {
        this.resource = resource;
    }

    public @Nullable TokenType getTokenType() {
        return this.tokenType;
    }

    public void setTokenType(@Nullable TokenType tokenType) {
        this.tokenType = tokenType;
    }

    public @Nullable String getMetadataUrl() {
        return this.metadataUrl;
    }

    public void setMetadataUrl(@Nullable String metadataUrl) {
        this.metadataUrl = metadataUrl;
    }

    public @Nullable String getAuthorizationEndpoint() {
        return this.authorizationEndpoint;
    }

    public void setAuthorizationEndpoint(@Nullable String authorizationEndpoint) {
        this.authorizationEndpoint = authorizationEndpoint;
    }

    public @Nullable String getTokenEndpoint() {
        return this.tokenEndpoint;
    }

    public void setTokenEndpoint(@Nullable String tokenEndpoint) {
        this.tokenEndpoint = tokenEndpoint;
    }

    public @Nullable String getRegistrationEndpoint() {
        return this.registrationEndpoint;
    }

    public void setRegistrationEndpoint(@Nullable String registrationEndpoint) {
        this.registrationEndpoint = registrationEndpoint;
    }

    public @Nullable String getRevocationEndpoint() {
        return this.revocationEndpoint;
    }

    public void setRevocationEndpoint(@Nullable String revocationEndpoint) {
        this.revocationEndpoint = revocationEndpoint;
    }

    public @Nullable String getDeviceAuthorizationEndpoint() {
        return this.deviceAuthorizationEndpoint;
    }

    public void setDeviceAuthorizationEndpoint(@Nullable String deviceAuthorizationEndpoint) {
        this.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint;
    }

    public Map<String, String> getAuthorizationParameters() {
        return this.authorizationParameters;
    }

    public void setAuthorizationParameters(Map<String, String> authorizationParameters) {
        this.authorizationParameters = authorizationParameters;
    }

    public @Nullable Duration getPromptTimeout() {
        return this.promptTimeout;
    }

    public void setPromptTimeout(@Nullable Duration promptTimeout) {
        this.promptTimeout = promptTimeout;
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

    /** Principals on whose behalf a server is called. */
    public enum PerPrincipal {

        /** The application only. */
        FALSE,

        /** The current principal, or the application if there is none. */
        TRUE,

        /** The current principal. A call without a principal is rejected. */
        REQUIRED
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
