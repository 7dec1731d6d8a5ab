package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.status.McpEra;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The stateless revision where all exchanges share one channel: no headers, and nothing to close but the whole. */
@Timeout(60)
class McpClientModernChannelTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Server server = new Server();

    private final McpClient client = McpClient.builder("weather")
            .transport(new MemoryTransportProvider(this.server))
            .timeouts(timeouts -> timeouts.withRequest(SOON))
            .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
            .build();

    // VER-06, STD-05, STD-13, RPC-15, RPC-16, fault C18: requests and notifications of ours, and never an answer
    @Test
    void callToolWhenServerSendsARequestIgnoresAndCountsIt() {
        try (McpClient client = this.client) {
            assertThat(client.callTool("ask", Map.of()).text()).isEqualTo("fine");
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("fine");

            assertThat(client.status().server().era()).isEqualTo(McpEra.MODERN);
            assertThat(client.status().ignoredMessages(Reason.SERVER_REQUEST)).isEqualTo(1);
        }
        assertThat(this.server.received)
                .hasSize(3)
                .allMatch(message -> message instanceof JsonRpcRequest)
                .extracting(message -> ((JsonRpcRequest) message).method())
                .containsExactly("server/discover", "tools/call", "tools/call");
    }

    // STD-12, CAN-01 to CAN-03, RPC-06: without a stream to close, the server is notified
    @Test
    void callToolWhenCancelledNotifiesTheServer() {
        try (McpClient client = this.client) {
            client.session().connect();
            Disposable call = client.reactive().callTool("hang", Map.of()).subscribe(result -> {}, error -> {});
            await().atMost(SOON).until(() -> this.server.received.size() == 2);

            call.dispose();

            await().atMost(SOON).until(() -> this.server.received.size() == 3);
            assertThat(this.server.received.get(2)).isInstanceOfSatisfying(JsonRpcNotification.class, told -> {
                assertThat(told.method()).isEqualTo("notifications/cancelled");
                assertThat(String.valueOf(((Map<?, ?>) told.params()).get("requestId")))
                        .isEqualTo(String.valueOf(((JsonRpcRequest) this.server.received.get(1))
                                .id()
                                .toJson()));
            });
            assertThat(client.status().inFlight()).isZero();
        }
    }

    // STD-16, LIFE-11: a server that ends is begun with again, and what is asked of it goes on as if nothing had been
    @Test
    void callToolAfterTheServerEndedReconnects() {
        try (McpClient client = this.client) {
            client.reactive().session().connect().block(SOON);
            client.reactive().callTool("die", Map.of()).onErrorComplete().block(SOON);

            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("fine");
            assertThat(this.server.received)
                    .filteredOn(message -> message instanceof JsonRpcRequest request
                            && request.method().equals("server/discover"))
                    .hasSize(2);
        }
    }

    /** Answers discovery and calls; the tool decides how. */
    private static final class Server implements MemoryServer {

        private final List<JsonRpcMessage> received = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(JsonRpcMessage message, Client client) {
            this.received.add(message);
            if (!(message instanceof JsonRpcRequest request)) {
                return;
            }
            switch (request.method()) {
                case "server/discover" ->
                    client.send(new JsonRpcResult(
                            request.id(),
                            Map.of(
                                    "resultType",
                                    "complete",
                                    "supportedVersions",
                                    List.of("2026-07-28"),
                                    "capabilities",
                                    Map.of("tools", Map.of()))));
                case "tools/call" -> call(request, client);
                default -> client.send(new JsonRpcError(request.id(), -32601, "Method not found", null));
            }
        }

        private static void call(JsonRpcRequest request, Client client) {
            String tool = String.valueOf(((Map<?, ?>) request.params()).get("name"));
            if (tool.equals("die")) {
                client.disconnect();
                return;
            }
            if (tool.equals("ask")) {
                client.send(new JsonRpcRequest(request.id(), "sampling/createMessage", Map.of()));
            }
            if (!tool.equals("hang")) {
                client.send(new JsonRpcResult(
                        request.id(),
                        Map.of("resultType", "complete", "content", List.of(Map.of("type", "text", "text", "fine")))));
            }
        }
    }
}
