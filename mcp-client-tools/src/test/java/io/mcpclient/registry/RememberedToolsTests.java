package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.session.FaultyStore;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The tools of servers that this application has not connected to yet. */
@Timeout(60)
class RememberedToolsTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final FaultyStore store = new FaultyStore();

    @BeforeAll
    static void warmUp() {
        FaultyStore.warmUp();
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"description\":\"sends\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private McpClient client(String url) {
        return this.invariants.build(McpClient.builder("mail")
                .url(url)
                .sessions(McpSessionSettings.of(this.store).withInstanceId("i1"))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2))));
    }

    private static McpToolRegistry registry(McpClients clients) {
        return McpToolRegistry.of(clients, McpToolNaming.defaults());
    }

    private static void awaitTools(McpToolRegistry registry, boolean available, String... names) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        registry.snapshot().tools())
                .allSatisfy(tool -> assertThat(tool.available()).isEqualTo(available))
                .extracting(McpRegisteredTool::name)
                .containsExactly(names));
    }

    /** A run of the application in which the tools were listed. */
    private void run(String url, String... names) {
        try (McpClients clients = new McpClients(List.of(client(url)));
                McpToolRegistry registry = registry(clients)) {
            clients.get("mail").session().start();
            awaitTools(registry, true, names);
            Awaitility.await().atMost(LIMIT).until(() -> this.store.keys().stream()
                    .anyMatch(key -> this.store.present(key + ":tools") != null));
        }
    }

    // J13: shown before the first connection, and fetched again with it
    @Test
    void snapshotBeforeTheFirstConnectionShowsTheLastKnownTools() {
        try (ScriptedLegacyServer server =
                this.invariants.watch(ScriptedHttpServer.legacy()).tools(tool("send"), tool("drop"))) {
            run(server.url(), "send", "drop");
            int requests = server.requests().size();
            server.tools(tool("send"), tool("read"));
            try (McpClients clients = new McpClients(List.of(client(server.url())));
                    McpToolRegistry registry = registry(clients)) {
                awaitTools(registry, false, "send", "drop");
                assertThat(clients.get("mail").status().state()).isEqualTo(McpClientState.DISCONNECTED);
                assertThat(server.requests()).hasSize(requests);

                clients.get("mail").session().start();

                awaitTools(registry, true, "send", "read");
            }
        }
    }

    // what the server had before the start takes precedence over what is declared, and does not show what it has now
    @Test
    void snapshotBeforeTheFirstConnectionAddsDeclaredToolsToTheLastKnownOnes() {
        try (ScriptedLegacyServer server =
                this.invariants.watch(ScriptedHttpServer.legacy()).tools(tool("send"), tool("drop"))) {
            run(server.url(), "send", "drop");
            McpToolExposure exposure = McpToolExposure.all()
                    .server(
                            "mail",
                            McpServerTools.all()
                                    .withDeclared(Tool.of("drop", "drops", "{}"), Tool.of("read", "reads", "{}")));
            try (McpClients clients = new McpClients(List.of(client(server.url())));
                    McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults(), exposure)) {
                awaitTools(registry, false, "send", "drop", "read");

                assertThat(registry.snapshot().tools())
                        .extracting(McpRegisteredTool::origin)
                        .containsExactly(McpToolOrigin.STORED, McpToolOrigin.STORED, McpToolOrigin.DECLARED);
                assertThat(registry.snapshot().tools())
                        .extracting(McpRegisteredTool::description)
                        .containsExactly("sends", "sends", "reads");
                assertThat(registry.offer(McpToolSelection.all()).tools())
                        .extracting(McpModelTool::name)
                        .containsExactly("drop", "read");
            }
        }
    }

    // a lazy server: tools offered to a model can be called
    @Test
    void callOfALastKnownToolConnects() {
        try (ScriptedLegacyServer server =
                this.invariants.watch(ScriptedHttpServer.legacy()).tools(tool("send"))) {
            run(server.url(), "send");
            try (McpClients clients = new McpClients(List.of(client(server.url())));
                    McpToolRegistry registry = registry(clients)) {
                awaitTools(registry, false, "send");

                assertThat(registry.callTool("send", Map.of("to", "me")).text()).isEqualTo("{\"to\":\"me\"}");

                awaitTools(registry, true, "send");
            }
        }
    }

    // A05: of a server that is away, too, and then a call fails fast
    @Test
    void snapshotWhenTheServerIsUnavailableShowsTheLastKnownTools() {
        try (RefusedPort port = new RefusedPort()) {
            try (ScriptedLegacyServer server = this.invariants.watch(port.openLegacy())) {
                server.tools(tool("send"));
                run(server.url(), "send");
            }
            try (McpClients clients = new McpClients(List.of(client(port.url())));
                    McpToolRegistry registry = registry(clients)) {
                clients.get("mail").session().start();
                awaitTools(registry, false, "send");
                McpException failure =
                        catchThrowableOfType(McpException.class, () -> registry.callTool("send", Map.of()));

                // By the registry while an attempt is under way, else by the client.
                assertThat(failure).isNotNull().hasMessageContaining("MCP server \"mail\"");
                assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            }
        }
    }

    // J04, J07: of another server, or garbage
    @Test
    void snapshotWhenStoredToolsAreUnusableIsEmpty() {
        try (ScriptedLegacyServer server =
                this.invariants.watch(ScriptedHttpServer.legacy()).tools(tool("send"))) {
            run(server.url(), "send");
            this.store.lying(value -> (value == null)
                    ? null
                    : new io.mcpclient.store.McpStoredValue(
                            value.version(), value.text().replace("\"name\"", "\"game\"")));
            int uses = this.store.uses("load").size();
            try (McpClients clients = new McpClients(List.of(client(server.url())));
                    McpToolRegistry registry = registry(clients)) {
                Awaitility.await().atMost(LIMIT).until(() -> this.store.uses("remove").stream()
                        .anyMatch(use -> use.contains(":tools ")));
                assertThat(this.store.uses("load")).hasSizeGreaterThan(uses);
                assertThat(registry.snapshot().tools()).isEmpty();
            }
        }
    }

    // J01: the store is no condition for anything
    @Test
    void snapshotWhenTheStoreIsDownContainsTheServersTools() {
        this.store.failing(true);
        try (ScriptedLegacyServer server =
                        this.invariants.watch(ScriptedHttpServer.legacy()).tools(tool("send"));
                McpClients clients = new McpClients(List.of(client(server.url())));
                McpToolRegistry registry = registry(clients)) {
            clients.get("mail").session().start();

            awaitTools(registry, true, "send");
        }
    }
}
