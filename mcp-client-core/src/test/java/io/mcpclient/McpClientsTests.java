package io.mcpclient;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class McpClientsTests {

    private static McpClient client(String name) {
        return McpClient.builder(name).url("http://127.0.0.1:9/mcp").build();
    }

    @Test
    void allIsInTheOrderOfNames() {
        try (McpClients clients = new McpClients(List.of(client("b"), client("a")))) {
            clients.add(client("aa"));
            assertThat(clients.all()).extracting(McpClient::name).containsExactly("a", "aa", "b");
        }
    }

    @Test
    void getWhenNameIsUnknownListsTheNames() {
        try (McpClients clients = new McpClients(List.of(client("weather")))) {
            assertThat(clients.get("weather").name()).isEqualTo("weather");
            assertThat(clients.find("wether")).isEmpty();
            assertThatThrownBy(() -> clients.get("wether")).hasMessageContainingAll("wether", "weather");
        }
    }

    @Test
    void addWhenNameIsTakenRefuses() {
        try (McpClients clients = new McpClients(List.of(client("weather")))) {
            assertThatThrownBy(() -> clients.add(client("weather"))).hasMessageContaining("weather");
            assertThat(clients.all()).hasSize(1);
        }
    }

    @Test
    void listenerLearnsOfThoseThatAreThereAndOfThoseThatComeAndGo() {
        List<String> events = new ArrayList<>();
        try (McpClients clients = new McpClients(List.of(client("a")))) {
            clients.addListener(new McpClients.Listener() {
                @Override
                public void onAdded(McpClient client) {
                    events.add("+" + client.name());
                }

                @Override
                public void onRemoved(McpClient client) {
                    events.add("-" + client.name());
                }
            });
            clients.add(client("b"));
            clients.remove("a").orElseThrow().close();
            assertThat(clients.remove("a")).isEmpty();
        }
        assertThat(events).containsExactly("+a", "+b", "-a");
    }

    @Test
    void closeClosesAllForGood() {
        McpClients clients = new McpClients(List.of(client("a"), client("b")));
        clients.close();
        clients.close();
        for (McpClient client : clients.all()) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.ping(McpCallOptions.defaults()))
                    .satisfies(error -> assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.CLOSED));
        }
    }
}
