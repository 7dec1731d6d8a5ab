package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.BaggageInScope;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.observation.McpObservationMode;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.testkit.Telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Spans of a client and the trace context on its wire, with the SDK of OpenTelemetry. */
@Timeout(60)
class McpClientTracingTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static String traceparent(SpanData span) {
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-"
                + span.getSpanContext().getTraceFlags().asHex();
    }

    private final Telemetry telemetry = new Telemetry();

    @AfterEach
    void close() {
        this.telemetry.close();
    }

    private static ScriptedHttpServer server(McpProtocol protocol) {
        return (protocol == McpProtocol.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
    }

    /** Returns a builder for a server; a subclass repeats the tests with another way of sending requests. */
    McpClientBuilder weather() {
        return McpClient.builder("weather");
    }

    private McpClient client(ScriptedHttpServer server, McpProtocol protocol) {
        return client(server, protocol, settings -> settings, builder -> builder);
    }

    private McpClient client(
            ScriptedHttpServer server,
            McpProtocol protocol,
            UnaryOperator<McpObservationSettings> observation,
            UnaryOperator<McpClientBuilder> settings) {
        server.on("GET").optionally().reply(Reply.status(405));
        return settings.apply(weather()
                        .protocol(spoken -> spoken.withEra(protocol))
                        .url(server.url())
                        .timeouts(timeouts ->
                                timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
                        .observation(observation.apply(McpObservationSettings.of(this.telemetry.registry()))))
                .build();
    }

    private static JsonNode meta(RecordedRequest request) {
        return request.json().at("/params/_meta");
    }

    private static List<String> headers(RecordedRequest request, String name) {
        return request.headers().getOrDefault(name, List.of());
    }

    private void within(String name, Runnable work) {
        this.telemetry.observation(name).observe(work);
    }

    // TRC-01, TRC-03, TRC-04: the span of the caller, of the operation, of the exchange, of HTTP; and on to the server
    @ParameterizedTest
    @CsvSource({"MODERN, BLOCKING", "MODERN, REACTIVE", "LEGACY, BLOCKING", "LEGACY, REACTIVE"})
    void callToolPropagatesTheCallersTraceToTheServer(McpProtocol protocol, ProgrammingModel face) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            face.listTools(client);
            within("caller", () -> face.callTool(client));

            SpanData caller = this.telemetry.span("caller");
            List<SpanData> spans = this.telemetry.spans("tools/call echo", 2);
            SpanData operation = spans.get(0);
            SpanData exchange = spans.get(1);
            RecordedRequest request = server.requests("tools/call").get(0);

            assertThat(operation.getParentSpanId()).isEqualTo(caller.getSpanId());
            assertThat(exchange.getParentSpanId()).isEqualTo(operation.getSpanId());
            assertThat(spans).extracting(SpanData::getTraceId).containsOnly(caller.getTraceId());
            assertThat(spans).extracting(SpanData::getKind).containsOnly(SpanKind.CLIENT);
            assertThat(spans)
                    .extracting(span -> span.getStatus().getStatusCode())
                    .doesNotContain(StatusCode.ERROR);

            assertThat(Telemetry.attribute(operation, "gen_ai.tool.name")).isEqualTo("echo");
            assertThat(Telemetry.attribute(operation, "gen_ai.operation.name")).isEqualTo("execute_tool");
            assertThat(Telemetry.attribute(exchange, "jsonrpc.request.id")).isEqualTo(request.rpcId());

            assertThat(meta(request).path("traceparent").stringValue()).isEqualTo(traceparent(exchange));
            SpanData http = this.telemetry.spans().stream()
                    .filter(span -> span.getParentSpanId().equals(exchange.getSpanId()))
                    .findFirst()
                    .orElseThrow();
            assertThat(headers(request, "traceparent")).containsExactly(traceparent(http));
        }
    }

    // TRC-03: without observations of HTTP, headers identify the exchange, once
    @ParameterizedTest
    @EnumSource(names = {"MODERN", "LEGACY"})
    void callToolWhenHttpIsNotObservedPropagatesTheTraceInHeadersToo(McpProtocol protocol) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client =
                        client(server, protocol, settings -> settings.withHttpRequests(false), builder -> builder)) {
            client.callTool(
                    "echo",
                    Map.of(),
                    McpCallOptions.defaults()
                            .withHeader("Traceparent", "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01"));

            SpanData exchange = this.telemetry.spans("tools/call", 2).get(1);
            RecordedRequest request = server.requests("tools/call").get(0);
            String traceparent = traceparent(exchange);
            assertThat(headers(request, "traceparent")).containsExactly(traceparent);
            assertThat(meta(request).path("traceparent").stringValue()).isEqualTo(traceparent);
            assertThat(this.telemetry.spans()).noneMatch(span -> span.getName().startsWith("http"));
        }
    }

    // TRC-04: the handshake is work of the first call; its session id is recorded as a hash (fault I21)
    @Test
    void callToolWhenNotConnectedIncludesTheHandshakeInItsTrace() {
        try (ScriptedHttpServer server = server(McpProtocol.LEGACY);
                McpClient client = client(server, McpProtocol.LEGACY)) {
            client.callTool("echo", Map.of());

            SpanData operation = this.telemetry.spans("tools/call", 2).get(0);
            SpanData handshake = this.telemetry.span("initialize");
            SpanData notification = this.telemetry.span("notifications/initialized");
            assertThat(List.of(handshake, notification))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(operation.getSpanId());
            assertThat(Telemetry.attribute(this.telemetry.spans("tools/call", 2).get(1), "mcp.session.id"))
                    .matches("[0-9a-f]{12}");
            assertThat(this.telemetry.spans().toString()).doesNotContain("session-1");
            assertThat(meta(server.requests("notifications/initialized").get(0))
                            .path("traceparent")
                            .stringValue())
                    .isEqualTo(traceparent(notification));
        }
    }

    // TRC-04: each round is a request of its own, with a span of its own
    @Test
    void callToolWhenInputIsRequiredHasASpanForEachRound() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        settings -> settings,
                        builder -> builder.roots(context -> {
                            within("handler", () -> {});
                            return List.of(Root.of("file:///work"));
                        }))) {
            server.on("tools/call")
                    .reply(Reply.result("{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":"
                            + "{\"method\":\"roots/list\",\"params\":{}}}}"));

            client.callTool("echo", Map.of());

            List<SpanData> spans = this.telemetry.spans("tools/call", 3);
            assertThat(spans.subList(1, 3))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(spans.get(0).getSpanId());
            assertThat(server.requests("tools/call"))
                    .extracting(request -> meta(request).path("traceparent").stringValue())
                    .doesNotHaveDuplicates();
            assertThat(this.telemetry.span("handler").getParentSpanId())
                    .isEqualTo(spans.get(0).getSpanId());
        }
    }

    // TRC-04: a request that is sent again is another request of the same operation
    @Test
    void listToolsWhenResponseIsLostHasASpanForEachRequest() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            server.on("tools/list").reply(Reply.closeBeforeAnswer());

            client.listTools();

            List<SpanData> spans = this.telemetry.spans("tools/list", 3);
            assertThat(spans)
                    .extracting(span -> Telemetry.attribute(span, "error.type"))
                    .containsExactly("none", "McpConnectionException", "none");
            assertThat(spans.subList(1, 3))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(spans.get(0).getSpanId());
        }
    }

    // TRC-04: so is a handshake because the session was lost, and the call after it
    @Test
    void callToolWhenSessionIsLostIncludesTheNewHandshakeInItsTrace() {
        try (ScriptedHttpServer server = server(McpProtocol.LEGACY);
                McpClient client = client(server, McpProtocol.LEGACY)) {
            client.session().connect();
            ((ScriptedLegacyServer) server).forgetSessions();

            within("caller", () -> client.callTool("echo", Map.of()));

            SpanData caller = this.telemetry.span("caller");
            List<SpanData> calls = this.telemetry.spans("tools/call", 3);
            assertThat(calls.get(0).getParentSpanId()).isEqualTo(caller.getSpanId());
            assertThat(calls.subList(1, 3))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(calls.get(0).getSpanId());
            assertThat(this.telemetry.spans("initialize", 2).get(1).getParentSpanId())
                    .isEqualTo(calls.get(0).getSpanId());
        }
    }

    // TRC-04: the polls of a task are part of the call that became it
    @ParameterizedTest
    @EnumSource
    void callToolAnsweredWithATaskHasASpanForEachPoll(ProgrammingModel face) {
        String task = "\"taskId\":\"t1\",\"createdAt\":\"2026-11-21T10:00:00Z\",\"ttlMs\":60000,\"pollIntervalMs\":1,"
                + "\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",\"status\":";
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                        .capabilities("{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
                McpClient client = client(server, McpProtocol.MODERN)) {
            server.on("tools/call").reply(Reply.result("{\"resultType\":\"task\"," + task + "\"working\"}"));
            server.on("tasks/get").reply(Reply.result("{\"resultType\":\"complete\"," + task + "\"working\"}"));
            server.on("tasks/get")
                    .reply(Reply.result("{\"resultType\":\"complete\"," + task
                            + "\"completed\",\"result\":{\"content\":[],\"isError\":true}}"));

            face.callTool(client);

            SpanData operation = this.telemetry.spans("tools/call", 2).get(0);
            assertThat(this.telemetry.spans("tasks/get", 2))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(operation.getSpanId());
            assertThat(Telemetry.attribute(operation, "error.type")).isEqualTo("tool_error");
        }
    }

    // TRC-04: a list is one operation, however many pages it has
    @ParameterizedTest
    @EnumSource
    void listToolsOfManyPagesIsOneOperation(ProgrammingModel face) {
        try (ScriptedHttpServer server = server(McpProtocol.LEGACY);
                McpClient client = client(server, McpProtocol.LEGACY)) {
            server.on("tools/list").reply(Reply.result("{\"tools\":[],\"nextCursor\":\"2\"}"));
            server.on("tools/list").reply(Reply.result("{\"tools\":[],\"nextCursor\":\"3\"}"));

            within("caller", () -> face.listTools(client));

            List<SpanData> spans = this.telemetry.spans("tools/list", 4);
            assertThat(spans.get(0).getParentSpanId())
                    .isEqualTo(this.telemetry.span("caller").getSpanId());
            assertThat(spans.subList(1, 4))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(spans.get(0).getSpanId());
            assertThat(this.telemetry.timers("mcp.client.operation.duration"))
                    .filteredOn(timer -> timer.get("mcp.method.name").equals("tools/list"))
                    .singleElement()
                    .satisfies(timer -> assertThat(timer).containsEntry("count", "1"));
        }
    }

    // the handler of a request of the server runs in a span that continues the trace of the server
    @Test
    void handlerOfAServerRequestContinuesTheServersTrace() {
        String ofServer = "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01";
        try (ScriptedHttpServer server = server(McpProtocol.LEGACY);
                McpClient client = client(
                        server,
                        McpProtocol.LEGACY,
                        settings -> settings,
                        builder -> builder.roots(context -> {
                            within("handler", () -> {});
                            return List.of();
                        }))) {
            server.on("POST").reply(Reply.accepted());
            server.on("tools/call")
                    .reply(Reply.sse(
                            "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"roots/list\",\"params\":{\"_meta\":{"
                                    + "\"traceparent\":\"" + ofServer + "\"}}}",
                            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));

            client.callTool("echo", Map.of());

            SpanData asked = this.telemetry.span("roots/list");
            assertThat(asked.getKind()).isEqualTo(SpanKind.SERVER);
            assertThat(asked.getTraceId()).isEqualTo("a".repeat(32));
            assertThat(asked.getParentSpanId()).isEqualTo("b".repeat(16));
            assertThat(Telemetry.attribute(asked, "jsonrpc.request.id")).isEqualTo("r1");
            assertThat(this.telemetry.span("handler").getParentSpanId()).isEqualTo(asked.getSpanId());
            assertThat(this.telemetry.timers("mcp.server.operation.duration"))
                    .singleElement()
                    .satisfies(timer -> assertThat(timer)
                            .containsEntry("mcp.method.name", "roots/list")
                            .containsEntry("mcp.protocol.version", "2025-11-25")
                            .containsEntry("error.type", "none"));
        }
    }

    // a server cannot make up names of metrics
    @Test
    void unknownServerRequestIsObservedWithoutItsMethodName() {
        try (ScriptedHttpServer server = server(McpProtocol.LEGACY);
                McpClient client = client(server, McpProtocol.LEGACY)) {
            server.on("POST").reply(Reply.accepted());
            server.on("tools/call")
                    .reply(Reply.sse(
                            "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"made/up-4711\"}",
                            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));

            client.callTool("echo", Map.of());

            assertThat(this.telemetry.span("_OTHER").getKind()).isEqualTo(SpanKind.SERVER);
            // The timer stops after the span, on the thread of the connection.
            await().atMost(SOON).untilAsserted(() -> assertThat(this.telemetry.timers("mcp.server.operation.duration"))
                    .singleElement()
                    .satisfies(timer -> assertThat(timer).containsEntry("error.type", "-32601")));
            assertThat(this.telemetry.scrape()).doesNotContain("made/up");
        }
    }

    // an error is recorded in the status: the text of JSON-RPC, and what kind of error it was
    @Test
    void callToolWhenServerReturnsAnErrorSetsTheSpanStatus() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            server.on("tools/call").reply(Reply.error(-32602, "No such city"));

            ProgrammingModel.BLOCKING.failedCall(client);

            assertThat(this.telemetry.spans("tools/call", 2)).allSatisfy(span -> {
                assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
                assertThat(span.getStatus().getDescription()).isEqualTo("No such city");
                assertThat(Telemetry.attribute(span, "error.type")).isEqualTo("-32602");
            });
        }
    }

    // TRC-05: baggage goes to a server only if the application wants that
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void callToolSendsBaggageOnlyIfEnabled(boolean allowed, boolean httpRequests) {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        settings -> settings.withBaggage(allowed).withHttpRequests(httpRequests),
                        builder -> builder)) {
            client.session().connect();
            within("caller", () -> {
                try (BaggageInScope tenant = this.telemetry.tracer().createBaggageInScope("tenant", "acme")) {
                    client.callTool("echo", Map.of());
                }
            });

            RecordedRequest request = server.requests("tools/call").get(0);
            assertThat(meta(request).has("baggage")).isEqualTo(allowed);
            assertThat(headers(request, "baggage")).hasSize(allowed ? 1 : 0);
        }
    }

    // TRC-01: only the context goes along
    @ParameterizedTest
    @EnumSource
    void callToolInPropagateModeObservesNothingAndSendsTheCallersContext(ProgrammingModel face) {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        settings -> settings.withMode(McpObservationMode.PROPAGATE)
                                .withPropagator((current, carrier) -> {
                                    var span = this.telemetry.tracer().currentSpan();
                                    if (span != null) {
                                        this.telemetry
                                                .propagator()
                                                .inject(
                                                        span.context(),
                                                        carrier,
                                                        (to, key, value) -> to.accept(key, value));
                                    }
                                }),
                        builder -> builder)) {
            face.connect(client);
            within("caller", () -> face.callTool(client));

            SpanData caller = this.telemetry.span("caller");
            RecordedRequest request = server.requests("tools/call").get(0);
            String traceparent = traceparent(caller);
            assertThat(this.telemetry.spans()).containsExactly(caller);
            assertThat(meta(request).path("traceparent").stringValue()).isEqualTo(traceparent);
            assertThat(headers(request, "traceparent")).containsExactly(traceparent);
            assertThat(this.telemetry.scrape()).doesNotContain("mcp_");
        }
    }

    @ParameterizedTest
    @CsvSource({"OFF, false", "FULL, true"})
    void callToolWhenObservationIsOffOrWithoutRegistryDoesNotTrace(McpObservationMode mode, boolean noop) {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        settings ->
                                (noop ? McpObservationSettings.of(ObservationRegistry.NOOP) : settings).withMode(mode),
                        builder -> builder)) {
            within("caller", () -> client.callTool("echo", Map.of()));

            RecordedRequest request = server.requests("tools/call").get(0);
            assertThat(meta(request).has("traceparent")).isFalse();
            assertThat(headers(request, "traceparent")).isEmpty();
            assertThat(this.telemetry.spans()).extracting(SpanData::getName).containsExactly("caller");
        }
    }

    // an outer span of the tool execution gets the attributes instead of a second span
    @Test
    void callToolWithinASpanForTheToolAddsToThatSpan() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            client.listTools();
            within("execute_tool echo", () -> client.callTool("echo", Map.of()));

            SpanData outer = this.telemetry.span("execute_tool echo");
            assertThat(this.telemetry.span("tools/call echo").getParentSpanId()).isEqualTo(outer.getSpanId());
            assertThat(Telemetry.attribute(outer, "mcp.method.name")).isEqualTo("tools/call");
            assertThat(Telemetry.attribute(outer, "gen_ai.tool.name")).isEqualTo("echo");
            assertThat(Telemetry.attribute(outer, "error.type")).isNull();
        }
    }

    // the context of a publisher counts more than that of the thread that subscribes
    @Test
    void reactiveCallTakesItsParentSpanFromTheReactorContext() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            Observation parent = this.telemetry.observation("publisher").start();
            within("thread", () -> client.reactive()
                    .callTool("echo", Map.of())
                    .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, parent))
                    .block(SOON));
            parent.stop();

            assertThat(this.telemetry.spans("tools/call", 2).get(0).getParentSpanId())
                    .isEqualTo(this.telemetry.span("publisher").getSpanId());
        }
    }

    // a subscription may stay for days: the time until its acknowledgment is measured
    @Test
    void subscriptionIsObservedUntilItIsAcknowledged() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            client.resources().subscribe("test://one");

            SpanData listening = this.telemetry.span("subscriptions/listen");
            assertThat(listening.getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR);
            assertThat(meta(server.requests("subscriptions/listen").get(0))
                            .path("traceparent")
                            .stringValue())
                    .contains(listening.getSpanId());
            assertThat(this.telemetry.timers("mcp.client.operation.duration"))
                    .noneMatch(timer -> timer.get("mcp.method.name").equals("subscriptions/listen"));
        }
    }

    // TRC-01: over pipes, where there are no headers, the message alone tells
    @Test
    void callToolOverStdioIsTracedWithThePipeTransport() {
        try (McpClient client = McpClient.builder("files")
                .command(
                        StdioServer.command().get(0),
                        StdioServer.command().stream().skip(1).toArray(String[]::new))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20)))
                .observation(McpObservationSettings.of(this.telemetry.registry()))
                .build()) {
            CallToolResult result = client.callTool("echo", Map.of("city", "Oslo"));

            assertThat(result.isErrorResult()).isFalse();
            SpanData operation = this.telemetry.spans("tools/call", 2).get(0);
            assertThat(Telemetry.attribute(operation, "network.transport")).isEqualTo("pipe");
            assertThat(Telemetry.attribute(operation, "server.address")).isEqualTo("none");
            assertThat(Telemetry.attribute(operation, "peer.service")).isEqualTo("files");
        }
    }
}
