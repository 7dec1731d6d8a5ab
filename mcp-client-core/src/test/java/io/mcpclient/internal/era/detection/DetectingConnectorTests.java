package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Detection over HTTP, where each exchange is on its own. */
@Timeout(60)
class DetectingConnectorTests {

    private static final String PROBE = "server/discover";

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static McpClientBuilder builder(ScriptedHttpServer server) {
        return McpClient.builder("weather").url(server.url()).timeouts(timeouts -> timeouts.withConnect(SOON)
                .withRequest(SOON)
                .withShutdown(Duration.ofSeconds(2)));
    }

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(builder(server));
    }

    private static McpException failedConnect(McpClient client) {
        return catchThrowableOfType(McpException.class, client.session()::connect);
    }

    private static List<String> methods(ScriptedHttpServer server) {
        return server.requests().stream()
                .map(RecordedRequest::rpcMethod)
                .filter(method -> method != null)
                .toList();
    }

    private static Reply error(int status, int code, String data) {
        return Reply.json(
                status,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"no\",\"data\":" + data
                        + "}}");
    }

    private static Reply unsupported(String supported) {
        return error(400, -32022, "{\"supported\":" + supported + ",\"requested\":\"2026-07-28\"}");
    }

    // detection

    // VER-09, VER-14: no handshake, nothing but the discovery
    @Test
    void modernServerIsDetectedByDiscovery() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = client(server)) {
            McpServerDescription description = client.session().connect();

            assertThat(description.era()).isEqualTo(McpEra.MODERN);
            assertThat(client.status().eraReason()).isEqualTo("server/discover succeeded");
            assertThat(methods(server)).containsExactly(PROBE);
        }
    }

    // VER-09, VER-14, VER-15: one request more, once
    @Test
    void legacyServerIsProbedOnce() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            client.session().dispose();
            server.forgetSessions();
            client.callTool("echo", Map.of());

            assertThat(client.status().eraReason()).isEqualTo("HTTP 400 with error -32000 to server/discover");
            assertThat(methods(server))
                    .containsExactly(
                            PROBE,
                            "initialize",
                            "notifications/initialized",
                            "initialize",
                            "notifications/initialized",
                            "tools/call");
        }
    }

    static Stream<Reply> answersOfLegacyServers() {
        return Stream.of(
                Reply.status(400),
                Reply.json(400, "{\"jsonRpcError\":{\"code\":-32601},\"stackTrace\":[]}"),
                Reply.status(400, "text/html", "<h1>Bad request</h1>"),
                error(400, -32602, "null"),
                Reply.status(404),
                error(404, -32601, "null"),
                Reply.status(405),
                Reply.status(406),
                Reply.error(-32601, "Method not found"),
                Reply.error(-32000, "Server not initialized"),
                Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32602,\"message\":\"no\"}}"),
                Reply.result("{\"tools\":[]}"));
    }

    // VER-10, VER-11, VER-13, fault A14
    @ParameterizedTest
    @MethodSource("answersOfLegacyServers")
    void legacyProbeResultLeadsToTheHandshake(Reply answer) {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            server.on(PROBE).reply(answer);

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            client.session().dispose();
            client.session().connect();

            assertThat(server.requests(PROBE)).hasSize(1);
        }
    }

    static Stream<Reply> answersOfNoServerInParticular() {
        return Stream.of(
                Reply.status(500),
                Reply.status(200, "text/html", "<h1>Please log in</h1>"),
                Reply.accepted(),
                Reply.json(200, "{\"cut\":"));
    }

    // faults A07, A14, B06: the handshake is tried, and the next connection attempt probes again
    @ParameterizedTest
    @MethodSource("answersOfNoServerInParticular")
    void ambiguousProbeResultLeadsToTheHandshakeAndIsNotRemembered(Reply answer) {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            server.on(PROBE).times(2).reply(answer);

            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            client.session().dispose();
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
        }
    }

    static Stream<Reply> answersThatSayNothing() {
        return Stream.of(
                Reply.status(408),
                Reply.status(429),
                Reply.status(502),
                Reply.status(503),
                error(503, -32603, "null"),
                Reply.redirect(302, "https://login.example.com/"),
                Reply.reset());
    }

    // VER-12
    @ParameterizedTest
    @MethodSource("answersThatSayNothing")
    void outageFailsTheAttemptAndTheNextOneProbesAgain(Reply answer) {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = client(server)) {
            server.on(PROBE).reply(answer);

            assertThat(failedConnect(client)).isInstanceOf(McpInitializationException.class);
            assertThat(client.session().connect().era()).isEqualTo(McpEra.MODERN);
            assertThat(methods(server)).containsExactly(PROBE, PROBE);
        }
    }

    // VER-12, fault A06
    @ParameterizedTest
    @ValueSource(ints = {401, 402, 403})
    void authorizationChallengeFailsTheAttempt(int status) {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = client(server)) {
            server.on(PROBE).reply(Reply.status(status).withHeader("WWW-Authenticate", "Bearer scope=\"a\""));

            McpAuthorizationException error =
                    catchThrowableOfType(McpAuthorizationException.class, client.session()::connect);

            assertThat(error.status()).isEqualTo(status);
            assertThat(methods(server)).containsExactly(PROBE);
        }
    }

    // fault A07: a portal answers everything; its page says most
    @Test
    void captivePortalIsReportedByItsResponse() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            server.on(PROBE).reply(Reply.status(200, "text/html", "<h1>Please log in</h1>"));
            server.on("initialize").reply(Reply.status(511));

            McpException error = failedConnect(client);

            assertThat(error)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("text/html")
                    .hasMessageContaining("Please log in");
            assertThat(((McpProtocolException) error.getCause()).reason()).isEqualTo(Reason.CONTENT_TYPE);
        }
    }

    // time

    // fault A14: the probe ends long before the time to connect does
    @Test
    void probeTimeoutLeadsToTheHandshake() {
        VirtualTime time = new VirtualTime();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server)
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(3)))
                        .time(time))) {
            server.on(PROBE).reply(Reply.neverAnswer());

            McpServerDescription description = time.elapse(
                    Duration.ofMillis(1500), client.session()::connect, () -> server.awaitRequests(PROBE, 1, SOON));

            assertThat(description.era()).isEqualTo(McpEra.LEGACY);
            assertThat(client.status().eraReason()).isEqualTo("no response to server/discover within 1500 ms");
            server.awaitDisconnect(SOON);
            assertThat(server.abandoned()).allMatch(request -> request.is(PROBE));
        }
    }

    // fault A14, VER-22: a server that is slow, and refuses the handshake, gets the whole time at the next attempt
    @Test
    void slowModernServerIsDetectedAtTheNextAttempt() {
        VirtualTime time = new VirtualTime();
        Duration half = Duration.ofSeconds(2);
        CountDownLatch slow = new CountDownLatch(1);
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = this.invariants.build(builder(server)
                        .timeouts(timeouts -> timeouts.withConnect(half.multipliedBy(2)))
                        .time(time))) {
            server.on("initialize").optionally().reply(unsupported("[\"2026-07-28\"]"));
            server.on(PROBE)
                    .always()
                    .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"resultType\":\"complete\","
                                    + "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}}")
                            .after(slow));

            assertThat(time.elapse(half, () -> failedConnect(client), () -> {
                        server.awaitRequests(PROBE, 1, SOON);
                        time.advance(half);
                        server.awaitRequests(PROBE, 2, SOON);
                    }))
                    .isNotNull();

            McpServerDescription description = time.elapse(Duration.ZERO, client.session()::connect, () -> {
                server.awaitRequests(PROBE, 3, SOON);
                time.advance(half.plusMillis(500));
                slow.countDown();
            });
            assertThat(description.era()).isEqualTo(McpEra.MODERN);
            assertThat(methods(server)).containsExactly(PROBE, "initialize", PROBE, PROBE);
        }
    }

    // fault A18
    @Test
    void serverThatNeverRespondsFailsAtTheConnectTimeout() {
        VirtualTime time = new VirtualTime();
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = this.invariants.build(builder(server)
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofMillis(1200)))
                        .time(time))) {
            server.on(PROBE).reply(Reply.neverAnswer());
            server.on("initialize").reply(Reply.neverAnswer());

            McpException error = time.elapse(Duration.ofMillis(600), () -> failedConnect(client), () -> {
                server.awaitRequests(PROBE, 1, SOON);
                time.advance(Duration.ofMillis(600));
                server.awaitRequests("initialize", 1, SOON);
            });

            assertThat(error).isInstanceOf(McpInitializationException.class).hasMessageContaining("1200 ms");
            server.awaitDisconnects(2, SOON);
        }
    }

    // versions

    // VER-02, VER-03, fault A15: even the revision that was asked with
    @Test
    void probeIsRepeatedOnceWithASupportedRevision() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = client(server)) {
            server.on(PROBE).reply(unsupported("[\"2027-01-01\",\"2026-07-28\"]"));

            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2026_07_28);
            assertThat(methods(server)).containsExactly(PROBE, PROBE);
            assertThat(server.requests(PROBE))
                    .extracting(RecordedRequest::rpcId)
                    .doesNotHaveDuplicates();
        }
    }

    // VER-03: once
    @Test
    void serverThatRejectsItsOwnSupportedRevisionIsProbedTwice() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            server.on(PROBE).times(2).reply(unsupported("[\"2026-07-28\"]"));

            assertThat(failedConnect(client))
                    .hasMessageContaining("the server refuses revision 2026-07-28, although it offers it");
        }
    }

    // VER-02, fault A15: disjoint, empty, malformed
    @ParameterizedTest
    @ValueSource(strings = {"[\"2027-01-01\"]", "[]", "\"2026-07-28\"", "null"})
    void rejectionWithoutACommonRevisionNamesTheRevisionsOfBothSides(String supported) {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            server.on(PROBE).reply(unsupported(supported));

            McpException error = failedConnect(client);

            assertThat(error)
                    .hasMessageContaining("no common protocol revision: the server offers [")
                    .hasMessageContaining("this client accepts [2026-07-28, 2025-11-25, ");
            assertThat(((McpProtocolException) error.getCause()).reason()).isEqualTo(Reason.VERSION);
        }
    }

    static Stream<Reply> serversThatNameHandshakeRevisions() {
        return Stream.of(
                unsupported("[\"2024-11-05\",\"2025-06-18\"]"),
                Reply.result("{\"supportedVersions\":[\"2024-11-05\",\"2025-06-18\"],\"capabilities\":{}}"));
    }

    // from the list, and no guess; and so again the next time
    @ParameterizedTest
    @MethodSource("serversThatNameHandshakeRevisions")
    void handshakeProposesTheNewestCommonRevision(Reply answer) {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            server.on(PROBE).reply(answer);

            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_06_18);
            client.session().dispose();
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_06_18);
            assertThat(client.status().eraReason()).endsWith("naming 2025-06-18");
        }
    }

    // VER-10, VER-11, fault A15: modern for sure, and no reason for a handshake
    @Test
    void missingCapabilityErrorFailsTheAttempt() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            server.on(PROBE).reply(error(400, -32021, "{\"requiredCapabilities\":{\"sampling\":{}}}"));

            McpException error = failedConnect(client);

            assertThat(error).hasMessageContaining("-32021").hasMessageContaining("sampling");
            assertThat(error.getCause()).isInstanceOf(McpRequestException.class);
        }
    }

    // what is set

    // VER-25
    @Test
    void modernOnlyClientNeverPerformsTheHandshake() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(
                        builder(server).protocol(protocol -> protocol.withEra(McpProtocol.MODERN)))) {
            McpException error = failedConnect(client);

            assertThat(error)
                    .hasMessageContaining("the server does not speak revision 2026-07-28")
                    .hasMessageContaining("HTTP 400 with error -32000 to server/discover")
                    .hasMessageContaining("Set protocol to auto");
            assertThat(methods(server)).containsExactly(PROBE);
        }
    }

    // VER-25: the discovery is how a connection begins, regardless of its trigger
    @Test
    void pinnedModernRevisionIsConnectedByDiscovery() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = this.invariants.build(
                        builder(server).protocol(protocol -> protocol.withRevision(ProtocolRevision.V2026_07_28)))) {
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2026_07_28);
            assertThat(methods(server)).containsExactly(PROBE);
        }
    }

    // VER-25
    @Test
    void legacyOnlyClientNeverSendsDiscovery() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(
                        builder(server).protocol(protocol -> protocol.withEra(McpProtocol.LEGACY)))) {
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_11_25);
            assertThat(methods(server)).containsExactly("initialize", "notifications/initialized");
        }
    }
}
