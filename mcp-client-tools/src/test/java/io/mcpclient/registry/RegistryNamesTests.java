package io.mcpclient.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Slow;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The names of tools while many servers change at the same time, and what the log says of names that change. */
@Timeout(60)
@Slow
class RegistryNamesTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.TOOLS).at(Level.INFO);

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
    }

    /** Names of the tools at the time of each list. */
    private interface Tools {

        List<String> names();
    }

    private void start(String name, Tools tools) {
        MemoryServer server = (message, client) -> {
            if (message instanceof JsonRpcRequest request) {
                client.send(new JsonRpcResult(
                        request.id(),
                        switch (request.method()) {
                            case "initialize" ->
                                Map.of(
                                        "protocolVersion", "2025-11-25",
                                        "capabilities", Map.of("tools", Map.of()),
                                        "serverInfo", Map.of("name", name, "version", "1"));
                            case "tools/list" ->
                                Map.of(
                                        "tools",
                                        tools.names().stream()
                                                .map(tool -> Map.of("name", tool, "inputSchema", Map.of()))
                                                .toList());
                            default -> Map.of();
                        }));
            }
        };
        McpClient client = McpClient.builder(name)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .transport(new MemoryTransportProvider(server))
                .build();
        this.clients.add(client);
        client.session().start();
    }

    private void awaitTools(int number) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(this.registry.snapshot().tools()).hasSize(number));
    }

    private List<String> lines() {
        return this.log.messages();
    }

    // fault I04: a name is made of one view of all servers, so that no tool has another one for a moment
    @Test
    void namesAreConsistentInEverySnapshotWhileManyServersChange() {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        this.registry.addListener(snapshot -> snapshot.tools().stream()
                .filter(tool -> !tool.name().equals(tool.tool().name()))
                .forEach(tool -> wrong.add(tool.name())));
        List<AtomicInteger> lists = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String server = "s" + i;
            AtomicInteger list = new AtomicInteger();
            lists.add(list);
            start(server, () -> {
                int number = list.incrementAndGet();
                return IntStream.range(0, 20)
                        .mapToObj(tool -> server + "-" + number + "-" + tool)
                        .toList();
            });
        }
        for (int round = 1; round <= 3; round++) {
            int number = round;
            await().atMost(LIMIT).until(() -> lists.stream().allMatch(list -> list.get() >= number));
            this.registry.refresh();
        }
        awaitTools(40 * 20);

        assertThat(wrong).isEmpty();
        assertThat(lines()).isEmpty();
    }

    // One line for a change of names, with the new names
    @Test
    void toolsRenamedBecauseOfAConflictAreLoggedOnce() {
        start("files", () -> List.of("echo", "read", "get-sum"));
        awaitTools(3);
        assertThat(lines()).isEmpty();

        start("web", () -> List.of("echo", "get-sum", "fetch"));
        awaitTools(6);
        this.registry.refresh();
        start("more", () -> List.of("other"));
        awaitTools(7);

        assertThat(lines())
                .containsExactly("Several MCP tools share a name and are now listed under new names:"
                        + " \"echo\" of MCP server \"web\" as web_echo,"
                        + " \"get-sum\" of MCP server \"web\" as web_get-sum."
                        + " The property mcp.tools.naming controls how names are built.");

        start("third", () -> List.of("echo"));
        awaitTools(8);
        assertThat(lines()).hasSize(2).last().asString().contains("\"echo\" of MCP server \"third\" as third_echo.");
    }

    @Test
    void manyRenamedToolsAreOneLineToo() {
        Tools tools =
                () -> IntStream.range(0, 100).mapToObj(tool -> "tool" + tool).toList();
        start("a", tools);
        awaitTools(100);
        start("b", tools);
        awaitTools(200);

        assertThat(lines()).singleElement().asString().contains(" as b_tool5 and 94 more. ");
    }
}
