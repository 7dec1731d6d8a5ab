package io.mcpclient.transport.memory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** How connections to a server in memory end. */
@Timeout(60)
class MemoryServerEndTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Answers the handshake; {@code die} closes the connection, and any other tool fails an assertion. */
    private static final class Server implements MemoryServer {

        private final List<Client> closed = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(JsonRpcMessage message, Client client) {
            if (!(message instanceof JsonRpcRequest request)) {
                return;
            }
            switch (request.method()) {
                case "initialize" ->
                    client.send(new JsonRpcResult(
                            request.id(),
                            Map.of(
                                    "protocolVersion",
                                    "2025-11-25",
                                    "capabilities",
                                    Map.of("tools", Map.of()),
                                    "serverInfo",
                                    Map.of("name", "weather", "version", "1"))));
                case "tools/call" -> call(((Map<?, ?>) request.params()).get("name"), client);
                default -> client.send(new JsonRpcError(request.id(), -32601, "Method not found", null));
            }
        }

        private static void call(Object tool, Client client) {
            if (tool.equals("die")) {
                client.disconnect();
                return;
            }
            assertThat(tool).isEqualTo("forecast");
        }

        @Override
        public void onClosed(Client client) {
            this.closed.add(client);
        }
    }

    private final Server server = new Server();

    private McpClient client() {
        return McpClient.builder("weather")
                .transport(new MemoryTransportProvider(this.server))
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build();
    }

    @Test
    void failedAssertionOfTheServerEndsTheCallAndIsItsCause() {
        try (McpClient client = client()) {
            assertThatExceptionOfType(McpConnectionException.class)
                    .isThrownBy(() -> client.callTool("alerts", Map.of()))
                    .withMessageContaining("the server failed with AssertionFailedError")
                    .withMessageContaining("alerts")
                    .havingRootCause()
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void endOfAConnectionIsReportedOnceForEachSide() {
        try (McpClient client = client()) {
            assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> client.callTool("die", Map.of()));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(this.server.closed).hasSize(1));
            client.session().connect();
        }
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(this.server.closed).hasSize(2).doesNotHaveDuplicates());
    }
}
