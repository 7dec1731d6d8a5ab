package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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
import reactor.core.Disposable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What goes over the wire between a client and a server of the stateless revision, and what comes of it. */
@Timeout(60)
class McpClientModernTests {

    private static final String META = "/params/_meta/io.modelcontextprotocol~1";

    private static final String RESULT =
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

    private static final String ANSWER = "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + RESULT + "}";

    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final McpClient client = client(McpProtocol.AUTO);

    private McpClient client(McpProtocol protocol) {
        return client(protocol, TimeSource.system());
    }

    private McpClient client(McpProtocol protocol, TimeSource time) {
        return this.invariants.build(McpClient.builder("weather")
                .protocol(settings -> settings.withEra(protocol))
                .url(this.server.url())
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))
                        .withRequest(SOON)
                        .withShutdown(Duration.ofSeconds(2)))
                .time(time));
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private List<String> names() {
        return this.server.requests().stream()
                .map(request -> (request.rpcMethod() != null) ? request.rpcMethod() : request.method())
                .toList();
    }

    private static String error(int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
    }

    private static String message(String json) {
        return "data: {\"jsonrpc\":\"2.0\"," + json + "}";
    }

    // every request introduces the client

    // LIFE-10, LIFE-16, HTM-01, HTM-10, VER-09, PNG-04: no handshake, no session, no session deletion
    @ParameterizedTest
    @EnumSource
    void callToolWhenNotConnectedDiscoversFirst(ProgrammingModel face) {
        CallToolResult result = face.callTool(this.client);
        face.ping(this.client);
        face.close(this.client);

        assertThat(result.text()).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(names()).containsExactly("server/discover", "tools/call", "server/discover");
        assertThat(this.server.requests()).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.header("Mcp-Session-Id")).isNull();
        });
        assertThat(this.client.status().server()).satisfies(known -> {
            assertThat(known.era()).isEqualTo(McpEra.MODERN);
            assertThat(known.revision().wireValue()).isEqualTo("2026-07-28");
            assertThat(known.serverInfo().name()).isEqualTo("scripted"); // META-11
        });
        assertThat(this.client.status().eraReason()).isEqualTo("server/discover succeeded");
    }

    // META-01 to META-03, META-10, META-13, RPC-23, VER-01, VER-04, HTM-02 to HTM-04, HDR-01, CAP-03, RPC-04
    @Test
    void everyRequestHasClientInfoMetadataAndProtocolHeaders() {
        this.client.session().connect();
        this.client.listTools();
        this.client.callTool("echo", Map.of());
        this.client.listResources();
        this.client.resources().listTemplates();
        this.client.readResource("test://one");
        this.client.listPrompts();
        this.client.getPrompt("greet", Map.of("who", "you"));
        this.client.complete(CompleteParams.of(PromptReference.of("greet"), "who", "y"));

        assertThat(names())
                .containsExactly(
                        "server/discover",
                        "tools/list",
                        "tools/call",
                        "resources/list",
                        "resources/templates/list",
                        "resources/read",
                        "prompts/list",
                        "prompts/get",
                        "completion/complete");
        assertThat(this.server.requests()).allSatisfy(request -> {
            assertThat(request.json().at(META + "protocolVersion").stringValue())
                    .isEqualTo("2026-07-28")
                    .isEqualTo(request.header("MCP-Protocol-Version"));
            assertThat(request.json().at(META + "clientCapabilities").isObject())
                    .isTrue();
            assertThat(request.json().at(META + "clientInfo/name").isString()).isTrue();
            assertThat(request.json().at(META + "clientInfo/version").isString())
                    .isTrue();
            assertThat(request.header("Mcp-Method")).isEqualTo(request.rpcMethod());
            assertThat(request.header("Accept")).contains("application/json").contains("text/event-stream");
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
        });
        assertThat(this.server.requests().stream()
                        .map(request -> request.json().get("id").asLong())
                        .toList())
                .doesNotHaveDuplicates();
        assertThat(this.server.requests().stream().map(request -> String.valueOf(request.header("Mcp-Name"))))
                .containsExactly("null", "null", "echo", "null", "null", "test://one", "null", "greet", "null");
    }

    // VER-05: of the revisions that the server names, the one that this client supports, at any position
    @ParameterizedTest
    @CsvSource({
        "'2027-01-01,2026-07-28'",
        "'2026-07-28,2027-01-01'",
        "'2025-11-25,2026-07-28'",
        "'DRAFT,2026-07-28,2025-06-18'"
    })
    void requestsAfterDiscoveryUseASupportedRevisionOfTheServer(String versions) {
        this.server.versions(versions.split(","));

        this.client.callTool("echo", Map.of());
        this.client.listResources();

        assertThat(this.server.requests()).hasSize(3).allSatisfy(request -> {
            assertThat(request.json().at(META + "protocolVersion").stringValue())
                    .isEqualTo("2026-07-28");
            assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
        });
    }

    // VER-05: a server that names none of ours is sent nothing more
    @Test
    void connectWhenServerSupportsNoCommonRevisionSendsNothingMore() {
        this.server
                .on("server/discover")
                .reply(Reply.result("{\"resultType\":\"complete\",\"supportedVersions\":[\"2027-01-01\"],"
                        + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\"}"));

        assertThat(catchThrowableOfType(McpException.class, () -> this.client.callTool("echo", Map.of())))
                .hasMessageContaining("2027-01-01");
        assertThat(names()).containsExactly("server/discover");
    }

    // META-13, HTM-04: what the protocol says wins over what the caller says
    @Test
    void callToolWhenCallerSetsProtocolMetadataOrHeadersOverridesThem() {
        this.client
                .tools()
                .call(
                        CallToolParams.of("echo", Map.of())
                                .withMeta(Map.of("io.modelcontextprotocol/protocolVersion", "1999-01-01")),
                        McpCallOptions.defaults()
                                .withMeta("com.example/trip", 7)
                                .withHeader("mcp-method", "tools/list")
                                .withHeader("X-Trip", "7"));

        RecordedRequest call = this.server.requests("tools/call").get(0);
        assertThat(call.json().at(META + "protocolVersion").stringValue()).isEqualTo("2026-07-28");
        assertThat(call.json().at("/params/_meta/com.example~1trip").asInt()).isEqualTo(7);
        assertThat(call.header("X-Trip")).isEqualTo("7");
        assertThat(call.header("Mcp-Method")).isEqualTo("tools/call");
    }

    // HTM-22: credentials of the configuration go with every request
    @Test
    void everyRequestHasTheConfiguredHeaders() {
        try (McpClient trusted = McpClient.builder("weather")
                .url(this.server.url())
                .http(http -> http.withHeader("Authorization", "Bearer 7"))
                .build()) {
            trusted.callTool("echo", Map.of());
            trusted.readResource("test://one");
        }
        assertThat(this.server.requests()).hasSize(3).allMatch(request -> "Bearer 7"
                .equals(request.header("Authorization")));
    }

    // CAP-03, CAP-12, CAP-15: what the client offers stands in every request, and no extension that it cannot serve
    @Test
    void everyRequestDeclaresTheCapabilitiesThatHaveAHandler() {
        try (McpClient offering = McpClient.builder("weather")
                .url(this.server.url())
                .roots(context -> List.of())
                .build()) {
            offering.callTool("echo", Map.of());

            assertThat(this.server.requests()).allSatisfy(request -> {
                assertThat(request.json().at(META + "clientCapabilities/roots").isObject())
                        .isTrue();
                assertThat(request.json()
                                .at(META + "clientCapabilities/roots/listChanged")
                                .isMissingNode())
                        .isTrue();
                assertThat(request.json()
                                .at(META + "clientCapabilities/extensions")
                                .propertyNames())
                        .containsExactly("io.modelcontextprotocol/tasks");
                assertThat(request.json()
                                .at(META + "clientCapabilities/sampling")
                                .isMissingNode())
                        .isTrue();
            });
        }
    }

    // answers

    // HTM-05 to HTM-09, fault C04: JSON or a stream, comments, ids and pauses without a meaning
    @Test
    void callToolWhenResponseIsAnEventStreamReadsIt() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        ": keep-alive",
                        "id: 1\nretry: 1\ndata:",
                        "id: 1\n" + message("\"method\":\"notifications/tools/list_changed\""),
                        "id: 1\n" + ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        assertThat(this.client.status().ignoredMessages(Reason.NOT_NEGOTIATED)).isEqualTo(1);
        assertThat(names()).containsExactly("server/discover", "tools/call");
    }

    // HTM-13, fault C19: a server that keeps the stream open has no connection and no call of ours for longer than it
    // takes
    @Test
    void callToolWhenServerKeepsTheStreamOpenReleasesTheConnection() {
        this.server
                .on("tools/call")
                .times(3)
                .reply(Reply.sse(ANSWER, message("\"method\":\"notifications/tools/list_changed\""))
                        .thenHang());

        for (int i = 0; i < 3; i++) {
            assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        }

        this.server.awaitDisconnects(3, SOON);
        assertThat(this.server.abandoned()).allMatch(request -> request.is("tools/call"));
        assertThat(this.server.openRequests()).isEmpty();
        assertThat(this.client.status().inFlight()).isZero();
        // there is nothing to cancel: the request was answered
        assertThat(names()).containsOnly("server/discover", "tools/call");
        assertThat(this.client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
    }

    // HTM-13: one that ends it has the connection used again
    @Test
    void callToolWhenServerEndsTheStreamReusesTheConnection() {
        this.server.on("tools/call").times(5).reply(Reply.sse(ANSWER));

        for (int i = 0; i < 5; i++) {
            assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");
        }

        assertThat(this.server.connectionsAccepted()).isLessThan(5);
        assertThat(this.server.abandoned()).isEmpty();
    }

    // HTM-09, HTM-15, HTM-16: no resumption; a call of a tool may have run, and is not sent again
    @Test
    void callToolWhenStreamBreaksIsNotSentAgain() {
        this.server.on("tools/call").reply(Reply.sse("id: 1\nretry: 10\ndata:"));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpConnectionException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(names()).containsExactly("server/discover", "tools/call");
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // HTM-15, HTM-16: what changes nothing is sent again, as a new request
    @ParameterizedTest
    @ValueSource(strings = {"end", "reset", "cut"})
    void readResourceWhenResponseIsLostIsSentAgainWithANewId(String how) {
        Reply lost =
                switch (how) {
                    case "end" -> Reply.sse(": nothing");
                    case "reset" -> Reply.reset();
                    default ->
                        Reply.streamed(200, "text/event-stream")
                                .chunk("data: {\"jsonrpc")
                                .thenReset();
                };
        this.server.on("resources/read").times(2).reply(lost);

        assertThat(this.client.readResource("test://one").contents()).hasSize(1);

        assertThat(this.server.requests("resources/read")).hasSize(3);
        assertThat(this.server.requests("resources/read"))
                .extracting(request -> request.json().get("id").asLong())
                .doesNotHaveDuplicates();
        assertThat(this.server.requests("resources/read")).allMatch(request -> request.header("Last-Event-ID") == null);
    }

    // HTM-16: but not forever
    @Test
    void listToolsWhenEveryResponseIsLostFailsAfterThreeAttempts() {
        this.server.on("tools/list").always().reply(Reply.reset());

        McpException failure = catchThrowableOfType(McpException.class, this.client::listTools);

        assertThat(failure).isInstanceOf(McpConnectionException.class);
        assertThat(this.server.requests("tools/list")).hasSize(3);
    }

    // RPC-15, RPC-16, RPC-25, HTM-07, faults C18, F21: nothing is done and nothing is answered
    @Test
    void callToolWhenServerSendsARequestIgnoresAndCountsIt() {
        List<String> asked = new CopyOnWriteArrayList<>();
        this.client.raw().onRequest("requests/mine", (params, context) -> {
            asked.add("asked");
            return Map.of();
        });
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        message("\"id\":1,\"method\":\"ping\""),
                        message("\"id\":2,\"method\":\"sampling/createMessage\",\"params\":{}"),
                        message("\"id\":3,\"method\":\"requests/mine\",\"params\":{}"),
                        ANSWER));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("fine");

        assertThat(this.client.status().ignoredMessages(Reason.SERVER_REQUEST)).isEqualTo(3);
        assertThat(asked).isEmpty();
        assertThat(names()).containsExactly("server/discover", "tools/call");
    }

    // RPC-18 to RPC-20, fault F25: absent is complete, anything unheard of is an error
    @ParameterizedTest
    @CsvSource({"'{\"content\":[]}', true", "'{\"resultType\":\"weird\",\"content\":[]}', false"})
    void callToolWhenResultTypeIsUnknownFails(String result, boolean fine) {
        this.server.on("tools/call").reply(Reply.result(result));

        if (fine) {
            assertThat(this.client.callTool("echo", Map.of()).content()).isEmpty();
        } else {
            assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).isInstanceOf(McpProtocolException.class);
        }
    }

    // TOOL-16: any value, and null is one
    @ParameterizedTest
    @ValueSource(strings = {"7", "\"text\"", "[1,2]", "true", "null"})
    void callToolWhenStructuredContentIsAnyValueKeepsIt(String value) {
        this.server
                .on("tools/call")
                .reply(Reply.result(
                        "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":" + value + "}"));

        CallToolResult result = this.client.callTool("echo", Map.of());

        assertThat(result.hasStructuredContent()).isTrue();
        assertThat(String.valueOf(result.structuredContent()))
                .isEqualTo(value.replace("\"", "").replace(",", ", "));
    }

    // errors

    // HTM-17, HTM-18, RES-03, META-04, RPC-24: errors of the server are its answer, whatever the status and the code
    @ParameterizedTest
    @CsvSource({
        "200, -32003",
        "404, -32601",
        "400, -32602",
        "400, -32020",
        "400, -32021",
        "500, -32603",
        "200, -32002",
        "400, 17"
    })
    void readResourceWhenServerAnswersWithAnErrorFailsWithIt(int status, int code) {
        this.client.session().connect();
        this.server.on("resources/read").reply(Reply.json(status, error(code, "no")));

        McpRequestException failure =
                catchThrowableOfType(McpRequestException.class, () -> this.client.readResource("test://one"));

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.ANSWERED);
        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("resources/read")).hasSize(1);
    }

    // CAP-09: which capability, and what to do about it
    @Test
    void callToolWhenACapabilityIsMissingReportsWhich() {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32021,\"message\":\"no\",\"data\":{"
                                + "\"requiredCapabilities\":{\"sampling\":{}}}}}"));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure.remedy()).contains("sampling");
    }

    // HTM-19, VER-16, fault A19: an answer without a word of the revision is a reason to look again, once
    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 406})
    void callToolWhenAGatewayRejectsDiscoversAgainAndRepeatsItOnce(int status) {
        this.client.session().connect();
        this.server.on("tools/call").reply(Reply.status(status, "text/html", "<html>no</html>"));

        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("{}");

        assertThat(names()).containsExactly("server/discover", "tools/call", "server/discover", "tools/call");
    }

    // CAP-07, VER-26: what is not declared is not asked for, and lists of it are empty
    @Test
    void readResourceWhenServerLacksTheCapabilityIsRejectedWithoutBeingSent() {
        this.server.capabilities("{\"tools\":{}}");

        McpRejectedException failure =
                catchThrowableOfType(McpRejectedException.class, () -> this.client.readResource("test://one"));

        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(this.client.listPrompts()).isEmpty();
        assertThat(catchThrowableOfType(
                        McpRejectedException.class, () -> this.client.session().setLoggingLevel(LoggingLevel.INFO)))
                .isNotNull();
        assertThat(names()).containsExactly("server/discover");
    }

    // versions

    // VER-02, VER-03, VER-08: once more with a version that the server names, be it the one that was asked for
    @Test
    void connectWhenServerRejectsTheVersionOnceRetriesWithASupportedOne() {
        this.server.on("server/discover").reply(unsupported("[\"2026-07-28\"]"));

        this.client.session().connect();

        assertThat(names()).containsExactly("server/discover", "server/discover");
    }

    // VER-02, fault A15: both sides are named
    @ParameterizedTest
    @ValueSource(strings = {"[\"2031-01-01\"]", "[]", "17", "null"})
    void connectWhenThereIsNoCommonVersionNamesBothSides(String supported) {
        this.server.on("server/discover").always().reply(unsupported(supported));

        McpException failure = catchThrowableOfType(McpException.class, this.client.session()::connect);

        assertThat(failure).isInstanceOf(McpInitializationException.class).hasMessageContaining("2026-07-28");
        assertThat(names()).containsExactly("server/discover");
    }

    private static Reply unsupported(String supported) {
        return Reply.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                        + "\"data\":{\"supported\":" + supported + ",\"requested\":\"2026-07-28\"}}}");
    }

    // giving up

    // RPC-20, MRTR-02, fault F23: discovery, and with it a ping, is answered or not
    @ParameterizedTest
    @ValueSource(strings = {"input_required", "task", "weird"})
    void connectWhenDiscoveryHasAnotherResultTypeFails(String kind) {
        String result = "{\"resultType\":\"" + kind + "\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},"
                + "\"requestState\":\"s\",\"taskId\":\"t\",\"status\":\"working\"}";
        try (McpClient modern = client(McpProtocol.MODERN)) {
            this.server.on("server/discover").reply(Reply.result(result));
            assertThat(catchThrowableOfType(McpException.class, modern.session()::connect))
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining(kind);

            modern.session().connect();
            this.server.on("server/discover").reply(Reply.result(result));
            assertThat(catchThrowableOfType(McpProtocolException.class, modern::ping))
                    .isNotNull();
        }
    }

    // CAN-01, CAN-03, HTM-11, HTM-12, fault B15: closing the stream is all there is to say
    @Test
    void callToolWhenCancelledClosesTheStream() {
        this.server
                .on("tools/call")
                .reply(Reply.streamed(200, "text/event-stream").thenHang());
        this.client.session().connect();
        Disposable call = this.client.reactive().callTool("echo", Map.of()).subscribe();
        this.server.awaitRequests("tools/call", 1, SOON);

        call.dispose();

        this.server.awaitDisconnect(SOON);
        assertThat(names()).containsExactly("server/discover", "tools/call");
        assertThat(this.client.status().inFlight()).isZero();
    }

    // TMO-01, TMO-02, HTM-11, HTM-12, fault B01
    @ParameterizedTest
    @EnumSource
    void callToolWhenItTimesOutAbortsTheExchange(ProgrammingModel face) {
        CountDownLatch never = new CountDownLatch(1);
        this.server.on("tools/call").reply(Reply.result(RESULT).after(never));
        VirtualTime time = new VirtualTime();
        McpClient timed = client(McpProtocol.AUTO, time);
        timed.session().connect();

        McpException failure = time.elapse(
                Duration.ofMinutes(1),
                () -> face.failedCall(timed, McpCallOptions.timeout(Duration.ofMinutes(1))),
                () -> this.server.awaitRequests("tools/call", 1, SOON));

        assertThat(failure).isInstanceOf(McpTimeoutException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        this.server.awaitDisconnect(SOON);
        never.countDown();
        assertThat(names()).containsExactly("server/discover", "tools/call");
        assertThat(face.callTool(timed).text()).isEqualTo("{\"city\":\"Oslo\"}");
        timed.close();
    }

    // progress and log

    // PRG-01 to PRG-05, PRG-09
    @Test
    void callToolWhenProgressIsReportedNotifiesTheCaller() {
        List<Double> told = new ArrayList<>();
        this.server.on("tools/call").reply(request -> {
            String token = request.json().at("/params/_meta/progressToken").toString();
            return Reply.sse(progress(token, 1), progress("\"foreign\"", 50), progress(token, 2), ANSWER);
        });

        this.client.callTool(
                "echo", Map.of(), McpCallOptions.defaults().withProgress(progress -> told.add(progress.progress())));

        assertThat(told).containsExactly(1.0, 2.0);
        assertThat(this.client.status().ignoredMessages(Reason.UNKNOWN_ID)).isEqualTo(1);
    }

    private static String progress(String token, int progress) {
        return message("\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + token + ",\"progress\":"
                + progress + "}");
    }

    // LOG-03 to LOG-05, LOG-09: the level goes along with each request, and nothing else is sent
    @Test
    void setLoggingLevelIsSentWithEverySubsequentRequest() {
        this.server.capabilities("{\"tools\":{},\"logging\":{}}");
        List<Object> heard = new CopyOnWriteArrayList<>();
        this.client.listeners().addLogListener((server, message) -> heard.add(message.data()));
        this.client.callTool("echo", Map.of());
        this.client.session().setLoggingLevel(LoggingLevel.WARNING);
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        message(
                                "\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"data\":\"hot\"}"),
                        ANSWER));

        this.client.callTool("echo", Map.of());

        assertThat(this.server.requests("tools/call"))
                .extracting(request -> request.json().at(META + "logLevel").asString("none"))
                .containsExactly("none", "warning");
        await().atMost(SOON).untilAsserted(() -> assertThat(heard).containsExactly("hot"));
        assertThat(names()).containsExactly("server/discover", "tools/call", "tools/call");
        assertThat(catchThrowableOfType(McpRejectedException.class, () -> this.client
                        .raw()
                        .request("logging/setLevel", Map.of("level", "loud"), Map.class, McpCallOptions.defaults())))
                .hasMessageContaining("level");
    }

    // LOG-03: the level of a call takes precedence over that of the client, and is gone with the call
    @Test
    void callToolWithALogLevelSendsItWithThisCallOnly() {
        this.server.capabilities("{\"tools\":{},\"logging\":{}}");
        McpCallOptions debug = McpCallOptions.defaults().withLogLevel(LoggingLevel.DEBUG);
        this.client.callTool("echo", Map.of(), debug);
        this.client.session().setLoggingLevel(LoggingLevel.ERROR);
        this.client.callTool("echo", Map.of(), debug);
        this.client.callTool("echo", Map.of());
        this.client
                .tools()
                .call(
                        CallToolParams.of("echo", Map.of())
                                .withMeta(Map.of("io.modelcontextprotocol/logLevel", "notice")),
                        McpCallOptions.defaults());
        this.client
                .raw()
                .request(
                        "tools/call",
                        Map.of("name", "echo", "_meta", Map.of("io.modelcontextprotocol/logLevel", "info")),
                        Map.class,
                        McpCallOptions.defaults());

        assertThat(this.server.requests("tools/call"))
                .extracting(request -> request.json().at(META + "logLevel").asString("none"))
                .containsExactly("debug", "debug", "error", "notice", "info");
    }

    // LOG-03: a server that does not offer logging is not asked for it
    @Test
    void callToolWithALogLevelWhenServerLacksLoggingSendsNone() {
        this.client.callTool("echo", Map.of(), McpCallOptions.defaults().withLogLevel(LoggingLevel.DEBUG));

        assertThat(this.server
                        .requests("tools/call")
                        .get(0)
                        .json()
                        .at(META + "logLevel")
                        .isMissingNode())
                .isTrue();
    }

    // what is gone

    // ROOT-05, TSKX-16
    @Test
    void memberUnknownToTheRevisionIsNotSent() {
        this.client.session().connect();

        this.client.session().notifyRootsChanged();
        McpException failure = catchThrowableOfType(
                McpRejectedException.class,
                () -> this.client.raw().request("tasks/list", Map.of(), Map.class, McpCallOptions.defaults()));

        assertThat(failure).hasMessageContaining("2026-07-28");
        assertThat(names()).containsExactly("server/discover");
    }

    // HTM-14, HDR-04: notifications of one's own are posted, with headers
    @Test
    void notifySendsAMessageWithHeaders() {
        this.server.on("notifications/mine").reply(Reply.accepted());

        this.client.raw().notify("notifications/mine", Map.of("n", 1));

        RecordedRequest sent = this.server.requests("notifications/mine").get(0);
        assertThat(sent.header("Mcp-Method")).isEqualTo("notifications/mine");
        assertThat(sent.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
        assertThat(sent.json().has("id")).isFalse();
    }

    // HTM-14: any status of success, even with an endless body, which is forbidden
    @ParameterizedTest
    @MethodSource("acknowledgements")
    void notifyCompletesWhenTheServerAcknowledges(Reply acknowledgement) {
        this.server.on("notifications/mine").times(2).reply(acknowledgement);

        this.client.raw().notify("notifications/mine", null);
        this.client.raw().notify("notifications/mine", null);

        assertThat(this.client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        assertThat(this.server.requests("notifications/mine")).hasSize(2);
    }

    static Stream<Reply> acknowledgements() {
        return Stream.of(
                Reply.accepted(),
                Reply.status(204),
                Reply.json(200, ""),
                Reply.status(202, "text/plain", "Accepted"),
                Reply.streamed(202, "text/plain").chunk("Accepted").thenHang());
    }

    // HTM-14: an error may say why, without an id; the caller learns it
    @ParameterizedTest
    @MethodSource("refusals")
    void notifyFailsWithTheErrorOfTheServer(Reply refusal, String problem) {
        this.server.on("notifications/mine").reply(refusal);

        McpException failure =
                catchThrowableOfType(McpException.class, () -> this.client.raw().notify("notifications/mine", null));

        assertThat(failure.problem()).isEqualTo(problem);
        assertThat(this.client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        assertThat(this.server.requests("notifications/mine")).hasSize(1);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(
                        Reply.json(
                                400,
                                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"no such notification\"}}"),
                        "the server responded with error -32602: no such notification"),
                Arguments.of(
                        Reply.json(
                                500,
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"oops\"}}"),
                        "the server responded with error -32603: oops"),
                Arguments.of(
                        Reply.status(500, "text/plain", "out of disk"),
                        "HTTP 500: the server failed; the server says: out of disk"));
    }

    // raw requests are read to what the caller wants, whatever the method
    @Test
    void requestBindsTheResultOfAnyMethod() {
        this.server.on("com.example/count").reply(Reply.result("{\"resultType\":\"complete\",\"count\":3}"));

        assertThat(this.client
                        .raw()
                        .request("com.example/count", Map.of("of", "tools"), Count.class, McpCallOptions.defaults()))
                .isEqualTo(new Count(3));
        assertThat(this.server
                        .requests("com.example/count")
                        .get(0)
                        .json()
                        .at(META + "protocolVersion")
                        .isString())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"3.5, found a number with a fraction at", "false, found a boolean at"})
    void requestRejectsAResultThatDoesNotFitTheType(String count, String problem) {
        this.server
                .on("com.example/count")
                .reply(Reply.result("{\"resultType\":\"complete\",\"count\":" + count + "}"));

        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(() -> this.client
                        .raw()
                        .request("com.example/count", Map.of(), Count.class, McpCallOptions.defaults()))
                .withMessageContaining(problem);
    }

    record Count(int count) {}

    // many at once

    // RPC-30, LIFE-12, HTM-21: calls do not mind each other, nor which connection brings what
    @Test
    void concurrentCallsGetTheirOwnResponses() {
        List<CompletableFuture<CallToolResult>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(this.client.reactive().callTool("echo", Map.of("n", i)).toFuture());
        }

        Set<String> texts = new HashSet<>();
        calls.forEach(call -> texts.add(
                call.orTimeout(20, java.util.concurrent.TimeUnit.SECONDS).join().text()));
        assertThat(texts).hasSize(200);
        assertThat(this.server.requests("server/discover")).hasSize(1);
        assertThat(this.client.status().inFlight()).isZero();
    }
}
