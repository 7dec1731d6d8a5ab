package io.mcpclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;

/** A hostile server takes neither the memory nor the time of an application that has 256 MB. */
@Timeout(300)
class HostileServerMemoryTests {

    private static final int LARGE = 15_500_000;

    private static final Pattern SLOWEST = Pattern.compile("slowest: (\\d+) ms");

    private static final String INITIALIZE = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},"
            + "\"logging\":{}},\"serverInfo\":{\"name\":\"hostile\",\"version\":\"1\"}}";

    @TempDir
    private Path directory;

    // F09, F12, G06, I25, C13
    @Test
    @Timed
    void hostileServerDoesNotExhaustTheApplication() throws Exception {
        try (ScriptedLegacyServer healthy = ScriptedHttpServer.legacy();
                ScriptedHttpServer hostile = hostile()) {
            String output = run(healthy.url(), hostile.uri().resolve("/").toString());

            assertThat(output)
                    .contains("endless-pages: ", "incomplete, with 17 items: the items of the list have more than")
                    .contains("dense-page: []", "JSON nodes, and its message more than 500000, see max-message-nodes")
                    .contains("huge-definitions: ", " items")
                    .contains("endless-event: MCP server \"hostile\": tools/call: the response is larger than")
                    .contains("large-json: ", "large-event: ", "early: ", "stderr: ", "flood: CallToolResult")
                    .doesNotContain("OutOfMemory");
            Matcher slowest = SLOWEST.matcher(output);
            assertThat(slowest.find()).isTrue();
            assertThat(Long.parseLong(slowest.group(1))).isLessThan(10_000);
        }
    }

    private String run(String... addresses) throws IOException, InterruptedException {
        Path output = this.directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileServerMain.class.getName(),
                        addresses[0],
                        addresses[1].replaceAll("/$", ""),
                        String.valueOf(Repetitions.of(1, 3)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(240, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(hasEnded).as("ends by itself: %s", text).isTrue();
        assertThat(process.waitFor()).as("exit code of %s", text).isZero();
        return text;
    }

    private static ScriptedHttpServer hostile() {
        String text = "x".repeat(60_000);
        String definitions = tools(LARGE / 61_000, ",\"description\":\"" + text + "\"");
        String dense = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"x\":["
                + "{},".repeat(LARGE / 3) + "0]}}]}";
        String large = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(LARGE) + "\"}]}";
        String notification = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
                + "\"info\",\"data\":[" + "{},".repeat(100_000) + "\"" + "x".repeat(1_000_000) + "\"]}}\n\n";

        return new ScriptedHttpServer(0, server -> {
            server.withoutVerification();
            server.on("initialize").always().reply(Reply.result(INITIALIZE));
            server.on("tools/list")
                    .path("/endless-pages")
                    .always()
                    .reply(request -> Reply.result("{\"nextCursor\":\"" + System.nanoTime() + "\",\"tools\":"
                            + definitions.replace("\"t0\"", "\"t" + System.nanoTime() + "\"") + "}"));
            server.on("tools/list").path("/dense-page").always().reply(Reply.result(dense));
            server.on("tools/list")
                    .path("/huge-definitions")
                    .always()
                    .reply(Reply.result("{\"tools\":" + definitions + "}"));
            server.on("tools/call")
                    .path("/endless-event")
                    .always()
                    .reply(request -> Reply.endlessBody(200, "text/event-stream", "data: " + text));
            server.on("tools/call").path("/flood").always().reply(request -> flood(notification)
                    .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}")
                    .thenEnd());
            server.on("tools/call").path("/large-json").always().reply(Reply.result(large));
            server.on("tools/call").path("/large-event").always().reply(Reply.sseResult(large));
            server.on("GET").path("/early").always().reply(request -> flood(
                            "event: endpoint\ndata: /early\n\n", notification)
                    .thenHang());
            server.onAny().always().reply(Reply.accepted());
        });
    }

    private static String tools(int count, String members) {
        StringBuilder tools = new StringBuilder();
        for (int i = 0; i < count; i++) {
            tools.append(i == 0 ? "[" : ",")
                    .append("{\"name\":\"t" + i + "\",\"inputSchema\":{\"type\":\"object\"}" + members + "}");
        }
        return tools.append("]").toString();
    }

    private static Reply.Streamed flood(String... events) {
        Reply.Streamed flood = Reply.sse();
        for (String event : events) {
            flood = flood.chunk(event);
        }
        for (int i = 0; i < 40; i++) {
            flood = flood.chunk(events[events.length - 1]);
        }
        return flood;
    }
}
