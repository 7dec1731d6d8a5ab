package io.mcpclient.internal.oauth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.text.SafeText;

/**
 * The identity provider of the user's enterprise decides. Its assertion is used once, and never sent to an MCP server.
 *
 * <pre>
 *  ID token ──► identity provider ──► ID-JAG ──► authorization server ──► access token
 * </pre>
 *
 * @see "MCP extension io.modelcontextprotocol/enterprise-managed-authorization (EMA-02 to EMA-06, EMA-10)"
 */
final class EnterpriseManagedGrant implements Grant {

    private final McpOAuthSettings settings;

    private final Assertions assertions;

    private final TokenEndpoint endpoint;

    private final AuthorizationFailures failures;

    EnterpriseManagedGrant(
            McpOAuthSettings settings, Assertions assertions, TokenEndpoint endpoint, AuthorizationFailures failures) {
        this.settings = settings;
        this.assertions = assertions;
        this.endpoint = endpoint;
        this.failures = failures;
    }

    @Override
    public boolean canAskForMore() {
        return true;
    }

    /** The profile is new: an authorization server that supports the underlying grant may support the profile, too. */
    @Override
    public void check(AuthorizationServer server, boolean isLegacy) {
        if (!server.grantProfiles().contains(GrantNames.ID_JAG_PROFILE)
                && !server.grantTypes().contains(GrantNames.JWT_BEARER)) {
            throw this.failures.authorizationServer(
                    "authorization server " + SafeText.excerpt(server.issuer())
                            + " does not support grants of identity providers (authorization_grant_profiles_supported)",
                    "Ask its operator, or set auth.grant to one that it supports.",
                    null);
        }
    }

    @Override
    public Mono<TokenSet> obtain(TokenRequest request) {
        McpIdentityProvider provider = this.settings.identityProvider();
        if (provider == null) {
            return Mono.error(this.failures.settings(
                    "there is no identity provider", "Set auth.identity-provider.token-endpoint."));
        }
        return this.assertions
                .ofEither(request)
                .flatMap(subject -> this.endpoint.exchange(
                        provider.tokenEndpoint(), exchange(request, subject), identity(provider)))
                // The remedies of the authorization server, such as another registration, do not apply.
                .onErrorMap(TokenRefusedException.class, this.failures::refusedByProvider)
                .flatMap(grant -> this.endpoint.request(
                        request.with(Map.of("grant_type", GrantNames.JWT_BEARER, "assertion", grant))));
    }

    private static Map<String, String> exchange(TokenRequest request, McpSubjectToken subject) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", GrantNames.TOKEN_EXCHANGE);
        parameters.put("requested_token_type", GrantNames.ID_JAG);
        parameters.put("audience", request.server().issuer());
        parameters.put("resource", request.resource());
        parameters.put("subject_token", subject.value());
        parameters.put("subject_token_type", subject.type());
        List<String> scopes = request.scopes();
        if (!scopes.isEmpty()) {
            parameters.put("scope", String.join(" ", scopes));
        }
        return parameters;
    }

    private ClientIdentity identity(McpIdentityProvider provider) {
        Supplier<String> secret = provider.clientSecret();
        return new ClientIdentity(
                provider.tokenEndpoint().toString(),
                provider.clientId(),
                (secret != null) ? this.failures.secret("auth.identity-provider.client-secret", secret) : null,
                (secret != null) ? McpTokenAuthMethod.CLIENT_SECRET_BASIC : McpTokenAuthMethod.NONE,
                null,
                false);
    }
}
