package io.mcpclient.typed;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class SchemaCheckTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    record Forecast(String city, double degrees, String wind) {}

    record Query(String city, int days) {}

    @McpToolClient("weather")
    interface Weather {

        @McpTool("get_forecast")
        Forecast forecast(String city, int days);

        @McpTool("get_forecast")
        Mono<Forecast> ofRecord(Query query);

        @McpTool("get_forecast")
        String ofMap(Map<String, Object> arguments);
    }

    @McpToolClient(value = "weather", check = McpSchemaCheck.FAIL)
    interface Strict {

        @McpTool("get_forecast")
        String forecast(String city);

        @McpTool("get_forecast")
        Mono<String> later(String city);

        @McpTool("echo")
        String echo();
    }

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Trip(String homeTown, int dayCount) {}

    record Town(@JsonValue String name) {}

    record Weight(
            @JsonFormat(shape = JsonFormat.Shape.STRING) int grams) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Price(int amount) {}

    @McpToolClient("travel")
    interface Travel {

        @McpTool("plan")
        Trip plan(Trip trip);

        @McpTool("visit")
        Weight visit(Town town, int days);

        @McpTool("pay")
        Price pay(String town);
    }

    private static String tool(String name, String input, String output) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":" + input
                + (output.isEmpty() ? "" : ",\"outputSchema\":" + output) + "}";
    }

    private static String object(String properties, String required) {
        return "{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + required + "]}";
    }

    private List<McpToolMismatch> mismatches(Class<?> type, String... tools) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(tools);
                McpClient client =
                        this.invariants.build(McpClient.builder("weather").url(server.url()))) {
            return McpToolClientFactory.mismatches(type, client.listTools());
        }
    }

    @Test
    void matchingToolIsNotReported() {
        String input = object("\"city\":{\"type\":\"string\"},\"days\":{\"type\":\"number\"},\"unit\":{}", "\"city\"");
        String output = object(
                "\"city\":{\"type\":\"string\"},\"degrees\":{\"type\":\"integer\"},\"wind\":{\"type\":[\"string\",\"null\"]}",
                "");
        assertThat(mismatches(Weather.class, tool("get_forecast", input, output)))
                .isEmpty();
    }

    /** As Python servers declare a result that is an object or None. */
    @Test
    void resultThatIsTakenOutOfAnObjectIsNotCompared() {
        String input = object("\"city\":{\"type\":\"string\"},\"days\":{\"type\":\"number\"}", "");
        String output = object("\"result\":{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"null\"}]}", "\"result\"");
        assertThat(mismatches(Weather.class, tool("get_forecast", input, output)))
                .isEmpty();
    }

    @Test
    void missingToolIsReportedWithTheNearestName() {
        assertThat(mismatches(Weather.class, tool("get_forecasts", "{\"type\":\"object\"}", "")))
                .hasSize(3)
                .first()
                .hasToString(
                        "Weather.forecast does not fit the tool \"get_forecast\": the server has no tool of this name."
                                + " Did you mean \"get_forecasts\"? Known tools: get_forecasts.");
    }

    @Test
    void differencesOfArgumentsAndResultAreNamed() {
        String input = object(
                "\"city\":{\"type\":\"integer\"},\"day_count\":{\"type\":\"integer\"}", "\"city\",\"day_count\"");
        String output = object("\"city\":{\"type\":\"string\"},\"degrees\":{\"type\":\"string\"}", "\"city\"");
        List<String> problems = mismatches(Weather.class, tool("get_forecast", input, output)).stream()
                .filter(mismatch -> mismatch.method().equals("Weather.forecast"))
                .map(McpToolMismatch::problem)
                .toList();
        assertThat(problems)
                .containsExactly(
                        "the tool requires the argument \"day_count\", which the method does not have",
                        "the argument \"city\" is of type integer in the schema of the tool, and java.lang.String in Java",
                        "the tool has no argument \"days\"",
                        "the result \"degrees\" is of type string in the schema of the tool, and double in Java",
                        "the result of the tool has no \"wind\", a component of Forecast");
    }

    @Test
    void recordParameterIsComparedByItsComponentsAndMapIsNot() {
        String input = object("\"city\":{\"type\":\"string\"},\"date\":{\"type\":\"string\"}", "\"date\"");
        assertThat(mismatches(Weather.class, tool("get_forecast", input, "")))
                .extracting(McpToolMismatch::method)
                .containsOnly("Weather.forecast", "Weather.ofRecord");
    }

    @Test
    void recordsWhoseAnnotationsChangeTheirMembersAreNotCompared() {
        String trip = object(
                "\"home_town\":{\"type\":\"string\"},\"day_count\":{\"type\":\"integer\"}",
                "\"home_town\",\"day_count\"");
        String visit = object("\"town\":{\"type\":\"string\"},\"days\":{\"type\":\"integer\"}", "\"town\"");
        String weight = object("\"grams\":{\"type\":\"string\"}", "\"grams\"");
        String pay = object("\"town\":{\"type\":\"string\"}", "\"town\"");
        String price = object("\"amount\":{\"type\":\"string\"}", "\"amount\"");
        assertThat(mismatches(
                        Travel.class, tool("plan", trip, trip), tool("visit", visit, weight), tool("pay", pay, price)))
                .extracting(McpToolMismatch::method)
                .containsExactly("Travel.pay");
    }

    @Test
    void schemaWithAdditionalPropertiesIsNotComparedByMemberName() {
        assertThat(mismatches(
                        Weather.class,
                        tool(
                                "get_forecast",
                                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":true}",
                                ""),
                        tool("other", "{\"type\":\"object\"}", "")))
                .isEmpty();
    }

    // connected or not, with a list or without
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void firstCallOfAMismatchedToolIsNotSent(boolean isBlocking) {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                        .tools(tool("get_forecast", object("\"town\":{\"type\":\"string\"}", "\"town\""), ""));
                McpClient client =
                        this.invariants.build(McpClient.builder("weather").url(server.url()))) {
            for (int i = 0; i < 2; i++) {
                Strict strict = McpToolClientFactory.create(Strict.class, client);
                assertThatExceptionOfType(McpConfigurationException.class)
                        .isThrownBy(() -> {
                            if (isBlocking) {
                                strict.forecast("Oslo");
                            } else {
                                strict.later("Oslo").block(LIMIT);
                            }
                        })
                        .withMessageContaining("requires the argument \"town\"");
                client.listTools();
            }
            assertThat(server.requests("tools/call")).isEmpty();
        }
    }

    @Test
    void callsGoToTheClientWhateverTheNameInTheAnnotation() {
        String town = object("\"town\":{\"type\":\"string\"}", "\"town\"");
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                        .tools(tool("get_forecast", town, ""), tool("echo", "{\"type\":\"object\"}", ""));
                McpClient client =
                        this.invariants.build(McpClient.builder("other").url(server.url()))) {
            server.on("tools/call").always().reply(Reply.error(-32000, "closed"));
            Strict strict = McpToolClientFactory.create(Strict.class, client);

            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(strict::echo)
                    .satisfies(failure -> assertThat(failure.serverName()).isEqualTo("other"));
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> strict.forecast("Oslo"))
                    .satisfies(failure -> assertThat(failure.serverName()).isEqualTo("other"));
            assertThat(server.requests("tools/call")).hasSize(1);
        }
    }

    @Test
    void toolsThatCannotBeListedAreNotCompared() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern();
                McpClient client =
                        this.invariants.build(McpClient.builder("weather").url(server.url()))) {
            server.on("tools/list").always().reply(Reply.error(-32601, "Method not found"));
            server.on("tools/call")
                    .always()
                    .reply(Reply.result(
                            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}"));
            Strict strict = McpToolClientFactory.create(Strict.class, client);

            assertThat(strict.forecast("Oslo")).isEqualTo("sunny");
            assertThat(strict.later("Oslo").block(LIMIT)).isEqualTo("sunny");
        }
    }

    @Test
    void callsOfMismatchedToolFailUntilTheServerChangesIt() {
        String echo = tool("echo", "{\"type\":\"object\"}", "");
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                        .capabilities("{\"tools\":{\"listChanged\":true}}")
                        .tools(tool("get_forecast", object("\"town\":{\"type\":\"string\"}", "\"town\""), ""), echo);
                McpClient client =
                        this.invariants.build(McpClient.builder("other-weather").url(server.url()))) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result(
                            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}"));
            Strict strict = McpToolClientFactory.create(Strict.class, client);
            client.session().start();

            await().atMost(LIMIT).untilAsserted(() -> assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> strict.forecast("Oslo"))
                    .withMessageContaining("MCP server \"other-weather\"")
                    .withMessageContaining("Strict.forecast does not fit the tool \"get_forecast\"")
                    .withMessageContaining("requires the argument \"town\""));
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> strict.later("Oslo").block(LIMIT));
            assertThat(strict.echo()).isEqualTo("sunny");

            server.awaitStreams(1, LIMIT);
            server.tools(tool("get_forecast", object("\"city\":{\"type\":\"string\"}", "\"city\""), ""), echo);
            server.notify("notifications/tools/list_changed", "{}");
            await().ignoreExceptions().atMost(LIMIT).untilAsserted(() -> assertThat(strict.forecast("Oslo"))
                    .isEqualTo("sunny"));
        }
    }

    @Test
    void toolBeyondTheEndOfAnIncompleteListIsNotReportedAsMissing() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                        .tools(
                                tool("get_forecast", object("\"town\":{\"type\":\"string\"}", "\"town\""), ""),
                                tool("echo", "{\"type\":\"object\"}", ""));
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .lists(lists -> lists.withMaxItems(1))
                        .url(server.url()))) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result(
                            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}"));
            Strict strict = McpToolClientFactory.create(Strict.class, client);
            client.session().start();

            await().atMost(LIMIT).untilAsserted(() -> assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> strict.forecast("Oslo")));
            assertThat(strict.echo()).isEqualTo("sunny");
        }
    }
}
