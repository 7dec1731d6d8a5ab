package io.mcpclient.sample.embedded;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddedServersShutdownTests {

    @Test
    void stopEndsTheSessionsOfEmbeddedServersOnly() {
        try (ScriptedLegacyServer embedded = ScriptedHttpServer.legacy();
                ScriptedLegacyServer other = ScriptedHttpServer.legacy();
                McpClients clients = new McpClients(List.of(client("notes", embedded), client("other", other)))) {
            clients.all().forEach(client -> client.session().connect());

            new EmbeddedServersShutdown(clients).stop();

            embedded.awaitRequests("DELETE", 1, Duration.ofSeconds(10));
            assertThat(other.requests("DELETE")).isEmpty();
            assertThat(clients.get("other").status().isConnected()).isTrue();
        }
    }

    private static McpClient client(String name, ScriptedHttpServer server) {
        return McpClient.builder(name).url(server.url()).build();
    }
}
