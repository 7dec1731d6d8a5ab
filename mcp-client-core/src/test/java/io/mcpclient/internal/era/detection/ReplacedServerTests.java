package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** A server of one era is replaced by one of the other, at the same address and while it is used (fault A19). */
@Timeout(60)
class ReplacedServerTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String PROBE = "server/discover";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static McpClientBuilder builder(String url) {
        return McpClient.builder("weather").url(url).timeouts(timeouts -> timeouts.withConnect(SOON)
                .withRequest(SOON)
                .withShutdown(Duration.ofSeconds(2)));
    }

    private static void assertWorks(McpClient client, McpEra era) {
        assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        assertThat(client.status().server().era()).isEqualTo(era);
    }

    /** A server whose habits are those of the handshake revisions, until it is switched to the stateless revision. */
    private final class ReplaceableServer implements AutoCloseable {

        final ScriptedLegacyServer server = ReplacedServerTests.this.invariants.watch(ScriptedHttpServer.legacy());

        private final AtomicBoolean modern = new AtomicBoolean();

        ReplaceableServer() {
            this(refusal(-32020, "Header mismatch"));
        }

        /** Answers with this to calls that are not of its present revision. */
        ReplaceableServer(Reply refusalOfLegacyCalls) {
            rule(
                    PROBE,
                    Reply.result("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                            + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\"}"));
            rule("initialize", refusal(-32022, "Unsupported protocol version"));
            this.server
                    .on("tools/call")
                    .where(request -> this.modern.get() && !isModern(request))
                    .optionally()
                    .reply(refusalOfLegacyCalls);
            this.server
                    .on("tools/call")
                    .where(request -> !this.modern.get() && isModern(request))
                    .optionally()
                    .reply(refusal(-32000, "Server not initialized"));
            rule(
                    "tools/call",
                    Reply.result("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\","
                            + "\"text\":\"{\\\"n\\\":1}\"}]}"));
        }

        private void rule(String method, Reply reply) {
            this.server
                    .on(method)
                    .where(request -> this.modern.get())
                    .optionally()
                    .reply(reply);
        }

        private static boolean isModern(RecordedRequest request) {
            return "2026-07-28".equals(request.header("MCP-Protocol-Version"));
        }

        private static Reply refusal(int code, String message) {
            return Reply.json(
                    400,
                    "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message
                            + "\"}}");
        }

        void become(McpEra era) {
            this.modern.set(era == McpEra.MODERN);
            this.server.forgetSessions();
        }

        List<String> methods() {
            return this.server.requests().stream()
                    .filter(request -> !request.method().equals("DELETE"))
                    .map(RecordedRequest::rpcMethod)
                    .toList();
        }

        @Override
        public void close() {
            this.server.close();
        }
    }

    // VER-16, fault A19: there and back, and no call has failed
    @Test
    void callsSucceedWhenTheServerChangesItsEra() {
        try (ReplaceableServer changing = new ReplaceableServer();
                McpClient client = this.invariants.build(builder(changing.server.url()))) {
            assertWorks(client, McpEra.LEGACY);

            changing.become(McpEra.MODERN);
            assertWorks(client, McpEra.MODERN);
            assertThat(client.status().eraReason()).isEqualTo("server/discover succeeded");
            assertWorks(client, McpEra.MODERN);

            changing.become(McpEra.LEGACY);
            assertWorks(client, McpEra.LEGACY);
            assertThat(client.status().eraReason()).isEqualTo("HTTP 400 with error -32000 to server/discover");

            assertThat(changing.methods())
                    .containsExactly(
                            PROBE,
                            "initialize",
                            "notifications/initialized",
                            "tools/call",
                            "tools/call",
                            PROBE,
                            "tools/call",
                            "tools/call",
                            "tools/call",
                            PROBE,
                            "initialize",
                            "notifications/initialized",
                            "tools/call");
        }
    }

    // VER-16, Q-04: missing metadata is refused like any wrong argument; asking beside the session tells what it is
    @Test
    void callsSucceedWhenTheEraChangeLooksLikeInvalidArguments() {
        try (ReplaceableServer changing =
                        new ReplaceableServer(ReplaceableServer.refusal(-32602, "no protocol version in _meta"));
                McpClient client = this.invariants.build(builder(changing.server.url()))) {
            assertWorks(client, McpEra.LEGACY);
            changing.become(McpEra.MODERN);

            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 10)
                    .mapToObj(i ->
                            client.reactive().callTool("echo", Map.of("n", 1)).toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
            assertThat(client.status().server().era()).isEqualTo(McpEra.MODERN);
            assertThat(changing.server.requests(PROBE)).hasSize(3);
            assertThat(changing.server.requests("initialize")).hasSize(1);
        }
    }

    // faults A19, D06: wrong arguments are no reason to leave a session, nor to ask time and again
    @Test
    void invalidArgumentsDoNotEndTheSession() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server.url()))) {
            assertWorks(client, McpEra.LEGACY);
            server.on("tools/call").times(3).reply(ReplaceableServer.refusal(-32602, "n is missing"));

            for (int i = 0; i < 3; i++) {
                assertThat(catchThrowableOfType(McpRequestException.class, () -> client.callTool("echo", Map.of()))
                                .code())
                        .isEqualTo(-32602);
            }

            assertWorks(client, McpEra.LEGACY);
            assertThat(server.requests("tools/call")).hasSize(5);
            assertThat(server.requests("initialize")).hasSize(1);
            assertThat(server.requests(PROBE)).hasSize(2);
        }
    }

    // VER-16, fault A19: one renewal for all who find out at once, and each of their calls is repeated once
    @Test
    void concurrentCallsShareOneReconnection() {
        try (ReplaceableServer changing = new ReplaceableServer();
                McpClient client = this.invariants.build(builder(changing.server.url()))) {
            assertWorks(client, McpEra.LEGACY);
            changing.become(McpEra.MODERN);

            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 20)
                    .mapToObj(i ->
                            client.reactive().callTool("echo", Map.of("n", 1)).toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
            assertThat(changing.server.requests(PROBE)).hasSize(2);
            assertThat(changing.server.requests("initialize")).hasSize(1);
        }
    }

    // faults A19, D07: a server that is now this and now that is left alone for a while
    @Test
    void repeatedEraChangeIsThrottled() {
        try (ReplaceableServer changing = new ReplaceableServer();
                McpClient client = this.invariants.build(builder(changing.server.url()))) {
            assertWorks(client, McpEra.LEGACY);
            changing.become(McpEra.MODERN);
            assertWorks(client, McpEra.MODERN);
            changing.become(McpEra.LEGACY);
            assertWorks(client, McpEra.LEGACY);
            changing.become(McpEra.MODERN);

            for (int i = 0; i < 3; i++) {
                assertThat(catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of())))
                        .hasMessageContaining("the server has switched to a stateless revision")
                        .hasMessageContaining("next attempt at");
            }

            assertThat(changing.server.requests(PROBE)).hasSize(3);
        }
    }

    // VER-16: with an outage in between
    @Test
    void eraChangeIsDetectedAfterAnOutage() {
        try (RefusedPort port = new RefusedPort();
                McpClient client = this.invariants.build(builder(port.url()))) {
            try (ScriptedLegacyServer legacy = this.invariants.watch(port.openLegacy())) {
                assertWorks(client, McpEra.LEGACY);
                assertThat(legacy.requests(PROBE)).hasSize(1);
            }
            assertAway(client);
            try (ScriptedModernServer modern = port.openModern()) {
                modern.on("initialize").reply(ReplaceableServer.refusal(-32022, "Unsupported protocol version"));
                client.session().connect(); // without heeding the pause after so much trouble
                assertWorks(client, McpEra.MODERN);
                assertThat(modern.requests("tools/call")).hasSize(1);
                assertThat(modern.requests(PROBE)).hasSize(1);
            }
            assertAway(client);
            try (ScriptedLegacyServer legacy = this.invariants.watch(port.openLegacy())) {
                client.session().connect(); // without heeding the pause after so much trouble
                assertWorks(client, McpEra.LEGACY);
                assertThat(legacy.requests(PROBE)).hasSize(1);
            }
        }
    }

    /** A call may still find a connection that is about to break, and learn nothing about the session. */
    private static void assertAway(McpClient client) {
        await().atMost(SOON).until(() -> {
            McpException error = catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of()));
            return error != null && !client.status().isConnected();
        });
    }
}
