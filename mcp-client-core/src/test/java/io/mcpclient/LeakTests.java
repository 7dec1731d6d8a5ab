package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.McpHttpClients;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class LeakTests {

    /** Threads of clients, those of the scripted server left out. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !name.startsWith("scripted-http"))
                .collect(Collectors.toSet());
    }

    private static void useOnce(ScriptedHttpServer server, McpHttpClients shared) {
        try (McpClient client = McpClient.builder("weather")
                .url(server.url())
                .httpClients(shared)
                .build()) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    // fault G12
    @Test
    void closeOfManyClientsLeavesNeitherThreadsNorConnections() {
        McpHttpClients shared = McpHttpClients.create();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            for (int i = 0; i < 50; i++) {
                useOnce(server, shared);
            }
            int before = threads().size();
            int clients = Repetitions.of(300, 2000);

            for (int i = 0; i < clients; i++) {
                useOnce(server, shared);
            }

            assertThat(threads().size()).isLessThanOrEqualTo(before + 2);
            server.awaitOpenConnections(0, Duration.ofSeconds(10));
            assertThat(server.requests("DELETE")).hasSize(50 + clients);
        }
    }

    // promise 11: an idle connection costs no thread
    @Test
    void connectOfManyClientsNeedsNoThreadsOfTheirOwn() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClients clients = new McpClients(Set.of())) {
            useOnce(server, McpHttpClients.create());
            for (int i = 0; i < 20; i++) {
                clients.add(McpClient.builder("server-" + i).url(server.url()).build());
            }
            int before = threads().size();

            clients.all().forEach(client -> client.session().connect());

            assertThat(threads().size()).isLessThan(before + 10);
            assertThat(clients.all()).allMatch(client -> client.status().isConnected());
        }
    }
}
