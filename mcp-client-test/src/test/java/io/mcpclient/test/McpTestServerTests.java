package io.mcpclient.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.status.McpEra;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class McpTestServerTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final RequestedSchema FORM = RequestedSchema.of(Map.of("unit", FormField.text()), "unit");

    private final McpTestServer server = McpTestServer.create("weather");

    /** Every way to reach a server, in every era. */
    enum Way {
        MEMORY_LEGACY(McpEra.LEGACY, false),
        MEMORY_MODERN(McpEra.MODERN, false),
        HTTP_LEGACY(McpEra.LEGACY, true),
        HTTP_MODERN(McpEra.MODERN, true);

        private final McpEra era;

        private final boolean http;

        Way(McpEra era, boolean http) {
            this.era = era;
            this.http = http;
        }

        McpClient client(McpTestServer server, UnaryOperator<McpClientBuilder> settings) {
            server.eras(this.era);
            McpClientBuilder builder = McpClient.builder("weather");
            return settings.apply(this.http ? builder.url(server.url()) : builder.transport(server.transport()))
                    .build();
        }

        McpClient client(McpTestServer server) {
            return client(server, UnaryOperator.identity());
        }
    }

    record Forecast(String city, double degrees) {}

    record Query(String city, int days) {}

    @AfterEach
    void close() {
        this.server.close();
    }

    @ParameterizedTest
    @EnumSource
    void toolReturnsTheScriptedResult(Way way) {
        this.server.tool("get_forecast").returns(new Forecast("Oslo", 4.5));
        this.server.tool("text").returns("sunny");
        this.server.tool("broken").fails("no such city");
        this.server.tool("rejected").rejects(-32000, "not today");
        this.server
                .tool("computed")
                .answers(call ->
                        McpTestTool.result("at " + call.arguments(Query.class).city()));
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("get_forecast", new Query("Oslo", 2), Forecast.class))
                    .isEqualTo(new Forecast("Oslo", 4.5));
            assertThat(client.status().server().era()).isEqualTo(way.era);
            assertThat(client.callTool("text", Map.of())).isSuccessful().hasText("sunny");
            assertThat(client.callTool("broken", Map.of())).isError().hasText("no such city");
            assertThat(client.callTool("computed", new Query("Rome", 1))).hasText("at Rome");
            assertThat(client.callTool("get_forecast", new Query("Oslo", 2)))
                    .hasStructuredContent(new Forecast("Oslo", 4.5));
            assertThatExceptionOfType(McpToolException.class)
                    .isThrownBy(() -> client.callTool("broken", Map.of(), Forecast.class));
            McpRequestException rejected =
                    catchThrowableOfType(McpRequestException.class, () -> client.callTool("rejected", Map.of()));
            assertThat(rejected.code()).isEqualTo(-32000);

            assertThat(this.server)
                    .hasReceivedCalls("get_forecast", 2)
                    .withArguments(new Query("Oslo", 2))
                    .withArgument("days", 2)
                    .hasReceivedCall("computed");
            if (way.http) {
                assertThat(this.server.calls("text").get(0).headers()).containsKey("mcp-protocol-version");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void toolAsksTheUser(Way way) {
        this.server
                .tool("get_forecast")
                .asks("Which unit?", FORM)
                .answers(call -> McpTestTool.result(
                        call.answer().action() + " " + call.answer().content().get("unit")));
        try (McpClient client = way.client(
                this.server,
                builder ->
                        builder.elicitation((form, context) -> ElicitResult.accept(Map.of("unit", form.message()))))) {
            assertThat(client.callTool("get_forecast", Map.of())).hasText("accept Which unit?");
            assertThat(this.server).hasReceivedCalls("get_forecast", 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void progressIsReportedBeforeTheAnswer(Way way) {
        this.server.tool("slow").reports(1, 2, "half").reports(2, 2, null).returns("done");
        List<McpProgress> heard = new CopyOnWriteArrayList<>();
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool(
                            "slow", Map.of(), McpCallOptions.defaults().withProgress(heard::add)))
                    .hasText("done");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(heard).hasSize(2));
            assertThat(heard.get(0).message()).isEqualTo("half");
        }
    }

    @ParameterizedTest
    @EnumSource
    void scriptedAnswersAreReturnedInOrder(Way way) {
        this.server.tool("flaky").fails("first").returns("then").returns("from now on");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("flaky", Map.of())).isError().hasText("first");
            assertThat(client.callTool("flaky", Map.of())).hasText("then");
            assertThat(client.callTool("flaky", Map.of())).hasText("from now on");
            assertThat(client.callTool("flaky", Map.of())).hasText("from now on");
        }
    }

    @ParameterizedTest
    @EnumSource
    void delayedAndMissingResponsesTimeOut(Way way) {
        this.server.tool("late").delays(Duration.ofHours(1)).returns("never seen");
        this.server.tool("silent").neverAnswers();
        this.server.tool("soon").delays(Duration.ofMillis(20)).returns("done");
        try (McpClient client = way.client(this.server)) {
            client.session().connect();
            assertThat(client.callTool("soon", Map.of())).hasText("done");
            for (String tool : List.of("late", "silent")) {
                assertThatExceptionOfType(McpTimeoutException.class)
                        .isThrownBy(
                                () -> client.callTool(tool, Map.of(), McpCallOptions.timeout(Duration.ofMillis(200))));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void changedListReachesTheClient(Way way) {
        this.server.tool("one").description("first").returns("1");
        List<String> changes = new CopyOnWriteArrayList<>();
        try (McpClient client = way.client(
                this.server,
                builder -> builder.changeListener(new McpChangeListener() {
                    @Override
                    public void onToolsChanged(String serverName) {
                        changes.add(serverName);
                    }
                }))) {
            client.session().start();
            assertThat(client.listTools()).extracting(Tool::description).containsExactly("first");
            this.server.awaitListed(LIMIT);
            // maybe before the client has subscribed, or has opened its stream
            this.server.tool("two").annotations(new ToolAnnotations(null, true, null, null, null, Map.of()));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(changes).isNotEmpty());
            await().atMost(LIMIT).untilAsserted(() -> assertThat(client.listTools())
                    .extracting(Tool::name)
                    .containsExactly("one", "two"));
            this.server.removeTool("one");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(client.listTools())
                    .extracting(Tool::name)
                    .containsExactly("two"));
            assertThat(client.status().totalIgnoredMessages()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void removalOfAToolIsAwaited(Way way) {
        this.server.tool("one").returns("1");
        this.server.tool("two").returns("2");
        try (McpClient client = way.client(this.server);
                McpToolRegistry registry =
                        McpToolRegistry.of(new McpClients(List.of(client)), McpToolNaming.defaults())) {
            client.session().start();
            this.server.awaitListed(LIMIT);
            int before = this.server.requests("tools/list");

            this.server.removeTool("one").awaitListed(LIMIT);

            assertThat(this.server.requests("tools/list")).isGreaterThan(before);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(registry.snapshot().tools())
                            .extracting(tool -> tool.tool().name())
                            .containsExactly("two"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void resourcesAndPromptsAreOffered(Way way) {
        this.server
                .resource("file:///notes.txt", "buy milk")
                .resource("file:///logo.png", "image/png", new byte[] {1, 2})
                .prompt("greet", "Say hello");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.listResources()).hasSize(2);
            assertThat(client.readResource("file:///notes.txt").contents().toString())
                    .contains("buy milk");
            assertThat(client.readResource("file:///logo.png").contents()).hasSize(1);
            assertThat(client.listPrompts()).hasSize(1);
            assertThat(client.getPrompt("greet", Map.of()).messages()).hasSize(1);
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.readResource("file:///missing"))
                    .withMessageContaining("file:///missing");
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientConnectsAgainAfterADisconnect(Way way) {
        this.server.tool("ping").returns("pong");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("ping", Map.of())).hasText("pong");
            this.server.disconnect();
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(client.callTool("ping", Map.of()))
                    .hasText("pong"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void serverThatRefusesConnectionsIsUnavailable(Way way) {
        this.server.tool("ping").returns("pong");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("ping", Map.of())).hasText("pong");
            this.server.refuse();
            assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> client.callTool("ping", Map.of()));
            this.server.accept();
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(client.callTool("ping", Map.of()))
                    .hasText("pong"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void closedServerIsUnavailable(Way way) {
        this.server.tool("ping").returns("pong");
        this.server.tool("silent").neverAnswers();
        try (McpClient client = way.client(this.server);
                McpClient later = way.client(this.server)) {
            assertThat(client.callTool("ping", Map.of())).hasText("pong");
            CompletableFuture<CallToolResult> pending =
                    CompletableFuture.supplyAsync(() -> client.callTool("silent", Map.of()));
            this.server.awaitCalls(2, LIMIT);

            this.server.close();

            assertThat(pending)
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(McpConnectionException.class);
            for (McpClient each : List.of(client, later)) {
                McpConnectionException failure = catchThrowableOfType(
                        McpConnectionException.class,
                        () -> each.callTool("ping", Map.of(), McpCallOptions.timeout(LIMIT)));
                assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            }
            assertThat(this.server).hasReceivedCalls("ping", 1);
            assertThatIllegalStateException()
                    .isThrownBy(this.server::accept)
                    .withMessageStartingWith("Test server \"weather\" is closed.");
        }
    }

    @Test
    void closedServerThatHasNeverListenedHasNoUrl() {
        this.server.close();

        assertThatIllegalStateException().isThrownBy(this.server::url).withMessageContaining("is closed");
    }

    @ParameterizedTest
    @EnumSource
    void toolThatClosesTheConnectionLeavesTheOutcomeUnknown(Way way) {
        this.server.tool("crash").disconnects();
        try (McpClient client = way.client(this.server)) {
            McpException failure = catchThrowableOfType(McpException.class, () -> client.callTool("crash", Map.of()));
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answerThatIsNullOrEmptyIsReportedAtOnce(Way way) {
        this.server.tool("null").answers(call -> null);
        this.server.tool("none").answersLater(call -> null);
        this.server.tool("empty").answersLater(call -> Mono.empty());
        try (McpClient client = way.client(this.server)) {
            for (String tool : List.of("null", "none", "empty")) {
                CallToolResult result = client.callTool(tool, Map.of());
                assertThat(result.isErrorResult()).isTrue();
                assertThat(result.text())
                        .isEqualTo("The answer of the tool " + tool + " of the test server is null or empty");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void undefinedCallReportsTheDefinedTools(Way way) {
        this.server.tool("get_forecast").inputSchema(Map.of("type", "object", "required", List.of("city")));
        try (McpClient client = way.client(this.server)) {
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.callTool("forecast", Map.of()))
                    .withMessageContaining("Unknown tool: forecast. The test server has [get_forecast]");
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.callTool("get_forecast", Map.of("city", "Oslo")))
                    .withMessageContaining("has no answer");
        }
    }

    @ParameterizedTest
    @EnumSource
    void undefinedResourceAndPromptReportTheDefinedOnes(Way way) {
        this.server.resource("file:///notes.txt", "notes");
        try (McpClient client = way.client(this.server)) {
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.readResource("file:///note.txt"))
                    .withMessageContaining(
                            "Unknown resource: file:///note.txt. The test server has [file:///notes.txt]");
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.getPrompt("review", Map.of()))
                    .withMessageContaining("Unknown prompt: review. The test server has no prompts");
        }
    }

    @ParameterizedTest
    @EnumSource
    void argumentsThatViolateTheInputSchemaAreAFailureOfTheTool(Way way) {
        Map<String, Object> days = Map.of("type", "integer", "minimum", 1);
        Map<String, Object> properties = Map.of("city", Map.of("type", "string"), "days", days);
        this.server
                .tool("get_forecast")
                .inputSchema(Map.of(
                        "type",
                        "object",
                        "properties",
                        properties,
                        "required",
                        List.of("city"),
                        "additionalProperties",
                        false))
                .returns("sunny");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("get_forecast", new Query("Oslo", 2)))
                    .isSuccessful()
                    .hasText("sunny");
            assertThat(client.callTool("get_forecast", Map.of("days", 2)))
                    .isError()
                    .hasText("Missing arguments of get_forecast: [city]");
            assertThat(client.callTool("get_forecast", new Query("Oslo", 0)))
                    .isError()
                    .hasText("Invalid arguments of get_forecast: they violate the input schema at \"/days\" (minimum)");
            assertThat(client.callTool("get_forecast", Map.of("city", "Oslo", "days", "two")))
                    .isError()
                    .hasText("Invalid arguments of get_forecast: they violate the input schema at \"/days\" (type)");
            assertThat(client.callTool("get_forecast", Map.of("city", "Oslo", "unit", "kelvin")))
                    .isError()
                    .hasText("Invalid arguments of get_forecast: they violate the input schema at \"\""
                            + " (additionalProperties)");
            assertThat(this.server).hasReceivedCalls("get_forecast", 5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void contentBlocksAreContent(Way way) {
        this.server.tool("map").returns(ImageContent.of(new byte[] {1}, "image/png"));
        this.server.tool("maps").returns(List.of(TextContent.of("a"), ImageContent.of(new byte[] {2}, "image/png")));

        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("map", Map.of(), byte[].class)).containsExactly(1);
            assertThat(client.callTool("maps", Map.of()).content()).hasSize(2);
            assertThat(client.callTool("maps", Map.of(), String.class)).isEqualTo("a");
        }
    }

    @Test
    void logReachesClientsOfTheHandshakeEra() {
        List<Object> heard = new CopyOnWriteArrayList<>();
        try (McpClient client = Way.MEMORY_LEGACY.client(
                this.server, builder -> builder.logListener((name, message) -> heard.add(message.data())))) {
            client.session().connect();
            this.server.log(LoggingLevel.WARNING, "disk is full");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(heard).containsExactly("disk is full"));
        }
    }

    @Test
    void followedResourceIsReportedWhenItChanges() {
        List<String> updated = new CopyOnWriteArrayList<>();
        this.server.resource("file:///a", "1");
        try (McpClient client = Way.MEMORY_LEGACY.client(
                this.server,
                builder -> builder.changeListener(new McpChangeListener() {
                    @Override
                    public void onResourceUpdated(String serverName, String uri) {
                        updated.add(uri);
                    }
                }))) {
            client.resources().subscribe("file:///a");
            this.server.resource("file:///a", "2");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(updated).containsExactly("file:///a"));
        }
    }

    @Test
    void bothErasAreOfferedByDefault() {
        this.server.tool("ping").returns("pong");
        try (McpClient client =
                McpClient.builder("weather").url(this.server.url()).build()) {
            assertThat(client.callTool("ping", Map.of())).hasText("pong");
            assertThat(client.status().server().era()).isEqualTo(McpEra.MODERN);
        }
    }

    @Test
    void registryFollowsTheServer() {
        this.server.tool("get_forecast").returns("sunny");
        McpClient client =
                McpClient.builder("weather").transport(this.server.transport()).build();
        try (McpClients clients = new McpClients(List.of(client));
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            client.session().start();
            registry.awaitReady(LIMIT);
            assertThat(registry.callTool("get_forecast", Map.of())).hasText("sunny");
            assertThat(this.server).hasReceivedCall("get_forecast");
        }
    }

    @Test
    void resetRemovesToolsAndCalls() {
        this.server.tool("ping").returns("pong");
        try (McpClient client = Way.MEMORY_MODERN.client(this.server)) {
            client.callTool("ping", Map.of());
            assertThat(this.server.requests("tools/call")).isEqualTo(1);
            this.server.reset();
            assertThat(this.server).hasReceivedNoCalls();
            assertThat(client.listTools()).isEmpty();
        }
    }

    /** The client may not have noticed yet that a connection has ended. */
    private static void assertCalled(McpClient client, String text) {
        await().atMost(Duration.ofSeconds(10)).ignoreExceptions().untilAsserted(() -> assertThat(
                        client.callTool("ping", Map.of()))
                .hasText(text));
    }

    /** A test that fails during an outage must not leave it to the others. */
    @ParameterizedTest
    @EnumSource
    void resetEndsAnOutage(Way way) {
        try (McpClient client = way.client(this.server)) {
            client.session().connect();
            this.server.refuse().reset().tool("ping").returns("pong");
            assertCalled(client, "pong");
            this.server.endSubscriptions();
            this.server.reset().tool("ping").returns("again");
            assertCalled(client, "again");
        }
    }

    @Test
    void resetLeavesAClosedServerClosed() {
        this.server.close();
        this.server.reset();
        try (McpClient client = Way.MEMORY_MODERN.client(this.server)) {
            assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> client.callTool("ping", Map.of()));
        }
    }

    @Test
    void failedAssertionsShowEachReceivedCallOnItsLine() {
        this.server.tool("ping").returns("pong");
        this.server.tool("draw").returns(Map.of("done", true));
        try (McpClient client = Way.MEMORY_MODERN.client(this.server)) {
            assertFails(
                    () -> assertThat(this.server).hasReceivedCall("ping"),
                    "Expected a call of \"ping\"",
                    "but test server \"weather\" has received no calls");
            client.callTool("ping", Map.of("n", 1));
            String[] received = {
                "but test server \"weather\" has received 2 calls:",
                "  ping {\"n\":1}",
                "  draw {\"image\":\"" + "A".repeat(100) + "… (5000 characters)\"}"
            };
            CallToolResult drawn = client.callTool("draw", Map.of("image", "A".repeat(5_000)));
            assertFails(
                    () -> assertThat(this.server).hasReceivedCall("pong"),
                    "Expected a call of \"pong\"",
                    received[0],
                    received[1],
                    received[2]);
            assertFails(
                    () -> assertThat(this.server).hasReceivedCalls("ping", 2),
                    "Expected 2 calls of \"ping\"",
                    "but there were 1: test server \"weather\" has received 2 calls:",
                    received[1],
                    received[2]);
            assertFails(
                    () -> assertThat(this.server).hasReceivedCall("ping").withArgument("n", 2),
                    "Expected a call of \"ping\" with the argument",
                    "  \"n\": 2",
                    received[0],
                    received[1],
                    received[2]);
            assertFails(
                    () -> assertThat(this.server).hasReceivedCall("ping").withArguments(Map.of("n", 2)),
                    "Expected a call of \"ping\" with the arguments",
                    "  {\"n\":2}",
                    received[0],
                    received[1],
                    received[2]);
            assertFails(
                    () -> assertThat(this.server).hasReceivedNoCalls(),
                    "Expected no calls",
                    received[0],
                    received[1],
                    received[2]);
            assertFails(
                    () -> this.server.awaitCalls(3, Duration.ofMillis(10)),
                    "Test server \"weather\": expected 3 calls within PT0.01S",
                    "but it has received 2 calls:",
                    received[1],
                    received[2]);
            assertFails(
                    () -> assertThat(drawn).hasStructuredContent(Map.of("done", false)),
                    "Expected the structured content",
                    "  {\"done\":false}",
                    "but it is",
                    "  {\"done\":true}");
            assertFails(
                    () -> assertThat(drawn).hasText("done"),
                    "Expected the text",
                    "  \"done\"",
                    "but it is",
                    "  \"{\"done\":true}\"");
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(drawn).isError())
                    .withMessageStartingWith("Expected a failure of the tool\nbut it returned:\n  {");
            assertFails(
                    () -> assertThat(CallToolResult.error("no ink")).isSuccessful(),
                    "Expected a successful result",
                    "but the tool failed:",
                    "  no ink");
        }
    }

    private static void assertFails(ThrowingCallable assertion, String... lines) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessage(String.join("\n", lines));
    }

    @Test
    void failedAssertionShowsALimitedNumberOfCalls() {
        this.server.tool("ping").returns("pong");
        try (McpClient client = Way.MEMORY_MODERN.client(this.server)) {
            for (int call = 0; call < 60; call++) {
                client.callTool("ping", Map.of());
            }
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(this.server).hasReceivedNoCalls())
                    .satisfies(failure -> assertThat(failure.getMessage().lines())
                            .hasSize(53)
                            .last()
                            .isEqualTo("  and 10 more"));
        }
    }
}
