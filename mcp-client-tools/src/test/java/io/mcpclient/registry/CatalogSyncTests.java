package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class CatalogSyncTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String CHANGED = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final EventFeed feed = new EventFeed();

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
        this.feed.end();
        this.server.close();
    }

    private void start() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                        + "\"serverInfo\":{\"name\":\"changing\",\"version\":\"1\"}}"));
        this.server.on("GET").reply(Reply.streamed(200, "text/event-stream").follow(this.feed));
        McpClient client = McpClient.builder("changing")
                .url(this.server.url())
                .timeouts(timeouts -> timeouts.withChangeDebounce(Duration.ofMillis(10)))
                .build();
        this.clients.add(client);
        client.session().start();
        this.server.awaitRequests("tools/list", 1, LIMIT);
        this.server.awaitRequests("GET", 1, LIMIT);
    }

    private void offer(String tool) {
        this.server.tools("{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}");
    }

    // TOOL-23: the list is asked for again when the server says that it has changed
    @Test
    void snapshotFollowsChangesThatTheServerReports() {
        offer("old");
        start();
        offer("new");
        this.feed.send(CHANGED);

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.registry.snapshot().tools())
                .extracting(McpRegisteredTool::name)
                .containsExactly("new"));
    }

    // fault F19: a storm of changes is a list now and then, the last of them behind the last change
    @Test
    void snapshotWhenChangesStormListsAtMostOnceASecond() {
        long began = System.nanoTime();
        offer("old");
        start();
        for (int i = 0; i < 1_000; i++) {
            this.feed.send(CHANGED);
        }
        offer("new");
        this.feed.send(CHANGED);

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.registry.snapshot().tools())
                .extracting(McpRegisteredTool::name)
                .containsExactly("new"));
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        // The first one, one at the first change, and one a second.
        assertThat(this.server.requests("tools/list")).hasSizeLessThanOrEqualTo((int) seconds + 3);
    }
}
