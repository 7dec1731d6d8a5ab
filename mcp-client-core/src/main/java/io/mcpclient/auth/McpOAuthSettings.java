package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.store.McpStoreEncryptor;

/**
 * OAuth settings of a client for one server. Immutable; create with {@link #draft()}. {@code toString} shows no secrets.
 * Settings are validated when the client is built.
 *
 * @param grant grant that obtains the first token
 * @param clientId id of this client at the authorization server, or {@code null} to register
 * @param clientSecret returns the client secret, called for each use; or {@code null} for none
 * @param issuer the only authorization server that is accepted, compared character by character. {@code null} accepts the one
 *     that the MCP server names, unless something secret is sent there: a client secret, an assertion or a caller's token
 *     require an issuer. {@link #ANY_ISSUER} accepts any server in all cases
 * @param clientMetadataUrl URL of this client's metadata document, {@code https} with a path; or {@code null} for none
 * @param redirectUri URL to which authorization servers redirect browsers; or {@code null} for that of the prompt
 * @param scopes scopes that are always requested, in addition to those that the server requires
 * @param tokenAuthMethod authentication method at the token endpoint; or {@code null} for the best that both sides support
 * @param privateKey returns the key for {@code private_key_jwt}: PEM (PKCS#8) or a JWK as JSON; or {@code null} for
 *     none
 * @param signingAlgorithm algorithm of that key, such as {@code ES256}; or {@code null} to derive it from the key
 * @param assertionAudience audience of client assertions; or {@code null} for the issuer
 * @param dpop whether tokens are bound to a key
 * @param clientName name of this client, for registrations and for users
 * @param offlineAccess whether to request {@code offline_access} if the authorization server supports it
 * @param assertions source of assertions, for the grants that require it; or {@code null}
 * @param identityProvider identity provider of the enterprise, for the grant that requires it; or {@code null}
 * @param prompt prompts users; or {@code null} if there are no users
 * @param store store for tokens and registrations
 * @param encryptor encrypts the values in the store; or {@code null} for no encryption
 * @param storeTimeout limit for one store operation
 * @param promptTimeout limit for a user to respond to a prompt
 * @param trustedOrigins origins that the server and its authorization servers may name in addition to their own, private
 *     ones included
 * @param strictResource whether the resource identifier of the server must be its URL, and not that of a parent path
 * @param legacyFallback whether a server without metadata is treated as one of revision 2025-03-26
 * @param sslContext trust and keys for authorization servers; or {@code null} for those of the Java runtime. The client
 *     certificate for the MCP server is never presented to them
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public record McpOAuthSettings(
        McpGrantType grant,
        @Nullable String clientId,
        @Nullable Supplier<String> clientSecret,
        @Nullable String issuer,
        @Nullable URI clientMetadataUrl,
        @Nullable URI redirectUri,
        List<String> scopes,
        @Nullable TokenAuthMethod tokenAuthMethod,
        @Nullable Supplier<String> privateKey,
        @Nullable String signingAlgorithm,
        @Nullable String assertionAudience,
        McpDPoPMode dpop,
        String clientName,
        boolean offlineAccess,
        @Nullable McpAssertionSource assertions,
        @Nullable McpIdentityProvider identityProvider,
        @Nullable McpAuthorizationPrompt prompt,
        McpTokenStore store,
        @Nullable McpStoreEncryptor encryptor,
        Duration storeTimeout,
        Duration promptTimeout,
        Set<URI> trustedOrigins,
        boolean strictResource,
        boolean legacyFallback,
        @Nullable SSLContext sslContext) {

    /**
     * Value of {@link #issuer()} for tests: configured secrets, assertions and callers' tokens may be sent to any authorization
     * server that the MCP server names first. A hostile MCP server obtains them.
     */
    public static final String ANY_ISSUER = "any";

    /** Creates settings. */
    public McpOAuthSettings {
        scopes = List.copyOf(scopes);
        trustedOrigins = Set.copyOf(trustedOrigins);
    }

    /**
     * Returns a draft with the defaults: the authorization code grant, with everything else discovered.
     * @return a draft to change
     */
    public static Draft draft() {
        return new Draft();
    }

    /**
     * Returns the only authorization server that is accepted.
     * @return its issuer, or {@code null} if the one that the MCP server names is accepted
     */
    public @Nullable String requiredIssuer() {
        return ANY_ISSUER.equals(this.issuer) ? null : this.issuer;
    }

    @Override
    public String toString() {
        return "McpOAuthSettings[grant=" + this.grant + ", clientId=" + this.clientId + "]";
    }

    /** Mutable builder of settings. Not thread-safe. */
    public static final class Draft {

        private McpGrantType grant = McpGrantType.AUTHORIZATION_CODE;

        private @Nullable String clientId;

        private @Nullable Supplier<String> clientSecret;

        private @Nullable String issuer;

        private @Nullable URI clientMetadataUrl;

        private @Nullable URI redirectUri;

        private List<String> scopes = List.of();

        private @Nullable TokenAuthMethod tokenAuthMethod;

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

        private @Nullable SSLContext sslContext;

        private Draft() {}

        /**
         * Sets {@link McpOAuthSettings#grant()}.
         * @param grant grant that obtains the first token
         * @return this draft
         */
        public Draft grant(McpGrantType grant) {
            this.grant = grant;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientId()}.
         * @param clientId id of this client at the authorization server, or {@code null} to register
         * @return this draft
         */
        public Draft clientId(@Nullable String clientId) {
            this.clientId = clientId;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientSecret()}.
         * @param clientSecret returns the client secret, called for each use; or {@code null} for none
         * @return this draft
         */
        public Draft clientSecret(@Nullable Supplier<String> clientSecret) {
            this.clientSecret = clientSecret;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#issuer()}.
         * @param issuer the only authorization server that is accepted, compared character by character; or {@code null} for
         *     the one that the MCP server names; or {@link McpOAuthSettings#ANY_ISSUER}
         * @return this draft
         */
        public Draft issuer(@Nullable String issuer) {
            this.issuer = issuer;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientMetadataUrl()}.
         * @param clientMetadataUrl URL of this client's metadata document, {@code https} with a path; or {@code
         *     null} for none
         * @return this draft
         */
        public Draft clientMetadataUrl(@Nullable URI clientMetadataUrl) {
            this.clientMetadataUrl = clientMetadataUrl;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#redirectUri()}.
         * @param redirectUri URL to which authorization servers redirect browsers; or {@code null} for that of the prompt
         * @return this draft
         */
        public Draft redirectUri(@Nullable URI redirectUri) {
            this.redirectUri = redirectUri;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#scopes()}.
         * @param scopes scopes that are always requested, in addition to those that the server requires
         * @return this draft
         */
        public Draft scopes(List<String> scopes) {
            this.scopes = scopes;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#tokenAuthMethod()}.
         * @param tokenAuthMethod authentication method at the token endpoint; or {@code null} for the best that both sides
         *     support
         * @return this draft
         */
        public Draft tokenAuthMethod(@Nullable TokenAuthMethod tokenAuthMethod) {
            this.tokenAuthMethod = tokenAuthMethod;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#privateKey()}.
         * @param privateKey returns the key for {@code private_key_jwt}: PEM (PKCS#8) or a JWK as JSON; or {@code
         *     null} for none
         * @return this draft
         */
        public Draft privateKey(@Nullable Supplier<String> privateKey) {
            this.privateKey = privateKey;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#signingAlgorithm()}.
         * @param signingAlgorithm algorithm of that key, such as {@code ES256}; or {@code null} to derive it from the key
         * @return this draft
         */
        public Draft signingAlgorithm(@Nullable String signingAlgorithm) {
            this.signingAlgorithm = signingAlgorithm;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#assertionAudience()}.
         * @param assertionAudience audience of client assertions; or {@code null} for the issuer
         * @return this draft
         */
        public Draft assertionAudience(@Nullable String assertionAudience) {
            this.assertionAudience = assertionAudience;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#dpop()}.
         * @param dpop whether tokens are bound to a key
         * @return this draft
         */
        public Draft dpop(McpDPoPMode dpop) {
            this.dpop = dpop;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#clientName()}.
         * @param clientName name of this client, for registrations and for users
         * @return this draft
         */
        public Draft clientName(String clientName) {
            this.clientName = clientName;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#offlineAccess()}.
         * @param offlineAccess whether to request {@code offline_access} if the authorization server supports it
         * @return this draft
         */
        public Draft offlineAccess(boolean offlineAccess) {
            this.offlineAccess = offlineAccess;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#assertions()}.
         * @param assertions source of assertions, for the grants that require it; or {@code null}
         * @return this draft
         */
        public Draft assertions(@Nullable McpAssertionSource assertions) {
            this.assertions = assertions;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#identityProvider()}.
         * @param identityProvider identity provider of the enterprise, for the grant that requires it; or {@code null}
         * @return this draft
         */
        public Draft identityProvider(@Nullable McpIdentityProvider identityProvider) {
            this.identityProvider = identityProvider;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#prompt()}.
         * @param prompt prompts users; or {@code null} if there are no users
         * @return this draft
         */
        public Draft prompt(@Nullable McpAuthorizationPrompt prompt) {
            this.prompt = prompt;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#store()}.
         * @param store store for tokens and registrations
         * @return this draft
         */
        public Draft store(McpTokenStore store) {
            this.store = store;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#encryptor()}.
         * @param encryptor encrypts the values in the store; or {@code null} for no encryption
         * @return this draft
         */
        public Draft encryptor(@Nullable McpStoreEncryptor encryptor) {
            this.encryptor = encryptor;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#storeTimeout()}.
         * @param storeTimeout limit for one store operation
         * @return this draft
         */
        public Draft storeTimeout(Duration storeTimeout) {
            this.storeTimeout = storeTimeout;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#promptTimeout()}.
         * @param promptTimeout limit for a user to respond to a prompt
         * @return this draft
         */
        public Draft promptTimeout(Duration promptTimeout) {
            this.promptTimeout = promptTimeout;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#trustedOrigins()}.
         * @param trustedOrigins origins that the server and its authorization servers may name in addition to their own,
         *     private ones included
         * @return this draft
         */
        public Draft trustedOrigins(Set<URI> trustedOrigins) {
            this.trustedOrigins = trustedOrigins;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#strictResource()}.
         * @param strictResource whether the resource identifier of the server must be its URL, and not that of a parent path
         * @return this draft
         */
        public Draft strictResource(boolean strictResource) {
            this.strictResource = strictResource;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#sslContext()}.
         * @param sslContext trust and keys for authorization servers; or {@code null} for those of the Java runtime
         * @return this draft
         */
        public Draft sslContext(@Nullable SSLContext sslContext) {
            this.sslContext = sslContext;
            return this;
        }

        /**
         * Sets {@link McpOAuthSettings#legacyFallback()}.
         * @param legacyFallback whether a server without metadata is treated as one of revision 2025-03-26
         * @return this draft
         */
        public Draft legacyFallback(boolean legacyFallback) {
            this.legacyFallback = legacyFallback;
            return this;
        }

        /**
         * Returns settings with the current values of this draft.
         * @return the settings
         */
        public McpOAuthSettings settings() {
            return new McpOAuthSettings(
                    this.grant,
                    this.clientId,
                    this.clientSecret,
                    this.issuer,
                    this.clientMetadataUrl,
                    this.redirectUri,
                    this.scopes,
                    this.tokenAuthMethod,
                    this.privateKey,
                    this.signingAlgorithm,
                    this.assertionAudience,
                    this.dpop,
                    this.clientName,
                    this.offlineAccess,
                    this.assertions,
                    this.identityProvider,
                    this.prompt,
                    this.store,
                    this.encryptor,
                    this.storeTimeout,
                    this.promptTimeout,
                    this.trustedOrigins,
                    this.strictResource,
                    this.legacyFallback,
                    this.sslContext);
        }
    }
}
