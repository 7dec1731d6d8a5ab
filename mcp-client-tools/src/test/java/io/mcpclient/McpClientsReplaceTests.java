package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Servers that are added, replaced and removed while they are used. */
@Timeout(60)
class McpClientsReplaceTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static McpClientSettings to(McpClients clients, ScriptedHttpServer server) {
        return clients.defaults().withEndpoint(McpHttpSettings.of(server.url()));
    }

    private static Reply text(String text) {
        return Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
    }

    @Test
    void addedServerIsCalledAndItsToolsAreRegistered() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClients clients = new McpClients(List.of());
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            McpClient client = this.invariants.watch(clients.add("weather", to(clients, server)));
            client.session().start();
            registry.awaitReady(LIMIT);
            assertThat(registry.callTool("echo", Map.of("city", "Oslo")).text()).isEqualTo("{\"city\":\"Oslo\"}");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.add("weather", to(clients, server)))
                    .withMessageContaining("MCP server \"weather\"");
        }
    }

    @Test
    void existingClientReferenceUsesTheNewSettings() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (ScriptedLegacyServer old = ScriptedHttpServer.legacy();
                ScriptedModernServer next = ScriptedHttpServer.modern();
                McpClients clients = new McpClients(List.of());
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            old.on("notifications/cancelled").optionally().reply(Reply.accepted()); // of the registry's list
            old.on("tools/call").reply(text("old").after(release));
            McpClient client = this.invariants.watch(clients.add("weather", to(clients, old)));
            ReactiveMcpClient reactive = client.reactive();
            client.session().start();
            CompletableFuture<CallToolResult> inFlight =
                    reactive.callTool("echo", Map.of()).toFuture();
            old.awaitRequests("tools/call", 1, LIMIT);

            assertThat(clients.replace("weather", to(clients, next))).isSameAs(client);
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(reactive.callTool("echo", Map.of("n", 2)).block(LIMIT).text())
                    .isEqualTo("{\"n\":2}");
            assertThat(next.requests("tools/call")).hasSize(2);

            release.complete(null);
            assertThat(inFlight)
                    .succeedsWithin(LIMIT)
                    .extracting(CallToolResult::text)
                    .isEqualTo("old");
            old.awaitRequests("DELETE", 1, LIMIT);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(registry.snapshot().tools()).hasSize(1));
            assertThat(clients.all()).containsExactly(client);
        }
    }

    @Test
    void invalidSettingsChangeNothing() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClients clients = new McpClients(List.of())) {
            McpClient client = this.invariants.watch(clients.add("weather", to(clients, server)));
            client.session().connect();
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> clients.replace("weather", clients.defaults()));
            assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.replace("wether", to(clients, server)))
                    .withMessageContaining("Did you mean \"weather\"?");
        }
    }

    @Test
    void removedServerFinishesItsCallsAndRejectsNewOnes() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClients clients = new McpClients(List.of())) {
            server.on("tools/call").reply(text("done").after(release));
            McpClient client = this.invariants.watch(clients.add("weather", to(clients, server)));
            CompletableFuture<CallToolResult> inFlight =
                    client.reactive().callTool("echo", Map.of()).toFuture();
            server.awaitRequests("tools/call", 1, LIMIT);

            assertThat(clients.remove("weather")).containsSame(client);
            assertThat(clients.find("weather")).isEmpty();
            assertThatExceptionOfType(McpRejectedException.class).isThrownBy(() -> client.callTool("echo", Map.of()));
            release.complete(null);
            assertThat(inFlight).succeedsWithin(LIMIT);
            client.close();
            assertThat(server.requests("DELETE")).hasSize(1);
        }
    }
}
