package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole clients that find tokens in their store, in front of a server that wants them. */
@Timeout(60)
class RenewedTokenTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ScriptedAuthorizationServer authorizationServer =
            new ScriptedAuthorizationServer().client("client-1", null);

    private final McpOAuthSettings settings = McpOAuthSettings.builder()
            .clientId("client-1")
            .tokenAuthMethod(McpTokenAuthMethod.NONE)
            .redirectUri(URI.create("http://localhost:3000/callback"))
            .prompt(request -> Mono.error(new IllegalStateException("nobody is there")))
            .store(new InMemoryMcpTokenStore())
            .build();

    @AfterEach
    void close() {
        this.authorizationServer.close();
    }

    // H01, H02: a hundred calls that all get 401: one refresh, and each of them is sent once more
    @ParameterizedTest
    @EnumSource(
            value = McpProtocol.class,
            names = {"MODERN", "LEGACY"})
    void hundredCallsWithAnExpiredTokenRefreshOnce(McpProtocol protocol) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            ScriptedResource.protect(server, this.authorizationServer);
            remember(server, Duration.ofHours(1));
            client.callTool("echo", Map.of("city", "Oslo"));
            this.authorizationServer.expireAll();

            List<CallToolResult> results = Flux.range(0, 100)
                    .flatMap(
                            i -> client.reactive()
                                    .callTool("echo", Map.of("city", "Oslo"))
                                    .subscribeOn(Schedulers.parallel()),
                            100)
                    .collectList()
                    .block(LIMIT);

            assertThat(results).hasSize(100).allSatisfy(result -> assertThat(result.isError())
                    .isFalse());
            assertThat(this.authorizationServer.tokenRequests()).hasSize(1);
            assertThat(this.authorizationServer.tokenRequests().get(0).get("resource"))
                    .isEqualTo(server.url());
            assertThat(server.requests("tools/call")).hasSizeLessThanOrEqualTo(1 + 2 * 100);
        }
    }

    // H24: tokens that are good are used without a word to anybody, and renewed behind the calls as long as that fails
    @ParameterizedTest
    @EnumSource(
            value = McpProtocol.class,
            names = {"MODERN", "LEGACY"})
    void callsContinueWhileTheAuthorizationServerIsUnavailable(McpProtocol protocol) {
        this.authorizationServer.at("/token", request -> Reply.neverAnswer());
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            ScriptedResource resource = ScriptedResource.protect(server, this.authorizationServer);
            remember(server, Duration.ofMinutes(8)); // of an hour

            for (int i = 0; i < 5; i++) {
                assertThat(client.callTool("echo", Map.of("city", "Oslo")).isError())
                        .isFalse();
            }

            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> !this.authorizationServer.tokenRequests().isEmpty());
            assertThat(this.authorizationServer.tokenRequests()).hasSize(1);
            assertThat(resource.refusals()).isZero();
            assertThat(server.requests("GET"))
                    .noneMatch(request -> request.path().contains(".well-known"));
        }
    }

    // H05: a server that is never content: one refresh for a call, two in a minute, and an error that says so
    @ParameterizedTest
    @EnumSource(
            value = McpProtocol.class,
            names = {"MODERN", "LEGACY"})
    void serverThatRejectsFreshTokensCausesALimitedNumberOfRefreshes(McpProtocol protocol) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            ScriptedResource.protect(server, this.authorizationServer);
            remember(server, Duration.ofHours(1));
            client.callTool("echo", Map.of("city", "Oslo"));
            this.authorizationServer.tokenResponse(members -> {
                this.authorizationServer.expireAll(); // also the token that is on its way
                return members;
            });
            this.authorizationServer.expireAll();

            List<String> messages = Flux.range(0, 6)
                    .concatMap(i -> client.reactive()
                            .callTool("echo", Map.of("city", "Oslo"))
                            .map(String::valueOf)
                            .onErrorResume(error -> Mono.just(String.valueOf(error.getMessage()))))
                    .collectList()
                    .block(LIMIT);

            assertThat(this.authorizationServer.tokenRequests()).hasSize(2);
            assertThat(messages).hasSize(6).last().asString().contains("within a minute");
        }
    }

    private static ScriptedHttpServer server(McpProtocol protocol) {
        return (protocol == McpProtocol.MODERN ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy())
                .withoutVerification();
    }

    private McpClient client(ScriptedHttpServer server, McpProtocol protocol) {
        return McpClient.builder("weather")
                .protocol(settings -> settings.withEra(protocol))
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(LIMIT).withRequest(LIMIT))
                .oauth(this.settings)
                .build();
    }

    /** Puts tokens into the store that were obtained an hour ago, less what is left of them. */
    private void remember(ScriptedHttpServer server, Duration left) {
        ScriptedAuthorizationServer.Issued issued = this.authorizationServer.issue("client-1", server.url());
        Instant end = Instant.now().plus(left);
        Held held = new Held(
                new TokenSet.Owner(this.authorizationServer.issuer(), server.url(), "client-1"),
                new TokenSet(
                        issued.accessToken(),
                        false,
                        issued.refreshToken(),
                        List.of(),
                        end.minus(Duration.ofHours(1)),
                        end));
        new TokenKeeper(
                        TokenFixtures.server(server.url(), McpPrincipal.APPLICATION),
                        this.settings,
                        TokenFixtures.values(this.settings.store(), null),
                        new DPoPKey(InstantSource.system()))
                .renew(null, none -> Mono.just(held))
                .block(LIMIT);
    }
}
