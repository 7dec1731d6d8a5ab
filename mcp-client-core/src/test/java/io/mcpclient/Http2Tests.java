package io.mcpclient;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.testkit.Http2Front;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class Http2Tests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String HTTP2 = "HTTP/2.0";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @TempDir
    Path directory;

    private static ScriptedHttpServer server(boolean modern) {
        return modern ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
    }

    private McpClient client(Http2Front front, UnaryOperator<McpHttpSettings> http) {
        return this.invariants.build(
                McpClient.builder("weather").url(front.url()).http(settings -> http.apply(settings.withHttp2(true))));
    }

    /** Calls at the same time. */
    private static List<CallToolResult> calls(McpClient client) {
        return Flux.range(0, 50)
                .flatMap(i -> client.reactive().callTool("echo", Map.of("number", i)), 50)
                .collectList()
                .block(LIMIT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsOverHttpsShareOneConnection(boolean modern) throws Exception {
        try (ScriptedHttpServer server = server(modern);
                Http2Front front = Http2Front.tls(server.port(), this.directory, true);
                McpClient client = client(front, http -> http.withSslContext(front.trust()))) {
            client.session().connect();
            int connections = front.connections();
            assertThat(calls(client)).hasSize(50);
            assertThat(front.versions()).containsOnly(HTTP2);
            assertThat(front.connections()).isLessThan(connections + 5);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void serverWithoutTlsIsCalledOverHttp2(boolean modern) {
        try (ScriptedHttpServer server = server(modern);
                Http2Front front = Http2Front.plain(server.port());
                McpClient client = client(front, http -> http)) {
            client.callTool("echo", Map.of("city", "Oslo"));
            assertThat(front.versions()).containsOnly(HTTP2);
        }
    }

    @Test
    void serverThatDoesNotNegotiateHttp2IsCalledOverHttp1() throws Exception {
        try (ScriptedHttpServer server = server(false);
                Http2Front front = Http2Front.tls(server.port(), this.directory, false);
                McpClient client = client(front, http -> http.withSslContext(front.trust()))) {
            client.session().connect();
            assertThat(calls(client)).hasSize(50);
            assertThat(front.versions()).containsOnly("HTTP/1.1");
            assertThat(front.connections()).isGreaterThan(5);
        }
    }

    @Test
    void resultInAnEventStreamIsReceived() throws Exception {
        try (ScriptedHttpServer server = server(false);
                Http2Front front = Http2Front.tls(server.port(), this.directory, true);
                McpClient client = client(front, http -> http.withSslContext(front.trust()))) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.sseResult("{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}"));
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("late");
        }
    }

    /** A large result needs several windows of flow control. */
    @Test
    void largeResultIsReceivedWhole() throws Exception {
        String text = "x".repeat(3_000_000);
        try (ScriptedHttpServer server = server(false);
                Http2Front front = Http2Front.tls(server.port(), this.directory, true);
                McpClient client = client(front, http -> http.withSslContext(front.trust()))) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}"));
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo(text);
        }
    }

    @Test
    void callThatTimesOutDoesNotCloseTheSharedConnection() throws Exception {
        try (ScriptedHttpServer server = server(false);
                Http2Front front = Http2Front.tls(server.port(), this.directory, true);
                McpClient client = client(front, http -> http.withSslContext(front.trust()))) {
            client.session().connect();
            int connections = front.connections();
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").reply(Reply.accepted());
            McpCallOptions options = McpCallOptions.defaults().withTimeout(Duration.ofMillis(300));
            assertThatExceptionOfType(McpException.class).isThrownBy(() -> client.callTool("echo", Map.of(), options));
            assertThat(client.callTool("echo", Map.of("city", "Oslo"))).isNotNull();
            assertThat(front.versions()).containsOnly(HTTP2);
            assertThat(front.connections()).isEqualTo(connections);
        }
    }

    @Test
    void serverThatDoesNotSpeakHttp2IsReported() {
        try (ScriptedHttpServer server = server(false).withoutVerification();
                McpClient client = this.invariants.build(
                        McpClient.builder("weather").url(server.url()).http(http -> http.withHttp2(true)))) {
            assertThatExceptionOfType(McpException.class)
                    .isThrownBy(client.session()::connect)
                    .withMessageContaining("HTTP/2");
        }
    }
}
