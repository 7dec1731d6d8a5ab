package io.mcpclient;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What goes over the wire between a client and a server of the handshake revisions, and what comes of it. */
@Timeout(60)
class McpClientHttpTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final String VERSION_HEADER = "MCP-Protocol-Version";

    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

    private static final String ANSWER = "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + RESULT + "}";

    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = weather()
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .url(this.server.url())
            .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
            .build();

    /** Returns a builder for a server; a subclass repeats the tests with another way of sending requests. */
    McpClientBuilder weather() {
        return McpClient.builder("weather");
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private static String initializeResult(String revision) {
        return "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}},"
                + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";
    }

    private List<String> names() {
        return this.server.requests().stream()
                .map(request -> (request.rpcMethod() != null) ? request.rpcMethod() : request.method())
                .toList();
    }

    // handshake

    // LIFE-16, LIFE-01, LIFE-02, VER-17, HTL-01 to HTL-03, HTL-18, HTL-23, HTL-24
    @ParameterizedTest
    @EnumSource
    void callToolWhenNotConnectedPerformsTheHandshakeFirst(ProgrammingModel face) {
        CallToolResult result = face.callTool(this.client);
        face.close(this.client);

        assertThat(result.text()).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(names()).containsExactly("initialize", "notifications/initialized", "tools/call", "DELETE");
        RecordedRequest initialize = this.server.requests().get(0);
        assertThat(initialize.json().at("/params/protocolVersion").stringValue())
                .isEqualTo("2025-11-25");
        assertThat(initialize.json().at("/params/capabilities").isObject()).isTrue();
        assertThat(initialize.json().at("/params/clientInfo/name").isString()).isTrue();
        assertThat(initialize.header(SESSION_HEADER)).isNull();
        assertThat(this.server.requests().get(1).json().has("id")).isFalse();
        assertThat(this.server.requests().subList(1, 4)).allSatisfy(later -> {
            assertThat(later.header(SESSION_HEADER)).isEqualTo("session-1");
            assertThat(later.header(VERSION_HEADER)).isEqualTo("2025-11-25");
        });
        assertThat(this.server.requests().subList(0, 3)).allSatisfy(post -> {
            assertThat(post.header("Accept")).contains("application/json").contains("text/event-stream");
            assertThat(post.header("Content-Type")).isEqualTo("application/json");
            assertThat(post.header("Accept-Encoding")).isEqualTo("identity");
            assertThat(post.body()).doesNotContain("\n");
        });
    }

    // HTL-24, HTL-25: the header exists since 2025-06-18
    @ParameterizedTest
    @CsvSource({"2024-11-05,", "2025-03-26,", "2025-06-18, 2025-06-18", "2025-11-25, 2025-11-25"})
    void callToolSendsTheProtocolVersionHeaderOnlyFromRevision20250618(String revision, String header) {
        this.server
                .on("initialize")
                .reply(Reply.result(initializeResult(revision)).withHeader(SESSION_HEADER, "s1"));

        this.client.callTool("echo", Map.of());

        assertThat(this.server.requests("tools/call").get(0).header(VERSION_HEADER))
                .isEqualTo(header);
        assertThat(this.server.requests("notifications/initialized").get(0).header(VERSION_HEADER))
                .isEqualTo(header);
        assertThat(this.client.status().server().revision().wireValue()).isEqualTo(revision);
    }

    // RPC-09, TOOL-15: null beside the result is no error; numbers arrive with the value that was written, both ways
    @Test
    void callToolWhenNumbersDoNotFitADoubleKeepsTheirValue() {
        BigDecimal pi = new BigDecimal("3.14159265358979323846264338327950288");
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":null,\"result\":{\"content\":[],"
                                + "\"structuredContent\":{\"huge\":1e400,\"pi\":" + pi + ",\"half\":0.5}}}"));

        CallToolResult result = this.client.callTool("echo", Map.of("pi", pi, "huge", new BigDecimal("1e400")));

        assertThat(result.structuredContent())
                .isEqualTo(Map.of("huge", new BigDecimal("1e400"), "pi", pi, "half", 0.5));
        String sent = this.server.requests("tools/call").get(0).body();
        assertThat(sent).contains("\"pi\":" + pi).containsPattern("\"huge\":1[eE]\\+?400");
    }

    // fault A10: statuses that count as accepted
    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204})
    void connectWhenInitializedIsAnsweredWithAnySuccessStatusSucceeds(int status) {
        this.server.on("notifications/initialized").reply(Reply.status(status));

        this.client.session().connect();

        assertThat(this.client.status().isConnected()).isTrue();
    }

    // fault A10: the first call is not sent, and the session is deleted
    @ParameterizedTest
    @CsvSource({"BLOCKING, 400", "BLOCKING, 500", "REACTIVE, 400", "REACTIVE, 500"})
    void callToolWhenInitializedIsRejectedSendsNothing(ProgrammingModel face, int status) {
        this.server.on("notifications/initialized").reply(Reply.status(status));

        McpException failure = face.failedCall(this.client);

        assertThat(failure)
                .isInstanceOf(McpInitializationException.class)
                .hasMessageStartingWith("MCP server \"weather\": connect: ")
                .hasMessageContaining("HTTP " + status);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        this.server.awaitRequests("DELETE", 1, SOON);
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    // faults A10, G09: a rate limit that the handshake itself has reached
    @ParameterizedTest
    @ValueSource(ints = {408, 429, 502, 503, 504})
    void connectWhenInitializedIsTemporarilyRejectedSendsItAgain(int status) {
        this.server.on("notifications/initialized").times(2).reply(Reply.status(status));

        assertThat(ProgrammingModel.BLOCKING.callTool(this.client).text()).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(names())
                .containsExactly(
                        "initialize",
                        "notifications/initialized",
                        "notifications/initialized",
                        "notifications/initialized",
                        "tools/call");
    }

    // fault G09: the server names the pause, and it fits into the time to connect
    @Test
    void connectWhenInitializedIsAnsweredWithRetryAfterWaitsForIt() {
        this.server.on("notifications/initialized").reply(Reply.status(429).withHeader("Retry-After", "1"));

        this.client.session().connect();

        List<RecordedRequest> sent = this.server.requests("notifications/initialized");
        assertThat(Duration.ofNanos(sent.get(1).arrivalNanos() - sent.get(0).arrivalNanos()))
                .isGreaterThan(Duration.ofMillis(950));
    }

    @Test
    void connectWhenRetryAfterForInitializedIsTooLongFailsAtOnce() {
        this.server.on("notifications/initialized").reply(Reply.status(429).withHeader("Retry-After", "60"));

        assertThatThrownBy(this.client.session()::connect)
                .hasMessageContaining("HTTP 429: the server is busy; Retry-After: 60");
        assertThat(this.server.requests("notifications/initialized")).hasSize(1);
    }

    // faults A06, A10: a session deletion that hangs neither hides nor delays the cause
    @ParameterizedTest
    @Timed
    @EnumSource
    void connectWhenInitializedIsRejectedAndDeleteHangsFailsAtOnceWithTheCause(ProgrammingModel face) {
        this.server.on("notifications/initialized").reply(Reply.status(500));
        this.server.on("DELETE").reply(Reply.neverAnswer());
        long start = System.nanoTime();

        McpException failure = ProgrammingModel.failure(() -> face.connect(this.client));

        assertThat(failure).isInstanceOf(McpInitializationException.class).hasMessageContaining("HTTP 500");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        this.server.awaitRequests("DELETE", 1, SOON);
    }

    // LIFE-03, fault A10: nothing overtakes the end of the handshake
    @Test
    void callToolWaitsUntilInitializedIsAccepted() {
        CountDownLatch accept = new CountDownLatch(1);
        this.server.on("notifications/initialized").reply(Reply.accepted().after(accept));
        var call = this.client.reactive().callTool("echo", Map.of()).toFuture();
        this.server.awaitRequests("notifications/initialized", 1, SOON);
        assertThat(this.server.requests("tools/call")).isEmpty();

        accept.countDown();

        assertThat(call).succeedsWithin(SOON);
    }

    // LIFE-04, PNG-01: a ping in the middle of the handshake is answered
    @Test
    void connectWhenServerPingsBeforeItsResponseAnswersThePing() {
        this.server
                .on("initialize")
                .reply(Reply.sse(
                                "data: {\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"method\":\"ping\"}",
                                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + initializeResult("2025-11-25")
                                        + "}")
                        .withHeader(SESSION_HEADER, "s1"));
        this.server.on("POST").reply(Reply.accepted());

        this.client.session().connect();

        RecordedRequest pong = this.server.awaitRequests("POST", 1, SOON).get(0);
        assertThat(pong.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"result\":{}}");
    }

    // sessions

    // LIFE-15, HTL-23: no session to delete; fault A21: a blank id counts as absent
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "none"})
    void closeWhenServerHasNoSessionSendsNoDelete(String header) {
        Reply.Whole reply = Reply.result(initializeResult("2025-11-25"));
        this.server.on("initialize").reply(header.equals("none") ? reply : reply.withHeader(SESSION_HEADER, header));
        this.server.on("notifications/initialized").reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.result(RESULT));

        this.client.callTool("echo", Map.of());
        this.client.close();

        assertThat(names()).containsExactly("initialize", "notifications/initialized", "tools/call");
        assertThat(this.server.requests()).noneMatch(request -> request.header(SESSION_HEADER) != null);
    }

    // HTL-22, fault A21: without a session, 404 is no loss of one
    @ParameterizedTest
    @EnumSource
    void callToolWhenResponseIs404WithoutSessionKeepsTheConnection(ProgrammingModel face) {
        this.server.withoutSessions();
        this.server.on("tools/call").reply(Reply.status(404));

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpConnectionException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.REJECTED);
        assertThat(face.callTool(this.client).text()).contains("Oslo");
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // HTL-19
    @ParameterizedTest
    @ValueSource(strings = {"two words", "umläut", "tab\tbed"})
    void connectWhenSessionIdIsInvalidFails(String id) {
        this.server
                .on("initialize")
                .reply(Reply.result(initializeResult("2025-11-25")).withHeader(SESSION_HEADER, id));

        McpException failure = ProgrammingModel.failure(this.client.session()::connect);

        assertThat(failure).isInstanceOf(McpInitializationException.class).hasMessageContaining("session id");
        assertThat(failure.remedy()).contains("visible ASCII characters");
        assertThat(names()).containsExactly("initialize");
    }

    // HTL-18, faults D13, D14: only the answer to initialize sets the id
    @Test
    void callToolWhenALaterResponseHasAnotherSessionIdKeepsTheFirst() {
        this.server.on("notifications/initialized").reply(Reply.accepted().withHeader(SESSION_HEADER, "foreign"));
        this.server.on("tools/call").reply(Reply.result(RESULT).withHeader(SESSION_HEADER, "foreign"));

        this.client.callTool("echo", Map.of());
        this.client.callTool("echo", Map.of());

        assertThat(this.server.requests("tools/call"))
                .extracting(request -> request.header(SESSION_HEADER))
                .containsExactly("session-1", "session-1");
    }

    // fault D14: not adopted from a failure
    @Test
    void connectWhenAnErrorResponseHasASessionIdIgnoresIt() {
        this.server.on("initialize").reply(Reply.status(500).withHeader(SESSION_HEADER, "foreign"));

        ProgrammingModel.failure(this.client.session()::connect);
        this.client.session().connect();

        assertThat(this.server.requests("initialize"))
                .hasSize(2)
                .allMatch(request -> request.header(SESSION_HEADER) == null);
    }

    // HTL-23, faults B22, D20
    @ParameterizedTest
    @CsvSource({"BLOCKING, 405", "BLOCKING, 404", "BLOCKING, 500", "REACTIVE, 405"})
    void closeWhenDeleteIsRejectedSucceeds(ProgrammingModel face, int status) {
        this.server.on("DELETE").reply(Reply.status(status));
        face.connect(this.client);

        face.close(this.client);

        this.server.awaitOpenConnections(0, SOON);
    }

    // fault B22
    @ParameterizedTest
    @Timed
    @EnumSource
    void closeWhenDeleteHangsEndsWithinTheShutdownTimeout(ProgrammingModel face) {
        this.server.on("DELETE").reply(Reply.neverAnswer());
        face.connect(this.client);
        long start = System.nanoTime();

        face.close(this.client);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        this.server.awaitOpenConnections(0, SOON);
    }

    // answers

    static Stream<Reply> goodAnswers() {
        String message = "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + RESULT + "}";
        return Stream.of(
                Reply.result(RESULT),
                Reply.status(200, "application/json; charset=utf-8", message),
                Reply.status(200, "Application/JSON", message),
                Reply.streamed(200, "application/json")
                        .chunk("{\"jsonrpc\":\"2.0\",\"id\"")
                        .chunk(":$id,\"result\":" + RESULT)
                        .chunk("}"),
                Reply.trickle("application/json", message, Duration.ofMillis(1)),
                Reply.status(200, "text/event-stream", ANSWER + "\n\n"),
                Reply.status(200, "text/event-stream;charset=utf-8", ANSWER + "\n\n"),
                Reply.sse(ANSWER),
                // HTL-17, fault C04
                Reply.sse("event: message\n" + ANSWER),
                Reply.sse("id: 7\nretry: 10\nunknown: field\n" + ANSWER),
                Reply.streamed(200, "text/event-stream").chunk(ANSWER + "\r\n\r\n"),
                Reply.streamed(200, "text/event-stream").chunk(ANSWER + "\r\r"),
                Reply.streamed(200, "text/event-stream").chunk("\ufeff" + ANSWER + "\n\n"),
                Reply.streamed(200, "text/event-stream")
                        .chunk("da")
                        .chunk("ta: {\"jsonrpc\":\"2.0\",\n")
                        .chunk("data: \"id\":$id,")
                        .chunk("\ndata: \"result\":" + RESULT + "}\n")
                        .chunk("\n"),
                Reply.trickle("text/event-stream", ANSWER + "\n\n", Duration.ofMillis(1)),
                // HTL-07: priming event; other event names; comments
                Reply.sse("id: p1\ndata:", "event: endpoint\ndata: {}", ": hello", ANSWER),
                // RPC-22
                Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard_of\",\"params\":{\"a\":1}}",
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                                + "{\"level\":\"info\",\"data\":1}}",
                        ANSWER));
    }

    // HTL-05, HTL-17
    @ParameterizedTest
    @MethodSource("goodAnswers")
    void callToolAcceptsTheResponseInEveryValidForm(Reply answer) {
        this.server.on("tools/call").times(2).reply(answer);

        for (ProgrammingModel face : ProgrammingModel.values()) {
            assertThat(face.callTool(this.client).text()).isEqualTo("fine");
        }
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isZero();
        assertThat(this.client.status().inFlight()).isZero();
    }

    // fault C03
    @Test
    void callToolWhenResponseComesAfterManyCommentsGetsIt() {
        String comments = ": keep-alive\n\n".repeat(1000);
        Reply.Streamed reply = Reply.streamed(200, "text/event-stream");
        for (int i = 0; i < 100; i++) {
            reply = reply.chunk(comments);
        }
        this.server.on("tools/call").reply(reply.event(ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
    }

    // RPC-17, PNG-01, HTL-06, fault F21
    @Test
    void callToolWhenServerSendsRequestsOnItsStreamRespondsByPostInTheSession() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"sampling/createMessage\",\"params\":{}}",
                        ANSWER));
        this.server.on("POST").times(2).reply(Reply.accepted());

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");

        List<RecordedRequest> answers = this.server.awaitRequests("POST", 2, SOON);
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.header(SESSION_HEADER)).isEqualTo("session-1");
            assertThat(answer.header(VERSION_HEADER)).isEqualTo("2025-11-25");
        });
        assertThat(answers.stream().map(RecordedRequest::body).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
    }

    // HTL-06: whether the server likes our answer is no matter of the call
    @Test
    void callToolWhenServerRejectsTheClientsResponseToItsRequestSucceeds() {
        this.server
                .on("tools/call")
                .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", ANSWER));
        this.server.on("POST").reply(Reply.reset());

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        this.server.awaitRequests("POST", 1, SOON);
    }

    // faults C12, B10
    @Test
    void callToolWhenOneEventIsMalformedSkipsAndCountsIt() {
        this.server
                .on("tools/call")
                .reply(Reply.sse("data: {oops", "data: {\"hello\":1}", "data: [" + 1 + "]", ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(3);
    }

    // fault C12
    @ParameterizedTest
    @EnumSource
    void callToolWhenTenEventsInARowAreMalformedFails(ProgrammingModel face) {
        String[] events = IntStream.range(0, 10).mapToObj(i -> "data: {oops").toArray(String[]::new);
        this.server.on("tools/call").reply(Reply.sse(events).thenHang());

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpProtocolException.class, broken -> assertThat(broken.reason())
                .isEqualTo(McpProtocolException.Reason.MALFORMED));
        this.server.awaitDisconnect(SOON);
        assertThat(face.callTool(this.client).text()).contains("Oslo");
    }

    // fault C12: in a row, not in sum
    @Test
    void callToolWhenMalformedEventsAreMixedWithGoodOnesSucceeds() {
        Reply.Streamed reply = Reply.streamed(200, "text/event-stream");
        for (int i = 0; i < 20; i++) {
            reply = reply.event("data: {oops").event("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
        }
        this.server.on("tools/call").reply(reply.event(ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(20);
    }

    // RPC-05, RPC-10, faults F01, D22, D23
    @Test
    void callToolWhenResponsesWithUnknownIdsComeFirstIgnoresAndCountsThem() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{\"content\":[]}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":{\"content\":[]}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":4712,\"error\":{\"code\":1,\"message\":\"no\"}}",
                        ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        assertThat(this.client.status().ignoredMessages(Reason.UNKNOWN_ID)).isEqualTo(3);
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // fault F02
    @Test
    void callToolWhenTwoResponsesArriveTakesTheFirstAndCountsTheSecond() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(ANSWER, "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        this.client.ping();
        assertThat(this.client.status().isConnected()).isTrue();
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        this.client.status().ignoredMessages(McpIgnoredMessages.Reason.UNKNOWN_ID))
                .isEqualTo(1));
    }

    // fault C19
    @ParameterizedTest
    @EnumSource
    void callToolWhenStreamStaysOpenAfterTheResponseReturnsAtOnceAndDisconnects(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.sse(ANSWER).thenHang());

        assertThat(face.callTool(this.client, McpCallOptions.timeout(Duration.ofSeconds(30)))
                        .text())
                .isEqualTo("fine");

        this.server.awaitDisconnect(SOON);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
        assertThat(face.callTool(this.client).text()).contains("Oslo");
    }

    // fault C19: a server that says a little more and then ends the stream keeps its connection
    @Test
    void callToolWhenStreamEndsSoonAfterTheResponseUsesTheConnectionAgain() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(ANSWER).pause(Duration.ofMillis(50)).event(": bye"));
        // In virtual time, the client waits for the end of the stream however slow this machine is.
        try (McpClient patient = McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(this.server.url())
                .time(new VirtualTime())
                .build()) {
            patient.callTool("echo", Map.of());
            int answered = this.server.requests("tools/call").get(0).connection();

            // More at a time with each attempt: the pool prefers the connections that were used last, and earlier
            // attempts, while the stream was open, have opened others.
            AtomicInteger atOnce = new AtomicInteger(8);
            Mono<Void> pings = Flux.defer(() -> Flux.range(0, atOnce.getAndAdd(2)))
                    .flatMap(ping -> patient.reactive().ping())
                    .then();
            await().atMost(SOON).untilAsserted(() -> {
                pings.block(SOON);
                assertThat(this.server.requests("ping"))
                        .extracting(RecordedRequest::connection)
                        .contains(answered);
            });
            assertThat(this.server.disconnects()).isZero();
        }
    }

    // RPC-30: answers in another order than the questions
    @Test
    void callToolWhenResponsesArriveOutOfOrderGivesEachCallItsOwn() {
        EventFeed first = new EventFeed();
        AtomicReference<String> order = new AtomicReference<>("");
        this.server
                .on("tools/call")
                .reply(Reply.streamed(200, "text/event-stream").follow(first));
        var slow = this.client.reactive().callTool("echo", Map.of()).toFuture();
        slow.thenRun(() -> order.updateAndGet(text -> text + "slow"));
        this.server.awaitRequests("tools/call", 1, SOON);

        assertThat(this.client.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");
        order.updateAndGet(text -> text + "fast ");
        assertThat(this.client.status().inFlight()).isEqualTo(1);
        first.send(ANSWER).end();

        assertThat(slow).succeedsWithin(SOON);
        await().atMost(SOON).untilAsserted(() -> assertThat(order).hasValue("fast slow"));
    }

    // RPC-07, RPC-08, faults B09, D06: an error is an error of this call, whatever the status
    @ParameterizedTest
    @CsvSource({
        "BLOCKING, 200, $id",
        "REACTIVE, 200, $id",
        "BLOCKING, 400, $id",
        "REACTIVE, 500, $id",
        "BLOCKING, 400, null",
        "BLOCKING, 200, null",
        "BLOCKING, 200, '\"\"'"
    })
    void callToolWhenResponseIsAnErrorFailsWithIt(ProgrammingModel face, int status, String id) {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        status,
                        "{\"jsonrpc\":\"2.0\",\"id\":" + id
                                + ",\"error\":{\"code\":-32602,\"message\":\"no such city\","
                                + "\"data\":{\"city\":\"Oslo\"}}}"));

        McpException failure = face.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(-32602);
            assertThat(refusal.serverMessage()).isEqualTo("no such city");
            assertThat(refusal.data()).isEqualTo(Map.of("city", "Oslo"));
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.ANSWERED);
            assertThat(refusal).hasMessageStartingWith("MCP server \"weather\": tools/call: ");
        });
        assertThat(face.callTool(this.client).text()).contains("Oslo");
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // META-06 to META-08; protocol headers win
    @ParameterizedTest
    @EnumSource
    void callToolSendsTheCallersMetadataAndHeaders(ProgrammingModel face) {
        face.callTool(
                this.client,
                McpCallOptions.defaults()
                        .withMeta("com.example/tenant", "acme")
                        .withHeader("X-Tenant", "acme")
                        .withHeader("mcp-session-id", "forged"));

        RecordedRequest call = this.server.requests("tools/call").get(0);
        assertThat(call.json().at("/params/_meta").toString()).isEqualTo("{\"com.example/tenant\":\"acme\"}");
        assertThat(call.header("X-Tenant")).isEqualTo("acme");
        assertThat(call.header(SESSION_HEADER)).isEqualTo("session-1");
    }

    // HTL-04
    @ParameterizedTest
    @EnumSource
    void notifyPostsWithoutAnId(ProgrammingModel face) {
        this.server.on("notifications/roots/list_changed").reply(Reply.accepted());

        face.notify(this.client, "notifications/roots/list_changed");

        RecordedRequest sent =
                this.server.requests("notifications/roots/list_changed").get(0);
        assertThat(sent.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
        assertThat(sent.header(SESSION_HEADER)).isEqualTo("session-1");
    }

    // PNG-01
    @ParameterizedTest
    @EnumSource
    void pingCompletesWithTheResponse(ProgrammingModel face) {
        face.ping(this.client);

        assertThat(this.server.requests("ping")).hasSize(1);
    }
}
