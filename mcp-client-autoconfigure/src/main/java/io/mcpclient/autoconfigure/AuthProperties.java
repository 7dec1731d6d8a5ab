package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.oauth.McpDPoPMode;
import io.mcpclient.oauth.McpGrantType;
import io.mcpclient.oauth.TokenAuthMethod;

/**
 * How the requests to a server are authorized: {@code mcp.servers.<name>.auth} and {@code mcp.defaults.auth}. Only binds;
 * {@code null} means not set.
 */
public class AuthProperties {

    /** How requests are authorized. */
    private @Nullable Type type;

    /** Whether credentials may be sent to a server that is neither https nor on this machine. */
    private @Nullable Boolean allowCleartext;

    /** Whether calls run in the session and with the credentials of the current principal, and whether there has to be one. Defaults to what the credentials depend on, if there is an McpPrincipalResolver. */
    private @Nullable PerPrincipal perPrincipal;

    /** Token that is sent as it is. */
    private @Nullable String token;

    /** File that holds the token, read again when it changes. */
    private @Nullable String tokenFile;

    /** Name of the user. */
    private @Nullable String username;

    /** Password of the user. */
    private @Nullable String password;

    /** File that holds the password, read again when it changes. */
    private @Nullable String passwordFile;

    /** Header that holds the key. */
    private @Nullable String header;

    /** Key that is sent as it is. */
    private @Nullable String key;

    /** File that holds the key, read again when it changes. */
    private @Nullable String keyFile;

    /** Client registration of Spring Security that obtains the tokens, instead of this client. */
    private @Nullable String registrationId;

    /** How the first token is obtained. */
    private @Nullable McpGrantType grant;

    /** Id of this client at the authorization server. Otherwise it introduces itself. */
    private @Nullable String clientId;

    /** Secret of this client at the authorization server. */
    private @Nullable String clientSecret;

    /** File that holds the secret of this client, read again when it changes. */
    private @Nullable String clientSecretFile;

    /**
     * Only authorization server that is accepted, written as its metadata writes it. Required with a client secret and for
     * the grants jwt-bearer and token-exchange. The value any accepts each server that the MCP server names: for tests.
     */
    private @Nullable String issuer;

    /** URL of the metadata document of this client. */
    private @Nullable String clientMetadataUrl;

    /** Where authorization servers send the browser. Defaults to the callback endpoint of the application. */
    private @Nullable String redirectUri;

    /** Scopes that are asked for in any case, beside those that the server asks for. */
    private @Nullable List<String> scopes;

    /** How this client authenticates at the token endpoint. Defaults to the best that both sides know. */
    private @Nullable TokenAuthMethod tokenAuthMethod;

    /** Key that this client signs with, PEM (PKCS#8) or JWK. */
    private @Nullable String privateKey;

    /** File that holds the key that this client signs with, read again when it changes. */
    private @Nullable String privateKeyFile;

    /** Algorithm of that key. Defaults to the one that fits it. */
    private @Nullable String signingAlgorithm;

    /** Audience of the assertions of this client. Defaults to the issuer. */
    private @Nullable String assertionAudience;

    /** JWT that says who the application or the user is, for the grants that need it. */
    private @Nullable String assertion;

    /** File that holds that JWT, read again when it changes. */
    private @Nullable String assertionFile;

    /** Whether tokens are bound to a key of this client. */
    private @Nullable McpDPoPMode dpop;

    /** Name of this client for registrations and for users. Defaults to that of the application. */
    private @Nullable String clientName;

    /** Whether offline_access is asked for where the authorization server knows it. */
    private @Nullable Boolean offlineAccess;

    /** Identity provider of the enterprise, which decides who may use the server. */
    private final IdentityProvider identityProvider = new IdentityProvider();

    /** Origins that the server and its authorization servers may name beside their own, private ones included. */
    private @Nullable List<String> trustedOrigins;

    /** Whether the identifier of the server must be its URL, and not that of a path above it. */
    private @Nullable Boolean strictResource;

    /** Whether a server without metadata is taken for one of revision 2025-03-26. */
    private @Nullable Boolean legacyFallback;

    /** Limit for the answer of a user. */
    private @Nullable Duration promptTimeout;

    /** Trust and keys for authorization servers. */
    private final Ssl ssl = new Ssl();

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

    public @Nullable TokenAuthMethod getTokenAuthMethod() {
        return this.tokenAuthMethod;
    }

    public void setTokenAuthMethod(@Nullable TokenAuthMethod tokenAuthMethod) {
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

    public Ssl getSsl() {
        return this.ssl;
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

    public @Nullable Duration getPromptTimeout() {
        return this.promptTimeout;
    }

    public void setPromptTimeout(@Nullable Duration promptTimeout) {
        this.promptTimeout = promptTimeout;
    }

    /** On behalf of which principals a server is called. */
    public enum PerPrincipal {

        /** On behalf of the application only. */
        FALSE,

        /** On behalf of the current principal, or of the application if there is none. */
        TRUE,

        /** On behalf of the current principal. A call without one is refused. */
        REQUIRED
    }

    /** TLS with authorization servers. */
    public static class Ssl {

        /** Name of the SSL bundle for authorization servers. Without one they are trusted as ssl.bundle says, and see no client certificate. */
        private @Nullable String bundle;

        public @Nullable String getBundle() {
            return this.bundle;
        }

        public void setBundle(@Nullable String bundle) {
            this.bundle = bundle;
        }
    }

    /** Ways to authorize requests. */
    public enum Type {

        /** Not at all. */
        NONE,

        /** A token that is given. */
        BEARER,

        /** Name and password. */
        BASIC,

        /** A key in a header. */
        API_KEY,

        /** OAuth 2.1, as the specification of the protocol has it. */
        OAUTH2
    }

    /** Identity provider of the enterprise, which decides who may use the server. */
    public static class IdentityProvider {

        /** Token endpoint of the identity provider of the enterprise. */
        private @Nullable String tokenEndpoint;

        /** Id of this client at the identity provider. */
        private @Nullable String clientId;

        /** Secret of this client at the identity provider. */
        private @Nullable String clientSecret;

        /** File that holds that secret, read again when it changes. */
        private @Nullable String clientSecretFile;

        public @Nullable String getTokenEndpoint() {
            return this.tokenEndpoint;
        }

        public void setTokenEndpoint(@Nullable String tokenEndpoint) {
            this.tokenEndpoint = tokenEndpoint;
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
    }
}
