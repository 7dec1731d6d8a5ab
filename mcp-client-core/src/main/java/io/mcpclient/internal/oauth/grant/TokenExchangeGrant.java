package io.mcpclient.internal.oauth.grant;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenEndpoint;
import io.mcpclient.internal.oauth.token.TokenSet;

/**
 * The user's own token is exchanged for one that the server accepts, instead of being passed on.
 *
 * @see "RFC 8693, section 2.1 (SEC-21); fault H28"
 */
final class TokenExchangeGrant implements Grant {

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
    public void check(AuthorizationServer server, boolean isLegacy) {}

    @Override
    public Mono<TokenSet> obtain(GrantRequest request) {
        return this.assertions
                .ofPrincipal()
                .flatMap(subject -> this.endpoint.request(request.tokenRequest(Map.of(
                        "grant_type",
                        GrantTypes.TOKEN_EXCHANGE,
                        "subject_token",
                        subject.value(),
                        "subject_token_type",
                        subject.type(),
                        "requested_token_type",
                        McpSubjectToken.ACCESS_TOKEN))));
    }
}
