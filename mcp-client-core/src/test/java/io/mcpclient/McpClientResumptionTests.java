package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.session.FaultyStore;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.status.McpEra;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a client does with what it remembers from before, over the wire. */
@Timeout(60)
class McpClientResumptionTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final Duration LIMIT = Duration.ofSeconds(15);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final FaultyStore store = new FaultyStore();

    private final List<McpClient> clients = new ArrayList<>();

    @BeforeAll
    static void warmUp() {
        FaultyStore.warmUp();
    }

    @AfterEach
    void close() {
        this.store.release();
        this.clients.forEach(McpClient::close);
        this.server.close();
    }

    private McpSessionSettings settings() {
        return McpSessionSettings.of(this.store).withInstanceId("i1");
    }

    private McpClient client(McpSessionSettings sessions, UnaryOperator<McpClientBuilder> change) {
        McpClient client = this.invariants.build(change.apply(McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(this.server.url())
                .sessions(sessions)
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(8))
                        .withRequest(Duration.ofSeconds(8))
                        .withShutdown(Duration.ofSeconds(2)))));
        this.clients.add(client);
        return client;
    }

    private McpClient client() {
        return client(settings(), builder -> builder);
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    private List<String> names() {
        return this.server.requests().stream()
                .map(request -> (request.rpcMethod() != null) ? request.rpcMethod() : request.method())
                .toList();
    }

    private List<String> namesSince(int count) {
        return names().subList(count, names().size());
    }

    /** Connects, waits for that to be remembered, and leaves the client as one that was killed. */
    private void crash(McpClient client) {
        echo(client);
        awaitKept();
    }

    private void awaitKept() {
        Awaitility.await().atMost(LIMIT).until(() -> present() != null);
    }

    private McpStoredValue present() {
        List<String> keys = this.store.keys();
        return keys.isEmpty() ? null : this.store.present(keys.get(0));
    }

    // design 13: on start a remembered session is resumed without a handshake; one ping proves it
    @ParameterizedTest
    @EnumSource
    void callToolAfterARestartNeedsNoHandshake(ProgrammingModel face) {
        McpClient before = client();
        crash(before);
        int count = names().size();

        McpClient after = client();
        assertThat(face.callTool(after).text()).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(namesSince(count)).containsExactly("ping", "tools/call");
        assertThat(this.server.requests("ping").get(0).header(SESSION_HEADER)).isEqualTo("session-1");
        assertThat(this.server.requests("tools/call").get(1).header(SESSION_HEADER))
                .isEqualTo("session-1");
        assertThat(this.server.requests("tools/call").get(1).header("MCP-Protocol-Version"))
                .isEqualTo("2025-11-25");
        assertThat(after.status().server()).isEqualTo(before.status().server());
        assertThat(after.status().isConnected()).isTrue();
        assertThat(this.server.requests("tools/call").get(1).rpcId())
                .isNotEqualTo(this.server.requests("tools/call").get(0).rpcId());
    }

    @Test
    void statusReportsThatTheSessionWasResumed() {
        crash(client());
        McpClient after = client();
        after.session().connect();

        assertThat(after.status().eraReason()).startsWith("session resumed; ");
    }

    // J03, D01: detected within the attempt to connect, the stale value is removed, the caller sees nothing
    @Test
    void connectWhenTheServerHasLostTheSessionPerformsTheHandshakeOnce() {
        crash(client());
        long generation = present().version();
        this.server.forgetSessions();
        int count = names().size();

        McpClient after = client();
        after.session().connect();
        assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(namesSince(count)).containsExactly("ping", "initialize", "notifications/initialized", "tools/call");
        assertThat(after.status().statistics().sessionRenewals()).isZero();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> present() != null && present().version() > generation);
        assertThat(present().text()).contains("session-2").doesNotContain("session-1");
    }

    // J08: the words of different servers; nothing that they refuse so was done
    @ParameterizedTest
    @CsvSource({
        "400, ''",
        "400, -32000|Bad Request: Server not initialized|null",
        "400, -32600|Server not initialized|$id",
        "400, -32002|must call initialize first|$id",
        "400, -32000|No valid session ID provided|null",
        "404, -32001|Session not found|null",
        "405, ''",
        "410, ''",
        "200, -32000|No such session|$id",
        "200, -32600|Server not initialized|$id",
        "200, -32602|Received request before initialization was complete|$id",
    })
    void connectWhenTheServerReportsTheLostSessionDifferentlyPerformsTheHandshake(int status, String error) {
        crash(client());
        String[] parts = error.split("\\|");
        String body = (parts.length < 3)
                ? ""
                : "{\"jsonrpc\":\"2.0\",\"id\":" + parts[2] + ",\"error\":{\"code\":" + parts[0] + ",\"message\":\""
                        + parts[1] + "\"}}";
        this.server.on("ping").reply(body.isEmpty() ? Reply.status(status) : Reply.json(status, body));

        assertThat(client().session().connect()).isNotNull();
        assertThat(this.server.sessionsOpened()).isEqualTo(2);
    }

    // J08: an error of the ping method itself proves that the session is known
    @ParameterizedTest
    @CsvSource({"200, -32601", "400, -32601", "200, -32603"})
    void connectWhenThePingMethodReturnsAnErrorResumesTheSession(int status, int code) {
        crash(client());
        this.server
                .on("ping")
                .reply(Reply.json(
                        status,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code
                                + ",\"message\":\"No ping here\"}}"));

        assertThat(echo(client())).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J03: an error that says nothing about the session is the error of the attempt, and the session is tried again
    @ParameterizedTest
    @CsvSource({
        "500, '', HTTP 500",
        "503, '', HTTP 503",
        "429, '', HTTP 429",
        "401, '', credentials are missing",
        "502, '{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"No upstream session\"}}', No upstream"
    })
    void connectWhenThePingFailsForAnotherReasonFailsAndKeepsTheSession(int status, String body, String cause) {
        crash(client());
        McpStoredValue remembered = present();
        this.server.on("ping").reply(body.isEmpty() ? Reply.status(status) : Reply.json(status, body));
        McpClient after = client();

        assertThatThrownBy(after.session()::connect)
                .isInstanceOf(McpException.class)
                .hasMessageContaining(cause);
        assertThat(after.status().isConnected()).isFalse();
        assertThat(present()).isEqualTo(remembered);

        after.session().connect();
        assertThat(after.status().eraReason()).startsWith("session resumed; ");
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J03: a gateway that has lost the way to one session and not the server is not asked for it forever
    @Test
    void connectWhenThePingFailsRepeatedlyPerformsTheHandshake() {
        crash(client());
        McpClient after = client();
        for (int i = 0; i < 3; i++) {
            this.server.on("ping").reply(Reply.status(502));
            assertThatThrownBy(after.session()::connect)
                    .isInstanceOf(McpException.class)
                    .hasMessageContaining("502");
        }

        after.session().connect();

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    // A18: a server that hangs costs the time to connect, and no session
    @Test
    void connectWhenThePingIsNotAnsweredFailsInTimeAndKeepsTheSession() {
        crash(client());
        this.server.on("ping").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        VirtualTime time = new VirtualTime();
        McpClient after = client(settings(), builder -> builder.time(time));

        assertThat(time.elapse(
                        Duration.ofSeconds(8),
                        () -> ProgrammingModel.failure(after.session()::connect),
                        () -> this.server.awaitRequests("ping", 1, LIMIT)))
                .isInstanceOf(McpInitializationException.class)
                .hasMessageContaining("no response within 8000 ms");

        after.session().connect();
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // A05: nothing is connected before the server has said so
    @Test
    void connectWhenTheServerIsDownFailsAndNamesTheCause() {
        try (RefusedPort port = new RefusedPort()) {
            beginSession(port);
            McpStoredValue remembered = present();
            McpClient after = client(settings(), builder -> builder.url(port.url()));

            assertThatThrownBy(after.session()::connect)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("weather")
                    .hasMessageContaining("refused");

            assertThat(after.status().isConnected()).isFalse();
            assertThat(present()).isEqualTo(remembered);
        }
    }

    // A05: the session outlives an outage at the start
    @Test
    void startWhenTheServerComesBackWithItsSessionsNeedsNoHandshake() {
        try (RefusedPort port = new RefusedPort()) {
            beginSession(port);
            McpClient after = client(settings(), builder -> builder.url(port.url()));
            after.session().start();
            Awaitility.await().atMost(LIMIT).until(() -> after.status().lastError() != null);

            try (ScriptedLegacyServer back =
                    this.invariants.watch(port.openLegacy(server -> server.knowingSession("session-1")))) {
                Awaitility.await().atMost(LIMIT).until(() -> after.status().isConnected());

                assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");
                assertThat(back.requests("ping")).hasSize(1);
                assertThat(back.sessionsOpened()).isZero();
                after.close();
            }
        }
    }

    private void beginSession(RefusedPort port) {
        try (ScriptedLegacyServer before = this.invariants.watch(port.openLegacy())) {
            crash(client(settings(), builder -> builder.url(port.url())));
        }
    }

    // J08: capabilities come from the handshake, not from the store
    @Test
    void capabilitiesAfterASessionRenewalComeFromTheNewHandshake() {
        crash(client());
        this.server.forgetSessions();
        this.server
                .on("initialize")
                .reply(Reply.result(
                                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{},\"prompts\":{}},"
                                        + "\"serverInfo\":{\"name\":\"upgraded\",\"version\":\"2\"}}")
                        .withHeader(SESSION_HEADER, "session-new"));
        McpClient after = client();

        assertThat(after.session().connect().capabilities().hasPrompts()).isTrue();
        assertThat(after.status().server().capabilities().hasPrompts()).isTrue();
        assertThat(after.status().server().revision().wireValue()).isEqualTo("2025-06-18");
    }

    // D06: in a session that was proven, and for what is an ordinary error in any
    @ParameterizedTest
    @CsvSource({"400, -32602, Unknown tool", "200, -32602, Unknown tool", "200, -32000, Bad weather"})
    void callToolWhenItFailsForAnotherReasonThanTheSessionIsNotRetried(int status, int code, String message) {
        crash(client());
        int count = names().size();
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        status,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message
                                + "\"}}"));
        McpClient after = client();

        assertThatThrownBy(() -> echo(after)).isInstanceOf(McpRequestException.class);
        assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(namesSince(count))
                .filteredOn(name -> !name.equals("ping")) // which probes an ambiguous session
                .containsExactly("tools/call", "tools/call");
    }

    // J08: a confirmed session is not suspected because of an error text that a tool may have
    @Test
    void callToolWhenAConfirmedSessionReportsMissingInitializationIsNotRetried() {
        crash(client());
        McpClient after = client();
        echo(after);
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"database not"
                                + " initialized\"}}"));

        assertThatThrownBy(() -> echo(after)).isInstanceOf(McpRequestException.class);
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J01: one that is down or hangs at the start costs the time of a first use at most
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void callToolWhenTheStoreIsDownPerformsTheHandshake(boolean hangs) {
        crash(client());
        if (hangs) {
            this.store.hang();
        } else {
            this.store.failing(true);
        }

        McpClient after = client();
        assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(after.status().sessionStore().available()).isFalse();
        assertThat(after.status().sessionStore().failures()).isPositive();
        assertThat(after.status().isConnected()).isTrue();
    }

    // J02: a store that hangs during a call; no call waits for it
    @Test
    @Timed
    void callsWhileTheStoreHangsDoNotWaitForIt() {
        McpClient client = client();
        crash(client);
        this.store.hang();
        this.server.forgetSessions();
        long began = System.nanoTime();

        for (int i = 0; i < 50; i++) {
            echo(client);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.store.mostInside()).isEqualTo(1);
        this.store.release();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> present() != null && present().text().contains("session-2"));
    }

    // J04: another URL, another credential, another revision, another instance: another session
    @Test
    void callToolWhenTheConfigurationHasChangedDoesNotReuseTheSession() {
        crash(client());
        List<McpClient> others = List.of(
                client(settings(), builder -> builder.url(this.server.url() + "?tenant=2")),
                client(settings(), builder -> builder.http(http -> http.withHeader("Authorization", "Bearer other"))),
                client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO))),
                client(settings().withInstanceId("i2"), builder -> builder));

        others.forEach(McpClientResumptionTests::echo);

        assertThat(this.server.sessionsOpened()).isEqualTo(5);
    }

    // J07: an id with CR and LF never reaches a header
    @Test
    void callToolWhenTheStoredValueIsHostilePerformsTheHandshake() {
        crash(client());
        String key = this.store.keys().get(0);
        McpStoredValue good = present();
        for (String text : List.of(
                good.text().replace("session-1", "session-1\\r\\nX-Injected: 1"),
                good.text().substring(0, 100),
                "\u00ac\u00ed\u0000\u0005",
                "x".repeat(10_000_000))) {
            this.store.put(key, new McpStoredValue(good.version(), text));
            int count = names().size();

            echo(client());

            assertThat(namesSince(count)).contains("initialize");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> present() != null && !present().text().equals(text));
        }
        assertThat(this.server.requests()).noneMatch(request -> request.header("X-Injected") != null);
    }

    // J12: a replica that lags behind brings back what is known to be lost
    @Test
    void callToolWhenTheStoreReturnsStaleDataIgnoresIt() {
        McpClient client = client();
        crash(client);
        McpStoredValue old = present();
        this.store.lying(value -> old);
        this.server.forgetSessions();
        echo(client);
        this.server.forgetSessions();
        echo(client);

        assertThat(this.server.sessionsOpened()).isEqualTo(3);
        assertThat(this.server.requests("tools/call").stream()
                        .filter(request -> "session-1".equals(request.header(SESSION_HEADER))))
                .hasSize(2);
    }

    // an orderly end: the session is ended and removed from the store
    @ParameterizedTest
    @EnumSource
    void disposeEndsTheSessionAndRemovesItFromTheStore(ProgrammingModel face) {
        McpClient client = client();
        crash(client);

        face.dispose(client);

        assertThat(names()).endsWith("DELETE");
        assertThat(present()).isNull();
        assertThat(echo(client)).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(this.server.sessionsOpened()).isEqualTo(2);
    }

    @Test
    void disposeWhenKeepOnShutdownIsSetLeavesTheSessionInTheStore() {
        McpSessionSettings keeping = settings().withKeepOnShutdown(true);
        McpClient client = client(keeping, builder -> builder);
        crash(client);
        client.session().dispose();
        assertThat(names()).doesNotContain("DELETE");
        assertThat(present()).isNotNull();

        this.server.on("ping").reply(Reply.status(503));
        assertThatThrownBy(client.session()::connect)
                .hasMessageContaining("503"); // which leaves it for the next attempt, too
        echo(client);
        client.close();
        echo(client(keeping, builder -> builder));

        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J02: nor does the end wait for a store that hangs
    @Test
    @Timed
    void closeWhenTheStoreHangsEndsInTime() {
        McpClient client = client();
        crash(client);
        this.store.hang();
        long began = System.nanoTime();

        client.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(3));
        assertThat(names()).endsWith("DELETE");
    }

    // VER-15: the era of a server is not detected again within the hour
    @Test
    void connectAfterARestartDoesNotDetectTheEraAgain() {
        this.server.withoutSessions();
        McpClient before =
                client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)));
        before.session().connect();
        awaitKept();
        before.close();
        assertThat(names()).containsExactly("server/discover", "initialize", "notifications/initialized");
        String reason = before.status().eraReason();

        McpClient after =
                client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)));
        after.session().connect();

        assertThat(namesSince(3)).containsExactly("initialize", "notifications/initialized");
        assertThat(after.status().eraReason()).contains("server/discover");
        assertThat(present()).isNotNull();
    }

    @Test
    void connectWhenTheEraWasDetectedLongAgoDetectsItAgain() {
        this.server.withoutSessions();
        client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)))
                .session()
                .connect();
        awaitKept();
        String key = this.store.keys().get(0);
        McpStoredValue value = present();
        long since = Long.parseLong(value.text().replaceAll(".*\"eraSince\":(\\d+).*", "$1"));
        long old = since - Duration.ofMinutes(61).toMillis();
        this.store.put(
                key,
                new McpStoredValue(value.version(), value.text().replace(String.valueOf(since), String.valueOf(old))));

        client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)))
                .session()
                .connect();

        assertThat(this.server.requests("server/discover")).hasSize(2);
    }

    // A19, VER-16: a server that was replaced by a stateless one while the application was down
    @Test
    void callToolWhenTheServerHasBecomeStatelessSwitchesEra() {
        ScriptedLegacyServer old = this.invariants.watch(ScriptedHttpServer.legacy());
        int port = old.port();
        McpClient before =
                client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO))
                        .url(old.url()));
        echo(before);
        awaitKept();
        old.close();
        try (ScriptedModernServer upgraded = this.invariants.watch(ScriptedHttpServer.modern(port))) {
            upgraded.withoutVerification();
            McpClient after =
                    client(settings(), builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO))
                            .url(upgraded.url()));

            assertThat(echo(after)).isEqualTo("{\"city\":\"Oslo\"}");

            assertThat(after.status().server().era()).isEqualTo(McpEra.MODERN);
            Awaitility.await().atMost(LIMIT).until(() -> present() == null);
        }
    }

    @Test
    void sessionStoreStatusWithoutAStoreIsNull() {
        try (McpClient client =
                McpClient.builder("weather").url(this.server.url()).build()) {
            assertThat(client.status().sessionStore()).isNull();
            assertThat(client.tools().catalogue()).isNull();
        }
    }

    // nothing secret: not in what is logged of values, not in the status
    @Test
    void statusDoesNotExposeTheSessionId() {
        McpClient client = client();
        crash(client);

        assertThat(client.status().toString() + client.status().sessionStore()).doesNotContain("session-1");
    }
}
