package io.mcpclient.oauth.token;

import java.net.URI;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.net.LearnedHttp;
import io.mcpclient.oauth.McpOAuthSettings;
import io.mcpclient.oauth.client.ClientIdentity;
import io.mcpclient.oauth.metadata.AuthorizationServer;

/**
 * Asks token endpoints, and checks what they say. A nonce for DPoP that is asked for is met with a second request; nothing
 * else is repeated. Thread-safe.
 *
 * @see "OAuth 2.1, section 3.2 (AUTH-43); DPOP-01, DPOP-05; faults H16, H22"
 */
public final class TokenEndpoint {

    /**
     * Creates the token requests of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param http calls it
     * @param key key that tokens are bound to
     */
    public TokenEndpoint(ProtectedServer server, McpOAuthSettings settings, LearnedHttp http, DPoPKey key) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Asks for a token.
     * @param request what is asked
     * @return the tokens; a {@link TokenRefusedException} for an OAuth error; an {@link
     *     io.mcpclient.error.McpAuthorizationException} for an answer that can not be used; an {@link
     *     io.mcpclient.error.McpConnectionException} if there is no answer
     */
    public Mono<TokenSet> request(TokenRequest request) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Asks the token endpoint of an identity provider for something that is no access token (EMA-02, EMA-04).
     * @param endpoint token endpoint
     * @param parameters all of the form but the client's authentication
     * @param client who asks there
     * @return value of {@code access_token}, whose {@code issued_token_type} is the requested one
     */
    public Mono<String> exchange(URI endpoint, Map<String, String> parameters, ClientIdentity client) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Gives tokens back: the refresh token, else the access token (RFC 7009).
     * @return completes also if the authorization server has no endpoint for it, or does not answer
     */
    public Mono<Void> revoke(AuthorizationServer server, ClientIdentity client, TokenSet tokens) {
        throw new UnsupportedOperationException("to be written");
    }
}
