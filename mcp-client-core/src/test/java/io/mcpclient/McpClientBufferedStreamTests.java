package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What is said of event streams that are opened and bring nothing, as behind a proxy that buffers: fault C22. */
@Timeout(60)
class McpClientBufferedStreamTests {

    private static final String BUFFERING =
            "turn off its response buffering: proxy_buffering off in nginx, or the header"
                    + " X-Accel-Buffering: no from the server.";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.CALLS);

    private ScriptedHttpServer server(McpProtocol era) {
        return this.invariants.watch(
                (era == McpProtocol.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy());
    }

    /** Returns a connected client: the time of a call is that of its stream alone. */
    private McpClient connected(ScriptedHttpServer server) {
        McpClient client = this.invariants.build(McpClient.builder("weather")
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))));
        client.session().connect();
        return client;
    }

    private static McpTimeoutException timeout(McpClient client) {
        McpCallOptions soon = McpCallOptions.defaults().withTimeout(Duration.ofMillis(1500));
        return catchThrowableOfType(McpTimeoutException.class, () -> client.callTool("echo", Map.of("n", 1), soon));
    }

    // fault C22: the call ends at its deadline, says what may be wrong each time, and the log says it once
    @ParameterizedTest
    @EnumSource(names = {"MODERN", "LEGACY"})
    void silentCallStreamSuggestsABufferingProxy(McpProtocol era) {
        try (ScriptedHttpServer server = server(era);
                McpClient client = connected(server)) {
            server.on("tools/call").times(2).reply(Reply.sse().thenHang());
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());

            for (int i = 0; i < 2; i++) {
                McpTimeoutException failure = timeout(client);

                assertThat(failure.problem())
                        .isEqualTo("no response within 1500 ms: the event stream was opened, but nothing was received");
                assertThat(failure.remedy()).endsWith(BUFFERING);
                assertThat(failure.phase()).isEqualTo(McpTimeoutException.ANSWER);
            }
            assertThat(this.log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("MCP server \"weather\": tools/call: the event stream was opened")
                    .endsWith(BUFFERING);
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    static Stream<Reply> slowAnswers() {
        return Stream.of(
                Reply.neverAnswer(),
                Reply.sse(": keep-alive").thenHang(),
                Reply.sse("data:").thenHang());
    }

    // a server that takes long is no proxy that buffers
    @ParameterizedTest
    @MethodSource("slowAnswers")
    void slowResponseDoesNotSuggestABufferingProxy(Reply slow) {
        try (ScriptedHttpServer server = server(McpProtocol.MODERN);
                McpClient client = connected(server)) {
            server.on("tools/call").reply(slow);

            McpTimeoutException failure = timeout(client);

            // comments of the stream may have extended it
            assertThat(failure.problem()).matches("no response within \\d{4,} ms");
            assertThat(failure.remedy()).contains("request-timeout").doesNotContain("proxy");
            assertThat(this.log.events()).isEmpty();
        }
    }

    private McpException failure(ScriptedHttpServer server, McpHttpTransportType type, String path) {
        try (McpClient client = this.invariants.build(McpClient.builder("weather")
                .url("http://127.0.0.1:" + server.port() + path)
                .http(http -> http.withTransport(type))
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(4))))) {
            return catchThrowableOfType(McpException.class, client.session()::connect);
        }
    }

    // faults A16, C22
    @Test
    void streamWithoutEndpointEventSuggestsABufferingProxy() {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer())) {
            server.on("GET").reply(Reply.sse().thenHang());

            McpException failure = failure(server, McpHttpTransportType.SSE, "/sse");

            assertThat(failure.problem())
                    .isEqualTo("the event stream was opened, but no endpoint event arrived within 3600 ms");
            assertThat(failure.remedy()).endsWith(BUFFERING);
        }
    }

    @Test
    void streamRequestWithoutResponseDoesNotSuggestABufferingProxy() {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer())) {
            server.on("GET").reply(Reply.neverAnswer());

            McpException failure = failure(server, McpHttpTransportType.SSE, "/sse");

            assertThat(failure.problem()).isEqualTo("no response to GET within 3600 ms");
            assertThat(failure.remedy()).startsWith("Check that an MCP server listens at this address");
        }
    }

    @Test
    void streamWithoutEndpointEventIsReportedDuringTransportDetection() {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer())) {
            server.on("initialize").reply(Reply.status(405));
            server.on("GET").reply(Reply.sse().thenHang());

            assertThat(failure(server, McpHttpTransportType.AUTO, "/sse").problem())
                    .isEqualTo(
                            "HTTP 405: no MCP endpoint at http://127.0.0.1:" + server.port() + "/sse; HTTP+SSE failed"
                                    + " as well: the event stream was opened, but no endpoint event arrived within"
                                    + " 2000 ms");
        }
    }

    // SSE-07: a proxy that adds a prefix, in front of a server that does not know it
    @Test
    void endpointThatLacksThePathPrefixOfTheUrlIsReported() {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer())) {
            server.on("GET")
                    .reply(Reply.sse("event: endpoint\ndata: /messages?id=s-77").thenHang());
            server.on("initialize").reply(Reply.status(404));

            assertThat(failure(server, McpHttpTransportType.SSE, "/tools/sse").problem())
                    .isEqualTo(
                            "HTTP 404: no MCP endpoint at http://127.0.0.1:" + server.port() + "/messages; the server"
                                    + " sent this address as its message endpoint, without the prefix /tools of the url: if a"
                                    + " proxy adds this prefix, configure it in the server as well");
        }
    }
}
