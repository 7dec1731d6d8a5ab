package io.mcpclient.starter;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

import io.mcpclient.testkit.AheadOfTime;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that is processed ahead of time: servers are those of the start. */
class AheadOfTimeApplicationTests {

    private static final String UNREACHABLE = "http://localhost:1/mcp";

    @TempDir
    private static Path directory;

    private static AheadOfTime processed;

    @BeforeAll
    static void process() throws IOException, InterruptedException {
        processed = AheadOfTime.process(
                AheadOfTimeApplication.class,
                directory,
                "--mcp.servers.weather.url=" + UNREACHABLE,
                "--mcp.servers.files.url=" + UNREACHABLE);
    }

    @Test
    void whenProcessedApplicationStartsThenClientsAreInjectedByServer() throws IOException, InterruptedException {
        try (ScriptedLegacyServer server = server()) {
            AheadOfTime.Result run = processed.run(
                    "--mcp.servers.weather.url=" + server.url(), "--mcp.servers.files.url=" + UNREACHABLE);
            assertThat(run.output())
                    .contains("blocking: {\"city\":\"Oslo\"}", "reactive: {\"city\":\"Oslo\"}")
                    .contains("typed: Oslo", "progress: weather 1.0")
                    .contains("clients: files weather", "files: true");
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void whenServersDifferFromTheBuildThenRunTimeServersAreUsed() throws IOException, InterruptedException {
        try (ScriptedLegacyServer server = server()) {
            AheadOfTime.Result run = processed.run(
                    "--mcp.servers.weather.url=" + server.url(),
                    "--mcp.servers.files.enabled=false",
                    "--mcp.servers.calendar.url=" + UNREACHABLE);
            assertThat(run.output())
                    .contains("blocking: {\"city\":\"Oslo\"}")
                    .contains("clients: calendar weather", "files: false");
            assertThat(run.exitCode()).isZero();
        }
    }

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        server.on("tools/call").always().reply(AheadOfTimeApplicationTests::withProgress);
        return server;
    }

    static Reply withProgress(RecordedRequest request) {
        String text = JsonNodeFactory.instance
                .stringNode(request.json().at("/params/arguments").toString())
                .toString();
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + request.json().at("/params/_meta/progressToken") + ",\"progress\":1}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.json().at("/id")
                        + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":" + text + "}]}}");
    }
}
