package io.mcpclient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts what a connect costs, and times nothing. */
@Timeout(60)
class ConnectCostTests {

    private static final int CLIENTS = 20;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    /** Detection, handshake and its confirmation share a connection. A second one now and then is a race, and no harm. */
    @Test
    void connectToServerOfTheHandshakeErasOpensOneConnection() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            for (int i = 0; i < CLIENTS; i++) {
                try (McpClient client =
                        this.invariants.build(McpClient.builder("weather").url(server.url()))) {
                    client.session().connect();
                }
            }
            assertThat(server.requests("initialize")).hasSize(CLIENTS);
            assertThat(server.requests()).hasSize(4 * CLIENTS); // with discovery, confirmation, and the end
            assertThat(server.requests().stream()
                            .filter(request -> !request.is("DELETE"))
                            .map(RecordedRequest::connection)
                            .distinct())
                    .hasSizeBetween(CLIENTS, CLIENTS + CLIENTS / 4);
        }
    }
}
