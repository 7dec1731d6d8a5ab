package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Servers that are away, silent, broken or hostile: each operation ends, soon, with an error that says why. */
@Timeout(60)
class McpClientFaultTests {

    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

    private static final Duration SOON = Duration.ofSeconds(20);

    /** Far beyond any test: what ends sooner did not end by timeout. */
    private static final Duration LONG = Duration.ofSeconds(40);

    private static final McpCallOptions SHORT = McpCallOptions.timeout(Duration.ofSeconds(1));

    private static final McpCallOptions MINUTE = McpCallOptions.timeout(Duration.ofMinutes(1));

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = client(this.server.url());

    private McpClient client(String url) {
        return this.invariants.build(builder(url));
    }

    /** Returns a builder for a server; a subclass repeats the tests with another way of sending requests. */
    McpClientBuilder weather() {
        return McpClient.builder("weather");
    }

    private McpClientBuilder builder(String url) {
        return weather()
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(url)
                .timeouts(
                        timeouts -> timeouts.withConnect(LONG).withRequest(LONG).withShutdown(Duration.ofSeconds(2)));
    }

    /** Returns a client whose time limits pass only when a test says so, and no sooner on a busy machine. */
    private McpClient timed(VirtualTime time) {
        return this.invariants.build(builder(this.server.url()).time(time));
    }

    /** Calls a tool, lets its time pass as soon as the server has the request, and returns the error. */
    private McpTimeoutException timedOutCall(ProgrammingModel face, McpClient client, VirtualTime time) {
        McpException failure = time.elapse(
                MINUTE.timeout(),
                () -> face.failedCall(client, MINUTE),
                () -> this.server.awaitRequests("tools/call", 1, SOON));
        assertThat(failure).isInstanceOf(McpTimeoutException.class);
        return (McpTimeoutException) failure;
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private void assertWorks(ProgrammingModel face) {
        assertWorks(face, this.client);
    }

    private static void assertWorks(ProgrammingModel face, McpClient client) {
        assertThat(face.callTool(client).text()).contains("Oslo");
        assertThat(client.status().isConnected()).isTrue();
        assertThat(client.status().inFlight()).isZero();
    }

    // connecting

    // fault A01
    @ParameterizedTest
    @EnumSource
    void callToolWhenConnectionIsRefusedFailsAtOnceAndSucceedsOnceThePortIsOpen(ProgrammingModel face) {
        try (RefusedPort port = new RefusedPort();
                McpClient client = client(port.url())) {
            McpException failure = face.failedCall(client);

            assertThat(failure)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageStartingWith("MCP server \"weather\": connect: connection refused: http://127.0.0.1:");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.remedy()).isNotNull();
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(client.status().lastError()).isSameAs(failure);

            try (ScriptedLegacyServer late = port.openLegacy()) {
                assertThat(face.callTool(client).text()).contains("Oslo");
                assertThat(client.status().lastError()).isNull();
                client.close();
            }
        }
    }

    // fault A02
    @Test
    void callToolWhenHostIsUnknownReportsIt() {
        try (McpClient client = client("http://no-such-host.invalid/mcp")) {
            McpException failure = ProgrammingModel.BLOCKING.failedCall(client);

            assertThat(failure)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("host not found: http://no-such-host.invalid");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        }
    }

    // fault A06, HTL-27: one round trip, no loop
    @ParameterizedTest
    @CsvSource({"BLOCKING, 401", "BLOCKING, 402", "BLOCKING, 403", "REACTIVE, 401", "REACTIVE, 402", "REACTIVE, 403"})
    void callToolWhenServerRequiresCredentialsFailsWithTheChallenge(ProgrammingModel face, int status) {
        this.server
                .on("initialize")
                .reply(Reply.status(
                        status,
                        "text/plain",
                        "go away",
                        "WWW-Authenticate",
                        "Bearer scope=\"tools:read tools:write\", error=\"insufficient_scope\""));

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpAuthorizationException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(status);
            assertThat(refusal.challenge()).startsWith("Bearer scope=");
            assertThat(refusal.requiredScopes()).containsExactly("tools:read", "tools:write");
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.REJECTED);
            assertThat(refusal.serverName()).isEqualTo("weather");
        });
        assertThat(this.server.requests()).hasSize(1);
        assertThat(this.client.status().lastError()).isSameAs(failure);
    }

    // fault A06: errors of the cleanup have no effect
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerRequiresCredentialsAndResetsStillReportsIt(ProgrammingModel face) {
        this.server
                .on("initialize")
                .reply(Reply.streamed(401, "text/plain")
                        .withHeader("WWW-Authenticate", "Bearer")
                        .chunk("half a sent")
                        .thenReset());

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpAuthorizationException.class);
        assertThat(this.server.requests()).hasSize(1);
    }

    // faults A06, B23: a body that does not end is not waited for
    @Test
    void callToolWhenServerRequiresCredentialsAndItsBodyHangsReportsIt() {
        this.server
                .on("initialize")
                .reply(Reply.streamed(401, "text/plain").chunk("wait").thenHang());

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).isInstanceOf(McpAuthorizationException.class);
        this.server.awaitDisconnect(SOON);
    }

    // faults A06, D16: in the middle of a session only the one call fails
    @ParameterizedTest
    @EnumSource
    void callToolWhenForbiddenKeepsTheSession(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.status(403));

        assertThat(face.failedCall(this.client)).isInstanceOf(McpAuthorizationException.class);

        assertWorks(face);
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault A07
    @ParameterizedTest
    @EnumSource
    void callToolWhenResponseIsHtmlFailsAtOnce(ProgrammingModel face) {
        this.server
                .on("initialize")
                .reply(Reply.status(200, "text/html", "<html>Please\u001b[31m\nlog in" + "x".repeat(5000) + "</html>"));

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpInitializationException.class);
        assertThat(failure.getMessage())
                .contains("text/html", "HTTP 200", "<html>Please")
                .doesNotContain("\n", "\u001b")
                .hasSizeLessThan(600);
        assertThat(failure).cause().isInstanceOfSatisfying(McpProtocolException.class, cause -> assertThat(
                        cause.reason())
                .isEqualTo(Reason.CONTENT_TYPE));
        assertThat(this.server.requests()).hasSize(1);
        assertWorks(face);
    }

    @Test
    void callToolWhenResponseIsCompressedNamesTheCoding() {
        this.server.on("tools/call").reply(Reply.result("{}").withHeader("Content-Encoding", "br"));

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client))
                .hasMessage(
                        "MCP server \"weather\": tools/call: the response is compressed (br), although no compression was"
                                + " requested");
    }

    // a body that is its own coding, with whatever word, and no body at all
    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity", "none", "utf-8", ""})
    void callToolWhenBodyIsNotCompressedSucceeds(String coding) {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":\"Oslo\"}]}";
        this.server.on("notifications/initialized").reply(Reply.accepted().withHeader("Content-Encoding", "gzip"));
        this.server.on("tools/call").reply(Reply.sseResult(result).withHeader("Content-Encoding", coding));

        assertWorks(ProgrammingModel.BLOCKING);
    }

    // faults A07, F17
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void callToolWhenResponseIsARedirectNeverFollowsIt(int status) {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server.on("tools/call").times(2).reply(Reply.redirect(status, victim.url() + "?token=secret"));

            for (ProgrammingModel face : ProgrammingModel.values()) {
                McpException failure = face.failedCall(this.client);

                assertThat(failure)
                        .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                                .isEqualTo(Reason.REDIRECT));
                assertThat(failure).hasMessageContaining(victim.url()).hasMessageNotContaining("secret");
            }
            assertThat(victim.connectionsAccepted()).isZero();
        }
    }

    static Stream<String> uselessInitializeResults() {
        return Stream.of(
                "{}",
                "{\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}",
                "{\"protocolVersion\":1,\"capabilities\":[],\"serverInfo\":\"s\"}",
                "{\"protocolVersion\":{},\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}",
                "null",
                "[]",
                "\"fine\"");
    }

    // fault A09
    @ParameterizedTest
    @MethodSource("uselessInitializeResults")
    void connectWhenInitializeResultLacksRequiredMembersFails(String result) {
        this.server.on("initialize").reply(Reply.result(result));

        McpException failure = ProgrammingModel.failure(this.client.session()::connect);

        assertThat(failure).isInstanceOf(McpInitializationException.class);
        assertThat(failure).cause().isInstanceOf(McpProtocolException.class);
        assertThat(this.server.requests("notifications/initialized")).isEmpty();
    }

    static Stream<String> toleratedInitializeResults() {
        return Stream.of(
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"},"
                        + "\"novelty\":{\"a\":[1]}}",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":null,\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}",
                "{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":null,\"x\":1},\"serverInfo\":"
                        + "{\"name\":\"s\",\"version\":\"1\",\"more\":true},\"instructions\":null}");
    }

    // LIFE-09, fault A09, RPC-21, CAP-07: what is not declared is not offered
    @ParameterizedTest
    @MethodSource("toleratedInitializeResults")
    void connectWhenInitializeResultDeviatesButIsSufficientSucceeds(String result) {
        this.server.on("initialize").reply(Reply.result(result).withHeader("Mcp-Session-Id", "s1"));

        this.client.session().connect();
        this.client.ping();

        assertThat(this.client.listTools()).isEmpty();
        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client))
                .isInstanceOfSatisfying(McpRejectedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(McpRejectedException.Reason.UNSUPPORTED))
                .hasMessageContaining("has not declared \"tools\"");
        assertThat(this.server.requests("tools/list")).isEmpty();
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    // fault A12
    @ParameterizedTest
    @EnumSource
    void callToolAfterAFailedHandshakePerformsANewOne(ProgrammingModel face) {
        this.server.on("initialize").reply(Reply.status(500));

        assertThat(face.failedCall(this.client))
                .isInstanceOf(McpInitializationException.class)
                .hasMessageContaining("HTTP 500");

        assertWorks(face);
    }

    // LIFE-06, LIFE-09, CAN-04, fault A18, TMO-05
    @ParameterizedTest
    @EnumSource
    void connectWhenServerIsSilentEndsAtTheConnectTimeout(ProgrammingModel face) {
        this.server.on("initialize").reply(Reply.neverAnswer());
        VirtualTime time = new VirtualTime();
        try (McpClient client = timed(time)) {
            McpException failure = time.elapse(
                    LONG,
                    () -> ProgrammingModel.failure(() -> face.connect(client)),
                    () -> this.server.awaitRequests("initialize", 1, SOON));

            assertThat(failure)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("40000 ms")
                    .hasMessageContaining("connect-timeout");
            this.server.awaitDisconnect(SOON);
            assertThat(face.callTool(client).text()).contains("Oslo");
        }
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // fault A18: not even the request is read
    @Test
    void connectWhenServerNeverReadsTheRequestEndsAtTheConnectTimeout() {
        try (BlackHole hole = new BlackHole();
                McpClient client = builder(hole.url())
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofMillis(500)))
                        .build()) {
            assertThat(ProgrammingModel.failure(client.session()::connect))
                    .isInstanceOf(McpInitializationException.class);
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
        }
    }

    // LIFE-06, CAN-04, TMO-02: the deadline of the call counts, whatever it is waiting for
    @ParameterizedTest
    @EnumSource
    void callToolWhenConnectingTakesLongerThanItsDeadlineEndsAtItsDeadline(ProgrammingModel face) {
        this.invariants.endingBusy(); // the attempt belongs to all callers, and goes on
        this.server.on("initialize").reply(Reply.neverAnswer());

        McpException failure = face.failedCall(this.client, SHORT);

        assertThat(failure).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> {
            assertThat(timeout.phase()).isEqualTo("connect");
            assertThat(timeout.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        });
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // answers that do not come

    // CAN-12, faults B01, B14, TMO-01, CAN-01
    @ParameterizedTest
    @EnumSource
    void callToolWhenNoResponseComesEndsAtTheTimeoutAndCancels(ProgrammingModel face) {
        VirtualTime time = new VirtualTime();
        McpClient client = timed(time);
        face.connect(client);
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());

        McpTimeoutException timeout = timedOutCall(face, client, time);

        assertThat(timeout.phase()).isEqualTo("answer");
        assertThat(timeout.timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(timeout.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(timeout)
                .hasMessage("MCP server \"weather\": tools/call: no response within 60000 ms."
                        + " If the server needs more time, raise request-timeout or give the call a longer timeout.");
        this.server.awaitDisconnect(SOON);
        RecordedRequest cancelled =
                this.server.awaitRequests("notifications/cancelled", 1, SOON).get(0);
        RecordedRequest call = this.server.requests("tools/call").get(0);
        assertThat(cancelled.json().at("/params/requestId").toString()).isEqualTo(call.rpcId());
        assertThat(cancelled.header("Mcp-Session-Id")).isEqualTo("session-1");
        assertWorks(face, client);
        client.close();
    }

    // fault B14: a server that takes no notice of that either
    @Test
    void callToolWhenServerRejectsTheCancellationStillTimesOut() {
        VirtualTime time = new VirtualTime();
        McpClient client = timed(time);
        client.session().connect();
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.status(500));

        timedOutCall(ProgrammingModel.BLOCKING, client, time);

        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        assertWorks(ProgrammingModel.BLOCKING, client);
        client.close();
    }

    static Stream<Arguments> tricklingAnswers() {
        String endless = "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[" + " ".repeat(100_000);
        return Stream.of(
                Arguments.of(
                        ProgrammingModel.BLOCKING, Reply.trickle("application/json", endless, Duration.ofMillis(20))),
                Arguments.of(
                        ProgrammingModel.REACTIVE, Reply.trickle("application/json", endless, Duration.ofMillis(20))),
                Arguments.of(
                        ProgrammingModel.BLOCKING,
                        Reply.trickle("text/event-stream", ": " + endless, Duration.ofMillis(20))),
                Arguments.of(ProgrammingModel.REACTIVE, Reply.sse(": comment").thenHang()));
    }

    // faults B02, B13
    @ParameterizedTest
    @MethodSource("tricklingAnswers")
    void callToolWhenResponseArrivesByteByByteEndsAtTheTimeout(ProgrammingModel face, Reply answer) {
        face.connect(this.client);
        this.server.on("tools/call").reply(answer);
        this.server.on("notifications/cancelled").reply(Reply.accepted());

        assertThat(face.failedCall(this.client, SHORT)).isInstanceOf(McpTimeoutException.class);

        this.server.awaitDisconnect(SOON);
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        assertWorks(face);
    }

    // fault B16, CAN-07, CAN-08
    @Test
    void callToolWhenResponseComesAfterTheTimeoutIgnoresIt() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        VirtualTime time = new VirtualTime();
        McpClient client = timed(time);
        client.session().connect();
        this.server.on("tools/call").reply(Reply.result(RESULT).after(late));
        this.server.on("notifications/cancelled").reply(Reply.accepted());

        timedOutCall(ProgrammingModel.BLOCKING, client, time);
        late.complete(null);

        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        assertWorks(ProgrammingModel.BLOCKING, client);
        client.close();
        assertThat(this.server.requests("tools/call"))
                .extracting(RecordedRequest::rpcId)
                .doesNotHaveDuplicates();
    }

    // answers that break

    private static Reply status(String status) {
        return Reply.raw("HTTP/1.1 " + status
                + " Odd\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    }

    static Stream<Arguments> brokenAnswers() {
        String half = "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[";
        String deep = "[".repeat(100_000);
        return Stream.of(
                        // fault B04: the stream ends in good order without the answer
                        broken(McpConnectionException.class, null, Reply.sse(": bye")),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.sse("data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}")),
                        broken(McpConnectionException.class, null, Reply.sse()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.streamed(200, "text/event-stream")
                                        .chunk("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{}}\n")),
                        broken(McpProtocolException.class, Reason.NO_ANSWER, Reply.status(202)),
                        broken(McpProtocolException.class, Reason.NO_ANSWER, Reply.status(204)),
                        // fault B05: cut
                        broken(McpConnectionException.class, null, Reply.reset()),
                        broken(McpConnectionException.class, null, Reply.closeBeforeAnswer()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.sse(": hello").thenReset()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.sse(": hello").thenClose()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.streamed(200, "application/json")
                                        .chunk(half)
                                        .thenReset()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.streamed(200, "application/json")
                                        .chunk(half)
                                        .thenClose()),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.raw("HTTP/1.1 200 OK\r\nContent-Type: "
                                        + "application/json\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\"")),
                        broken(McpConnectionException.class, null, Reply.raw("not HTTP at all\r\n\r\n")),
                        broken(McpProtocolException.class, Reason.MALFORMED, status("42")),
                        broken(McpProtocolException.class, Reason.MALFORMED, status("1000")),
                        broken(McpProtocolException.class, Reason.MALFORMED, status("999")),
                        broken(McpConnectionException.class, null, status("OK")),
                        // fault B06
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.json(200, half)),
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.json(200, "oops")),
                        broken(McpProtocolException.class, Reason.NO_ANSWER, Reply.json(200, "")),
                        broken(McpProtocolException.class, Reason.NO_ANSWER, Reply.streamed(200, "application/json")),
                        // fault B07
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.json(200, "{\"hello\":1}")),
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.json(200, "[]")),
                        broken(
                                McpProtocolException.class,
                                Reason.NO_ANSWER,
                                Reply.json(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}")),
                        broken(
                                McpProtocolException.class,
                                Reason.NO_ANSWER,
                                Reply.json(200, "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":{\"content\":[]}}")),
                        // fault F06, RPC-09
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.result("null")),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.json(200, "{\"jsonrpc\":\"2.0\",\"id\":$id}")),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.json(
                                        200,
                                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}")),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.json(
                                        200,
                                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":\"1\",\"message\":\"\"}}")),
                        // fault F07, in both forms of an answer
                        broken(McpProtocolException.class, Reason.MALFORMED, Reply.result("{\"content\":\"text\"}")),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.sseResult("{\"content\":{\"a\":1}}")),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.result("{\"content\":[],\"isError\":\"yes\"}")),
                        // faults F08, F14, F16
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.json(
                                        200,
                                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"id\":$id,\"result\":{\"content\":[]}}")),
                        broken(McpProtocolException.class, Reason.LIMIT, Reply.json(200, deep)),
                        broken(
                                McpProtocolException.class,
                                Reason.LIMIT,
                                Reply.result("{\"content\":[],\"structuredContent\":{\"a\":" + deep)),
                        broken(
                                McpProtocolException.class,
                                Reason.MALFORMED,
                                Reply.streamed(200, "application/json")
                                        .chunk(
                                                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"")
                                        .chunk(new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff})
                                        .chunk("\"}]}}")),
                        // fault B09
                        broken(McpConnectionException.class, null, Reply.status(500)),
                        broken(McpConnectionException.class, null, Reply.status(502, "text/html", "<html>")),
                        broken(McpConnectionException.class, null, Reply.status(503)),
                        // compressed, although that was not requested
                        broken(
                                McpProtocolException.class,
                                Reason.CONTENT_TYPE,
                                Reply.result("{}").withHeader("Content-Encoding", "gzip")),
                        broken(
                                McpProtocolException.class,
                                Reason.CONTENT_TYPE,
                                Reply.sseResult("{}").withHeader("Content-Encoding", "br")),
                        broken(
                                McpConnectionException.class,
                                null,
                                Reply.status(502, "text/html", "<html>", "Content-Encoding", "zstd")),
                        // fault A07
                        broken(McpProtocolException.class, Reason.CONTENT_TYPE, Reply.status(200, "text/html", "<p>")))
                .flatMap(row -> Stream.of(ProgrammingModel.values()).map(face -> {
                    Object[] all = row.get();
                    return Arguments.of(face, all[0], all[1], all[2]);
                }));
    }

    private static Arguments broken(Class<? extends McpException> type, Reason reason, Reply reply) {
        return Arguments.of(type, reason, reply);
    }

    // faults B04 to B07, B09, F06 to F08, F14, F16: one call fails, at once; the session continues
    @ParameterizedTest
    @MethodSource("brokenAnswers")
    void callToolWhenResponseIsMalformedFailsAtOnceWithoutAffectingTheSession(
            ProgrammingModel face, Class<? extends McpException> type, Reason reason, Reply reply) {
        this.server.on("tools/call").reply(reply);

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOf(type).isNotInstanceOf(McpTimeoutException.class);
        assertThat(failure).hasMessageStartingWith("MCP server \"weather\": tools/call: ");
        assertThat(failure.getMessage()).doesNotContain("\n").hasSizeLessThan(800);
        if (failure instanceof McpProtocolException broken) {
            assertThat(broken.reason()).isEqualTo(reason);
        }
        assertWorks(face);
        assertThat(this.server.requests("initialize")).hasSize(1);
        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    // fault D10: a reused connection that is reset once the request was read; nothing behind our back
    @ParameterizedTest
    @EnumSource
    void callToolWhenReusedConnectionIsResetDoesNotSendItTwice(ProgrammingModel face) {
        face.callTool(this.client);
        this.server.on("tools/call").times(2).reply(Reply.reset());

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpConnectionException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(this.server.requests("tools/call")).hasSize(2);
        face.failedCall(this.client);
        assertWorks(face);
    }

    // fault B09: one of six is hit
    @Test
    void callToolWhenOneOfManyResponsesBreaksFailsOnlyThatCall() {
        CompletableFuture<Void> go = new CompletableFuture<>();
        this.client.session().connect();
        this.server.on("tools/call").times(5).reply(Reply.result(RESULT).after(go));
        List<CompletableFuture<CallToolResult>> others = IntStream.range(0, 5)
                .mapToObj(i -> this.client.reactive().callTool("echo", Map.of()).toFuture())
                .toList();
        this.server.awaitRequests("tools/call", 5, SOON);
        this.server.on("tools/call").reply(Reply.status(500));

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).hasMessageContaining("HTTP 500");
        go.complete(null);

        assertThat(others).allSatisfy(other -> assertThat(other).succeedsWithin(SOON));
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // fault B23
    @ParameterizedTest
    @EnumSource
    void callToolWhenErrorBodyNeverEndsFailsPromptly(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.endlessBody(500, "text/plain", "endless "));

        assertThat(face.failedCall(this.client)).hasMessageContaining("HTTP 500");

        this.server.awaitDisconnect(SOON);
        assertWorks(face);
    }

    // fault B23: neither is one that pauses forever
    @Test
    void callToolWhenErrorBodyStallsFailsPromptly() {
        this.server
                .on("tools/call")
                .reply(Reply.streamed(500, "application/json").chunk("{").thenHang());

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).hasMessageContaining("HTTP 500");

        this.server.awaitDisconnect(SOON);
        assertWorks(ProgrammingModel.BLOCKING);
    }

    // callers who give up

    // HTL-10, fault B15, CAN-01
    @Test
    void callToolWhenSubscriberCancelsEndsTheExchangeAndNotifiesTheServer() {
        this.client.session().connect();
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        Disposable call = this.client.reactive().callTool("echo", Map.of()).subscribe();
        this.server.awaitRequests("tools/call", 1, SOON);

        call.dispose();

        this.server.awaitDisconnect(SOON);
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        assertWorks(ProgrammingModel.REACTIVE);
    }

    // CAN-02, fault B15: before anything was sent there is nothing to cancel
    @Test
    void callToolWhenSubscriberCancelsBeforeConnectedSendsNothing() {
        CompletableFuture<Void> go = new CompletableFuture<>();
        this.server.on("notifications/initialized").reply(Reply.accepted().after(go));
        Disposable call =
                this.client.reactive().callTool("echo", Map.of("a", 1)).subscribe();
        this.server.awaitRequests("notifications/initialized", 1, SOON);

        call.dispose();
        go.complete(null);

        assertWorks(ProgrammingModel.REACTIVE);
        assertThat(this.server.requests("tools/call")).hasSize(1);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // fault B15
    @Test
    void callToolWhenThreadIsInterruptedIsCancelled() throws Exception {
        this.client.session().connect();
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            try {
                this.client.callTool("echo", Map.of());
            } catch (McpException ex) {
                thrown.set(ex);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        caller.start();
        this.server.awaitRequests("tools/call", 1, SOON);

        caller.interrupt();
        caller.join(SOON.toMillis());

        assertThat(thrown.get()).isInstanceOf(McpCancelledException.class);
        assertThat(flag).isTrue();
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        this.server.awaitDisconnect(SOON);
        assertWorks(ProgrammingModel.BLOCKING);
    }

    // fault B15: nothing is sent, and the flag is kept
    @Test
    void callToolOnAnInterruptedThreadIsCancelledBeforeItIsSent() {
        this.client.session().connect();
        Thread.currentThread().interrupt();
        Throwable call;
        Throwable ping;
        boolean flag;
        try {
            call = catchThrowable(() -> this.client.callTool("echo", Map.of()));
            ping = catchThrowable(this.client::ping);
        } finally {
            flag = Thread.interrupted();
        }

        assertThat(List.of(call, ping)).allSatisfy(thrown -> assertThat(thrown)
                .isInstanceOfSatisfying(McpCancelledException.class, cancelled -> assertThat(cancelled.outcome())
                        .isEqualTo(McpOutcome.NOT_SENT))
                .hasMessageEndingWith("the calling thread was interrupted before the call"));
        assertThat(flag).isTrue();
        assertThat(this.server.requests("tools/call")).isEmpty();
        assertWorks(ProgrammingModel.BLOCKING);
    }

    // B15, I15: an application that stops its threads closes its clients all the same
    @Test
    void closeOnAnInterruptedThreadEndsTheSession() {
        this.client.session().connect();
        Thread.currentThread().interrupt();
        catchThrowable(this.client::close);
        assertThat(Thread.interrupted()).isTrue();

        this.server.awaitRequests("DELETE", 1, SOON);
    }

    // threads

    // fault B21
    @Test
    void callToolOnAnEventLoopIsRejectedBeforeAnythingIsSent() throws Exception {
        CompletableFuture<Object> thrown = new CompletableFuture<>();
        Schedulers.parallel()
                .schedule(() -> thrown.complete(catchThrowable(() -> this.client.callTool("echo", Map.of()))));

        assertThat(thrown.get(5, TimeUnit.SECONDS)).isInstanceOfSatisfying(McpRejectedException.class, refusal -> {
            assertThat(refusal)
                    .hasMessageStartingWith(
                            "MCP server \"weather\": tools/call: the call would block the event loop thread")
                    .hasMessageEndingWith("Use McpClient.reactive() there.");
            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.EVENT_LOOP);
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refusal.serverName()).isEqualTo("weather");
        });
        assertThat(this.server.requests()).isEmpty();
    }

    // fault B21
    @Test
    void callToolInsideAWebClientCallbackIsRejectedBeforeAnythingIsSent() {
        try (ScriptedHttpServer other = new ScriptedHttpServer()) {
            other.on("GET").reply(Reply.status(200, "text/plain", "hello"));
            CompletableFuture<String> call = WebClient.create(other.url())
                    .get()
                    .retrieve()
                    .bodyToMono(String.class)
                    .map(hello -> this.client.callTool("echo", Map.of()).text())
                    .toFuture();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> call.get(5, TimeUnit.SECONDS))
                    .withCauseInstanceOf(McpRejectedException.class);
            assertThat(this.server.requests()).isEmpty();
        }
    }

    // an interceptor that swallows the result
    @Test
    void callToolWhenAnInterceptorCompletesEmptyReportsIt() {
        try (McpClient silent = McpClient.builder("silent")
                .url(this.server.url())
                .interceptor((call, next) -> Mono.empty())
                .build()) {
            assertThatExceptionOfType(McpProtocolException.class)
                    .isThrownBy(() -> silent.callTool("echo", Map.of()))
                    .withMessageContaining(
                            "MCP server \"silent\": tools/call: the operation completed without a result")
                    .withMessageContaining("interceptors");
        }
    }

    // parameters that are no JSON object are refused before anything is sent
    @ParameterizedTest
    @EnumSource(McpProtocol.class)
    void requestWhenParamsAreNotAnObjectIsRejected(McpProtocol protocol) {
        try (ScriptedModernServer modern = ScriptedHttpServer.modern();
                McpClient raw = McpClient.builder("raw")
                        .protocol(settings -> settings.withEra(protocol))
                        .url((protocol == McpProtocol.LEGACY) ? this.server.url() : modern.url())
                        .build()) {
            raw.session().connect();
            for (Object params : List.of("text", 7, List.of(1), new int[] {1})) {
                assertThatExceptionOfType(McpRejectedException.class)
                        .isThrownBy(
                                () -> raw.raw().request("com.example/x", params, Map.class, McpCallOptions.defaults()))
                        .matches(refusal -> refusal.reason() == McpRejectedException.Reason.UNWRITABLE)
                        .matches(refusal -> refusal.outcome() == McpOutcome.NOT_SENT);
            }
            assertThat(this.server.requests("com.example/x")).isEmpty();
            assertThat(modern.requests("com.example/x")).isEmpty();
        }
    }

    // the other face works there
    @Test
    void callToolInsideAWebClientCallbackWorksReactively() {
        try (ScriptedHttpServer other = new ScriptedHttpServer()) {
            other.on("GET").reply(Reply.status(200, "text/plain", "hello"));
            CompletableFuture<String> call = WebClient.create(other.url())
                    .get()
                    .retrieve()
                    .bodyToMono(String.class)
                    .flatMap(hello -> this.client.reactive().callTool("echo", Map.of("said", hello)))
                    .map(CallToolResult::text)
                    .toFuture();

            assertThat(call).succeedsWithin(SOON).isEqualTo("{\"said\":\"hello\"}");
        }
    }

    // ending in the middle

    // faults G08, D21: no call waits for a response that cannot arrive
    @ParameterizedTest
    @CsvSource({"BLOCKING, true", "BLOCKING, false", "REACTIVE, true", "REACTIVE, false"})
    void closeWhenCallsAreInFlightEndsThemAtOnce(ProgrammingModel face, boolean forGood) {
        face.connect(this.client);
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        CompletableFuture<CallToolResult> call =
                this.client.reactive().callTool("echo", Map.of()).toFuture();
        this.server.awaitRequests("tools/call", 1, SOON);

        if (forGood) {
            face.close(this.client);
        } else {
            face.dispose(this.client);
        }

        assertThat(call)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(McpConnectionException.class, closed -> {
                    assertThat(closed.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                    assertThat(closed).hasMessageContaining("the client was closed");
                });
        this.server.awaitOpenConnections(0, SOON);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(this.client.status().inFlight()).isZero());
    }

    // fault D21
    @ParameterizedTest
    @EnumSource
    void closeWhileConnectingEndsTheAttempt(ProgrammingModel face) {
        this.server.on("initialize").reply(Reply.neverAnswer());
        CompletableFuture<CallToolResult> call =
                this.client.reactive().callTool("echo", Map.of()).toFuture();
        this.server.awaitRequests("initialize", 1, SOON);

        face.close(this.client);

        assertThat(call)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpException.class);
        this.server.awaitOpenConnections(0, SOON);
    }

    // promise 7: an argument that is no JSON is a mistake here, and stays here
    @ParameterizedTest
    @EnumSource
    void callToolWhenArgumentsCannotBeSerializedFailsAtOnce(ProgrammingModel face) {
        face.connect(this.client);

        Map<String, Object> arguments = Map.of("self", new Unwritable());
        McpException failure = ProgrammingModel.failure(() -> {
            if (face == ProgrammingModel.BLOCKING) {
                this.client.callTool("echo", arguments);
            } else {
                this.client.reactive().callTool("echo", arguments).block(SOON);
            }
        });

        assertThat(failure).isInstanceOfSatisfying(McpRejectedException.class, refusal -> {
            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.UNWRITABLE);
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        });
        assertThat(ProgrammingModel.failure(() -> this.client.raw().notify("notifications/x", arguments)))
                .isInstanceOf(McpRejectedException.class);
        assertThat(this.server.requests("tools/call")).isEmpty();
        assertWorks(face);
    }

    /** A bean that refuses to be read. */
    static final class Unwritable {

        public String getName() {
            throw new IllegalStateException("no name");
        }
    }
}
