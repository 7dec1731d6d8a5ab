package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.Tool;
import io.mcpclient.test.McpRecording;
import io.mcpclient.test.McpTestServer;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What was on the wire, over the requests of the page. */
class WireTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String API = "/mcp-console/api/";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Returns an entry of the log whose members have these values. */
    private static JsonNode entry(RawHttp page, String method, boolean fromServer) {
        for (JsonNode entry : JSON.readTree(page.get(API + "wire").body())) {
            if (entry.path("method").asString().equals(method)
                    && entry.path("fromServer").asBoolean() == fromServer) {
                return JSON.readTree(
                        page.get(API + "wire/one?id=" + entry.path("id").asString())
                                .body());
            }
        }
        return JSON.missingNode();
    }

    @Test
    void requestsAndNotificationsOfServersAreRecordedWithTheAnswerOfTheClient() {
        try (McpTestServer notes = DemoServers.notes();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(notes).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            McpClient client = application.bean(McpClients.class).get("notes");

            client.callTool("share_note", Map.of());
            notes.log(LoggingLevel.WARNING, "disk is nearly full");
            page.post(API + "log/follow", "{\"server\":\"notes\",\"level\":\"info\"}");

            await().atMost(LIMIT).untilAsserted(() -> {
                JsonNode question = entry(page, "elicitation/create", true);
                assertThat(question.path("outcome").asString()).isEqualTo("OK");
                assertThat(question.path("params").asString()).contains("With whom, and how?");
                assertThat(question.path("result").asString()).contains("cancel");
                assertThat(question.path("millis").isNumber()).isTrue();
            });
            await().atMost(LIMIT).untilAsserted(() -> {
                notes.log(LoggingLevel.WARNING, "disk is nearly full");
                JsonNode message = entry(page, "notifications/message", true);
                assertThat(message.path("params").asString()).contains("disk is nearly full");
                assertThat(message.path("outcome").asString()).isEqualTo("RECEIVED");
            });
        }
    }

    @Test
    void attemptsHaveTheirTimeAndHeadersWithoutSecrets() {
        try (McpTestServer weather = DemoServers.weather();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(weather).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            application
                    .bean(McpClients.class)
                    .get("weather")
                    .callTool(
                            "radar_picture",
                            Map.of(),
                            McpCallOptions.timeout(LIMIT).withHeader("X-Api-Key", "very-secret-key"));

            JsonNode call = entry(page, "tools/call", false);

            assertThat(call.path("attempts")).hasSize(1);
            JsonNode attempt = call.path("attempts").get(0);
            assertThat(attempt.path("millis").isNumber()).isTrue();
            assertThat(attempt.path("headers").path("Mcp-Method").asString()).isEqualTo("tools/call");
            assertThat(attempt.path("headers").path("X-Api-Key").asString()).isEqualTo("***");
            assertThat(call.toString()).doesNotContain("very-secret-key");
        }
    }

    @Test
    void serverThatSendsManyMessagesDoesNotDisplaceTheRequests() {
        try (McpTestServer weather = DemoServers.weather();
                ConsoleApplication application = ConsoleApplication.withConsole()
                        .property("mcp.console.wire.max-requests", "40")
                        .server(weather)
                        .start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            McpClient client = application.bean(McpClients.class).get("weather");
            client.callTool("radar_picture", Map.of());
            weather.tool("flood").answers(call -> {
                for (int i = 0; i < 200; i++) {
                    call.log(LoggingLevel.INFO, "flood", "message " + i);
                }
                return DemoServers.result();
            });

            client.callTool("flood", Map.of(), McpCallOptions.timeout(LIMIT).withLogLevel(LoggingLevel.INFO));

            JsonNode wire = JSON.readTree(page.get(API + "wire").body());
            assertThat(wire.size()).isLessThanOrEqualTo(40);
            assertThat(wire.toString()).contains("radar_picture", "notifications/message");
        }
    }

    /** A server whose tools are all there when the application lists them first. */
    private static McpTestServer withLogin() {
        McpTestServer weather = DemoServers.weather();
        weather.tool("login").returns(Map.of("user", "ada", "accessToken", "s3cret"));
        weather.tool("broken").rejects(-32000, "not today");
        return weather;
    }

    @Test
    void exportIsReplayedByATestServer() {
        String export;
        try (McpTestServer weather = withLogin();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(weather).start()) {
            McpClient client = application.bean(McpClients.class).get("weather");
            client.listTools();
            client.callTool("get_forecast", Map.of("city", "Oslo", "days", 2));
            client.callTool("login", Map.of("password", "hunter2"));
            assertThatExceptionOfType(McpRequestException.class).isThrownBy(() -> client.callTool("broken", Map.of()));
            JsonNode recording = JSON.readTree(RawHttp.likeThePage(application.port())
                    .get(API + "wire/recording?server=weather")
                    .body());
            export = recording.path("text").asString();
            assertThat(recording.path("exchanges").asInt()).isGreaterThanOrEqualTo(4);
        }
        assertThat(export).doesNotContain("s3cret", "hunter2");
        try (McpTestServer server = McpTestServer.replay("weather", McpRecording.parse(export));
                McpClient client = McpClient.builder("weather")
                        .transport(server.transport())
                        .build()) {
            assertThat(client.listTools()).extracting(Tool::name).contains("get_forecast", "login", "broken");
            assertThat(client.callTool("get_forecast", Map.of("city", "Oslo", "days", 2))
                            .structuredContent())
                    .isNotNull();
            assertThat(client.callTool("login", Map.of("password", "other")))
                    .hasStructuredContent(Map.of("user", "ada", "accessToken", "***"));
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.callTool("broken", Map.of()))
                    .withMessageContaining("not today");
        }
    }
}
