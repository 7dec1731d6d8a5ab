package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.observation.McpClientObservationDocumentation;
import io.mcpclient.observation.McpClientObservationDocumentation.LowCardinalityKeys;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.Telemetry;

import static org.assertj.core.api.Assertions.assertThat;

/** The metrics of a client, held against the conventions of OpenTelemetry for MCP. */
@Timeout(60)
class McpClientMetricsTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final String OPERATIONS = "mcp.client.operation.duration";

    private static final String EXCHANGES = "mcp.client.exchange.duration";

    private static final String NONE = "none";

    /** The column "on operation metric" of the convention, and the configured name of the server. */
    private static final String[] KEYS = {
        "mcp.server.name",
        "mcp.method.name",
        "error.type",
        "rpc.response.status_code",
        "gen_ai.tool.name",
        "gen_ai.prompt.name",
        "gen_ai.operation.name",
        "mcp.protocol.version",
        "network.transport",
        "network.protocol.name",
        "network.protocol.version",
        "server.address",
        "server.port"
    };

    private final Telemetry telemetry = new Telemetry();

    @AfterEach
    void close() {
        this.telemetry.close();
    }

    private static ScriptedHttpServer server(McpProtocol protocol) {
        ScriptedHttpServer server =
                (protocol == McpProtocol.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
        server.on("GET").optionally().reply(Reply.status(405));
        return server;
    }

    private McpClient client(ScriptedHttpServer server, McpProtocol protocol, McpObservationSettings observation) {
        return McpClient.builder("weather")
                .protocol(settings -> settings.withEra(protocol))
                .url(server.url())
                .timeouts(
                        timeouts -> timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
                .observation(observation)
                .build();
    }

    private McpClient client(ScriptedHttpServer server, McpProtocol protocol) {
        return client(server, protocol, McpObservationSettings.of(this.telemetry.registry()));
    }

    private List<Map<String, String>> timers(String name, String method) {
        return this.telemetry.timers(name).stream()
                .filter(timer -> timer.get("mcp.method.name").equals(method))
                .toList();
    }

    /** What comes of a call, and what the metric says of it. */
    private record Case(String title, String errorType, String statusCode, Consumer<ScriptedHttpServer> script) {

        @Override
        public String toString() {
            return this.title;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("result", NONE, NONE, server -> {}),
                new Case("tool error", "tool_error", NONE, server -> server.on("tools/call")
                        .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[],\"isError\":true}"))),
                new Case("error with a meaning", "-32602", "-32602", server -> server.on("tools/call")
                        .reply(Reply.error(-32602, "Unknown tool"))),
                new Case("error of the server's own", "-32001", "-32001", server -> server.on("tools/call")
                        .reply(Reply.error(-32001, "Moody"))),
                new Case("error that is made up", "_OTHER", "_OTHER", server -> server.on("tools/call")
                        .reply(Reply.error(4711, "Made up"))),
                new Case("no answer in time", "timeout", NONE, server -> {
                    server.on("notifications/cancelled").optionally().reply(Reply.accepted());
                    server.on("tools/call").reply(Reply.neverAnswer());
                }),
                new Case("lost", "McpConnectionException", NONE, server -> server.on("tools/call")
                        .reply(Reply.reset())));
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> casesOfBothErasAndModels() {
        return cases().flatMap(row -> Stream.of(McpProtocol.MODERN, McpProtocol.LEGACY)
                .flatMap(protocol -> Stream.of(ProgrammingModel.values())
                        .map(face -> org.junit.jupiter.params.provider.Arguments.of(row, protocol, face))));
    }

    // the table of the convention, row by row
    @ParameterizedTest
    @MethodSource("casesOfBothErasAndModels")
    void callToolIsMeasuredWithTheAttributesOfTheSemanticConventions(
            Case row, McpProtocol protocol, ProgrammingModel face) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            face.listTools(client);
            row.script().accept(server);
            McpCallOptions options =
                    McpCallOptions.timeout(row.errorType().equals("timeout") ? Duration.ofMillis(700) : SOON);
            if (row.errorType().equals(NONE) || row.errorType().equals("tool_error")) {
                face.callTool(client, options);
            } else {
                face.failedCall(client, options);
            }

            Map<String, String> expected = new TreeMap<>();
            expected.put("mcp.server.name", "weather");
            expected.put("mcp.method.name", "tools/call");
            expected.put("error.type", row.errorType());
            expected.put("rpc.response.status_code", row.statusCode());
            expected.put("gen_ai.tool.name", "echo");
            expected.put("gen_ai.prompt.name", NONE);
            expected.put("gen_ai.operation.name", "execute_tool");
            expected.put("mcp.protocol.version", (protocol == McpProtocol.MODERN) ? "2026-07-28" : "2025-11-25");
            expected.put("network.transport", "tcp");
            expected.put("network.protocol.name", "http");
            expected.put("network.protocol.version", "1.1");
            expected.put("server.address", "127.0.0.1");
            expected.put(
                    "server.port",
                    String.valueOf(java.net.URI.create(server.url()).getPort()));
            expected.put("count", "1");
            assertThat(timers(OPERATIONS, "tools/call")).singleElement().satisfies(timer -> {
                Map<String, String> tags = new TreeMap<>(timer);
                tags.remove("error"); // Micrometer's own: the class of the exception
                assertThat(tags).isEqualTo(expected);
            });
        }
    }

    // the same keys on every sample, whatever the method; names as Prometheus writes them
    @ParameterizedTest
    @EnumSource(names = {"MODERN", "LEGACY"})
    void allMetersOfAScrapeHaveTheSameTagKeys(McpProtocol protocol) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            server.on("notifications/x").reply(Reply.accepted());
            client.listTools();
            client.callTool("echo", Map.of());
            client.ping();
            client.raw().notify("notifications/x", null);

            List<String> samples = this.telemetry
                    .scrape()
                    .lines()
                    .filter(line -> line.startsWith("mcp_client_operation_duration_seconds_count"))
                    .toList();
            assertThat(samples).hasSizeGreaterThanOrEqualTo(4).allSatisfy(sample -> {
                for (String key : KEYS) {
                    assertThat(sample).contains(key.replace('.', '_') + "=\"");
                }
            });
            assertThat(this.telemetry.scrape()).contains("mcp_client_exchange_duration_seconds_count");
        }
    }

    @Test
    void documentationListsTheKeysOfTheSemanticConventions() {
        assertThat(McpClientObservationDocumentation.OPERATION.getLowCardinalityKeyNames())
                .extracting(key -> key.asString())
                .containsExactly(KEYS);
        assertThat(McpClientObservationDocumentation.SERVER_OPERATION.getLowCardinalityKeyNames())
                .doesNotContain(LowCardinalityKeys.SERVER_ADDRESS, LowCardinalityKeys.TOOL_NAME);
    }

    // a model invents names without end: only those that the server has listed are shown (fault I21 for the arguments)
    @ParameterizedTest
    @EnumSource(names = {"MODERN", "LEGACY"})
    void callToolWithUnknownToolNamesCreatesOneTimeSeries(McpProtocol protocol) {
        try (ScriptedHttpServer server = server(protocol);
                McpClient client = client(server, protocol)) {
            client.listTools();
            server.on("tools/call").times(30).reply(Reply.error(-32602, "Unknown tool"));
            IntStream.range(0, 30)
                    .forEach(number -> ProgrammingModel.failure(
                            () -> client.callTool("invented_" + number, Map.of("city", "canary-" + number))));

            assertThat(timers(OPERATIONS, "tools/call")).singleElement().satisfies(timer -> assertThat(timer)
                    .containsEntry("gen_ai.tool.name", "_OTHER")
                    .containsEntry("count", "30"));
            assertThat(this.telemetry.scrape()).doesNotContain("invented_", "canary-");
            assertThat(this.telemetry.spans()).noneMatch(span -> span.toString().contains("canary-"));
        }
    }

    // nothing of an address but host and port, no ids, no session, nothing secret
    @Test
    void metricsHaveNoHighCardinalityOrSecretTags() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = McpClient.builder("weather")
                        .url(server.url() + "?token=canary-query")
                        .http(http -> http.withHeader("Authorization", "Bearer canary-header"))
                        .observation(McpObservationSettings.of(this.telemetry.registry()))
                        .build()) {
            server.on("resources/read").reply(Reply.result("{\"resultType\":\"complete\",\"contents\":[]}"));
            client.callTool("echo", Map.of("city", "canary-argument"));
            client.readResource("test://user:canary-user@host/one?key=canary-uri#canary-fragment");

            assertThat(this.telemetry.scrape()).doesNotContain("canary", "test://");
            assertThat(this.telemetry.spans("resources/read", 2))
                    .extracting(span -> Telemetry.attribute(span, "mcp.resource.uri"))
                    .containsOnly("test://host/one");
            assertThat(this.telemetry.spans().toString()).doesNotContain("canary");
        }
    }

    @Test
    void payloadsAreInTheSpansOnlyIfEnabledAndNeverInTheMetrics() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        McpObservationSettings.of(this.telemetry.registry()).withPayloads(true))) {
            client.callTool("echo", Map.of("city", "Oslo"));

            assertThat(this.telemetry.spans("tools/call", 2)).allSatisfy(span -> {
                assertThat(Telemetry.attribute(span, "gen_ai.tool.call.arguments"))
                        .isEqualTo("{\"city\":\"Oslo\"}");
                assertThat(Telemetry.attribute(span, "gen_ai.tool.call.result")).contains("Oslo");
            });
            assertThat(this.telemetry.scrape()).doesNotContain("Oslo");
        }
    }

    // every observation that starts ends once, also after cancellation
    @Test
    void callToolWhenCancelledEndsItsObservation() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN)) {
            client.session().connect();
            server.on("tools/call").reply(Reply.neverAnswer());
            var call = client.reactive().callTool("echo", Map.of()).subscribe();
            server.awaitRequests("tools/call", 1, SOON);
            call.dispose();

            assertThat(timers(OPERATIONS, "tools/call")).singleElement().satisfies(timer -> assertThat(timer)
                    .containsEntry("error.type", "cancelled"));
            assertThat(timers(EXCHANGES, "tools/call")).singleElement().satisfies(timer -> assertThat(timer)
                    .containsEntry("error.type", "cancelled"));
            assertThat(this.telemetry.scrape()).contains("mcp_client_operation_duration_active_seconds");
        }
    }

    @Test
    void everyObservationIsStartedAndStoppedWithDocumentedKeys() {
        TestObservationRegistry registry = TestObservationRegistry.create();
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(
                        server,
                        McpProtocol.MODERN,
                        McpObservationSettings.of(registry).withHttpRequests(false))) {
            client.callTool("echo", Map.of());

            TestObservationRegistryAssert.assertThat(registry)
                    .hasNumberOfObservationsWithNameEqualTo(OPERATIONS, 1)
                    .hasNumberOfObservationsWithNameEqualTo(EXCHANGES, 2)
                    .hasHandledContextsThatSatisfy(
                            contexts -> assertThat(contexts).hasSize(3))
                    .forAllObservationsWithNameEqualTo(OPERATIONS, observation -> observation
                            .hasContextualNameEqualTo("tools/call")
                            .hasSubsetOfKeys(keysOf(McpClientObservationDocumentation.OPERATION)));
        }
    }

    private static String[] keysOf(McpClientObservationDocumentation observation) {
        List<String> keys = new ArrayList<>();
        Stream.of(observation.getLowCardinalityKeyNames()).forEach(key -> keys.add(key.asString()));
        Stream.of(observation.getHighCardinalityKeyNames()).forEach(key -> keys.add(key.asString()));
        return keys.toArray(String[]::new);
    }

    // TOOL-22: who, what, how it went and how long it took, but not what about
    @Test
    void auditLogContainsToolCallsWithoutTheirArguments() {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = client(server, McpProtocol.MODERN, McpObservationSettings.off())) {
            try (CapturedLog unset = CapturedLog.of(ToolAudit.LOGGER).open()) {
                client.callTool("echo", Map.of("city", "canary"));
                assertThat(unset.messages()).isEmpty();
            }

            try (CapturedLog lines =
                    CapturedLog.of(ToolAudit.LOGGER).at(Level.DEBUG).open()) {
                client.callTool("echo", Map.of("city", "canary"));
                client.ping();
                server.on("tools/call").reply(Reply.error(-32602, "Unknown tool"));
                ProgrammingModel.failure(() -> client.callTool("evil\nname", Map.of()));

                assertThat(lines.messages())
                        .satisfiesExactly(
                                line -> assertThat(line)
                                        .matches("MCP server \"weather\": tool \"echo\": ok after \\d+ ms"),
                                line -> assertThat(line)
                                        .matches("MCP server \"weather\": tool \"evil name\": -32602 after \\d+ ms"));
            }
        }
    }
}
