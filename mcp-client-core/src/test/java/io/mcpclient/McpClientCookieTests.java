package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Two nodes that do not share sessions behind a balancer that takes turns, unless a cookie names the node: D11. */
@Timeout(30)
class McpClientCookieTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer balancer = new ScriptedHttpServer();

    private final AtomicInteger turns = new AtomicInteger();

    McpClientCookieTests() {
        this.balancer.onAny().always().reply(this::balance);
    }

    @AfterEach
    void close() {
        this.balancer.close();
    }

    private Reply balance(RecordedRequest request) {
        String cookie = request.header("Cookie");
        String node = (cookie != null)
                ? cookie.substring("node=".length())
                : Integer.toString(this.turns.getAndIncrement() % 2);
        return atNode(request, node).withHeader("Set-Cookie", "node=" + node + "; Path=/; HttpOnly");
    }

    private static Reply atNode(RecordedRequest request, String node) {
        if (request.is("initialize")) {
            return Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                            + "\"serverInfo\":{\"name\":\"node\",\"version\":\"1\"}}")
                    .withHeader("Mcp-Session-Id", "session-of-" + node);
        }
        if (!("session-of-" + node).equals(request.header("Mcp-Session-Id"))) {
            return Reply.status(404);
        }
        return request.is("tools/call")
                ? Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + node + "\"}]}")
                : Reply.accepted();
    }

    private McpClientBuilder builder() {
        return McpClient.builder("weather")
                .url(this.balancer.url())
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMinutes(5), 2, Duration.ofMinutes(10)));
    }

    @Test
    void cookiesEnableStickySessions() {
        try (McpClient client = this.invariants.build(builder().http(http -> http.withCookies(true)))) {
            for (int i = 0; i < 6; i++) {
                assertThat(client.callTool("where", Map.of()).text()).isEqualTo("0");
            }
            assertThat(this.balancer.requests("initialize"))
                    .hasSize(1)
                    .allMatch(request -> request.header("Cookie") == null);
            assertThat(this.balancer.requests("tools/call"))
                    .allMatch(request -> "node=0".equals(request.header("Cookie")));
        }
    }

    @Test
    void withoutCookiesTheErrorSuggestsEnablingThem() {
        try (McpClient client = this.invariants.build(builder())) {
            McpException failure = null;
            for (int i = 0; i < 4; i++) {
                failure = catchThrowableOfType(McpException.class, () -> client.callTool("where", Map.of()));
            }

            assertThat(failure)
                    .isInstanceOf(McpSessionException.class)
                    .hasMessageContaining("balanced without shared sessions")
                    .hasMessageContaining("cookies-enabled");
            assertThat(client.status().nextAttempt()).isNotNull();
            int requests = this.balancer.requests().size();
            catchThrowableOfType(McpException.class, () -> client.callTool("where", Map.of()));
            assertThat(this.balancer.requests())
                    .hasSize(requests)
                    .noneMatch(request -> request.header("Cookie") != null);
        }
    }
}
