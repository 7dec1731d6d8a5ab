package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How far a fault reaches: a message, a call, or the connection; and what is left of many of them. */
@Timeout(60)
class FaultReachTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String ANSWER =
            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}}";

    /** What a fault may cost. */
    enum Reach {
        MESSAGE,
        CALL,
        SESSION
    }

    private static String message(String json) {
        return "data: {\"jsonrpc\":\"2.0\"," + json + "}";
    }

    private static Arguments fault(
            String name, Reach reach, @Nullable Class<? extends McpException> failure, Reply reply) {
        return Arguments.of(name, reach, failure, reply);
    }

    static Stream<Arguments> faults() {
        String large = "x".repeat(200_000);
        return Stream.of(
                fault("answer to nobody", Reach.MESSAGE, null, Reply.sse(message("\"id\":99,\"result\":{}"), ANSWER)),
                fault("event that is no JSON", Reach.MESSAGE, null, Reply.sse("data: {no", ANSWER)),
                fault("unknown notification", Reach.MESSAGE, null, Reply.sse(message("\"method\":\"a/b\""), ANSWER)),
                fault("unknown type of event", Reach.MESSAGE, null, Reply.sse("event: mood\ndata: x", ANSWER)),
                fault(
                        "failing listener",
                        Reach.MESSAGE,
                        null,
                        Reply.sse(message("\"method\":\"notifications/fail\""), ANSWER)),
                fault(
                        "failing handler",
                        Reach.MESSAGE,
                        null,
                        Reply.sse(message("\"id\":1,\"method\":\"requests/fail\""), ANSWER)),
                fault(
                        "event that is too large",
                        Reach.CALL,
                        McpProtocolException.class,
                        Reply.sse("data: " + large, ANSWER)),
                fault("end without an answer", Reach.CALL, McpConnectionException.class, Reply.sse(": bye")),
                fault("missing credentials", Reach.CALL, McpAuthorizationException.class, Reply.status(401)),
                fault("failed server", Reach.CALL, McpConnectionException.class, Reply.status(500)),
                fault("lost session", Reach.SESSION, null, Reply.status(404)));
    }

    // fault B10: as far as it must and no further; what ends a process is in the tests of stdio
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("faults")
    void faultAffectsOnlyItsExpectedScope(
            String name, Reach reach, @Nullable Class<? extends McpException> failure, Reply reply) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = McpClient.builder("weather")
                        .url(server.url())
                        .timeouts(timeouts -> timeouts.withRequest(SOON))
                        .limits(limits -> limits.withMaxMessageSize(100_000))
                        .build()) {
            client.raw().onNotification("notifications/fail", (method, params) -> {
                throw new IllegalStateException("expected");
            });
            client.raw().onRequest("requests/fail", (params, context) -> {
                throw new IllegalStateException("expected");
            });
            server.on("GET").optionally().reply(Reply.status(405));
            server.on("POST").optionally().reply(Reply.accepted());
            client.session().connect();
            server.on("tools/call").reply(reply);

            if (failure == null) {
                assertThat(client.callTool("echo", Map.of()).text())
                        .isEqualTo((reach == Reach.SESSION) ? "{}" : "fine");
            } else {
                assertThat(ProgrammingModel.BLOCKING.failedCall(client)).isExactlyInstanceOf(failure);
            }
            assertThat(client.status().isConnected()).isTrue();
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(server.requests("initialize")).hasSize((reach == Reach.SESSION) ? 2 : 1);
            assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
        }
    }

    /** Answers the handshake alone, and remembers the rest. */
    private static final class Silent implements MemoryServer {

        private final Queue<JsonRpcId> asked = new ConcurrentLinkedQueue<>();

        private final Queue<Object> cancelled = new ConcurrentLinkedQueue<>();

        @Override
        public void onMessage(JsonRpcMessage message, Client client) {
            if (message instanceof JsonRpcRequest request) {
                if (!request.method().equals("initialize")) {
                    this.asked.add(request.id());
                    return;
                }
                client.send(new JsonRpcResult(
                        request.id(),
                        Map.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                Map.of("tools", Map.of()),
                                "serverInfo",
                                Map.of("name", "silent", "version", "1"))));
            } else if (message instanceof JsonRpcNotification notification
                    && notification.method().equals("notifications/cancelled")
                    && notification.params() instanceof Map<?, ?> params) {
                this.cancelled.add(String.valueOf(params.get("requestId")));
            }
        }
    }

    // fault B14, CAN-01: every one of a thousand is cancelled by its id, and nothing of them is left
    @Test
    void eachOfAThousandTimedOutCallsIsCancelledAtTheServer() {
        Silent server = new Silent();
        try (McpClient client = McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .transport(new MemoryTransportProvider(server))
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(2)))
                .build()) {
            client.session().connect();
            List<CompletableFuture<?>> calls = new ArrayList<>();
            IntStream.range(0, 1000)
                    .forEach(i -> calls.add(
                            client.reactive().callTool("echo", Map.of("n", i)).toFuture()));

            assertThat(calls).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(McpTimeoutException.class));

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(server.cancelled).hasSize(1000));
            Set<String> asked = new HashSet<>();
            server.asked.forEach(id -> asked.add(String.valueOf(id.toJson())));
            assertThat(asked).hasSize(1000);
            assertThat(new HashSet<>(server.cancelled)).isEqualTo(asked);
            assertThat(client.status().inFlight()).isZero();
            assertThat(client.status().isConnected()).isTrue();
        }
    }
}
