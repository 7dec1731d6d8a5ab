package io.mcpclient.internal.oauth;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;

/** Creates the configured grant. The grants that need no user and only one request to obtain tokens are written here as well. */
final class Grants {

    private Grants() {}

    /**
     * Creates the grant of one server and principal.
     * @param server the server, as the principal sees it
     * @param settings settings of the authorization
     * @param endpoint sends token requests
     * @param wait how long callers wait for a user
     * @return the grant
     */
    static Grant create(ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        AuthorizationFailures failures = new AuthorizationFailures(server.name());
        Assertions assertions = new Assertions(server, settings);
        return switch (settings.grant()) {
            case AUTHORIZATION_CODE -> new AuthorizationCodeGrant(server, settings, endpoint, wait);
            case DEVICE_CODE -> new DeviceCodeGrant(server, settings, endpoint, wait);
            case CLIENT_CREDENTIALS -> new ClientCredentialsGrant(endpoint);
            case ENTERPRISE_MANAGED -> new EnterpriseManagedGrant(settings, assertions, endpoint, failures);
            case JWT_BEARER -> new JwtBearerGrant(assertions, endpoint, failures);
            case TOKEN_EXCHANGE -> new TokenExchangeGrant(assertions, endpoint);
        };
    }

    /**
     * The application uses its own credentials.
     *
     * @see "MCP extension io.modelcontextprotocol/oauth-client-credentials (CC-01, CC-05)"
     */
    static final class ClientCredentialsGrant implements Grant {

        private final TokenEndpoint endpoint;

        ClientCredentialsGrant(TokenEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public Mono<TokenSet> obtain(TokenRequest request) {
            return this.endpoint.request(request.with(Map.of("grant_type", GrantNames.CLIENT_CREDENTIALS)));
        }
    }

    /**
     * The user's own token is exchanged for one that the server accepts, instead of being passed on.
     *
     * @see "RFC 8693, section 2.1 (SEC-21); fault H28"
     */
    static final class TokenExchangeGrant implements Grant {

        private final Assertions assertions;

        private final TokenEndpoint endpoint;

        TokenExchangeGrant(Assertions assertions, TokenEndpoint endpoint) {
            this.assertions = assertions;
            this.endpoint = endpoint;
        }

        @Override
        public boolean canAskForMore() {
            return true;
        }

        @Override
        public Mono<TokenSet> obtain(TokenRequest request) {
            return this.assertions
                    .ofPrincipal()
                    .flatMap(subject -> this.endpoint.request(request.with(Map.of(
                            "grant_type",
                            GrantNames.TOKEN_EXCHANGE,
                            "subject_token",
                            subject.value(),
                            "subject_token_type",
                            subject.type(),
                            "requested_token_type",
                            McpSubjectToken.ACCESS_TOKEN))));
        }
    }

    /**
     * The platform of the application asserts its identity. A rejected assertion is not sent again.
     *
     * @see "MCP extension draft, workload identity federation (WIF-01 to WIF-05)"
     */
    static final class JwtBearerGrant implements Grant {

        private final Assertions assertions;

        private final TokenEndpoint endpoint;

        private final AuthorizationFailures failures;

        /** The last rejected assertion. */
        private volatile @Nullable String refused;

        JwtBearerGrant(Assertions assertions, TokenEndpoint endpoint, AuthorizationFailures failures) {
            this.assertions = assertions;
            this.endpoint = endpoint;
            this.failures = failures;
        }

        @Override
        public Mono<TokenSet> obtain(TokenRequest request) {
            return this.assertions.ofSource(request).flatMap(assertion -> {
                if (assertion.equals(this.refused)) {
                    return Mono.error(this.failures.authorizationServer(
                            "the authorization server has already rejected this assertion",
                            "Return a new one from the McpAssertionSource, for the audience that the server expects.",
                            null));
                }
                return this.endpoint
                        .request(request.with(Map.of("grant_type", GrantNames.JWT_BEARER, "assertion", assertion)))
                        .doOnError(TokenRefusedException.class, error -> this.refused = assertion);
            });
        }
    }
}
