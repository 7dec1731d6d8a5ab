package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.registry.McpDeclaredTool.State;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tools that the application declares, before and after their servers are asked. */
@Timeout(60)
class DeclaredToolsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"maxLength\":40}},\"required\":[\"city\"]}";

    private static final Tool FORECAST = Tool.of("forecast", "Returns the forecast.", SCHEMA);

    private static final String LISTED_FORECAST = tool("forecast", "Returns the forecast.", SCHEMA);

    private static final String OTHER_FORECAST =
            tool("forecast", "Predicts.", SCHEMA.replace("\"maxLength\":40", "\"minLength\":2"));

    private final McpClients clients = new McpClients(List.of());

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.TOOLS);

    private final ScriptedLegacyServer server =
            ScriptedHttpServer.legacy().tools(LISTED_FORECAST, tool("now", "", "{}"));

    private McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
        this.server.close();
    }

    private List<String> warnings() {
        return this.log.messages(Level.WARN);
    }

    private static String tool(String name, String description, String schema) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description + "\",\"inputSchema\":" + schema + "}";
    }

    private void use(McpToolExposure exposure) {
        this.registry.close();
        this.registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults(), exposure);
    }

    private void declare(McpServerTools tools) {
        use(McpToolExposure.all().server("weather", tools));
    }

    private void declare(Tool... tools) {
        declare(McpServerTools.all().withDeclared(tools));
    }

    private void declare(McpDeclaredMismatch mismatch) {
        declare(McpServerTools.all().withDeclared(FORECAST).withDeclaredMismatch(mismatch));
    }

    private McpClient add(String name, String url) {
        McpClient client = McpClient.builder(name)
                .url(url)
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                .build();
        this.clients.add(client);
        return client;
    }

    private List<String> offered() {
        return this.registry.offer(McpToolSelection.all()).tools().stream()
                .map(McpModelTool::name)
                .toList();
    }

    private McpModelResult call(String name, String arguments) {
        return this.registry.modelTool(name, McpToolSelection.all()).call(arguments, McpCallOptions.defaults());
    }

    private McpRegisteredTool registered(String name) {
        return this.registry.snapshot().find(name).orElseThrow();
    }

    private McpDeclaredTool declared() {
        return this.registry.declared("weather").get(0);
    }

    private void connect(McpClient client) {
        client.session().start();
        this.registry.awaitReady(LIMIT);
    }

    // before the server is asked

    @Test
    void promptIsOfferedDeclaredToolAndNeitherConnectsNorWaits() {
        use(McpToolExposure.all()
                .models(McpModelSettings.defaults().withAwaitReady(Duration.ofDays(1)))
                .server("weather", McpServerTools.all().withDeclared(FORECAST)));
        add("weather", this.server.url());

        McpModelTool tool = this.registry.offer(McpToolSelection.all()).tools().get(0);

        assertThat(tool.name()).isEqualTo("forecast");
        assertThat(tool.description()).isEqualTo("Returns the forecast.");
        assertThat(tool.inputSchema().text()).isEqualTo(SCHEMA);
        assertThat(tool.registered()).isNotNull().satisfies(registered -> {
            assertThat(registered.origin()).isEqualTo(McpToolOrigin.DECLARED);
            assertThat(registered.available()).isFalse();
        });
        assertThat(declared()).isEqualTo(new McpDeclaredTool("forecast", State.NOT_LISTED, List.of(), true));
        assertThat(this.server.requests()).isEmpty();
    }

    @Test
    void callOfDeclaredToolConnects() {
        declare(FORECAST);
        add("weather", this.server.url());

        assertThat(call("forecast", "{\"city\":\"Oslo\"}").text()).isEqualTo("{\"city\":\"Oslo\"}");

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(offered())
                .containsExactly("forecast", "now"));
        assertThat(registered("forecast").origin()).isEqualTo(McpToolOrigin.LISTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callOfDeclaredToolReportsThatTheServerIsUnreachable(boolean isStarted) {
        declare(FORECAST);
        try (RefusedPort port = new RefusedPort()) {
            McpClient client = add("weather", port.url());
            if (isStarted) {
                client.session().start();
                Awaitility.await().atMost(LIMIT).until(() -> client.status().lastError() != null);
            }
            for (int prompt = 0; prompt < 3; prompt++) {
                assertThat(offered()).containsExactly("forecast");
                assertThat(call("forecast", "{\"city\":\"Oslo\"}").text())
                        .isEqualTo("The server of the tool cannot be reached. The tool was not executed.");
            }
            try (ScriptedLegacyServer later = port.openLegacy()) {
                later.tools(LISTED_FORECAST);
                Awaitility.await().atMost(LIMIT).until(() -> !call("forecast", "{\"city\":\"Oslo\"}")
                        .isError());
                this.clients.close();
            }
        }
    }

    @Test
    void searchFindsDeclaredTool() {
        declare(FORECAST);
        add("weather", this.server.url());

        assertThat(this.registry.search("forecast of a city"))
                .extracting(McpRegisteredTool::name)
                .containsExactly("forecast");
    }

    @Test
    void rulesOfTheServerApplyToDeclaredTools() {
        declare(McpServerTools.all()
                .withDeclared(FORECAST, Tool.of("secret", null, "{}"), Tool.of("off", null, "{}"))
                .withExclude("sec*")
                .withPrefix("met")
                .withOverride("off", McpToolOverride.none().withEnabled(false))
                .withOverride(
                        "forecast",
                        McpToolOverride.none()
                                .withDescription("Weather of tomorrow.")
                                .withMetadata(Map.of("owner", "met-team"))));
        McpClient client = add("weather", this.server.url());

        assertThat(offered()).containsExactly("met_forecast");
        McpRegisteredTool before = registered("met_forecast");
        connect(client);
        McpRegisteredTool after = registered("met_forecast");

        assertThat(List.of(before, after)).allSatisfy(tool -> {
            assertThat(tool.description()).isEqualTo("Weather of tomorrow.");
            assertThat(tool.metadata()).isEqualTo(Map.of("owner", "met-team"));
            assertThat(tool.tool().name()).isEqualTo("forecast");
        });
        assertThat(this.registry.declared("weather"))
                .extracting(McpDeclaredTool::name)
                .containsExactly("forecast");
    }

    @Test
    void filterAppliesToDeclaredTools() {
        use(McpToolExposure.all()
                .server("weather", McpServerTools.all().withDeclared(FORECAST))
                .filter((tool, selection) -> tool.origin() != McpToolOrigin.DECLARED));
        add("weather", this.server.url());

        assertThat(offered()).isEmpty();
    }

    // names

    @Test
    void nameOfDeclaredToolDoesNotChangeWhenItsServerConnects() {
        use(McpToolExposure.all()
                .server("weather", McpServerTools.all().withDeclared(FORECAST))
                .server("climate", McpServerTools.all().withDeclared(FORECAST)));
        McpClient weather = add("weather", this.server.url());
        add("climate", "http://localhost:1/mcp");
        List<String> before = offered();

        connect(weather);

        assertThat(before).hasSize(2).doesNotHaveDuplicates();
        assertThat(offered()).contains(before.toArray(String[]::new)).hasSize(3);
    }

    @Test
    void declaredToolIsOfferedWhileItsServerIsAddedAtRunTime() {
        declare(FORECAST);
        assertThat(offered()).isEmpty();

        add("weather", this.server.url());
        assertThat(this.registry.snapshot().tools())
                .extracting(McpRegisteredTool::name)
                .containsExactly("forecast");
        this.clients.remove("weather");

        assertThat(this.registry.snapshot().tools()).isEmpty();
        assertThat(this.registry.declared("weather")).isEmpty();
    }

    // comparison

    @ParameterizedTest
    @EnumSource
    void equalDefinitionIsTheServersWithoutAWarning(McpDeclaredMismatch mismatch) {
        this.server.tools(tool(
                "forecast",
                "Returns the forecast.\\n",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"required\":[\"city\"],"
                        + "\"properties\":{\"city\":{\"maxLength\":40.0,\"type\":\"string\"}},\"type\":\"object\"}"));
        declare(mismatch);
        connect(add("weather", this.server.url()));

        assertThat(declared()).isEqualTo(new McpDeclaredTool("forecast", State.SAME, List.of(), true));
        assertThat(registered("forecast").origin()).isEqualTo(McpToolOrigin.LISTED);
        assertThat(registered("forecast").tool().inputSchema().asMap()).containsKey("$schema");
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void differentDefinitionIsHandledAsConfigured(McpDeclaredMismatch mismatch) {
        this.server.tools(OTHER_FORECAST);
        declare(mismatch);
        connect(add("weather", this.server.url()));

        List<String> differences = List.of(
                "description", "inputSchema.properties.city.maxLength", "inputSchema.properties.city.minLength");
        boolean isOffered = mismatch != McpDeclaredMismatch.FAIL;
        assertThat(declared()).isEqualTo(new McpDeclaredTool("forecast", State.DIFFERENT, differences, isOffered));
        if (isOffered) {
            assertThat(registered("forecast").description()).isEqualTo("Predicts.");
        } else {
            assertThat(offered()).isEmpty();
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> this.registry.callTool("forecast", Map.of()));
        }
        if (mismatch == McpDeclaredMismatch.REPLACE) {
            assertThat(warnings()).isEmpty();
        } else {
            assertThat(warnings())
                    .singleElement()
                    .asString()
                    .startsWith("MCP server \"weather\": its definitions differ"
                            + " from those of the declared tools forecast (" + String.join(", ", differences) + ")");
        }
    }

    @Test
    void warningIsNotRepeatedWithTheNextList() {
        this.server.tools(OTHER_FORECAST);
        declare(FORECAST);
        connect(add("weather", this.server.url()));

        this.server.tools(OTHER_FORECAST, tool("now", "", "{}"));
        this.registry.refresh();
        Awaitility.await().atMost(LIMIT).until(() -> offered().contains("now"));

        assertThat(warnings()).hasSize(1);
    }

    @Test
    void toolIsOfferedAgainWhenTheServerCorrectsItsDefinition() {
        this.server.tools(OTHER_FORECAST);
        declare(McpDeclaredMismatch.FAIL);
        connect(add("weather", this.server.url()));
        assertThat(offered()).isEmpty();

        this.server.tools(LISTED_FORECAST);
        this.registry.refresh();

        Awaitility.await().atMost(LIMIT).until(() -> offered().equals(List.of("forecast")));
    }

    // F09: the tool may follow in the rest of the list
    @Test
    void toolBeyondTheLimitOfAListIsOfferedAsDeclared() {
        this.server.tools(tool("now", "", "{}"), LISTED_FORECAST);
        declare(FORECAST);
        McpClient client = McpClient.builder("weather")
                .url(this.server.url())
                .lists(lists -> lists.withMaxItems(1))
                .build();
        this.clients.add(client);

        connect(client);

        assertThat(offered()).containsExactlyInAnyOrder("now", "forecast");
        assertThat(declared()).isEqualTo(new McpDeclaredTool("forecast", State.NOT_LISTED, List.of(), true));
    }

    @ParameterizedTest
    @EnumSource
    void toolThatTheServerDoesNotHaveIsNotOfferedAnyMore(McpDeclaredMismatch mismatch) {
        this.server.tools(tool("now", "", "{}"));
        declare(mismatch);
        McpClient client = add("weather", this.server.url());
        assertThat(offered()).containsExactly("forecast");

        connect(client);

        assertThat(offered()).containsExactly("now");
        assertThat(declared()).isEqualTo(new McpDeclaredTool("forecast", State.MISSING, List.of(), false));
        assertThat(warnings())
                .containsExactly("MCP server \"weather\": it does not have the declared tools forecast, which are not"
                        + " offered any more. Correct tools.declared, unless they were dropped from its list, which the status"
                        + " of the list says");
    }

    @Test
    void onlyDeclaredMembersAreCompared() {
        this.server.tools("{\"name\":\"forecast\",\"title\":\"Forecast\",\"description\":\"Returns.\",\"inputSchema\":"
                + SCHEMA + ",\"outputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true,"
                + "\"openWorldHint\":true},\"_meta\":{\"cost\":2}}");
        Tool declared = new Tool(
                "forecast",
                null,
                null,
                FORECAST.inputSchema(),
                null,
                new ToolAnnotations(null, true, null, null, false, Map.of()),
                null,
                List.of(),
                null,
                Map.of());
        declare(declared);
        connect(add("weather", this.server.url()));

        assertThat(declared().differences()).containsExactly("annotations.openWorldHint");
        assertThat(registered("forecast").tool().meta()).isEqualTo(Map.of("cost", 2));
    }

    // mismatch: fail

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void firstCallWithFailWaitsForTheComparison(boolean isReactive) {
        declare(McpDeclaredMismatch.FAIL);
        add("weather", this.server.url());
        Map<String, Object> arguments = Map.of("city", "Oslo");

        assertThat((isReactive
                                ? this.registry
                                        .callToolReactive("forecast", arguments, McpCallOptions.defaults())
                                        .block(LIMIT)
                                : this.registry.callTool("forecast", arguments))
                        .text())
                .isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void firstCallWithFailOfToolThatDiffersIsRejected() {
        this.server.tools(OTHER_FORECAST);
        declare(McpDeclaredMismatch.FAIL);
        add("weather", this.server.url());

        McpRejectedException failure = catchThrowableOfType(
                McpRejectedException.class, () -> this.registry.callTool("forecast", Map.of("city", "Oslo")));

        assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.UNAPPROVED_TOOL);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure).hasMessageContainingAll("\"weather\"", "\"forecast\"", "description", "declared-mismatch");
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void firstCallWithFailOfToolThatTheServerDoesNotHaveIsRejected() {
        this.server.tools();
        declare(McpDeclaredMismatch.FAIL);
        add("weather", this.server.url());

        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.registry.callTool("forecast", Map.of()))
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_TOOL));
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void firstCallWithFailReportsThatTheServerIsUnreachable() {
        declare(McpDeclaredMismatch.FAIL);
        try (RefusedPort port = new RefusedPort()) {
            add("weather", port.url());

            assertThat(call("forecast", "{\"city\":\"Oslo\"}").text())
                    .isEqualTo("The server of the tool cannot be reached. The tool was not executed.");
        }
    }

    // after the server was lost

    @Test
    void declaredToolOfLostServerIsOfferedWithoutLimit() {
        use(McpToolExposure.all()
                .models(McpModelSettings.defaults().withKeepUnavailable(Duration.ZERO))
                .server("weather", McpServerTools.all().withDeclared(FORECAST)));
        McpClient client = add("weather", this.server.url());
        connect(client);
        assertThat(offered()).containsExactly("forecast", "now");

        this.server.close();
        assertThat(call("now", "{}").isError()).isTrue();

        Awaitility.await().atMost(LIMIT).until(() -> offered().equals(List.of("forecast")));
        assertThat(registered("forecast").origin()).isEqualTo(McpToolOrigin.LISTED);
    }

    // declarations that cannot be used

    @Test
    void declarationsThatCannotBeUsedAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpServerTools.all().withDeclared(FORECAST, FORECAST))
                .withMessage("the tool forecast is declared twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tool.of("forecast", null, "[1]"))
                .withMessage("is not a JSON object");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tool.of("forecast", null, "{} {}"))
                .withMessageStartingWith("is not valid JSON");
        for (String schema : List.of("{\"type\":\"string\"}", "{\"properties\":[]}", "{\"required\":\"city\"}")) {
            Tool tool = Tool.of("forecast", null, schema);
            assertThatIllegalArgumentException()
                    .as(schema)
                    .isThrownBy(() -> McpServerTools.all().withDeclared(tool))
                    .withMessageStartingWith("the input schema of the declared tool forecast ");
        }
    }
}
