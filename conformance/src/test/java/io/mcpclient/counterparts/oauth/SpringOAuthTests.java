package io.mcpclient.counterparts.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.error.McpAuthorizationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Spring Authorization Server, and servers of both eras behind Spring Security: registration, login, consent and all. */
@Timeout(120)
class SpringOAuthTests {

    private static final int MANY = 100;

    private static SpringAuthorizationServer authority;

    private static SpringResourceServer servers;

    private final Visitor visitor = new Visitor();

    private final McpTokenStore store = new InMemoryMcpTokenStore();

    private final List<McpClient> clients = new ArrayList<>();

    private final List<HttpAuthorization> authorizations = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        authority = new SpringAuthorizationServer();
        servers = new SpringResourceServer(authority.issuer());
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
        if (authority != null) {
            authority.close();
        }
    }

    @BeforeEach
    void forget() {
        authority.requests().clear();
        authority.lifetime(Duration.ofMinutes(5));
    }

    @AfterEach
    void close() {
        this.clients.forEach(McpClient::close);
    }

    // AUTH-03, AUTH-04, AUTH-27, AUTH-34, AUTH-35, AUTH-43: from nothing to a result, with a user who logs in and
    // agrees
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void aUserConsentsAndToolsAreCalled(boolean isStateless) {
        McpClient client = client(isStateless, user());
        assertThat(echo(client, "hello")).isEqualTo("hello");
        assertThat(client.listTools()).isNotEmpty();
        assertThat(this.visitor.prompts()).isEqualTo(1);
        assertThat(this.visitor.scopes()).contains("mcp:read");
        assertThat(authority.requests().count("POST /oauth2/register")).isEqualTo(1);
        assertThat(authority.requests().count("authorization_code")).isEqualTo(1);
    }

    // AUTH-30, AUTH-54, H19: what was registered and obtained is there after a restart
    @Test
    void aSecondClientWithTheSameStoreNeedsNoUser() {
        echo(client(true, user()), "first");
        authority.requests().clear();
        assertThat(echo(client(true, user()), "second")).isEqualTo("second");
        assertThat(this.visitor.prompts()).isEqualTo(1);
        assertThat(authority.requests().count("POST /oauth2/register")).isZero();
        assertThat(authority.requests().count("authorization_code")).isZero();
    }

    // AUTH-29: scopes may not be named by clients that register here, and are asked for all the same
    @Test
    void configuredScopesAreRequestedAlthoughNoneMayBeRegistered() {
        McpClient client = client(true, user().scopes(List.of("mcp:write")));
        assertThat(call(client, "write", "hello")).isEqualTo("hello");
        assertThat(this.visitor.scopes()).contains("mcp:write");
        assertThat(authority.requests().count("POST /oauth2/register")).isEqualTo(2);
    }

    // H01, H02: a hundred calls whose token is refused, one refresh
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void manyCallersWithARefusedTokenRefreshOnce(boolean isStateless) throws Exception {
        McpClient client = client(isStateless, user());
        echo(client, "first");
        nextSecond();
        servers.refuseAllUntilNow();
        assertThat(echoFromMany(client)).hasSize(MANY).containsOnly("many");
        assertThat(authority.requests().count("refresh_token")).isEqualTo(1);
        assertThat(this.visitor.prompts()).isEqualTo(1);
    }

    // H02, H24: a hundred calls whose token is over, one refresh
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void manyCallersWithAnExpiredTokenRefreshOnce(boolean isStateless) throws Exception {
        authority.lifetime(Duration.ofSeconds(8));
        McpClient client = client(isStateless, user());
        client.session().connect();
        Instant end = Instant.now().plusSeconds(9);
        authority.lifetime(Duration.ofMinutes(5));
        authority.requests().clear();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Instant.now()
                .isAfter(end));
        assertThat(echoFromMany(client)).hasSize(MANY).containsOnly("many");
        assertThat(authority.requests().count("refresh_token")).isEqualTo(1);
        assertThat(this.visitor.prompts()).isEqualTo(1);
    }

    // H04: the refresh token is another one each time, and the last one counts
    @Test
    void refreshTokensAreRotated() throws Exception {
        McpClient client = client(true, user());
        echo(client, "first");
        for (int i = 1; i <= 2; i++) {
            nextSecond();
            servers.refuseAllUntilNow();
            assertThat(echo(client, "again")).isEqualTo("again");
            assertThat(authority.requests().count("refresh_token")).isEqualTo(i);
        }
        assertThat(this.visitor.prompts()).isEqualTo(1);
    }

    // AUTH-51, AUTH-52, H06: more is asked for when it is needed, and what was granted stays
    @Test
    void aCallThatRequiresAnotherScopeStepsUp() {
        McpClient client = client(true, user());
        echo(client, "first");
        assertThat(this.visitor.scopes()).doesNotContain("mcp:write");
        assertThat(call(client, "write", "more")).isEqualTo("more");
        assertThat(this.visitor.prompts()).isEqualTo(2);
        assertThat(this.visitor.scopes()).contains("mcp:read", "mcp:write");
    }

    // DPOP-01 to DPOP-03: bound to a key, at the token endpoint and at the server
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void tokensAreBoundToAKey(boolean isStateless) {
        McpClient client = client(isStateless, user().dpop(McpDPoPMode.REQUIRED));
        assertThat(echo(client, "bound")).isEqualTo("bound");
        assertThat(echo(client, "again")).isEqualTo("again");
    }

    // CC-01, CC-02, CC-04, AUTH-43: with a secret that has to be encoded
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void clientCredentialsWithASecretObtainAToken(boolean isStateless) {
        McpClient client = client(isStateless, machine(Authority.MACHINE).clientSecret(() -> Authority.SECRET));
        assertThat(echo(client, "machine")).isEqualTo("machine");
        assertThat(authority.requests().count("client_credentials")).isEqualTo(1);
        assertThat(authority.requests().count("POST /oauth2/register")).isZero();
    }

    // CC-02, CC-03, Q-11
    @Test
    void clientCredentialsWithASignedAssertionObtainAToken() {
        McpClient client = client(true, machine(Authority.SIGNER).privateKey(Authority.SIGNING_KEY::toJSONString));
        assertThat(echo(client, "signed")).isEqualTo("signed");
        assertThat(authority.requests().count("client_credentials")).isEqualTo(1);
    }

    // AUTH-43: a wrong secret is an error that says so, and shows nothing
    @Test
    void clientCredentialsWithAWrongSecretAreRejected() {
        McpClient client = client(true, machine(Authority.MACHINE).clientSecret(() -> "wrong-secret"));
        assertThatExceptionOfType(McpAuthorizationException.class)
                .isThrownBy(() -> echo(client, "refused"))
                .withMessageContaining("invalid_client")
                .withMessageNotContaining("wrong-secret");
    }

    // RFC 7009: logging out revokes the tokens, and the user is prompted again
    @Test
    void logoutRevokesTokens() {
        McpClient client = client(true, user());
        echo(client, "first");
        this.authorizations.get(0).logout().block(Duration.ofSeconds(20));
        assertThat(authority.requests().count("POST /oauth2/revoke")).isPositive();
        assertThat(echo(client, "again")).isEqualTo("again");
        assertThat(this.visitor.prompts()).isEqualTo(2);
    }

    // AUTH-30, H19: a server whose memory was reset does not know its clients any more
    @ParameterizedTest(name = "stateless {0}")
    @ValueSource(booleans = {false, true})
    void aRegistrationThatIsLostIsReplaced(boolean isStateless) {
        McpClient client = client(isStateless, user());
        echo(client, "first");
        authority.forgetRegistrations();
        nextSecond();
        servers.refuseAllUntilNow();

        assertThat(echo(client, "again")).isEqualTo("again");

        assertThat(authority.requests().count("refresh_token")).isEqualTo(1);
        assertThat(authority.requests().count("POST /oauth2/register")).isEqualTo(2);
        assertThat(this.visitor.prompts()).isEqualTo(2);
    }

    // AUTH-30, H19: detected by the revocation
    @Test
    void aRegistrationThatIsLostIsReplacedAfterALogout() {
        McpClient client = client(true, user());
        echo(client, "first");
        authority.forgetRegistrations();

        client.session().logout();
        nextSecond();
        servers.refuseAllUntilNow();

        assertThat(echo(client, "again")).isEqualTo("again");
        assertThat(authority.requests().count("POST /oauth2/register")).isEqualTo(2);
        assertThat(this.visitor.prompts()).isEqualTo(2);
    }

    private McpOAuthSettings.Builder user() {
        return McpOAuthSettings.builder().prompt(this.visitor).store(this.store);
    }

    private McpOAuthSettings.Builder machine(String clientId) {
        return McpOAuthSettings.builder()
                .grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId(clientId)
                .issuer(authority.issuer())
                .scopes(List.of("mcp:read"))
                .store(this.store);
    }

    private McpClient client(boolean isStateless, McpOAuthSettings.Builder oauthBuilder) {
        HttpAuthorization.Provider provider = McpOAuthProvider.find("protected").provider(oauthBuilder.build());
        McpClientBuilder builder = McpClient.builder("protected")
                .url(servers.url(isStateless).toString())
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(30)))
                .authorization(server -> {
                    HttpAuthorization authorization = provider.create(server);
                    this.authorizations.add(authorization);
                    return authorization;
                });
        McpClient client = builder.build();
        this.clients.add(client);
        return client;
    }

    private static String echo(McpClient client, String text) {
        return call(client, "read", text);
    }

    private static String call(McpClient client, String tool, String text) {
        return client.callTool(tool, Map.of("text", text)).text();
    }

    /** Tokens know no fractions of seconds. */
    private static void nextSecond() {
        long second = Instant.now().getEpochSecond();
        Awaitility.await().until(() -> Instant.now().getEpochSecond() > second);
    }

    private static List<String> echoFromMany(McpClient client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(MANY);
        try {
            CountDownLatch ready = new CountDownLatch(MANY);
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                calls.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await(10, TimeUnit.SECONDS);
                    return echo(client, "many");
                }));
            }
            List<String> results = new ArrayList<>();
            for (Future<String> call : calls) {
                results.add(call.get(60, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
