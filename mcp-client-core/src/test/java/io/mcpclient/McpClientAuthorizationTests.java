package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Clients that need credentials, over every HTTP transport and in both eras: AUTH-01, AUTH-05, AUTH-50 to AUTH-53, AUTH-55,
 * HTL-26, HTM-22, SEC-21, SEC-22, CC-06, faults A06, H03, H21, H27.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpClientAuthorizationTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String TOKEN = "t0ken-of-the-first-hour";

    private static final String RENEWED = "t0ken-of-the-second-hour";

    private static final String EXTENSION = "com.example/vouched";

    /** A listener for which a stream is opened. */
    private static final McpChangeListener CURIOUS = new McpChangeListener() {};

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest().secrets(TOKEN, RENEWED);

    private final AtomicReference<String> token = new AtomicReference<>(TOKEN);

    private ScriptedHttpServer server;

    private McpClient client;

    /** The ways to a server. */
    enum Variant {
        LEGACY(ScriptedHttpServer::legacy, McpProtocol.LEGACY, McpHttpTransportType.STREAMABLE_HTTP),
        LEGACY_BY_AUTO(ScriptedHttpServer::legacy, McpProtocol.AUTO, McpHttpTransportType.AUTO),
        SSE(ScriptedHttpServer::sse, McpProtocol.LEGACY, McpHttpTransportType.SSE),
        SSE_BY_AUTO(ScriptedHttpServer::sse, McpProtocol.LEGACY, McpHttpTransportType.AUTO),
        MODERN(ScriptedHttpServer::modern, McpProtocol.MODERN, McpHttpTransportType.STREAMABLE_HTTP),
        MODERN_BY_AUTO(ScriptedHttpServer::modern, McpProtocol.AUTO, McpHttpTransportType.AUTO);

        private final Supplier<ScriptedHttpServer> server;

        private final McpProtocol protocol;

        private final McpHttpTransportType transport;

        Variant(Supplier<ScriptedHttpServer> server, McpProtocol protocol, McpHttpTransportType transport) {
            this.server = server;
            this.protocol = protocol;
            this.transport = transport;
        }

        /** The name of the very first request. */
        String first() {
            return switch (this) {
                case SSE -> "GET";
                case LEGACY, SSE_BY_AUTO -> "initialize";
                default -> "server/discover";
            };
        }
    }

    private void start(Variant way, Consumer<McpClientBuilder> settings) {
        this.server = way.server.get();
        McpClientBuilder builder = McpClient.builder("weather")
                .url(this.server.url())
                .protocol(protocol -> protocol.withEra(way.protocol))
                .http(http -> http.withTransport(way.transport))
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON));
        settings.accept(builder);
        this.client = this.invariants.build(builder);
    }

    private void startWithToken(Variant way) {
        start(way, builder -> builder.credentials(McpSchemes.bearer(this.token::get)));
    }

    @AfterEach
    void close() {
        if (this.client != null) {
            this.client.close();
        }
        if (this.server != null) {
            this.server.close();
        }
    }

    private static Reply refusal(int status, String... challenges) {
        Reply.Whole reply = Reply.status(status);
        for (String challenge : challenges) {
            reply = reply.withHeader("WWW-Authenticate", challenge);
        }
        return reply;
    }

    private static boolean isStale(RecordedRequest request) {
        return ("Bearer " + TOKEN).equals(request.header("Authorization"));
    }

    // AUTH-50, HTL-26, HTM-22, SEC-22, AUTH-51: each request, and nowhere but in its header
    @ParameterizedTest
    @EnumSource
    void everyRequestCarriesTheCredentialsInItsHeaderOnly(Variant way) {
        startWithToken(way);

        ProgrammingModel.BLOCKING.callTool(this.client);
        this.client.listTools();
        this.client.close();

        assertThat(this.server.requests()).hasSizeGreaterThan(2).allSatisfy(request -> {
            assertThat(request.header("Authorization")).isEqualTo("Bearer " + TOKEN);
            assertThat(request.path()).doesNotContain(TOKEN);
            assertThat(request.body()).doesNotContain(TOKEN);
        });
    }

    // AUTH-55: a token that was renewed in the meantime is taken without anybody noticing, within a session
    @ParameterizedTest
    @EnumSource
    void callToolWhenTheTokenWasRenewedIsRetriedWithTheNewToken(Variant way) {
        startWithToken(way);
        ProgrammingModel.BLOCKING.callTool(this.client);
        int before = this.server.requests().size();
        int sessions = this.server.requests("initialize").size();
        this.server.on("tools/call").where(McpClientAuthorizationTests::isStale).reply(request -> {
            this.token.set(RENEWED);
            return refusal(401, "Bearer error=\"invalid_token\"");
        });

        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(this.server.requests().subList(before, this.server.requests().size()))
                .filteredOn(request -> request.is("tools/call"))
                .extracting(request -> request.header("Authorization"))
                .containsExactly("Bearer " + TOKEN, "Bearer " + RENEWED);
        assertThat(this.server.requests("initialize")).hasSize(sessions);
    }

    static Stream<Arguments> firstRefusals() {
        return Stream.of(Variant.values())
                .flatMap(way -> Stream.of(401, 402, 403).map(status -> arguments(way, status)));
    }

    // fault A06, H21: the first answer is classified in one round trip, whatever the transport
    @ParameterizedTest
    @MethodSource("firstRefusals")
    void connectWhenTheFirstResponseIs401Or403ReportsItInOneRoundTrip(Variant way, int status) {
        start(way, builder -> {});
        this.server
                .on(way.first())
                .reply(refusal(
                        status, "Basic realm=\"x\"", "Bearer error=\"insufficient_scope\", scope=\"a b\", junk=1"));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.serverName()).isEqualTo("weather");
            assertThat(refused.reason()).isEqualTo(McpAuthorizationException.Reason.REFUSED);
            assertThat(refused.outcome()).isEqualTo(McpOutcome.REJECTED);
            assertThat(refused.challenges()).extracting(McpChallenge::scheme).containsExactly("basic", "bearer");
            assertThat(refused.requiredScopes()).containsExactly("a", "b");
            assertThat(refused.challenge()).contains("Basic realm=", "insufficient_scope");
            assertThat(refused.remedy()).contains("The server's challenge: Basic");
        });
        assertThat(this.server.requests()).hasSize(1);
        assertThat(this.client.status().lastError()).isSameAs(failure);
    }

    // fault A06, AUTH-55: the same with rejected credentials
    @ParameterizedTest
    @MethodSource("firstRefusals")
    void connectWhenCredentialsAreRejectedReportsItInOneRoundTrip(Variant way, int status) {
        startWithToken(way);
        this.server.on(way.first()).reply(refusal(status, "Bearer"));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpAuthorizationException.class);
        if (status == 401) {
            assertThat(failure.remedy()).contains("Check mcp.servers.weather.auth");
        }
        assertThat(this.server.requests()).hasSize(1);
    }

    // fault A06: a refusal in the middle of the handshake is not hidden by errors of the cleanup
    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"LEGACY", "LEGACY_BY_AUTO"})
    void connectWhenUnauthorizedAndTheSessionDeletionFailsReportsTheAuthorizationError(Variant way) {
        start(way, builder -> {});
        this.server.on("notifications/initialized").reply(refusal(401, "Bearer"));
        this.server.on("DELETE").reply(Reply.reset());

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure)
                .isInstanceOfSatisfying(McpAuthorizationException.class, refused -> assertThat(refused.status())
                        .isEqualTo(401));
        this.server.awaitRequests("DELETE", 1, SOON);
    }

    // fault A06: nothing can be fetched that is not there
    @ParameterizedTest
    @EnumSource
    void callToolWhenTheCredentialSupplierFailsSendsNothing(Variant way) {
        start(
                way,
                builder -> builder.credentials(McpSchemes.bearer(() -> {
                    throw new IllegalStateException("the vault is shut, and the key to it is " + TOKEN);
                })));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(McpAuthorizationException.Reason.SETTINGS);
            assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        });
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    // fault H03: a stream that stays open, a call that waits for its user, and others that do not
    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"LEGACY", "MODERN"})
    void callsContinueWhileAnotherCallWaitsForCredentials(Variant way) {
        AwaitingAuthorization authorization = new AwaitingAuthorization();
        start(way, builder -> builder.authorization(server -> authorization).changeListener(CURIOUS));
        if (way == Variant.LEGACY) {
            this.server
                    .on("initialize")
                    .reply(Reply.result(
                                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                                            + "{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}")
                            .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s1"));
            this.server.on("GET").reply(Reply.sse(": open").thenHang());
        }
        ProgrammingModel.BLOCKING.callTool(this.client);
        this.server.awaitRequests((way == Variant.LEGACY) ? "GET" : "subscriptions/listen", 1, SOON);
        this.server.on("tools/call").times(1).reply(refusal(401, "Bearer"));

        CompletableFuture<CallToolResult> waiting =
                this.client.reactive().callTool("echo", Map.of()).toFuture();
        await().atMost(SOON).until(() -> authorization.asked > 0);
        for (int i = 0; i < 10; i++) {
            this.client.listTools();
        }
        assertThat(waiting).isNotDone();
        authorization.user.tryEmitValue(AwaitingAuthorization.bearer(RENEWED));

        assertThat(waiting).succeedsWithin(SOON);
    }

    /** Waits for a user after a refusal. */
    private static final class AwaitingAuthorization implements HttpAuthorization {

        final Sinks.One<HttpCredentials> user = Sinks.one();

        volatile int asked;

        static HttpCredentials bearer(String token) {
            return new HttpCredentials(Map.of("Authorization", "Bearer " + token), null);
        }

        @Override
        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
            return Mono.just(bearer(TOKEN));
        }

        @Override
        public Mono<HttpCredentials> reauthorize(
                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
            this.asked++;
            return this.user.asMono();
        }

        @Override
        public Set<String> extensions() {
            return Set.of(EXTENSION);
        }
    }

    // CC-06: what is in use is declared, when a session begins and with each request
    @ParameterizedTest
    @EnumSource
    void extensionsOfTheAuthorizationAreDeclaredAsClientCapabilities(Variant way) {
        start(way, builder -> builder.authorization(server -> new AwaitingAuthorization()));

        ProgrammingModel.BLOCKING.callTool(this.client);

        boolean isModern = way == Variant.MODERN || way == Variant.MODERN_BY_AUTO;
        List<RecordedRequest> declaring = isModern ? this.server.requests() : this.server.requests("initialize");
        String path = isModern
                ? "/params/_meta/io.modelcontextprotocol~1clientCapabilities/extensions"
                : "/params/capabilities/extensions";
        assertThat(declaring).isNotEmpty().allSatisfy(request -> assertThat(
                        request.json().at(path).has(EXTENSION))
                .isTrue());
    }

    // fault H27, AUTH-55: a stream that is refused is tried again in peace, and needs no new session for it
    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"LEGACY", "MODERN"})
    void listenWhenUnauthorizedPausesAndReconnectsOnceThereAreCredentials(Variant way) {
        start(way, builder -> builder.credentials(McpSchemes.bearer(this.token::get))
                .changeListener(CURIOUS));
        String stream = (way == Variant.LEGACY) ? "GET" : "subscriptions/listen";
        if (way == Variant.LEGACY) {
            this.server
                    .on("initialize")
                    .reply(Reply.result(
                                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                                            + "{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}")
                            .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s1"));
        }
        this.server
                .on(stream)
                .where(McpClientAuthorizationTests::isStale)
                .always()
                .reply(refusal(401, "Bearer"));
        if (way == Variant.LEGACY) {
            this.server.on("GET").reply(Reply.sse(": open").thenHang());
        }

        ProgrammingModel.BLOCKING.callTool(this.client);
        this.server.awaitRequests(stream, 2, SOON);
        assertThat(this.server.requests(stream)).hasSizeLessThan(4);
        this.token.set(RENEWED);

        await().atMost(SOON).until(() -> this.server.openRequests().stream()
                .anyMatch(request -> request.is(stream) && !isStale(request)));
        ProgrammingModel.BLOCKING.callTool(this.client);
        assertThat(this.server.requests("initialize")).hasSizeLessThan(2);
    }

    // fault A06: a caller whose deadline passes during a user's authorization gets that reason, not "server
    // unavailable"
    @ParameterizedTest
    @EnumSource
    void connectWhenAuthorizationTakesTooLongReportsThatItWasWaitingForIt(Variant way) {
        AwaitingAuthorization authorization = new AwaitingAuthorization();
        VirtualTime time = new VirtualTime();
        start(way, builder -> builder.authorization(server -> authorization)
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(2)))
                .time(time));
        this.server.onAny().where(McpClientAuthorizationTests::isStale).always().reply(refusal(401, "Bearer"));

        McpException failure = time.elapse(
                Duration.ofSeconds(2),
                () -> ProgrammingModel.BLOCKING.failedCall(this.client),
                () -> await().atMost(SOON).until(() -> authorization.asked > 0));

        assertThat(failure)
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("none were available within 2000 ms");
        authorization.user.tryEmitValue(AwaitingAuthorization.bearer(RENEWED));
        ProgrammingModel.BLOCKING.callTool(this.client);
    }

    /** Provides credentials late, before any request. */
    private record SlowAuthorization(Mono<HttpCredentials> credentials) implements HttpAuthorization {

        @Override
        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
            return this.credentials;
        }

        @Override
        public Mono<HttpCredentials> reauthorize(
                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
            return Mono.empty();
        }
    }

    // the server, which has seen no request, is not to blame
    @ParameterizedTest
    @EnumSource
    void connectWhenTheFirstCredentialsTakeTooLongReportsThatItWasWaitingForThem(Variant way) {
        Sinks.One<HttpCredentials> later = Sinks.one();
        AtomicBoolean asked = new AtomicBoolean();
        VirtualTime time = new VirtualTime();
        Mono<HttpCredentials> slow = later.asMono().doOnSubscribe(subscription -> asked.set(true));
        start(way, builder -> builder.authorization(server -> new SlowAuthorization(slow))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(2)))
                .time(time));

        McpException failure = time.elapse(
                Duration.ofSeconds(2),
                () -> ProgrammingModel.BLOCKING.failedCall(this.client),
                () -> await().atMost(SOON).untilTrue(asked));

        assertThat(failure)
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContaining("none were available within 2000 ms");
        assertThat(this.server.requests()).isEmpty();
        later.tryEmitValue(AwaitingAuthorization.bearer(RENEWED));
        ProgrammingModel.BLOCKING.callTool(this.client);
    }

    // fault A06: the status and the listeners report the same cause
    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"LEGACY", "MODERN"})
    void callsDuringTheReconnectPauseReportTheAuthorizationError(Variant way) {
        start(way, builder -> builder.credentials(McpSchemes.bearer(this.token::get))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMinutes(4), 2, Duration.ofMinutes(5))));
        this.server.onAny().where(McpClientAuthorizationTests::isStale).always().reply(refusal(403, "Bearer scope=a"));
        for (int i = 0; i < 3; i++) {
            assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).isInstanceOf(McpAuthorizationException.class);
        }

        McpException held = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(held)
                .isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
                    assertThat(refused.status()).isEqualTo(403);
                    assertThat(refused.requiredScopes()).containsExactly("a");
                    assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                })
                .hasMessageContaining("not connected, next attempt at");
        assertThat(this.server.requests()).hasSize(3);
        this.token.set(RENEWED);
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(McpAuthorizationException.class)
                .untilAsserted(() -> ProgrammingModel.BLOCKING.callTool(this.client));
    }

    // fault H21: 20 KB of challenges are no challenge, and no harm
    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"LEGACY", "MODERN", "SSE"})
    void connectWhenTheChallengeIsTooLongFailsWithoutParsedChallenges(Variant way) {
        startWithToken(way);
        this.server
                .on(way.first())
                .reply(refusal(401, "Bearer realm=\"" + "x".repeat(10_000) + "\"", "Basic a=\"" + "y".repeat(10_000)));

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client))
                .isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
                    assertThat(refused.challenges()).isEmpty();
                    assertThat(refused.requiredScopes()).isEmpty();
                    assertThat(refused.challenge()).startsWith("Bearer realm=").hasSizeLessThan(1100);
                    assertThat(refused.getMessage()).hasSizeLessThan(1000);
                });
    }
}
