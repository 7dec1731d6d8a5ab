package io.mcpclient.internal.oauth;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.CredentialFile;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.Secrets;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Grants that need no user to be there. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MachineGrantFlowTests {

    private static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    private final OAuthFixture fixture = new OAuthFixture();

    private final ScriptedAuthorizationServer identityProvider = new ScriptedAuthorizationServer();

    private @Nullable FormRequest exchanged;

    @AfterEach
    void close() {
        this.fixture.close();
        this.identityProvider.close();
    }

    private McpClient machine(UnaryOperator<McpOAuthSettings.Builder> change) {
        return machine(change, UnaryOperator.identity());
    }

    private McpClient machine(UnaryOperator<McpOAuthSettings.Builder> change, UnaryOperator<McpClientBuilder> more) {
        this.fixture.issuer.client("machine", "secret-of-machine");
        return this.fixture.client(
                builder -> change.apply(builder.clientId("machine")
                        .clientSecret(() -> "secret-of-machine")
                        .issuer(this.fixture.issuer.issuer())
                        .prompt(null)),
                more);
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    // CC-01, CC-02, CC-04, AUTH-35: no registration, no browser, the resource is named
    @Test
    void clientCredentialsGrantObtainsATokenForTheApplication() {
        this.fixture.resource.wanting("*", "read");

        OAuthFixture.call(machine(
                builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS).scopes(List.of("read"))));

        assertThat(this.fixture.issuer.tokenRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.grantType()).isEqualTo("client_credentials");
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
            assertThat(asked.scopes()).containsExactly("read");
        });
        assertThat(this.fixture.issuer.requestsAt("/register")).isEmpty();
        this.fixture.verify();
    }

    // AUTH-45, fault H28: without a user the settings are the ceiling, whatever the server asks for
    @Test
    void clientCredentialsGrantRequestsOnlyConfiguredScopes() {
        this.fixture.resource.wanting("*", "payments:write");
        McpClient client = machine(
                builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS).scopes(List.of("read")));

        McpAuthorizationException error = refusal(client);

        assertThat(this.fixture.issuer.tokenRequests()).isNotEmpty().allSatisfy(asked -> assertThat(asked.scopes())
                .containsExactly("read"));
        assertThat(error.requiredScopes()).containsExactly("payments:write");
        assertThat(error.remedy()).contains("auth.scopes");
    }

    // CC-05: no refresh, but the same once more
    @Test
    void expiredClientCredentialsTokenIsRequestedAgain() {
        this.fixture.issuer.withoutRefreshTokens();
        McpClient client = machine(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("client_credentials")).hasSize(2);
        this.fixture.verify();
    }

    // CC-06: declared while it is in use
    @Test
    void clientCredentialsExtensionIsDeclared() {
        OAuthFixture.call(machine(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)));

        assertThat(this.fixture.server.requests("tools/call")).last().satisfies(request -> assertThat(request.body())
                .contains("io.modelcontextprotocol/oauth-client-credentials"));
    }

    // CC-07, AUTH-55: the error of the token endpoint, with what to look at
    @Test
    void wrongClientSecretIsReported() {
        McpClient client = machine(
                builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS).clientSecret(() -> "another"));

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(error.remedy()).contains("auth.client-secret");
        assertThat(error).hasMessageNotContaining("another");
    }

    // the attempt to connect ends before the token request does, which has a limit of its own
    @Test
    void tokenEndpointThatHangsIsNamedByTheTimeoutOfConnecting() {
        this.fixture.issuer.nextAt("/token", Reply.neverAnswer());
        VirtualTime time = new VirtualTime();
        Duration limit = Duration.ofSeconds(2);
        McpClient client =
                machine(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS), builder -> builder.time(time)
                        .timeouts(timeouts -> timeouts.withConnect(limit)));

        McpException error = time.elapse(
                limit,
                () -> catchThrowableOfType(McpException.class, () -> OAuthFixture.call(client)),
                () -> await().atMost(Duration.ofSeconds(30))
                        .until(() -> !this.fixture.issuer.requestsAt("/token").isEmpty()));

        assertThat(error)
                .isInstanceOf(McpInitializationException.class)
                .hasMessage(
                        "MCP server \"weather\": connect: no response within 2000 ms: the authorization server has not"
                                + " responded to " + this.fixture.issuer.issuer()
                                + "/token. Check that the authorization server is"
                                + " running and reachable, or raise connect-timeout.");
    }

    private McpClient employee() {
        this.identityProvider.at("/token", asked -> {
            this.exchanged = asked;
            return Reply.json(
                    200,
                    "{\"access_token\":\"id-jag-1\",\"issued_token_type\":"
                            + "\"urn:ietf:params:oauth:token-type:id-jag\",\"token_type\":\"N_A\"}");
        });
        return machine(builder -> builder.grant(McpGrantType.ENTERPRISE_MANAGED)
                .identityProvider(new McpIdentityProvider(
                        URI.create(this.identityProvider.tokenEndpoint()), "idp-client", () -> "idp-secret"))
                .assertions(request ->
                        Mono.just("id-token-of-" + request.principal().name())));
    }

    // EMA-02, EMA-03, EMA-04, EMA-05, EMA-06, EMA-07: the identity provider decides, and what it gives goes nowhere
    // else
    @Test
    void enterpriseManagedGrantExchangesTheIdTokenAtTheIdentityProvider() {
        OAuthFixture.call(employee());

        assertThat(this.exchanged).isNotNull().satisfies(asked -> {
            assertThat(asked.grantType()).isEqualTo(EXCHANGE);
            assertThat(asked.get("requested_token_type")).isEqualTo("urn:ietf:params:oauth:token-type:id-jag");
            assertThat(asked.get("audience")).isEqualTo(this.fixture.issuer.issuer());
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
            assertThat(asked.get("subject_token")).isEqualTo("id-token-of-application");
            assertThat(asked.get("subject_token_type")).isEqualTo(McpSubjectToken.ID_TOKEN);
            assertThat(asked.clientId()).isEqualTo("idp-client");
            assertThat(asked.clientSecret()).isEqualTo("idp-secret");
        });
        assertThat(this.fixture.issuer.tokenRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.grantType()).isEqualTo(JWT_BEARER);
            assertThat(asked.get("assertion")).isEqualTo("id-jag-1");
            assertThat(asked.clientId()).isEqualTo("machine");
        });
        assertThat(this.fixture.issuer.authorizationRequests()).isEmpty();
        assertThat(this.fixture.server.requests())
                .allSatisfy(request -> assertThat(request.body() + request.header("Authorization"))
                        .doesNotContain("id-jag-1", "id-token-of"));
        this.fixture.verify();
    }

    // EMA-03: its client and its assertions are other ones than those of the authorization server
    @ParameterizedTest
    @CsvSource({
        "401, invalid_client, mcp.servers.weather.auth.identity-provider.client-secret",
        "400, invalid_grant, log in again"
    })
    void rejectionByTheIdentityProviderNamesItsSettings(int status, String code, String remedy) {
        McpClient client = employee();
        this.identityProvider.nextAt("/token", ScriptedAuthorizationServer.error(status, code));

        McpAuthorizationException error = refusal(client);

        assertThat(error.problem()).contains("the identity provider issued no assertion: " + code);
        assertThat(error.remedy()).contains(remedy).doesNotContain("auth.client-secret");
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    // CC-02, CC-03: a mounted secret that is not there yet: what is wrong is said each time, and nothing is sent
    @ParameterizedTest
    @ValueSource(strings = {"client-secret", "private-key"})
    void missingFileOfASecretIsReportedEachTime(String property, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("secret");
        boolean isKey = property.equals("private-key");
        McpClient client = machine(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientSecret(isKey ? null : CredentialFile.of(file))
                .privateKey(isKey ? CredentialFile.of(file) : null));

        for (int i = 0; i < 4; i++) {
            McpAuthorizationException error = refusal(client);
            assertThat(error.reason()).isEqualTo(Reason.SETTINGS);
            assertThat(error.problem())
                    .contains("mcp.servers.weather.auth." + property + " is not available: the file " + file);
            assertThat(error.remedy()).contains("file");
        }
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();

        Files.writeString(file, isKey ? Keys.P256.toJSONString() : "secret-of-machine");
        client.session().reconnect();
        OAuthFixture.call(client);
    }

    // I21: what a vault says may contain a secret
    @Test
    void messageOfAnotherSourceOfASecretIsNotShown() {
        McpClient client = machine(
                builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS).clientSecret(() -> {
                    throw new IllegalStateException(Secrets.use("token-of-the-vault"));
                }));

        assertThat(refusal(client))
                .hasMessageContaining("mcp.servers.weather.auth.client-secret is not available: IllegalStateException")
                .satisfies(error -> assertThat(org.assertj.core.util.Throwables.getStackTrace(error))
                        .doesNotContain("token-of-the-vault"));
    }

    // EMA-10: single use, so a new one each time
    @Test
    void identityAssertionGrantIsUsedOnce() {
        this.fixture.issuer.withoutRefreshTokens();
        McpClient client = employee();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.identityProvider.tokenRequests()).hasSize(2);
    }

    // EMA-06: before anything is sent there
    @Test
    void authorizationServerWithoutTheProfileReceivesNoRequest() {
        this.fixture.issuer.metadata("grant_types_supported", List.of("authorization_code"));
        McpClient client = employee();

        assertThat(refusal(client).reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(this.identityProvider.tokenRequests()).isEmpty();
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    // WIF-01, WIF-04, WIF-05: no registration; the assertion is asked for each time
    @Test
    void workloadAssertionAuthenticatesTheClient() {
        this.fixture.issuer.withoutRefreshTokens();
        this.fixture.issuer.client("workload", null);
        AtomicInteger asked = new AtomicInteger();
        McpClient client = this.fixture.client(builder -> builder.grant(McpGrantType.JWT_BEARER)
                .clientId("workload")
                .issuer(this.fixture.issuer.issuer())
                .prompt(null)
                .assertions(request -> Mono.just("platform-jwt-" + asked.incrementAndGet())));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests(JWT_BEARER))
                .extracting(request -> request.get("assertion"))
                .containsExactly("platform-jwt-1", "platform-jwt-2");
        assertThat(this.fixture.issuer.tokenRequests(JWT_BEARER))
                .extracting(request -> request.get("resource"))
                .containsOnly(this.fixture.server.url());
        assertThat(this.fixture.issuer.requestsAt("/register")).isEmpty();
        this.fixture.verify();
    }

    // WIF-03: one request; the same assertion is not shown again, and no other grant is tried
    @Test
    void rejectedWorkloadAssertionIsNotSentAgain() {
        this.fixture.issuer.client("workload", null);
        this.fixture.issuer.at("/token", asked -> ScriptedAuthorizationServer.error(400, "invalid_grant"));
        McpClient client = this.fixture.client(builder -> builder.grant(McpGrantType.JWT_BEARER)
                .clientId("workload")
                .issuer(this.fixture.issuer.issuer())
                .prompt(null)
                .assertions(request -> Mono.just("expired-jwt")));

        McpAuthorizationException first = refusal(client);
        McpAuthorizationException second = refusal(client);

        assertThat(first).hasMessageContaining("invalid_grant").hasMessageNotContaining("expired-jwt");
        assertThat(second.remedy()).contains("McpAssertionSource");
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(1);
    }

    // faults G13, H26, H28, SEC-21: exchanged, and never passed on
    @Test
    void callersTokenIsExchangedAndNeverPassedOn() {
        this.fixture.issuer.client("gateway", "secret-of-gateway");
        McpOAuthSettings settings = McpOAuthSettings.builder()
                .grant(McpGrantType.TOKEN_EXCHANGE)
                .clientId("gateway")
                .clientSecret(() -> "secret-of-gateway")
                .issuer(this.fixture.issuer.issuer())
                .build();
        McpSubjectToken hers = new McpSubjectToken("token-of-alice", McpSubjectToken.ACCESS_TOKEN);

        HttpCredentials credentials = obtain(settings, McpPrincipal.of("alice", hers));

        assertThat(this.fixture.issuer.tokenRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.grantType()).isEqualTo(EXCHANGE);
            assertThat(asked.get("subject_token")).isEqualTo("token-of-alice");
            assertThat(asked.get("subject_token_type")).isEqualTo(McpSubjectToken.ACCESS_TOKEN);
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
        });
        assertThat(credentials.headers().get("Authorization")).isNotNull().doesNotContain("token-of-alice");
        assertThat(this.fixture.server.requests())
                .allSatisfy(request -> assertThat(request.body() + request.header("Authorization"))
                        .doesNotContain("token-of-alice"));
    }

    // fault H28: without a token of the user there is nothing to fall back to
    @Test
    void tokenExchangeForAPrincipalWithoutATokenFails() {
        McpOAuthSettings settings = McpOAuthSettings.builder()
                .grant(McpGrantType.TOKEN_EXCHANGE)
                .clientId("client-1")
                .issuer(this.fixture.issuer.issuer())
                .build();

        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> obtain(settings, McpPrincipal.of("alice")));

        assertThat(error.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    private HttpCredentials obtain(McpOAuthSettings settings, McpPrincipal principal) {
        HttpAuthorization authorization = new McpOAuth()
                .provider(settings)
                .create(new ProtectedServer(
                        "weather", this.fixture.server.uri(), () -> principal, null, Duration.ofSeconds(10)));
        AuthorizedRequest request = new AuthorizedRequest("tools/call", "POST", this.fixture.server.uri(), false);
        HttpCredentials obtained = authorization
                .reauthorize(request, HttpCredentials.NONE, new HttpRefusal(401, List.of()))
                .block(OAuthFixture.LIMIT);
        assertThat(obtained).isNotNull();
        return obtained;
    }
}
