package io.mcpclient.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.testkit.ChatApplication.Way;

import static org.assertj.core.api.Assertions.assertThat;

/** Chats with the reference servers from npm, which are killed and started again. With the default settings. */
@Slow
@Timeout(90)
public abstract class RealServerChatContract {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeModel model = new FakeModel();

    /** Starts an application whose model is the given one. */
    protected abstract ChatApplication start(FakeModel model, String... properties);

    @AfterEach
    void close() {
        this.model.close();
    }

    private void modelCalls(String tool, String arguments) {
        this.model.afterwards(request -> request.lastToolTexts().isEmpty()
                ? FakeModelTurn.call(tool, arguments)
                : FakeModelTurn.say(String.join("\n", request.lastToolTexts())));
    }

    private static void awaitAnswer(ChatApplication application, Way way, String expected) {
        Awaitility.await()
                .atMost(SOON)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> application.ask(way, "x").equals(expected));
    }

    @ParameterizedTest
    @EnumSource
    void chatGoesOnWhileServerOverHttpIsKilledAndStartedAgain(Way way) {
        try (NpmServer server = NpmServer.start("server-everything", "streamableHttp");
                ChatApplication application = start(this.model, "mcp.servers.everything.url=" + server.url())) {
            modelCalls("echo", "{\"message\":\"a\"}");
            application.awaitTools("echo");
            assertThat(application.ask(way, "x")).isEqualTo("Echo: a");
            for (int outage = 0; outage < 2; outage++) {
                server.kill();
                for (int prompt = 0; prompt < 3; prompt++) {
                    assertThat(application.ask(way, "x")).isNotBlank().isNotEqualTo("Echo: a");
                    assertThat(this.model.toolNames()).contains("echo", "get-sum");
                }
                server.restart();
                awaitAnswer(application, way, "Echo: a");
            }
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void promptAfterServerProcessWasKilledSucceeds(Way way, @TempDir Path directory) throws IOException {
        Path files = directory.toRealPath();
        Files.writeString(files.resolve("a.txt"), "hello file");
        List<String> properties = new ArrayList<>();
        List<String> command = NpmServer.command("server-filesystem", files.toString());
        properties.add("mcp.servers.files.command=" + command.get(0));
        for (int i = 1; i < command.size(); i++) {
            properties.add("mcp.servers.files.args[" + (i - 1) + "]=" + command.get(i));
        }
        try (ChatApplication application = start(this.model, properties.toArray(String[]::new))) {
            modelCalls("read_text_file", "{\"path\":\"" + files.resolve("a.txt") + "\"}");
            application.awaitTools("read_text_file");
            assertThat(application.ask(way, "x")).isEqualTo("hello file");
            NpmServer.killChildren(files.toString());
            awaitAnswer(application, way, "hello file");
            assertThat(this.model.refusals()).isEmpty();
        }
    }
}
