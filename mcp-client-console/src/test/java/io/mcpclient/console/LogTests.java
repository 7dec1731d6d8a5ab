package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClients;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LogTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String API = "/mcp-console/api/";

    private static final String NOTES = "{\"server\":\"notes\"}";

    @Test
    void followedServerIsFollowedAfterItWasDisabledAndEnabled() {
        try (McpTestServer notes = DemoServers.notes();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(notes).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            notes.awaitListed(LIMIT);
            assertThat(page.post(API + "log/follow", "{\"server\":\"notes\",\"level\":\"info\"}")
                            .body())
                    .contains("notes");

            assertThat(page.post(API + "servers/disable", NOTES).status()).isEqualTo(204);
            notes.disconnect(); // the former session would still deliver messages
            assertThat(page.post(API + "servers/enable", NOTES).status()).isEqualTo(204);
            McpClients clients = application.bean(McpClients.class);
            await().atMost(LIMIT).until(() -> clients.get("notes").status().isConnected());

            await().atMost(LIMIT).untilAsserted(() -> {
                notes.log(LoggingLevel.WARNING, "disk is nearly full");
                assertThat(page.get(API + "log").body()).contains("disk is nearly full");
            });
        }
    }

    @Test
    void serverThatRefusesTheLevelIsNotFollowed() {
        try (McpTestServer quiet =
                        McpTestServer.create("quiet").eras(McpEra.LEGACY).capabilities(Map.of("tools", Map.of()));
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(quiet).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());

            RawHttp.Response response = page.post(API + "log/follow", "{\"server\":\"quiet\",\"level\":\"info\"}");

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.body()).contains("quiet", "logging");
            assertThat(page.get(API + "log").body()).contains("\"followed\":[]");
        }
    }

    @Test
    void messageOfAFollowedServerAppearsOnce() {
        try (McpTestServer notes = DemoServers.notes();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(notes).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            notes.awaitListed(LIMIT);
            page.post(API + "log/follow", "{\"server\":\"notes\",\"level\":\"info\"}");
            await().atMost(LIMIT).untilAsserted(() -> {
                notes.log(LoggingLevel.WARNING, "is anybody there");
                assertThat(page.get(API + "log").body()).contains("is anybody there");
            });

            notes.log(LoggingLevel.WARNING, "disk is nearly full");
            notes.log(LoggingLevel.WARNING, "disk is full");

            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(page.get(API + "log").body()).contains("disk is full"));
            assertThat(page.get(API + "log").body()).containsOnlyOnce("disk is nearly full");
        }
    }
}
