package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpAuthorizationEndpoints;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.net.Loopback;

/**
 * Checks settings for contradictions before any request is sent.
 *
 * <table>
 * <caption>Dependencies between settings</caption>
 * <tr><th>setting</th><th>requires</th></tr>
 * <tr><td>client-credentials, enterprise-managed</td><td>a client id</td></tr>
 * <tr><td>client-credentials</td><td>a secret or a key</td></tr>
 * <tr><td>authorization-code</td><td>a prompt, and a redirect URI</td></tr>
 * <tr><td>enterprise-managed</td><td>an identity provider with https or on a loopback address</td></tr>
 * <tr><td>jwt-bearer</td><td>an assertion</td></tr>
 * <tr><td>a secret or a key</td><td>a client id, unless there is a client metadata document</td></tr>
 * <tr><td>private_key_jwt</td><td>a key</td></tr>
 * <tr><td>client_secret_basic, client_secret_post</td><td>a secret, if there is a client id</td></tr>
 * <tr><td>a secret, an assertion of the platform, a caller's token</td><td>an issuer, or metadata or a token endpoint</td></tr>
 * <tr><td>no resource parameter, PKCE assumed</td><td>a client id, and an issuer, metadata or a token endpoint</td></tr>
 * <tr><td>a token endpoint, authorization-code</td><td>an authorization endpoint, unless there is metadata</td></tr>
 * <tr><td>a token endpoint, device-code</td><td>a device authorization endpoint, unless there is metadata</td></tr>
 * <tr><td>additional parameter</td><td>not one that the client sets</td></tr>
 * <tr><td>redirect URI</td><td>https, or http on a loopback address</td></tr>
 * </table>
 *
 * @see "AUTH-21, AUTH-25, AUTH-37, CC-01, CC-02, EMA-03, EMA-07, WIF-01"
 */
final class SettingsTable {

    private static final Set<String> RESERVED = Set.of(
            "response_type",
            "client_id",
            "redirect_uri",
            "state",
            "scope",
            "code_challenge",
            "code_challenge_method",
            "resource",
            "request",
            "request_uri");

    private final String serverName;

    private final McpOAuthSettings settings;

    private SettingsTable(String serverName, McpOAuthSettings settings) {
        this.serverName = serverName;
        this.settings = settings;
    }

    static void check(String serverName, McpOAuthSettings settings) {
        SettingsTable table = new SettingsTable(serverName, settings);
        table.checkGrant();
        table.checkClient();
        table.checkIssuer();
        table.checkUrls();
        table.checkEndpoints();
        table.checkLeniency();
    }

    private void checkGrant() {
        McpGrantType grant = this.settings.grant();
        switch (grant) {
            case AUTHORIZATION_CODE -> {
                require(
                        this.settings.prompt(),
                        "auth.grant",
                        "requires a user, but no prompt is available",
                        "Provide an McpAuthorizationPrompt, or choose a grant without a user.");
                if (this.settings.redirectUri() == null && this.settings.prompt() != null) {
                    require(
                            this.settings.prompt().redirectUri(),
                            "auth.redirect-uri",
                            "is missing",
                            "Set it to the URL to which the browser returns.");
                }
            }
            case DEVICE_CODE -> {}
            case CLIENT_CREDENTIALS -> {
                require(
                        this.settings.clientId(),
                        "auth.client-id",
                        "is missing",
                        "Set it: this grant requires a client that is already registered.");
                if (this.settings.clientSecret() == null && this.settings.privateKey() == null) {
                    throw wrong("auth.client-secret", "is missing, and so is auth.private-key", "Set one of them.");
                }
            }
            case ENTERPRISE_MANAGED -> {
                require(
                        this.settings.identityProvider(),
                        "auth.identity-provider.token-endpoint",
                        "is missing",
                        "Set it to the token endpoint of the identity provider of the enterprise.");
                if (this.settings.clientMetadataUrl() == null) {
                    require(
                            this.settings.clientId(),
                            "auth.client-id",
                            "is missing",
                            "Set it to the id of this client at the authorization server of the MCP server.");
                }
            }
            case JWT_BEARER ->
                require(
                        this.settings.assertions(),
                        "auth.assertion",
                        "is missing",
                        "Set the location of the platform's JWT, or provide an McpAssertionSource.");
            case TOKEN_EXCHANGE -> {}
        }
    }

    private void checkClient() {
        boolean hasSecret = this.settings.clientSecret() != null;
        boolean hasKey = this.settings.privateKey() != null;
        if (this.settings.clientId() == null && hasSecret) {
            throw wrong("auth.client-secret", "is set without auth.client-id", "Set both, or neither.");
        }
        if (this.settings.clientId() == null && hasKey && this.settings.clientMetadataUrl() == null) {
            throw wrong("auth.private-key", "is set without auth.client-id", "Set both, or neither.");
        }
        McpTokenAuthMethod method = this.settings.tokenAuthMethod();
        if (method == McpTokenAuthMethod.PRIVATE_KEY_JWT && !hasKey) {
            throw wrong("auth.token-auth-method", "is private_key_jwt without a key", "Set auth.private-key.");
        }
        boolean isSecretWanted =
                method == McpTokenAuthMethod.CLIENT_SECRET_BASIC || method == McpTokenAuthMethod.CLIENT_SECRET_POST;
        if (isSecretWanted && this.settings.clientId() != null && !hasSecret) {
            throw wrong("auth.token-auth-method", "requires a secret, and there is none", "Set auth.client-secret.");
        }
    }

    /** Secrets are not sent to an authorization server that only the MCP server names. */
    private void checkIssuer() {
        String secret = secret();
        if (secret != null && !this.settings.endpoints().isConfigured()) {
            require(
                    this.settings.issuer(),
                    "auth.issuer",
                    "is missing: without it the MCP server decides which authorization server receives " + secret,
                    "Set it to the issuer of the intended authorization server, exactly as in its metadata.");
        }
    }

    private @Nullable String secret() {
        if (this.settings.clientSecret() != null) {
            return "the client secret";
        }
        return switch (this.settings.grant()) {
            case JWT_BEARER -> "the platform's JWT";
            case TOKEN_EXCHANGE -> "the caller's token";
            default -> null;
        };
    }

    private void checkEndpoints() {
        McpAuthorizationEndpoints endpoints = this.settings.endpoints();
        checkUrl("auth.metadata-url", endpoints.metadata());
        checkUrl("auth.authorization-endpoint", endpoints.authorization());
        checkUrl("auth.token-endpoint", endpoints.token());
        checkUrl("auth.registration-endpoint", endpoints.registration());
        checkUrl("auth.revocation-endpoint", endpoints.revocation());
        checkUrl("auth.device-authorization-endpoint", endpoints.deviceAuthorization());
        if (endpoints.token() == null || endpoints.metadata() != null) {
            return;
        }
        String why = "is missing: with auth.token-endpoint no metadata is read";
        if (this.settings.grant() == McpGrantType.AUTHORIZATION_CODE) {
            require(
                    endpoints.authorization(),
                    "auth.authorization-endpoint",
                    why,
                    "Set it, or use auth.metadata-url instead.");
        }
        if (this.settings.grant() == McpGrantType.DEVICE_CODE) {
            require(
                    endpoints.deviceAuthorization(),
                    "auth.device-authorization-endpoint",
                    why,
                    "Set it, or use auth.metadata-url instead.");
        }
    }

    /** Both protect against an authorization server, or an MCP server, that was not chosen by the application. */
    private void checkLeniency() {
        if (this.settings.pkceAssumed()) {
            requireChosen("auth.pkce", "is assumed");
        }
        if (!this.settings.resourceParameter()) {
            requireChosen("auth.resource", "is never");
        }
        for (String name : this.settings.authorizationParameters().keySet()) {
            if (RESERVED.contains(name)) {
                throw wrong(
                        "auth.authorization-parameters." + name,
                        "is a parameter that the client sets itself",
                        "Remove it.");
            }
        }
    }

    private void requireChosen(String property, String value) {
        if (this.settings.clientId() == null || !this.settings.isServerChosen()) {
            throw wrong(
                    property,
                    value + ", but the authorization server and the client are not configured",
                    "Set auth.issuer and auth.client-id.");
        }
    }

    private void checkUrls() {
        checkUrl("auth.redirect-uri", this.settings.redirectUri());
        if (this.settings.identityProvider() != null) {
            checkUrl(
                    "auth.identity-provider.token-endpoint",
                    this.settings.identityProvider().tokenEndpoint());
        }
        URI document = this.settings.clientMetadataUrl();
        checkUrl("auth.client-metadata-url", document);
        if (document != null && document.getPath().length() < 2) {
            throw wrong("auth.client-metadata-url", "has no path", "Publish the document at a URL with a path.");
        }
    }

    private void checkUrl(String property, @Nullable URI url) {
        if (url != null && !Loopback.isSafe(url)) {
            throw wrong(property, "is neither https, nor http on a loopback address", "Use such a URL.");
        }
    }

    private void require(@Nullable Object value, String property, String problem, String remedy) {
        if (value == null) {
            throw wrong(property, problem, remedy);
        }
    }

    private McpConfigurationException wrong(String property, String problem, String remedy) {
        return new McpConfigurationException(this.serverName, property, problem, remedy);
    }
}
