package io.mcpclient.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpEra;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(60)
class McpRecordingTests {

    @TempDir
    private Path directory;

    private static McpClient client(McpTestServer server) {
        return McpClient.builder("weather").transport(server.transport()).build();
    }

    /** Records a server of an era over HTTP, as a test against a real server would. */
    private Path record(McpEra era) {
        Path file = this.directory.resolve("weather.json");
        McpRecording recording = McpRecording.create().redact("account");
        try (McpTestServer real = McpTestServer.create("real").eras(era);
                McpClient realClient = McpClient.builder("real").url(real.url()).build();
                McpTestServer recorder = McpTestServer.record("weather", realClient, recording);
                McpClient client = client(recorder)) {
            real.resource("file:///a", "contents");
            real.tool("count").returns("1").returns("2");
            real.tool("get_forecast")
                    .description("Forecast")
                    .returns(Map.of("degrees", 4.5, "accessToken", "s3cret", "Account", "4711"));
            real.tool("broken").rejects(-32000, "not today, Bearer s3cret-of-error");
            real.tool("fetch").returns("fetched https://example.com/?token=s3cret");
            client.callTool(
                    "fetch", Map.of("url", "https://example.com/?token=s3cret", "auth", Map.of("jwt", "s3cret")));
            client.listTools();
            client.callTool("get_forecast", Map.of("city", "Oslo", "password", "hunter2"));
            client.callTool("count", Map.of());
            client.callTool("count", Map.of());
            client.readResource("file:///a");
            assertThatExceptionOfType(McpRequestException.class).isThrownBy(() -> client.callTool("broken", Map.of()));
        }
        recording.write(file);
        return file;
    }

    @ParameterizedTest
    @EnumSource
    void recordedConversationIsReplayedInBothEras(McpEra era) {
        Path file = record(era);
        for (McpEra replayed : McpEra.values()) {
            try (McpTestServer server = McpTestServer.replay("weather", file).eras(replayed);
                    McpClient client = client(server)) {
                assertThat(client.listTools())
                        .extracting(Tool::name)
                        .containsExactlyInAnyOrder("count", "get_forecast", "broken", "fetch");
                assertThat(client.callTool(
                                "fetch",
                                Map.of("url", "https://example.com/?token=other", "auth", Map.of("jwt", List.of(1)))))
                        .hasText("fetched https://example.com/?token=***");
                assertThatExceptionOfType(McpRequestException.class)
                        .isThrownBy(() -> client.callTool(
                                "fetch", Map.of("url", "https://example.org/?token=s3cret", "auth", Map.of("jwt", 1))))
                        .withMessageContaining("not recorded")
                        .withMessageNotContaining("s3cret");
                assertThat(client.callTool("get_forecast", Map.of("password", "other", "city", "Oslo")))
                        .hasStructuredContent(Map.of("degrees", 4.5, "accessToken", "***", "Account", "***"));
                assertThat(client.callTool("count", Map.of())).hasText("1");
                assertThat(client.callTool("count", Map.of())).hasText("2");
                assertThat(client.callTool("count", Map.of())).hasText("2");
                assertThat(client.readResource("file:///a").contents()).hasSize(1);
                assertThatExceptionOfType(McpRequestException.class)
                        .isThrownBy(() -> client.callTool("broken", Map.of()))
                        .withMessageContaining("not today");
                assertThat(server).hasReceivedCall("get_forecast").withArgument("city", "Oslo");
            }
        }
    }

    @Test
    void secretsAreNotWritten() throws IOException {
        Files.writeString(this.directory.resolve("weather.json"), "of an earlier run");
        Path file = record(McpEra.MODERN);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(Files.readString(file)).contains("Oslo", "***").doesNotContain("hunter2", "s3cret", "4711");
    }

    @Test
    void equalRequestsAreAnsweredInTheirOrderAlsoIfTheirResultsAreEqual() {
        String exchange = """
                {"method":"tools/call","params":{"name":"status","arguments":{}},
                 "result":{"content":[{"type":"text","text":"%s"}]}}""";
        McpRecording polled = McpRecording.parse("{\"version\":1,\"exchanges\":["
                + Stream.of("running", "running", "done")
                        .map(exchange::formatted)
                        .collect(Collectors.joining(","))
                + "]}");
        try (McpTestServer server = McpTestServer.replay("jobs", polled);
                McpClient client =
                        McpClient.builder("jobs").transport(server.transport()).build()) {
            assertThat(Stream.generate(() -> client.callTool("status", Map.of()).text())
                            .limit(4))
                    .containsExactly("running", "running", "done", "done");
            server.reset();
            assertThat(client.callTool("status", Map.of())).hasText("running");
        }
    }

    @Test
    void requestThatWasNotRecordedShowsTheNearestOne() {
        try (McpTestServer server = McpTestServer.replay("weather", record(McpEra.MODERN));
                McpClient client = client(server)) {
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.callTool("get_forecast", Map.of("city", "Rome")))
                    .withMessageContaining("not recorded: tools/call")
                    .withMessageContaining("The most similar recorded request has")
                    .withMessageContaining("Oslo");
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.getPrompt("greet", Map.of()))
                    .withMessageContaining("No request of this method was recorded");
        }
    }

    /** A real server without prompts and resources, whose tools nothing lists while it is recorded. */
    @Test
    void recordingIsCompletedWithListsThatNothingRequested() {
        McpRecording recording = McpRecording.create();
        MemoryServer toolsOnly = (message, client) -> {
            if (message instanceof JsonRpcRequest request) {
                client.send(
                        switch (request.method()) {
                            case "initialize" ->
                                new JsonRpcResult(
                                        request.id(),
                                        Map.of(
                                                "protocolVersion",
                                                "2025-11-25",
                                                "capabilities",
                                                Map.of("tools", Map.of()),
                                                "serverInfo",
                                                Map.of("name", "real", "version", "1")));
                            case "tools/list" -> new JsonRpcResult(request.id(), page(request));
                            case "tools/call" -> new JsonRpcResult(request.id(), Map.of("content", List.of()));
                            default -> new JsonRpcError(request.id(), -32601, "Method not found", null);
                        });
            }
        };
        try (McpClient real = McpClient.builder("real")
                        .transport(new MemoryTransportProvider(toolsOnly))
                        .build();
                McpTestServer recorder = McpTestServer.record("weather", real, recording);
                McpClient client = client(recorder)) {
            client.callTool("one", Map.of());
            assertThat(client.listPrompts()).isEmpty();
        }
        try (McpTestServer server = McpTestServer.replay("weather", recording);
                McpClient client = client(server)) {
            assertThat(client.listTools()).extracting(Tool::name).containsExactly("one", "two");
            assertThat(client.listPrompts()).isEmpty();
            assertThat(client.listResources()).isEmpty();
            assertThat(client.resources().listTemplates()).isEmpty();
        }
    }

    private static Map<String, Object> page(JsonRpcRequest request) {
        boolean isFirst = !(request.params() instanceof Map<?, ?> params) || !params.containsKey("cursor");
        Map<String, Object> tool = Map.of("name", isFirst ? "one" : "two", "inputSchema", Map.of("type", "object"));
        return isFirst ? Map.of("tools", List.of(tool), "nextCursor", "2") : Map.of("tools", List.of(tool));
    }

    @Test
    void fileThatIsNotARecordingIsRejected() throws IOException {
        Path file = this.directory.resolve("other.json");
        Files.writeString(file, "{\"version\":2}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpTestServer.replay("weather", file))
                .withMessageContaining("other.json is not a recording: its version is not 1, but 2");
    }
}
