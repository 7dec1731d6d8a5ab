package io.mcpclient.internal.oauth.grant;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenEndpoint;
import io.mcpclient.internal.oauth.token.TokenRefusedException;
import io.mcpclient.internal.oauth.token.TokenSet;

/**
 * The platform of the application asserts its identity. A rejected assertion is not sent again.
 *
 * @see "MCP extension draft, workload identity federation (WIF-01 to WIF-05)"
 */
final class JwtBearerGrant implements Grant {

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
    public void check(AuthorizationServer server, boolean isLegacy) {}

    @Override
    public Mono<TokenSet> obtain(GrantRequest request) {
        return this.assertions.ofSource(request).flatMap(assertion -> {
            if (assertion.equals(this.refused)) {
                return Mono.error(this.failures.authorizationServer(
                        "the authorization server has already rejected this assertion",
                        "Return a new one from the McpAssertionSource, for the audience that the server expects.",
                        null));
            }
            return this.endpoint
                    .request(request.tokenRequest(Map.of("grant_type", GrantTypes.JWT_BEARER, "assertion", assertion)))
                    .doOnError(TokenRefusedException.class, error -> this.refused = assertion);
        });
    }
}
