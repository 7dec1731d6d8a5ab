package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Ids of requests: unique (RPC-03), unguessable over a network (fault D22), and small enough for every server. */
@Timeout(60)
class McpClientRequestIdTests {

    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

    private static final Pattern TOKEN = Pattern.compile("\"progressToken\":(\\d+)");

    @Test
    void idsOverHttpFitInto32Bits() {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            call(client);

            assertSmallAndUnique(bodies(server));
        }
    }

    @Test
    void idsOverHttpOfTheStatelessRevisionFitInto32Bits() {
        try (ScriptedHttpServer server = ScriptedHttpServer.modern();
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            call(client);

            assertSmallAndUnique(bodies(server));
        }
    }

    @Test
    void firstIdsOverHttpDifferBetweenClients() {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            for (int i = 0; i < 3; i++) {
                try (McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
                    client.session().connect();
                }
            }

            List<String> initializations = server.requests().stream()
                    .filter(request -> request.is(McpMethods.INITIALIZE))
                    .map(request -> request.rpcId())
                    .toList();
            assertThat(initializations).hasSize(3).doesNotHaveDuplicates();
        }
    }

    // the probe of the stateless era and the handshake share the pipes, and must not share ids
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a script for /bin/sh")
    void idsOverStdioCountFromOne(@TempDir Path directory) throws IOException {
        Path record = directory.resolve("requests");
        try (McpClient client = McpClient.builder("weather")
                .command("/bin/sh", "-c", recording(record))
                .build()) {
            call(client);
        }

        List<String> requests = Files.readAllLines(record);
        assertThat(numbers(requests, ID))
                .startsWith(1L, 2L)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, numbers(requests, ID).size())
                                .boxed()
                                .toList());
        assertThat(numbers(requests, TOKEN)).hasSize(1).isSubsetOf(numbers(requests, ID));
    }

    private static void call(McpClient client) {
        for (int i = 0; i < 3; i++) {
            client.callTool("echo", Map.of());
        }
        client.callTool("echo", Map.of(), McpCallOptions.defaults().withProgress(progress -> {}));
    }

    private static void assertSmallAndUnique(List<String> bodies) {
        assertThat(numbers(bodies, ID))
                .hasSizeGreaterThanOrEqualTo(5)
                .doesNotHaveDuplicates()
                .allMatch(id -> id > 0 && id < Integer.MAX_VALUE);
        assertThat(numbers(bodies, TOKEN)).hasSize(1).isSubsetOf(numbers(bodies, ID));
    }

    private static List<String> bodies(ScriptedHttpServer server) {
        return server.requests().stream().map(request -> request.body()).toList();
    }

    private static List<Long> numbers(List<String> messages, Pattern pattern) {
        return messages.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
    }

    /** A server of the handshake revisions that writes each line it reads to a file. */
    private static String recording(Path record) {
        return """
                while read -r line; do
                  printf '%%s\\n' "$line" >> '%s'
                  case "$line" in *'"id":'*) ;; *) continue ;; esac
                  id=${line#*'"id":'}; id=${id%%%%[,\\}]*}
                  case "$line" in
                    *'"initialize"'*) body='"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
                    *'"tools/call"'*) body='"result":{"content":[]}' ;;
                    *) body='"error":{"code":-32601,"message":"Method not found"}' ;;
                  esac
                  printf '{"jsonrpc":"2.0","id":%%s,%%s}\\n' "$id" "$body"
                done
                """.formatted(record);
    }
}
