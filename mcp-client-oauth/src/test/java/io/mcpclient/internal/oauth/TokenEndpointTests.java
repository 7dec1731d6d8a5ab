package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.Secrets;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.text.SafeText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class TokenEndpointTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String RESOURCE = "https://mcp.example.com/mcp";

    private final ScriptedAuthorizationServer server = new ScriptedAuthorizationServer().client("client-1", null);

    private final VirtualTime time = new VirtualTime(SettableClock.START);

    private final ProtectedServer protectedServer =
            TokenFixtures.server(this.server.issuer() + "/mcp", McpPrincipal.APPLICATION, this.time);

    private final UntrustedHttpClient http =
            new UntrustedHttpClient(McpNetworkPolicy.of(this.protectedServer.url(), Set.of()), Duration.ofSeconds(5));

    private final TokenEndpoint endpoint = new TokenEndpoint(
            this.protectedServer, McpOAuthSettings.builder().build(), this.http, new DPoPKey(InstantSource.system()));

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    // AUTH-35, H16: exactly what belongs into the request, and nothing that is meant for the server
    @Test
    void requestContainsOnlyGrantScopesResourceAndClient() {
        TokenSet tokens = request(credentials(false));

        assertThat(tokens.isDPoP()).isFalse();
        assertThat(tokens.scopes()).containsExactly("read", "write");
        assertThat(tokens.issuedAt()).isEqualTo(SettableClock.START);
        assertThat(tokens.expiresAt()).isEqualTo(SettableClock.START.plus(Duration.ofHours(1)));
        assertThat(this.server.accepts(tokens.accessToken())).isTrue();
        FormRequest sent = this.server.tokenRequests().get(0);
        assertThat(sent.parameters())
                .containsOnly(
                        Map.entry("grant_type", "client_credentials"),
                        Map.entry("scope", "read write"),
                        Map.entry("resource", RESOURCE),
                        Map.entry("client_id", "client-1"));
        assertThat(sent.raw().method()).isEqualTo("POST");
        assertThat(sent.raw().headers().keySet())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .containsOnly(
                        "host",
                        "accept",
                        "accept-encoding",
                        "content-type",
                        "content-length",
                        "connection",
                        "user-agent");
        assertThat(sent.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
    }

    // AUTH-35, AUTH-62: also when tokens are refreshed; without another refresh token the one before stays good
    @Test
    void refreshSendsTheResourceAndRetainsTheRefreshToken() {
        this.server.withoutRotation();
        String refreshToken = this.server.issue("client-1", RESOURCE, "read").refreshToken();

        TokenSet tokens = request(refresh(refreshToken));

        assertThat(tokens.refreshToken()).isEqualTo(refreshToken);
        assertThat(this.server.tokenRequests().get(0).get("resource")).isEqualTo(RESOURCE);
        assertThat(this.server.tokenRequests().get(0).parameters()).doesNotContainKey("scope");
    }

    // AUTH-59: rotation is expected
    @Test
    void refreshUsesTheNewRefreshToken() {
        String refreshToken = this.server.issue("client-1", RESOURCE, "read").refreshToken();

        TokenSet tokens = request(refresh(refreshToken));

        assertThat(tokens.refreshToken()).isNotNull().isNotEqualTo(refreshToken);
    }

    // CC-05: no refresh token comes, and none is missed
    @Test
    void clientCredentialsResponseHasNoRefreshToken() {
        assertThat(request(credentials(false)).refreshToken()).isNull();
    }

    @Test
    void rejectionReportsTheErrorWithoutSecrets() {
        String refreshToken = Secrets.use("never-issued-refresh-token");

        assertThatThrownBy(() -> request(refresh(refreshToken)))
                .isInstanceOfSatisfying(TokenRefusedException.class, refused -> assertThat(refused.error())
                        .isEqualTo("invalid_grant"))
                .hasMessage("invalid_grant: scripted")
                .hasMessageNotContaining(refreshToken);
    }

    // H05, H24: requests to a failing server are throttled; the error says which one it is
    @Test
    void failingServerIsReportedAndThrottled() {
        this.server.nextAt("/token", Reply.status(503).withHeader("Retry-After", "7"));

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOfSatisfying(McpConnectionException.class, ex -> {
                    assertThat(ex.status()).isEqualTo(503);
                    assertThat(ex.retryAfter()).isEqualTo(Duration.ofSeconds(7));
                })
                .hasMessageContaining("\"weather\"")
                .hasMessageContaining(this.server.issuer());
        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("responded with HTTP 503; no requests are sent until ")
                .hasMessageContaining(this.server.issuer());
        assertThat(this.server.tokenRequests()).hasSize(1);

        this.time.advance(Duration.ofSeconds(1));
        assertThat(request(credentials(false)).accessToken()).isNotEmpty();
    }

    // H05: two refreshes a minute at most, then an error that says so, with the time
    @Test
    void thirdRefreshWithinAMinuteIsNotSent() {
        this.server.withoutRotation();
        String refreshToken = this.server.issue("client-1", RESOURCE, "read").refreshToken();
        request(refresh(refreshToken));
        this.time.advance(Duration.ofSeconds(20));
        request(refresh(refreshToken));

        assertThatThrownBy(() -> request(refresh(refreshToken)))
                .isInstanceOfSatisfying(McpAuthorizationException.class, ex -> assertThat(ex.reason())
                        .isEqualTo(McpAuthorizationException.Reason.AUTHORIZATION_SERVER))
                .hasMessageContaining("within a minute")
                .hasMessageContaining("2026-03-01T12:01:00Z");
        assertThat(this.server.tokenRequests()).hasSize(2);

        this.time.advance(Duration.ofSeconds(40));
        assertThat(request(refresh(refreshToken)).accessToken()).isNotEmpty();
    }

    // H05: the reason is that the server issues no tokens, not that they are rejected
    @Test
    void requestsAfterRejectionsAreHeldBackWithTheLastRejection() {
        for (int i = 0; i < 3; i++) {
            this.server.nextAt("/token", ScriptedAuthorizationServer.error(401, "invalid_client"));
            assertThatThrownBy(() -> request(credentials(false))).isInstanceOf(TokenRefusedException.class);
        }

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOfSatisfying(McpAuthorizationException.class, ex -> {
                    assertThat(ex.problem())
                            .contains(
                                    "issued no token: invalid_client: scripted; no requests are sent until 2026-03-01T12:01:00Z");
                    assertThat(ex.remedy()).contains("mcp.servers.weather.auth.client-secret");
                });
        assertThat(this.server.tokenRequests()).hasSize(3);

        this.time.advance(Duration.ofMinutes(1));
        assertThat(request(credentials(false)).accessToken()).isNotEmpty();
    }

    // H24: an error that says nothing about the refresh token must not cost it
    @ParameterizedTest
    @ValueSource(strings = {"temporarily_unavailable", "server_error", "slow_down"})
    void temporaryErrorDoesNotDiscardTheRefreshToken(String error) {
        this.server.nextAt("/token", ScriptedAuthorizationServer.error(400, error));

        assertThatThrownBy(() -> request(
                        refresh(this.server.issue("client-1", RESOURCE, "read").refreshToken())))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining(this.server.issuer());
    }

    @Test
    void brokenConnectionIsReported() {
        this.server.nextAt("/token", Reply.reset());

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining(
                        "the request to the authorization server at " + this.server.issuer() + " failed: ")
                .hasMessageNotContaining("reached");
    }

    // it was reached
    @Test
    void compressedResponseIsReportedWithItsCoding() {
        this.server.nextAt("/token", Reply.json(200, "{}").withHeader("Content-Encoding", "br"));

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining(
                        "the request to the authorization server at " + this.server.issuer() + " failed: ")
                .hasMessageContaining("is compressed (br), although no compression was requested")
                .hasMessageNotContaining("reached");
    }

    @Test
    void authorizationServerThatIsNotRunningCannotBeReached() {
        this.server.close();

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining(this.server.issuer() + " cannot be reached: connection refused");
    }

    // H22: ten megabytes
    @Test
    void endlessResponseIsAborted() {
        this.server.nextAt("/token", Reply.endlessBody("application/json"));

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining(this.server.issuer());
        this.server.http().awaitDisconnect(LIMIT);
    }

    // H22
    @Test
    void unusableResponseReportsReasonAndSource() {
        this.server.nextAt("/token", Reply.status(200, "text/html", "<html>sign in</html>"));

        assertThatThrownBy(() -> request(credentials(false)))
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("without a JSON object (text/html)")
                .hasMessageContaining(this.server.issuer())
                .hasMessageNotContaining("sign in");
    }

    // Nothing of a request goes where a redirect points to
    @Test
    void redirectIsNotFollowed() {
        this.server.nextAt("/token", Reply.redirect(307, this.server.issuer() + "/elsewhere"));

        assertThatThrownBy(() -> request(credentials(false))).isInstanceOf(McpAuthorizationException.class);
        assertThat(this.server.http().requests()).hasSize(1);
    }

    // DPOP-01, DPOP-02: a proof, and a token that is bound to the key
    @Test
    void requestWithDpopProofReturnsABoundToken() {
        TokenSet tokens = request(credentials(true));

        assertThat(tokens.isDPoP()).isTrue();
        assertThat(this.server.tokenRequests().get(0).raw().headers().get("DPoP"))
                .hasSize(1);
        assertThat(this.server.complaints()).isEmpty();
    }

    // DPOP-05: one second request with the nonce and a new proof; the next one has it from the beginning
    @Test
    void requestIsRetriedOnceWithTheRequiredNonce() {
        this.server.dpopNonce("nonce-1");

        request(credentials(true));
        assertThat(this.server.tokenRequests()).hasSize(2);
        assertThat(this.server.tokenRequests().get(0).header("DPoP"))
                .isNotEqualTo(this.server.tokenRequests().get(1).header("DPoP"));

        request(credentials(true));
        assertThat(this.server.tokenRequests()).hasSize(3);
        assertThat(this.server.complaints()).isEmpty();
    }

    // DPOP-05: a server that is never content
    @Test
    void repeatedNonceChallengeIsAnError() {
        this.server.nextAt(
                "/token",
                ScriptedAuthorizationServer.error(400, "use_dpop_nonce").withHeader("DPoP-Nonce", "nonce-1"),
                ScriptedAuthorizationServer.error(400, "use_dpop_nonce").withHeader("DPoP-Nonce", "nonce-2"));

        assertThatThrownBy(() -> request(credentials(true)))
                .isInstanceOfSatisfying(TokenRefusedException.class, refused -> assertThat(refused.error())
                        .isEqualTo("use_dpop_nonce"));
        assertThat(this.server.tokenRequests()).hasSize(2);
    }

    // DPOP-05: newer nonces come with any answer
    @Test
    void nonceOfASuccessfulResponseIsUsedNextTime() {
        this.server.dpopNonce("nonce-1");
        this.server.at("/token", request -> {
            if (this.server.tokenRequests().size() == 2) {
                this.server.dpopNonce("nonce-2");
                return Reply.json(200, "{\"access_token\":\"a\",\"token_type\":\"DPoP\"}")
                        .withHeader("DPoP-Nonce", "nonce-2");
            }
            return null;
        });

        request(credentials(true));
        request(credentials(true));

        assertThat(this.server.tokenRequests()).hasSize(3);
    }

    // DPOP-08
    @Test
    void bearerTokenInsteadOfABoundOneIsRejected() {
        this.server.nextAt("/token", Reply.json(200, "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}"));

        assertThatThrownBy(() -> request(credentials(true)))
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("bound to a key");
    }

    // DPOP-04
    @Test
    void serverWithoutACommonDpopAlgorithmReceivesNoRequest() {
        TokenRequest request = new TokenRequest(
                URI.create(this.server.tokenEndpoint()),
                authorizationServer(List.of("RS256"), null),
                client(),
                Map.of("grant_type", "client_credentials"),
                List.of(),
                RESOURCE,
                true);

        assertThatThrownBy(() -> request(request))
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("ES256");
        assertThat(this.server.tokenRequests()).isEmpty();
    }

    // EMA-02, EMA-04
    @Test
    void exchangeReturnsATokenOfTheRequestedType() {
        Map<String, String> parameters = Map.of(
                "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                "requested_token_type", "urn:ietf:params:oauth:token-type:id-jag",
                "subject_token", Secrets.use("subject-token-of-alice"),
                "subject_token_type", "urn:ietf:params:oauth:token-type:id_token",
                "audience", "https://as.example.com");

        String issued = this.endpoint
                .exchange(URI.create(this.server.tokenEndpoint()), parameters, client())
                .block(LIMIT);

        assertThat(this.server.accessTokens()).containsExactly(issued);
        this.server.tokenResponse(members -> {
            members.put("issued_token_type", "urn:ietf:params:oauth:token-type:access_token");
            return members;
        });
        assertThatThrownBy(() -> this.endpoint
                        .exchange(URI.create(this.server.tokenEndpoint()), parameters, client())
                        .block(LIMIT))
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("another type");
    }

    // What goes wrong at the identity provider is no reason to leave the authorization server alone
    @Test
    void identityProviderFailureDoesNotThrottleTheAuthorizationServer() {
        this.server.nextAt("/token", Reply.status(503));
        assertThatThrownBy(() -> this.endpoint
                        .exchange(
                                URI.create(this.server.tokenEndpoint()),
                                Map.of("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
                                client())
                        .block(LIMIT))
                .isInstanceOf(McpConnectionException.class);

        assertThat(request(credentials(false)).accessToken()).isNotEmpty();
    }

    // RFC 7009
    @Test
    void revocationPrefersTheRefreshToken() {
        AuthorizationServer metadata = authorizationServer(List.of(), URI.create(this.server.issuer() + "/revoke"));
        TokenSet withRefresh =
                request(refresh(this.server.issue("client-1", RESOURCE, "read").refreshToken()));
        TokenSet without = request(credentials(false));

        this.endpoint.revoke(metadata, client(), withRefresh).block(LIMIT);
        this.endpoint.revoke(metadata, client(), without).block(LIMIT);

        assertThat(this.server.requestsAt("/revoke"))
                .map(request -> request.get("token"))
                .containsExactly(withRefresh.refreshToken(), without.accessToken());
        assertThat(this.server.requestsAt("/revoke"))
                .map(request -> request.get("token_type_hint"))
                .containsExactly("refresh_token", "access_token");
        assertThat(SafeText.excerpt("no refresh_token, no access_token"))
                .isEqualTo("no refresh_token, no access_token");
        assertThat(this.server.accepts(withRefresh.accessToken())).isFalse();
        assertThat(this.server.accepts(without.accessToken())).isFalse();
    }

    @Test
    void failedRevocationIsIgnored() {
        TokenSet tokens = request(credentials(false));
        URI revocation = URI.create(this.server.issuer() + "/revoke");
        this.server.nextAt("/revoke", Reply.reset(), Reply.neverAnswer());

        this.endpoint
                .revoke(authorizationServer(List.of(), null), client(), tokens)
                .block(LIMIT);
        this.endpoint
                .revoke(authorizationServer(List.of(), revocation), client(), tokens)
                .block(LIMIT);
        this.endpoint
                .revoke(authorizationServer(List.of(), revocation), client(), tokens)
                .block(LIMIT);

        assertThat(this.server.requestsAt("/revoke")).hasSize(2);
    }

    private TokenSet request(TokenRequest request) {
        return Objects.requireNonNull(this.endpoint.request(request).block(LIMIT));
    }

    private TokenRequest credentials(boolean withDPoP) {
        return new TokenRequest(
                URI.create(this.server.tokenEndpoint()),
                authorizationServer(List.of("ES256"), null),
                client(),
                Map.of("grant_type", "client_credentials"),
                List.of("read", "write"),
                RESOURCE,
                withDPoP);
    }

    private TokenRequest refresh(String refreshToken) {
        return new TokenRequest(
                URI.create(this.server.tokenEndpoint()),
                authorizationServer(List.of(), null),
                client(),
                Map.of("grant_type", "refresh_token", "refresh_token", refreshToken),
                List.of(),
                RESOURCE,
                false);
    }

    private ClientIdentity client() {
        return new ClientIdentity(this.server.issuer(), "client-1", null, McpTokenAuthMethod.NONE, null, false);
    }

    private AuthorizationServer authorizationServer(List<String> dpopAlgorithms, @Nullable URI revocationEndpoint) {
        return new AuthorizationServer(
                this.server.issuer(),
                null,
                URI.create(this.server.tokenEndpoint()),
                null,
                revocationEndpoint,
                null,
                List.of(),
                List.of("client_credentials", "refresh_token"),
                List.of(),
                List.of("none"),
                List.of(),
                null,
                dpopAlgorithms,
                false,
                false);
    }
}
