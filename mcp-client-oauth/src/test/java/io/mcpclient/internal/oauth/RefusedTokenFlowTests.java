package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What happens when a server refuses a token that was good. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RefusedTokenFlowTests {

    private final OAuthFixture fixture = new OAuthFixture();

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    // fault H01, AUTH-55: refreshed once, repeated once, without a prompt
    @Test
    void callWithAnExpiredTokenIsRetriedAfterOneRefresh() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url()));
        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    // CACHE-02, CACHE-12: the same account, whatever its token
    @Test
    void cachedListSurvivesATokenRefreshButNotANewAuthorization() {
        ((ScriptedModernServer) this.fixture.server).cacheHints(600_000, "private");
        McpClient client = this.fixture.client();
        client.listResources();
        int listed = this.fixture.server.requests("resources/list").size();
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        client.listResources();
        assertThat(this.fixture.server.requests("resources/list")).hasSize(listed);

        this.fixture.issuer.revokeAll();
        OAuthFixture.call(client); // the user agrees again, maybe with another account
        client.listResources();

        assertThat(this.fixture.browser.requests()).hasSize(2);
        assertThat(this.fixture.server.requests("resources/list")).hasSize(listed + 1);
    }

    // fault H02: many callers, one refresh
    @Test
    void manyCallsWithAnExpiredTokenShareOneRefresh() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();

        List<CompletableFuture<?>> calls = IntStream.range(0, 50)
                .<CompletableFuture<?>>mapToObj(
                        i -> client.reactive().callTool("echo", Map.of()).toFuture())
                .toList();

        calls.forEach(call -> assertThat(call).succeedsWithin(OAuthFixture.LIMIT));
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.fixture.issuer.reuses()).isZero();
        this.fixture.verify();
    }

    // fault H03: pending work blocks no other call, not even when their token ends in the meantime
    @Test
    void callThatTakesLongDoesNotBlockOthers() {
        this.fixture.server.on("prompts/get").times(1).reply(Reply.neverAnswer());
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        CompletableFuture<?> slow =
                client.reactive().getPrompt("greet", Map.of()).toFuture();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.server.requests("prompts/get").size() == 1);
        this.fixture.issuer.expireAll();

        OAuthFixture.call(client);

        assertThat(slow).isNotDone();
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        slow.cancel(true);
    }

    // AUTH-55: no request is lost on a token whose end is known
    @Test
    void expiringTokenIsRefreshedProactively() {
        this.fixture.issuer.lifetime(Duration.ofSeconds(1));
        HttpAuthorization authorization = authorization(settings(), "alice");
        HttpCredentials first = obtain(authorization);

        await().atMost(OAuthFixture.LIMIT).until(() -> !authorization
                .authorize(request(false))
                .block(OAuthFixture.LIMIT)
                .headers()
                .equals(first.headers()));

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isNotEmpty();
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    // fault H05, AUTH-55: the fresh token is refused as well
    @Test
    void serverThatRejectsEveryTokenReceivesAtMostTwo() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.resource.metadata("resource", this.fixture.server.url()).moveTo(foreign());
        this.fixture.resource.metadata("authorization_servers", List.of(this.fixture.issuer.issuer()));

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.REFUSED);
        assertThat(error.status()).isEqualTo(401);
        assertThat(error.remedy()).contains("auth.");
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(2);
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    // fault H05: the server says why it refuses the fresh token, and that is part of the message, on one line and cut
    @Test
    void serversReasonIsPartOfTheErrorMessage() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.resource.moveTo(foreign());
        this.fixture.resource.metadata("authorization_servers", List.of(this.fixture.issuer.issuer()));
        this.fixture.resource.challenge(
                "Bearer error=\"invalid_token\", error_description=\"wrong audience https://other.example/mcp\u0085"
                        + "x".repeat(2000) + "\", resource_metadata=\"" + this.fixture.resource.metadataUrl() + "\"");

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.REFUSED);
        assertThat(error.problem())
                .contains("invalid_token \"wrong audience https://other.example/mcp")
                .contains("\\u0085xxx")
                .doesNotContain("\u0085")
                .hasSizeLessThan(700);
    }

    private final ScriptedAuthorizationServer other = new ScriptedAuthorizationServer();

    private ScriptedAuthorizationServer foreign() {
        return this.other;
    }

    @AfterEach
    void closeOther() {
        this.other.close();
    }

    // fault H18, AUTH-12, AUTH-30, AUTH-31: the document is read again; nothing of the one is shown to the other
    @Test
    void newAuthorizationServerIsUsedWithANewRegistration() {
        McpClient client = this.fixture.client(builder -> builder.clientId(null));
        OAuthFixture.call(client);
        this.fixture.resource.moveTo(this.other);

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(1);
        assertThat(this.other.requestsAt("/register")).hasSize(1);
        assertThat(this.other.tokenRequests("refresh_token")).isEmpty();
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isEmpty();
        assertThat(this.other.http().requests())
                .allSatisfy(request -> this.fixture.issuer.secrets().forEach(secret -> assertThat(
                                request.body() + request.path())
                        .doesNotContain(secret)));
        assertThat(this.other.complaints()).isEmpty();
        this.fixture.verify();
    }

    // AUTH-31: the present tokens cannot be refreshed while the user is asked, as they are of another authorization
    // server
    @Test
    void callEndsIfNobodyAnswersTheNewAuthorizationServer() {
        OAuthFixture.call(this.fixture.client(builder -> builder.clientId(null).store(this.store)));
        this.fixture.browser.patience(Duration.ZERO).thinking(Sinks.empty());
        McpClient client = this.fixture.client(builder -> builder.clientId(null).store(this.store));
        OAuthFixture.call(client);
        this.fixture.resource.moveTo(this.other);

        assertThat(refusal(client).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isEmpty();
    }

    // AUTH-32, fault H18: what was configured for one is not shown to the other
    @Test
    void configuredIssuerIsNotReplacedByAnotherAuthorizationServer() {
        McpClient client = this.fixture.client(builder -> builder.issuer(this.fixture.issuer.issuer()));
        OAuthFixture.call(client);
        this.fixture.resource.moveTo(this.other);

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isIn(Reason.UNTRUSTED, Reason.SETTINGS);
        assertThat(error.remedy()).contains("auth.issuer");
        assertThat(this.other.http().requests()).isEmpty();
    }

    // fault H23: a refresh that is refused for good; the connection stays, and a user is needed
    @Test
    void rejectedRefreshRequiresTheUserAgain() {
        OAuthFixture.call(this.fixture.client(builder -> builder.store(this.store)));
        // Patience is that of a client from its beginning: one that has none takes over the tokens.
        this.fixture.browser.patience(Duration.ZERO).thinking(Sinks.empty());
        McpClient client = this.fixture.client(builder -> builder.store(this.store));
        OAuthFixture.call(client);
        this.fixture.issuer.revokeAll();

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(refusal(client).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.fixture.browser.requests()).hasSize(2);
        assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
    }

    // RFC 6749, section 6: servers that derive the resource from the scopes alone; others know both from the refresh
    // token
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refreshHasEitherTheResourceOrTheScopes(boolean hasResource) {
        this.fixture.issuer.metadata("scopes_supported", List.of("offline_access"));
        this.fixture.issuer.granting(List.of("read"));
        this.fixture.resource.forAnyResource().wanting("*", "read");
        McpClient client = this.fixture.client(
                builder -> builder.issuer(this.fixture.issuer.issuer()).resourceParameter(hasResource));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token"))
                .singleElement()
                .satisfies(asked -> {
                    assertThat(asked.get("resource")).isEqualTo(hasResource ? this.fixture.server.url() : null);
                    assertThat(asked.get("scope")).isEqualTo(hasResource ? null : "read offline_access");
                });
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    // fault H23: an error in a format of its own
    @Test
    void refreshThatIsRejectedWithoutAnOAuthErrorRequiresTheUserAgain() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        this.fixture.issuer.at(
                "/token",
                request -> request.grantType().equals("refresh_token")
                        ? Reply.json(400, "{\"code\":400,\"error_code\":\"refresh_token_not_found\"}")
                        : null);

        // a gateway may have sent the first one (H24)
        assertThat(refusal(client).problem()).contains("HTTP 400 without an OAuth error");
        assertThat(this.fixture.browser.requests()).hasSize(1);
        OAuthFixture.call(client);

        assertThat(this.fixture.browser.requests()).hasSize(2);
        this.fixture.verify();
    }

    // AUTH-59: a secret that has expired says nothing about the tokens of the users
    @Test
    void tokensSurviveARejectedClientSecret() {
        this.fixture.issuer.client("confidential", "secret-of-client");
        AtomicReference<String> secret = new AtomicReference<>("secret-of-client");
        McpClient client = this.fixture.client(builder ->
                builder.clientId("confidential").clientSecret(secret::get).issuer(this.fixture.issuer.issuer()));
        OAuthFixture.call(client);
        secret.set("expired-secret");
        this.fixture.issuer.expireAll();

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(error.problem()).contains("invalid_client");
        assertThat(error.remedy()).contains("mcp.servers.weather.auth.client-secret");
        secret.set("secret-of-client");
        OAuthFixture.call(client);
        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    // DPOP-05, H04: neither does a proof with a wrong time, or with the nonce of another node
    @ParameterizedTest
    @ValueSource(strings = {"invalid_dpop_proof", "use_dpop_nonce"})
    void tokensSurviveARejectedProof(String code) {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        this.fixture.issuer.nextAt("/token", ScriptedAuthorizationServer.error(400, code));

        McpAuthorizationException error = refusal(client);

        assertThat(error.problem()).contains(code);
        assertThat(error.remedy()).contains("clock", "auth.dpop");
        OAuthFixture.call(client);
        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    // fault H27: without a waiting caller there is no prompt; work without a user is still done
    @Test
    void backgroundRequestDoesNotPromptTheUser() {
        HttpAuthorization authorization = authorization(settings(), "alice");
        HttpRefusal refusal = refusal401();

        assertThat(authorization
                        .reauthorize(request(true), HttpCredentials.NONE, refusal)
                        .blockOptional(OAuthFixture.LIMIT))
                .isEmpty();
        assertThat(this.fixture.browser.requests()).isEmpty();

        obtain(authorization);
        HttpCredentials first = authorization.authorize(request(true)).block(OAuthFixture.LIMIT);
        assertThat(authorization.reauthorize(request(true), first, refusal).block(OAuthFixture.LIMIT))
                .satisfies(fresh -> assertThat(fresh.headers()).isNotEqualTo(first.headers()));
        assertThat(this.fixture.browser.requests()).hasSize(1);
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
    }

    // AUTH-54, faults H18, H26: tokens of one principal are not those of another, also in one store
    @Test
    void tokensAreSeparatePerPrincipal() {
        McpOAuthSettings settings = settings();
        HttpAuthorization alice = authorization(settings, "alice");
        HttpAuthorization bob = authorization(settings, "bob");
        HttpCredentials hers = obtain(alice);

        assertThat(bob.authorize(request(false)).block(OAuthFixture.LIMIT).headers())
                .isEmpty();
        assertThat(obtain(bob).headers()).isNotEqualTo(hers.headers());
        assertThat(authorization(settings, "alice")
                        .authorize(request(false))
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEqualTo(hers.headers());
    }

    // actions after the authorization, such as a reconnect, find the tokens
    @Test
    void authorizationOutcomeIsReportedAfterTheTokensAreAvailable() {
        Sinks.Empty<Void> thought = Sinks.empty();
        this.fixture.browser.thinking(thought);
        HttpAuthorization authorization = authorization(settings(), "alice");
        HttpCredentials none = authorization.authorize(request(false)).block(OAuthFixture.LIMIT);
        CompletableFuture<?> obtained =
                authorization.reauthorize(request(false), none, refusal401()).toFuture();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.browser.requests().size() == 1);
        CompletableFuture<HttpCredentials> afterwards = this.fixture
                .browser
                .requests()
                .get(0)
                .outcome()
                .then(Mono.defer(() -> authorization.authorize(request(false))))
                .toFuture();

        thought.tryEmitEmpty();

        assertThat(afterwards)
                .succeedsWithin(OAuthFixture.LIMIT)
                .satisfies(credentials -> assertThat(credentials.headers()).containsKey("Authorization"));
        assertThat(obtained).succeedsWithin(OAuthFixture.LIMIT);
    }

    // AUTH-54: what a user has agreed to at one instance is known to the others
    @Test
    void tokensOfAnotherInstanceAreUsedBeforeTheUserIsPrompted() {
        McpOAuthSettings settings = settings();
        HttpAuthorization here = authorization(settings, "alice");
        HttpAuthorization there = authorization(settings, "alice");
        HttpCredentials none = there.authorize(request(false)).block(OAuthFixture.LIMIT);
        HttpCredentials obtained = obtain(here);

        assertThat(there.reauthorize(request(false), none, refusal401())
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEqualTo(obtained.headers());
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    // AUTH-54: both have asked the user, who has answered one of them
    @Test
    void tokensOfAnotherInstanceAreUsedWhileTheUserIsPrompted() {
        McpOAuthSettings settings = settings();
        HttpAuthorization here = authorization(settings, "alice");
        HttpAuthorization there = authorization(settings, "alice");
        this.fixture.browser.thinking(Sinks.empty());
        HttpCredentials none = there.authorize(request(false)).block(OAuthFixture.LIMIT);
        CompletableFuture<?> waiting =
                there.reauthorize(request(false), none, refusal401()).toFuture();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.browser.requests().size() == 1);
        Sinks.Empty<Void> thought = Sinks.empty();
        thought.tryEmitEmpty();
        this.fixture.browser.thinking(thought);

        HttpCredentials obtained = obtain(here);

        assertThat(there.reauthorize(request(false), none, refusal401())
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEqualTo(obtained.headers());
        assertThat(there.authorize(request(false)).block(OAuthFixture.LIMIT).headers())
                .isEqualTo(obtained.headers());
        assertThat(this.fixture.browser.requests()).hasSize(2);
        waiting.cancel(true);
    }

    // the refresh token is revoked at the end
    @Test
    void logoutRevokesTokensAndDiscardsThem() {
        McpOAuthSettings settings = settings();
        HttpAuthorization authorization = authorization(settings, "alice");
        HttpCredentials before = obtain(authorization);
        String token = before.headers().get("Authorization").substring("Bearer ".length());

        authorization.logout().block(OAuthFixture.LIMIT);

        assertThat(this.fixture.issuer.requestsAt("/revoke")).hasSize(1);
        assertThat(this.fixture.issuer.accepts(token)).isFalse();
        assertThat(authorization
                        .authorize(request(false))
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEmpty();
        assertThat(authorization(settings, "alice")
                        .authorize(request(false))
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEmpty();
    }

    // AUTH-59: this instance does not know the present tokens yet, and must not find them afterwards
    @Test
    void logoutAlsoDiscardsTokensThatAnotherInstanceHasRefreshed() {
        McpOAuthSettings settings = settings();
        HttpAuthorization here = authorization(settings, "alice");
        HttpAuthorization there = authorization(settings, "alice");
        HttpCredentials before = obtain(here);
        HttpCredentials same = there.authorize(request(true)).block(OAuthFixture.LIMIT);
        HttpCredentials refreshed =
                there.reauthorize(request(true), same, refusal401()).block(OAuthFixture.LIMIT);
        assertThat(refreshed.headers()).isNotEqualTo(before.headers());

        here.logout().block(OAuthFixture.LIMIT);

        assertThat(this.fixture.issuer.accessTokens()).noneMatch(this.fixture.issuer::accepts);
        assertThat(this.fixture.issuer.requestsAt("/revoke")).hasSize(1);
        assertThat(authorization(settings, "alice")
                        .authorize(request(false))
                        .block(OAuthFixture.LIMIT)
                        .headers())
                .isEmpty();
        obtain(here);
        assertThat(this.fixture.browser.requests()).hasSize(2);
    }

    @Test
    void clientLogsOutAndObtainsANewTokenWithTheNextCall() {
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        String before = this.fixture.issuer.accessTokens().get(0);

        client.session().logout();

        assertThat(this.fixture.issuer.accepts(before)).isFalse();
        OAuthFixture.call(client);
        assertThat(this.fixture.browser.requests()).hasSize(2);
        this.fixture.verify();
    }

    // DPOP-02, DPOP-05, DPOP-08: a nonce is no reason to authorize again
    @Test
    void dpopNonceChallengeIsAnsweredWithANewProof() {
        this.fixture
                .issuer
                .metadata("dpop_signing_alg_values_supported", List.of("ES256"))
                .dpopNonce("of-the-issuer");
        this.fixture.resource.requiringProofs().dpopNonce("of-the-server");
        McpClient client = this.fixture.client(builder -> builder.dpop(McpDPoPMode.AUTO));

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("authorization_code")).hasSize(2);
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isEmpty();
        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    private McpOAuthSettings settings() {
        return McpOAuthSettings.builder()
                .clientId("client-1")
                .prompt(this.fixture.browser)
                .store(this.store)
                .build();
    }

    private final InMemoryMcpTokenStore store = new InMemoryMcpTokenStore();

    private HttpAuthorization authorization(McpOAuthSettings settings, String principal) {
        return new McpOAuth()
                .provider(settings)
                .create(new ProtectedServer(
                        "weather",
                        this.fixture.server.uri(),
                        () -> McpPrincipal.of(principal),
                        null,
                        Duration.ofSeconds(10)));
    }

    private AuthorizedRequest request(boolean isBackground) {
        return new AuthorizedRequest("tools/call", "POST", this.fixture.server.uri(), isBackground);
    }

    private HttpRefusal refusal401() {
        return new HttpRefusal(
                401,
                List.of(new McpChallenge(
                        "bearer",
                        Map.of(
                                "resource_metadata",
                                this.fixture.resource.metadataUrl().toString()))));
    }

    private HttpCredentials obtain(HttpAuthorization authorization) {
        HttpCredentials none = authorization.authorize(request(false)).block(OAuthFixture.LIMIT);
        assertThat(none.headers()).isEmpty();
        HttpCredentials obtained =
                authorization.reauthorize(request(false), none, refusal401()).block(OAuthFixture.LIMIT);
        assertThat(obtained.headers()).containsKey("Authorization");
        assertThat(this.fixture.issuer.tokenRequests())
                .extracting(FormRequest::grantType)
                .isNotEmpty();
        return obtained;
    }
}
