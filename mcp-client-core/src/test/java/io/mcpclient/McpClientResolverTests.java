package io.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.CredentialsAuthorization;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.session.FaultyStore;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.ScriptedSseServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Addresses of a server that are resolved when the client connects. */
@Timeout(60)
class McpClientResolverTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final String URL = "http://weather.example.com/mcp";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer first = ScriptedHttpServer.legacy();

    private final ScriptedLegacyServer second = ScriptedHttpServer.legacy();

    private final RefusedPort refused = new RefusedPort();

    private final List<String> resolved = new CopyOnWriteArrayList<>();

    private final AtomicReference<List<String>> addresses = new AtomicReference<>(List.of());

    private final List<McpClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        this.clients.forEach(McpClient::close);
        this.first.close();
        this.second.close();
        this.refused.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> change) {
        McpClient client = this.invariants.build(change.apply(McpClient.builder("weather")
                .url(URL)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .resolver(this::resolve)
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(8))
                        .withRequest(Duration.ofSeconds(8))
                        .withShutdown(Duration.ofSeconds(2)))));
        this.clients.add(client);
        return client;
    }

    private McpClient client(String... addresses) {
        this.addresses.set(List.of(addresses));
        return client(builder -> builder);
    }

    private List<URI> resolve(String serverName, URI url) {
        this.resolved.add(serverName + " " + url);
        return this.addresses.get().stream().map(URI::create).toList();
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    /** After a server has gone: a request may still be sent on a connection whose end was not noticed yet. */
    private static String echoRepeatably(McpClient client) {
        return client.callTool(
                        "echo",
                        Map.of("city", "Oslo"),
                        McpCallOptions.defaults().withIdempotent(true))
                .text();
    }

    private static List<String> sessions(ScriptedHttpServer server, String method) {
        return server.requests(method).stream()
                .map(request -> String.valueOf(request.header(SESSION_HEADER)))
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void callToolResolvesTheAddressAtFirstUse(ProgrammingModel face) {
        McpClient client = client(this.first.url());
        assertThat(this.resolved).isEmpty();

        assertThat(face.callTool(client).text()).isEqualTo("{\"city\":\"Oslo\"}");
        echo(client);

        assertThat(this.resolved).containsExactly("weather " + URL);
        assertThat(client.status().peer().address()).isEqualTo("127.0.0.1");
        assertThat(client.status().peer().port()).isEqualTo(this.first.port());
    }

    @Test
    void statusBeforeTheFirstConnectionContainsTheConfiguredAddress() {
        McpClient client = client(this.first.url());

        assertThat(client.status().peer().address()).isEqualTo("weather.example.com");
    }

    @Test
    void reactiveResolverIsAskedAsWell() {
        McpClient client = client(builder -> builder.reactiveResolver(
                (name, url) -> Mono.just(List.of(this.second.uri())).hide()));

        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(this.second.requests("tools/call")).hasSize(1);
    }

    @Test
    void connectWhenTheFirstAddressRefusesUsesTheNext() {
        McpClient client = client(this.refused.url(), this.second.url());

        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.resolved).hasSize(1);
        assertThat(client.status().peer().port()).isEqualTo(this.second.port());
        assertThat(client.status().statistics().failedAttempts()).isZero();
    }

    @Test
    void connectWhenTheFirstHostIsUnknownUsesTheNext() {
        McpClient client = client("http://nowhere.invalid/mcp", this.second.url());

        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void connectWhenTlsFailsAtTheFirstAddressUsesTheNext() {
        this.first.withoutVerification();
        McpClient client = client(this.first.url().replace("http:", "https:"), this.second.url());

        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void connectWhenTheFirstAddressIsSilentUsesTheNextWithinTheConnectTimeout() {
        try (BlackHole silent = new BlackHole()) {
            McpClient client = client(silent.url(), this.second.url());

            assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(silent.connections()).isPositive();
        }
    }

    @Test
    void connectWhenTheFirstAddressFailsWithAServerErrorUsesTheNext() {
        try (ScriptedHttpServer broken = new ScriptedHttpServer()) {
            broken.onAny().always().reply(Reply.status(503));
            McpClient client = client(broken.url(), this.second.url());

            assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(broken.requests("initialize")).hasSize(1);
        }
    }

    @Test
    void connectDetectsTheEraAtTheNextAddress() {
        try (ScriptedModernServer modern = ScriptedHttpServer.modern()) {
            this.addresses.set(List.of(this.refused.url(), modern.url()));
            McpClient client = client(builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)));

            assertThat(client.listTools()).extracting(Tool::name).contains("echo");
        }
    }

    @Test
    void connectWhenCredentialsAreRejectedTriesNoOtherAddress() {
        try (ScriptedHttpServer closed = new ScriptedHttpServer()) {
            closed.onAny().always().reply(Reply.status(401));
            McpClient client = client(closed.url(), this.second.url());

            assertThatThrownBy(client.session()::connect).isInstanceOf(McpAuthorizationException.class);
            assertThat(this.second.requests()).isEmpty();
        }
    }

    @Test
    void connectWhenNoAddressCanBeConnectedNamesAllOfThem() {
        try (RefusedPort other = new RefusedPort()) {
            McpClient client = client(this.refused.url(), other.url());

            assertThatThrownBy(client.session()::connect)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("none of 2 addresses could be connected")
                    .hasMessageContaining("connection refused: " + this.refused.url())
                    .hasMessageContaining("connection refused: " + other.url())
                    .hasMessageContaining("Check that the server is running.")
                    .extracting(error -> ((McpException) error).outcome())
                    .isEqualTo(McpOutcome.NOT_SENT);
        }
    }

    @Test
    void connectWithoutAnAddressFailsAndTheNextAttemptResolvesAgain() {
        McpClient client = client();

        assertThatThrownBy(client.session()::connect)
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("no address of the server is known")
                .hasMessageContaining("Check that an instance of the server is registered");

        this.addresses.set(List.of(this.first.url()));
        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void connectWhenTheResolverFailsReportsItsError() {
        McpClient client = client(builder -> builder.resolver((name, url) -> {
            throw new IllegalStateException("the registry is closed");
        }));

        assertThatThrownBy(client.session()::connect)
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("the addresses of the server could not be resolved")
                .hasMessageContaining("the registry is closed");
    }

    @Test
    void connectRejectsAResolvedAddressThatIsNotAnHttpUrl() {
        McpClient client = client("ftp://127.0.0.1/mcp");

        assertThatThrownBy(client.session()::connect)
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("ftp://127.0.0.1/mcp has no http or https scheme");
    }

    // the server is resolved to a host that an attacker of the network may impersonate
    @Test
    void connectSendsNoCredentialsWithoutTlsToAResolvedAddress() {
        this.addresses.set(List.of("http://192.0.2.1/mcp"));
        McpClient client =
                client(builder -> builder.http(http -> http.withHeader("Authorization", "Bearer token-of-weather")));

        assertThatThrownBy(client.session()::connect)
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("is not https, so that credentials would be sent in cleartext");
    }

    @Test
    void credentialsAreSentToTheResolvedAddress() {
        this.addresses.set(List.of(this.first.url()));
        McpClient client =
                client(builder -> builder.http(http -> http.withHeader("Authorization", "Bearer token-of-weather")));

        echo(client);

        assertThat(this.first.requests("tools/call"))
                .extracting(request -> request.header("Authorization"))
                .containsExactly("Bearer token-of-weather");
    }

    // the resource of a token is the logical server
    @Test
    void authorizationUsesTheConfiguredUrlAsTheResource() {
        List<String> protectedUrls = new CopyOnWriteArrayList<>();
        List<String> requestedUrls = new CopyOnWriteArrayList<>();
        this.addresses.set(List.of(this.first.url()));
        McpClient client = client(builder -> builder.authorization(server -> {
                    protectedUrls.add(server.url().toString());
                    return new HttpAuthorization() {

                        @Override
                        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                            requestedUrls.add(request.url().toString());
                            return Mono.just(
                                    new HttpCredentials(Map.of("Authorization", "Bearer token-of-weather"), null));
                        }

                        @Override
                        public Mono<HttpCredentials> reauthorize(
                                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                            return Mono.empty();
                        }
                    };
                })
                .allowCleartextCredentials());

        echo(client);

        assertThat(protectedUrls).containsOnly(URL);
        assertThat(requestedUrls).containsOnly(this.first.url());
        assertThat(this.first.requests("tools/call").get(0).header("Authorization"))
                .isEqualTo("Bearer token-of-weather");
    }

    @Test
    void logicalUrlWithoutTlsDoesNotPreventCredentials() {
        this.addresses.set(List.of(this.first.url()));
        McpClient client = client(builder ->
                builder.authorization(CredentialsAuthorization.of(McpSchemes.bearer(() -> "token-of-weather"))));

        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void callOverHttpWithSseWhenTheInstanceIsGoneFailsOver() {
        try (ScriptedSseServer one = ScriptedHttpServer.sse();
                ScriptedSseServer other = ScriptedHttpServer.sse()) {
            this.addresses.set(List.of(one.url(), other.url()));
            McpClient client = client(builder -> builder.http(http -> http.withTransport(McpHttpTransportType.SSE)));
            echo(client);
            one.close();

            assertThat(echoRepeatably(client)).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(client.status().peer().port()).isEqualTo(other.port());
        }
    }

    @Test
    void callWhenTheInstanceIsGoneFailsOverInANewSession() {
        McpClient client = client(this.first.url(), this.second.url());
        echo(client);
        this.first.close();

        assertThat(echoRepeatably(client)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.resolved).hasSize(2);
        assertThat(this.second.requests("initialize")).hasSize(1);
        assertThat(client.status().peer().port()).isEqualTo(this.second.port());
        assertThat(client.status().statistics().failedAttempts()).isZero();
    }

    @Test
    void callInTheStatelessEraWhenTheInstanceIsGoneFailsOver() {
        try (ScriptedModernServer one = ScriptedHttpServer.modern();
                ScriptedModernServer other = ScriptedHttpServer.modern()) {
            this.addresses.set(List.of(one.url(), other.url()));
            McpClient client = client(builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)));
            echo(client);
            one.close();

            assertThat(echoRepeatably(client)).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(other.requests("tools/call")).hasSize(1);
        }
    }

    @Test
    void reconnectTriesThePreviouslyFailedAddressAfterTheOthers() {
        AtomicInteger attempts = new AtomicInteger();
        try (ScriptedHttpServer broken = new ScriptedHttpServer()) {
            broken.onAny().always().reply(request -> {
                attempts.incrementAndGet();
                return Reply.status(503);
            });
            McpClient client = client(broken.url(), this.second.url());
            echo(client);
            this.second.forgetSessions();

            assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");

            assertThat(this.resolved).hasSize(2);
            assertThat(this.second.sessionsOpened()).isEqualTo(2);
            assertThat(attempts).hasValue(1);
        }
    }

    @Test
    void storedSessionIsNotSentToAnotherAddress() {
        FaultyStore store = new FaultyStore();
        McpSessionSettings sessions = McpSessionSettings.of(store).withInstanceId("i1");
        this.addresses.set(List.of(this.first.url()));
        echo(client(builder -> builder.sessions(sessions)));
        Awaitility.await().atMost(LIMIT).until(() -> !store.keys().isEmpty());
        this.second.knowingSession("session-1");
        this.addresses.set(List.of(this.second.url()));

        echo(client(builder -> builder.sessions(sessions)));

        assertThat(this.second.requests("initialize")).hasSize(1);
        assertThat(this.second.requests())
                .filteredOn(request -> isBeforeSession(this.second.requests(), request))
                .extracting(request -> request.header(SESSION_HEADER))
                .containsOnlyNulls();
    }

    private static boolean isBeforeSession(List<RecordedRequest> all, RecordedRequest request) {
        return all.indexOf(request)
                <= all.indexOf(all.stream()
                        .filter(each -> each.is("initialize"))
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void storedSessionIsResumedAtItsAddress() {
        FaultyStore store = new FaultyStore();
        McpSessionSettings sessions = McpSessionSettings.of(store).withInstanceId("i1");
        this.addresses.set(List.of(this.first.url()));
        echo(client(builder -> builder.sessions(sessions)));
        Awaitility.await().atMost(LIMIT).until(() -> !store.keys().isEmpty());

        echo(client(builder -> builder.sessions(sessions)));

        assertThat(this.first.requests("initialize")).hasSize(1);
        assertThat(sessions(this.first, "tools/call")).containsExactly("session-1");
    }

    @Test
    void sharedSessionContinuesOnTheOtherInstance() {
        FaultyStore store = new FaultyStore();
        this.addresses.set(List.of(this.first.url(), this.second.url()));
        McpClient client = client(builder -> builder.sessions(
                McpSessionSettings.of(store).withScope(McpSessionScope.SHARED).withInstanceId("i1")));
        echo(client);
        this.second.knowingSession("session-1");
        this.first.close();

        assertThat(echoRepeatably(client)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.second.requests("initialize")).isEmpty();
        assertThat(sessions(this.second, "tools/call")).containsExactly("session-1");
    }

    @Test
    void resolverForACommandIsAConfigurationError() {
        McpClientBuilder builder =
                McpClient.builder("weather").command("mcp-weather").resolver(this::resolve);

        assertThatThrownBy(builder::build)
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("resolver is set for a server without a URL");
    }
}
