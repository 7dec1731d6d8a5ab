package io.mcpclient.console;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class EventsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void changesReachAnOpenPage() {
        try (McpTestServer server = McpTestServer.create("notes");
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(server).start();
                Events events = Events.open(application.port())) {
            await().atMost(LIMIT).untilAsserted(() -> assertThat(events.received())
                    .contains("text/event-stream", "Content-Security-Policy", "event:hello"));

            server.tool("new").returns("x");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(events.received()).contains("event:tools"));
            application.bean(McpClients.class).get("notes").callTool("new");

            await().atMost(LIMIT).untilAsserted(() -> assertThat(events.received())
                    .contains("event:wire", "\"method\":\"tools/call\"", "\"outcome\":\"OK\""));
        }
    }

    @Test
    void openPageDoesNotDelayTheShutdown() {
        ConsoleApplication application = ConsoleApplication.withConsole()
                .property("server.shutdown", "graceful")
                .property("spring.lifecycle.timeout-per-shutdown-phase", "60s")
                .start();
        try (Events events = Events.open(application.port())) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(events.received()).contains("event:hello"));

            long start = System.nanoTime();
            application.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(events.isEnded()).isTrue());
        }
    }

    @Test
    void eventThatCannotBeWrittenDoesNotFailTheCallThatPublishesIt() {
        try (ConsoleApplication application = ConsoleApplication.withConsole().start();
                Events events = Events.open(application.port())) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(events.received()).contains("event:hello"));
            EventStreams streams = application.bean(EventStreams.class);

            streams.publish("wire", null, () -> {
                throw new IllegalStateException("no data");
            });
            streams.publish("wire", null, () -> "next");

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(events.received()).contains("\"next\""));
        }
    }

    @Test
    void streamIsNotOpenedAgainWhileTheApplicationStops() {
        try (ConsoleApplication application = ConsoleApplication.withConsole().start()) {
            application.bean(EventStreams.class).stop();

            try (Events again = Events.open(application.port())) {
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(again.received()).startsWith("HTTP/1.1 503"));
            }
            assertThat(application.bean(EventStreams.class).isOpenFor(null)).isFalse();
        }
    }
}
