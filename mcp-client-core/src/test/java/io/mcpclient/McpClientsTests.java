package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class McpClientsTests {

    private static McpClient client(String name) {
        return McpClient.builder(name).url("http://127.0.0.1:9/mcp").build();
    }

    @Test
    void allReturnsClientsSortedByName() {
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
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.get("wether"))
                    .withMessage("MCP server \"wether\": get: there is no client for a server of this name."
                            + " Did you mean \"weather\"? Known servers: weather.")
                    .satisfies(error -> {
                        assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_SERVER);
                        assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                        assertThat(error.serverName()).isEqualTo("wether");
                    });
        }
    }

    @Test
    void addWhenNameIsTakenIsRejected() {
        try (McpClients clients = new McpClients(List.of(client("weather")))) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.add(client("weather")))
                    .withMessageContaining("weather")
                    .matches(error -> error.reason() == McpRejectedException.Reason.DUPLICATE_SERVER);
            assertThat(clients.all()).hasSize(1);
        }
    }

    @Test
    void listenerIsNotifiedOfExistingAddedAndRemovedClients() {
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

    // the connection and the process of a removed client would stay otherwise
    @Test
    void listenerThatFailsIsLoggedAndAffectsNothingElse() {
        List<String> events = new ArrayList<>();
        try (CapturedLog log = CapturedLog.of(Loggers.HANDLERS).open();
                McpClients clients = new McpClients(List.of(client("a")))) {
            clients.addListener(new FailingListener());
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
            McpClient replaced = client("b");
            clients.replace(clients.get("b"), replaced);
            McpClient removed = clients.remove("a").orElseThrow();

            assertThat(events).containsExactly("+a", "+b", "-b", "+b", "-a");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(removed::ping)
                    .satisfies(error -> assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.CLOSED));
            assertThat(log.messages())
                    .anyMatch(text -> text.contains("MCP server \"a\": the listener " + FailingListener.class.getName()
                            + " for added and removed clients failed: IllegalStateException: no disk space"));
        }
    }

    // by another thread: a server that was removed, perhaps because it must not be used, would be back
    @Test
    void replaceWhenServerIsRemovedInTheMeantimeIsRejected() {
        List<McpClient> created = new ArrayList<>();
        AtomicReference<Runnable> removal = new AtomicReference<>(() -> {});
        try (McpClients clients = new McpClients(List.of(client("weather")), (name, settings) -> {
            removal.get().run();
            McpClient next = McpClient.builder(name).settings(settings).build();
            created.add(next);
            return next;
        })) {
            McpClient weather = clients.get("weather");
            removal.set(() -> clients.remove("weather"));

            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.replace(
                            "weather", clients.defaults().withEndpoint(McpHttpSettings.of("http://127.0.0.1:9/mcp"))))
                    .satisfies(
                            error -> assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_SERVER));

            assertThat(clients.all()).isEmpty();
            for (McpClient client : List.of(weather, created.get(0))) {
                assertThatExceptionOfType(McpRejectedException.class)
                        .isThrownBy(client::ping)
                        .satisfies(error -> assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.CLOSED));
            }
        }
    }

    private static final class FailingListener implements McpClients.Listener {

        @Override
        public void onAdded(McpClient client) {
            throw new IllegalStateException("no disk space");
        }

        @Override
        public void onRemoved(McpClient client) {
            throw new IllegalStateException("no disk space");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closeClosesAllClientsPermanently(boolean isReactive) {
        McpClients clients = new McpClients(List.of(client("a"), client("b")));
        if (isReactive) {
            clients.closeAll().block(Duration.ofSeconds(20));
        } else {
            clients.close();
        }
        clients.close();
        for (McpClient client : clients.all()) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.ping(McpCallOptions.defaults()))
                    .satisfies(error -> assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.CLOSED));
        }
    }
}
