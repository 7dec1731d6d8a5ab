package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.store.McpStoreEncryptor;

/**
 * OAuth settings of a client for one server. Immutable; create with {@link #builder()}. {@code toString} shows no secrets.
 * Settings are validated when the client is built.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public final class McpOAuthSettings {

    /**
     * Value of {@link #issuer()} for tests: configured secrets, assertions and callers' tokens may be sent to any authorization
     * server that the MCP server names first. A hostile MCP server obtains them.
     */
    public static final String ANY_ISSUER = "any";

    private final McpGrantType grant;

    private final @Nullable String clientId;

    private final @Nullable Supplier<String> clientSecret;

    private final @Nullable String issuer;

    private final @Nullable URI clientMetadataUrl;

    private final @Nullable URI redirectUri;

    private final List<String> scopes;

    private final boolean configuredScopesOnly;

    private final @Nullable McpTokenAuthMethod tokenAuthMethod;

    private final @Nullable Supplier<String> privateKey;

    private final @Nullable String signingAlgorithm;

    private final @Nullable String assertionAudience;

    private final McpDPoPMode dpop;

    private final String clientName;

    private final boolean offlineAccess;

    private final @Nullable McpAssertionSource assertions;

    private final @Nullable McpIdentityProvider identityProvider;

    private final @Nullable McpAuthorizationPrompt prompt;

    private final McpTokenStore store;

    private final @Nullable McpStoreEncryptor encryptor;

    private final Duration storeTimeout;

    private final Duration promptTimeout;

    private final Set<URI> trustedOrigins;

    private final boolean strictResource;

    private final boolean legacyFallback;

    private final McpAuthorizationEndpoints endpoints;

    private final Map<String, String> authorizationParameters;

    private final boolean pkceAssumed;

    private final boolean resourceParameter;

    private final boolean strictTokenType;

    private final @Nullable SSLContext sslContext;

    private McpOAuthSettings(Builder builder) {
        this.grant = builder.grant;
        this.clientId = builder.clientId;
        this.clientSecret = builder.clientSecret;
        this.issuer = builder.issuer;
        this.clientMetadataUrl = builder.clientMetadataUrl;
        this.redirectUri = builder.redirectUri;
        this.scopes = List.copyOf(builder.scopes);
        this.configuredScopesOnly = builder.configuredScopesOnly;
        this.tokenAuthMethod = builder.tokenAuthMethod;
        this.privateKey = builder.privateKey;
        this.signingAlgorithm = builder.signingAlgorithm;
        this.assertionAudience = builder.assertionAudience;
        this.dpop = builder.dpop;
        this.clientName = builder.clientName;
        this.offlineAccess = builder.offlineAccess;
        this.assertions = builder.assertions;
        this.identityProvider = builder.identityProvider;
        this.prompt = builder.prompt;
        this.store = builder.store;
        this.encryptor = builder.encryptor;
        this.storeTimeout = builder.storeTimeout;
        this.promptTimeout = builder.promptTimeout;
        this.trustedOrigins = Set.copyOf(builder.trustedOrigins);
        this.strictResource = builder.strictResource;
        this.legacyFallback = builder.legacyFallback;
        this.endpoints = builder.endpoints;
        this.authorizationParameters = Map.copyOf(builder.authorizationParameters);
        this.pkceAssumed = builder.pkceAssumed;
        this.resourceParameter = builder.resourceParameter;
        this.strictTokenType = builder.strictTokenType;
        this.sslContext = builder.sslContext;
    }

    /**
     * Returns a builder with the defaults: the authorization code grant, with everything else discovered.
     * @return a builder of settings
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Grant that obtains the first token. */
    public McpGrantType grant() {
        return this.grant;
    }

    /** Id of this client at the authorization server, or {@code null} to register. */
    public @Nullable String clientId() {
        return this.clientId;
    }

    /** Returns the client secret, called for each use; or {@code null} for none. */
    public @Nullable Supplier<String> clientSecret() {
        return this.clientSecret;
    }

    /**
     * The only authorization server that is accepted, compared character by character. {@code null} accepts the one that the
     * MCP server names, unless something secret is sent there: a client secret, an assertion or a caller's token require an
     * issuer. {@link #ANY_ISSUER} accepts any server in all cases.
     */
    public @Nullable String issuer() {
        return this.issuer;
    }

    /** URL of this client's metadata document, {@code https} with a path; or {@code null} for none. */
    public @Nullable URI clientMetadataUrl() {
        return this.clientMetadataUrl;
    }

    /** URL to which authorization servers redirect browsers; or {@code null} for that of the prompt. */
    public @Nullable URI redirectUri() {
        return this.redirectUri;
    }

    /**
     * Scopes that are always requested, in addition to those that the server requires; without a user, or with {@link
     * #configuredScopesOnly()}, no others.
     */
    public List<String> scopes() {
        return this.scopes;
    }

    /**
     * Whether exactly {@link #scopes()} are requested: none that the server publishes or demands, no {@code offline_access}, and
     * no {@code scope} parameter if there are none. Grants without a user request no others in any case.
     */
    public boolean configuredScopesOnly() {
        return this.configuredScopesOnly;
    }

    /** Authentication method at the token endpoint; or {@code null} for the best that both sides support. */
    public @Nullable McpTokenAuthMethod tokenAuthMethod() {
        return this.tokenAuthMethod;
    }

    /** Returns the key for {@code private_key_jwt}: PEM (PKCS#8) or a JWK as JSON; or {@code null} for none. */
    public @Nullable Supplier<String> privateKey() {
        return this.privateKey;
    }

    /** Algorithm of that key, such as {@code ES256}; or {@code null} to derive it from the key. */
    public @Nullable String signingAlgorithm() {
        return this.signingAlgorithm;
    }

    /** Audience of client assertions; or {@code null} for the issuer. */
    public @Nullable String assertionAudience() {
        return this.assertionAudience;
    }

    /** Whether tokens are bound to a key. */
    public McpDPoPMode dpop() {
        return this.dpop;
    }

    /** Name of this client, for registrations and for users. */
    public String clientName() {
        return this.clientName;
    }

    /**
     * Whether to request {@code offline_access} if the authorization server supports it. No effect with {@link
     * #configuredScopesOnly()}.
     */
    public boolean offlineAccess() {
        return this.offlineAccess;
    }

    /** Source of assertions, for the grants that require it; or {@code null}. */
    public @Nullable McpAssertionSource assertions() {
        return this.assertions;
    }

    /** Identity provider of the enterprise, for the grant that requires it; or {@code null}. */
    public @Nullable McpIdentityProvider identityProvider() {
        return this.identityProvider;
    }

    /** Prompts users; or {@code null} if there are no users. */
    public @Nullable McpAuthorizationPrompt prompt() {
        return this.prompt;
    }

    /** Store for tokens and registrations. */
    public McpTokenStore store() {
        return this.store;
    }

    /** Encrypts the values in the store; or {@code null} for no encryption. */
    public @Nullable McpStoreEncryptor encryptor() {
        return this.encryptor;
    }

    /** Limit for one store operation. */
    public Duration storeTimeout() {
        return this.storeTimeout;
    }

    /** Limit for a user to respond to a prompt. */
    public Duration promptTimeout() {
        return this.promptTimeout;
    }

    /**
     * Origins that the server and its authorization servers may name in addition to their own, private ones included.
     */
    public Set<URI> trustedOrigins() {
        return this.trustedOrigins;
    }

    /** Whether the resource identifier of the server must be its URL, and not that of a parent path. */
    public boolean strictResource() {
        return this.strictResource;
    }

    /** Whether a server without metadata is treated as one of revision 2025-03-26. */
    public boolean legacyFallback() {
        return this.legacyFallback;
    }

    /** URLs of the authorization server that are not discovered. */
    public McpAuthorizationEndpoints endpoints() {
        return this.endpoints;
    }

    /** Additional parameters of authorization requests, by name. */
    public Map<String, String> authorizationParameters() {
        return this.authorizationParameters;
    }

    /**
     * Whether the authorization server is assumed to support PKCE with S256 if its metadata does not declare that. PKCE is always
     * used.
     */
    public boolean pkceAssumed() {
        return this.pkceAssumed;
    }

    /** Whether requests have the parameter {@code resource} (RFC 8707), unless the authorization server refuses it. */
    public boolean resourceParameter() {
        return this.resourceParameter;
    }

    /** Whether a token response without a valid {@code token_type} is rejected, and not only logged. */
    public boolean strictTokenType() {
        return this.strictTokenType;
    }

    /**
     * Trust and keys for authorization servers; or {@code null} for those of the Java runtime. The client certificate for
     * the MCP server is never presented to them.
     */
    public @Nullable SSLContext sslContext() {
        return this.sslContext;
    }

    /**
     * Returns the only authorization server that is accepted.
     * @return its issuer, or {@code null} if the one that the MCP server names is accepted
     */
    public @Nullable String requiredIssuer() {
        return ANY_ISSUER.equals(this.issuer) ? null : this.issuer;
    }

    /**
     * Tells whether the application chooses the authorization server, rather than the MCP server.
     * @return whether an issuer, the URL of its metadata or its token endpoint is set
     */
    public boolean isServerChosen() {
        return requiredIssuer() != null || this.endpoints.isConfigured();
    }

    @Override
    public String toString() {
        return "McpOAuthSettings[grant=" + this.grant + ", clientId=" + this.clientId + "]";
    }

    /** Builder of settings. Not thread-safe. */
    public static final class Builder {

        private McpGrantType grant = McpGrantType.AUTHORIZATION_CODE;

        private @Nullable String clientId;

        private @Nullable Supplier<String> clientSecret;

        private @Nullable String issuer;

        private @Nullable URI clientMetadataUrl;

        private @Nullable URI redirectUri;

        private List<String> scopes = List.of();

        private boolean configuredScopesOnly = false;

        private @Nullable McpTokenAuthMethod tokenAuthMethod;

        private @Nullable Supplier<String> privateKey;

        private @Nullable String signingAlgorithm;

        private @Nullable String assertionAudience;

        private McpDPoPMode dpop = McpDPoPMode.AUTO;

        private String clientName = "MCP client";

        private boolean offlineAccess = true;

        private @Nullable McpAssertionSource assertions;

        private @Nullable McpIdentityProvider identityProvider;

        private @Nullable McpAuthorizationPrompt prompt;

        private McpTokenStore store = new InMemoryMcpTokenStore();

        private @Nullable McpStoreEncryptor encryptor;

        private Duration storeTimeout = Duration.ofMillis(500);

        private Duration promptTimeout = Duration.ofMinutes(10);

        private Set<URI> trustedOrigins = Set.of();

        private boolean strictResource = false;

        private boolean legacyFallback = false;

        private McpAuthorizationEndpoints endpoints = McpAuthorizationEndpoints.DISCOVERED;

        private Map<String, String> authorizationParameters = Map.of();

        private boolean pkceAssumed = false;

        private boolean resourceParameter = true;

        private boolean strictTokenType = false;

        private @Nullable SSLContext sslContext;

        private Builder() {}

        /**
         * Sets {@link McpOAuthSettings#grant()}.
         * @param grant grant that obtains the first token
         * @return this builder
         */
        public Builder grant(McpGrantType grant) {
            this.grant = grant;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientId()}.
         * @param clientId id of this client at the authorization server, or {@code null} to register
         * @return this builder
         */
        public Builder clientId(@Nullable String clientId) {
            this.clientId = clientId;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientSecret()}.
         * @param clientSecret returns the client secret, called for each use; or {@code null} for none
         * @return this builder
         */
        public Builder clientSecret(@Nullable Supplier<String> clientSecret) {
            this.clientSecret = clientSecret;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#issuer()}.
         * @param issuer the only authorization server that is accepted, as its metadata names it; or {@code null} for
         *     the one that the MCP server names; or {@link McpOAuthSettings#ANY_ISSUER}
         * @return this builder
         */
        public Builder issuer(@Nullable String issuer) {
            this.issuer = issuer;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientMetadataUrl()}.
         * @param clientMetadataUrl URL of this client's metadata document, {@code https} with a path; or {@code
         *     null} for none
         * @return this builder
         */
        public Builder clientMetadataUrl(@Nullable URI clientMetadataUrl) {
            this.clientMetadataUrl = clientMetadataUrl;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#redirectUri()}.
         * @param redirectUri URL to which authorization servers redirect browsers; or {@code null} for that of the prompt
         * @return this builder
         */
        public Builder redirectUri(@Nullable URI redirectUri) {
            this.redirectUri = redirectUri;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#scopes()}.
         * @param scopes scopes that are always requested, in addition to those that the server requires
         * @return this builder
         */
        public Builder scopes(List<String> scopes) {
            this.scopes = scopes;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#configuredScopesOnly()}.
         * @param configuredScopesOnly whether exactly the configured scopes are requested; {@code false} by default
         * @return this builder
         */
        public Builder configuredScopesOnly(boolean configuredScopesOnly) {
            this.configuredScopesOnly = configuredScopesOnly;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#tokenAuthMethod()}.
         * @param tokenAuthMethod authentication method at the token endpoint; or {@code null} for the best that both sides
         *     support
         * @return this builder
         */
        public Builder tokenAuthMethod(@Nullable McpTokenAuthMethod tokenAuthMethod) {
            this.tokenAuthMethod = tokenAuthMethod;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#privateKey()}.
         * @param privateKey returns the key for {@code private_key_jwt}: PEM (PKCS#8) or a JWK as JSON; or {@code
         *     null} for none
         * @return this builder
         */
        public Builder privateKey(@Nullable Supplier<String> privateKey) {
            this.privateKey = privateKey;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#signingAlgorithm()}.
         * @param signingAlgorithm algorithm of that key, such as {@code ES256}; or {@code null} to derive it from the key
         * @return this builder
         */
        public Builder signingAlgorithm(@Nullable String signingAlgorithm) {
            this.signingAlgorithm = signingAlgorithm;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#assertionAudience()}.
         * @param assertionAudience audience of client assertions; or {@code null} for the issuer
         * @return this builder
         */
        public Builder assertionAudience(@Nullable String assertionAudience) {
            this.assertionAudience = assertionAudience;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#dpop()}.
         * @param dpop whether tokens are bound to a key
         * @return this builder
         */
        public Builder dpop(McpDPoPMode dpop) {
            this.dpop = dpop;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientName()}.
         * @param clientName name of this client, for registrations and for users
         * @return this builder
         */
        public Builder clientName(String clientName) {
            this.clientName = clientName;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#offlineAccess()}.
         * @param offlineAccess whether to request {@code offline_access} if the authorization server supports it
         * @return this builder
         */
        public Builder offlineAccess(boolean offlineAccess) {
            this.offlineAccess = offlineAccess;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#assertions()}.
         * @param assertions source of assertions, for the grants that require it; or {@code null}
         * @return this builder
         */
        public Builder assertions(@Nullable McpAssertionSource assertions) {
            this.assertions = assertions;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#identityProvider()}.
         * @param identityProvider identity provider of the enterprise, for the grant that requires it; or {@code null}
         * @return this builder
         */
        public Builder identityProvider(@Nullable McpIdentityProvider identityProvider) {
            this.identityProvider = identityProvider;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#prompt()}.
         * @param prompt prompts users; or {@code null} if there are no users
         * @return this builder
         */
        public Builder prompt(@Nullable McpAuthorizationPrompt prompt) {
            this.prompt = prompt;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#store()}.
         * @param store store for tokens and registrations
         * @return this builder
         */
        public Builder store(McpTokenStore store) {
            this.store = store;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#encryptor()}.
         * @param encryptor encrypts the values in the store; or {@code null} for no encryption
         * @return this builder
         */
        public Builder encryptor(@Nullable McpStoreEncryptor encryptor) {
            this.encryptor = encryptor;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#storeTimeout()}.
         * @param storeTimeout limit for one store operation
         * @return this builder
         */
        public Builder storeTimeout(Duration storeTimeout) {
            this.storeTimeout = storeTimeout;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#promptTimeout()}.
         * @param promptTimeout limit for a user to respond to a prompt
         * @return this builder
         */
        public Builder promptTimeout(Duration promptTimeout) {
            this.promptTimeout = promptTimeout;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#trustedOrigins()}.
         * @param trustedOrigins origins that the server and its authorization servers may name in addition to their own,
         *     private ones included
         * @return this builder
         */
        public Builder trustedOrigins(Set<URI> trustedOrigins) {
            this.trustedOrigins = trustedOrigins;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#strictResource()}.
         * @param strictResource whether the resource identifier of the server must be its URL, and not that of a parent path
         * @return this builder
         */
        public Builder strictResource(boolean strictResource) {
            this.strictResource = strictResource;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#sslContext()}.
         * @param sslContext trust and keys for authorization servers; or {@code null} for those of the Java runtime
         * @return this builder
         */
        public Builder sslContext(@Nullable SSLContext sslContext) {
            this.sslContext = sslContext;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#legacyFallback()}.
         * @param legacyFallback whether a server without metadata is treated as one of revision 2025-03-26
         * @return this builder
         */
        public Builder legacyFallback(boolean legacyFallback) {
            this.legacyFallback = legacyFallback;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#endpoints()}.
         * @param endpoints URLs of the authorization server that are not discovered
         * @return this builder
         */
        public Builder endpoints(McpAuthorizationEndpoints endpoints) {
            this.endpoints = endpoints;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#authorizationParameters()}.
         * @param parameters additional parameters of authorization requests, such as {@code access_type}; not one that this
         *     client sets itself
         * @return this builder
         */
        public Builder authorizationParameters(Map<String, String> parameters) {
            this.authorizationParameters = parameters;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#pkceAssumed()}.
         * @param pkceAssumed whether support for PKCE with S256 is assumed if the metadata does not declare it; requires an
         *     issuer and a client id
         * @return this builder
         */
        public Builder pkceAssumed(boolean pkceAssumed) {
            this.pkceAssumed = pkceAssumed;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#resourceParameter()}.
         * @param resourceParameter whether requests have the parameter {@code resource}; {@code false} requires an issuer and
         *     a client id
         * @return this builder
         */
        public Builder resourceParameter(boolean resourceParameter) {
            this.resourceParameter = resourceParameter;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#strictTokenType()}.
         * @param strictTokenType whether a token response without a valid {@code token_type} is rejected
         * @return this builder
         */
        public Builder strictTokenType(boolean strictTokenType) {
            this.strictTokenType = strictTokenType;
            return this;
        }

        /**
         * Builds the settings.
         * @return settings with the current values of this builder
         */
        public McpOAuthSettings build() {
            return new McpOAuthSettings(this);
        }
    }
}
