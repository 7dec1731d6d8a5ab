package io.mcpclient.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** The names of tools and prompts while servers are added, replaced and removed. */
@Timeout(60)
class ToolNamesAtRunTimeTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : this.open) {
            closeable.close();
        }
    }

    /** A client of a server with tools, and prompts of the same names; not started. */
    private static McpClient client(String name, String... items) {
        List<String> names = new CopyOnWriteArrayList<>(items);
        MemoryServer server = (message, client) -> {
            if (message instanceof JsonRpcRequest request) {
                client.send(new JsonRpcResult(request.id(), result(request.method(), names)));
            }
        };
        return McpClient.builder(name)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .transport(new MemoryTransportProvider(server))
                .build();
    }

    private static Map<String, Object> result(String method, List<String> names) {
        return switch (method) {
            case "initialize" ->
                Map.of(
                        "protocolVersion", "2025-11-25",
                        "capabilities", Map.of("tools", Map.of(), "prompts", Map.of()),
                        "serverInfo", Map.of("name", "s", "version", "1"));
            case "tools/list" ->
                Map.of(
                        "tools",
                        names.stream()
                                .map(tool -> Map.of("name", tool, "inputSchema", Map.of()))
                                .toList());
            case "prompts/list" ->
                Map.of(
                        "prompts",
                        names.stream().map(prompt -> Map.of("name", prompt)).toList());
            default -> Map.of();
        };
    }

    private McpClients clients(McpClient... configured) {
        McpClients clients = new McpClients(List.of(configured));
        this.open.add(clients);
        return clients;
    }

    private McpToolRegistry registry(McpClients clients) {
        McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults());
        this.open.add(registry);
        return registry;
    }

    private static McpClient add(McpClients clients, McpClient client) {
        clients.add(client);
        client.session().start();
        return client;
    }

    private static List<String> names(McpToolRegistry registry) {
        return registry.snapshot().tools().stream().map(McpRegisteredTool::name).toList();
    }

    private static void awaitNames(McpToolRegistry registry, String... names) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(names(registry)).containsExactlyInAnyOrder(names));
    }

    /** Collects the names that the tools of a server have in all views. */
    private static Queue<String> namesOf(String server, McpToolRegistry registry) {
        Queue<String> names = new ConcurrentLinkedQueue<>();
        registry.addListener(view -> view.ofServer(server).forEach(tool -> names.add(tool.name())));
        return names;
    }

    // I04: a model that knows read_file as a tool of one server goes on to call that one
    @Test
    void serverThatIsAddedDoesNotRenameToolsOfOthers() {
        McpClient files = client("my-files", "read_file", "write_file");
        McpClients clients = clients(files);
        McpToolRegistry registry = registry(clients);
        Queue<String> namesOfFiles = namesOf("my-files", registry);
        files.session().start();
        awaitNames(registry, "read_file", "write_file");

        add(clients, client("x1", "read_file", "other"));
        awaitNames(registry, "read_file", "write_file", "x1_read_file", "other");
        add(clients, client("x2", "read_file", "x1_read_file"));
        awaitNames(registry, "read_file", "write_file", "x1_read_file", "other", "x2_read_file", "x2_x1_read_file");
        assertThat(namesOfFiles).containsOnly("read_file", "write_file");
        assertThat(registry.snapshot().find("read_file"))
                .hasValueSatisfying(tool -> assertThat(tool.server()).isEqualTo("my-files"));
    }

    // I04: a name is not given to another server, also not after its server is gone
    @Test
    void nameOfARemovedServerIsNotGivenToAnother() {
        McpClient files = client("files", "read");
        McpClients clients = clients(files);
        McpToolRegistry registry = registry(clients);
        files.session().start();
        awaitNames(registry, "read");
        add(clients, client("x1", "read"));
        awaitNames(registry, "read", "x1_read");

        clients.remove("files");
        awaitNames(registry, "x1_read");
        add(clients, client("x2", "read"));
        awaitNames(registry, "x1_read", "x2_read");

        clients.remove("x1");
        add(clients, client("files", "read"));
        add(clients, client("x1", "read"));
        awaitNames(registry, "read", "x1_read", "x2_read");
    }

    // I03: the order in which configured servers connect decides nothing, however late one of them is
    @Test
    void configuredServersThatShareANameAreBothPrefixedHoweverLateOneConnects() {
        McpClient mail = client("mail", "send");
        McpClient chat = client("chat", "send", "read");
        McpClients clients = clients(mail, chat);
        McpToolRegistry registry = registry(clients);
        mail.session().start();
        awaitNames(registry, "send");
        add(clients, client("x1", "send", "read"));
        awaitNames(registry, "send", "x1_send", "read");

        chat.session().start();
        awaitNames(registry, "mail_send", "chat_send", "x1_send", "chat_read", "x1_read");
    }

    // I03: a configured server that is replaced remains a configured one
    @Test
    void replacedServerKeepsItsNamePriority() {
        McpClient mail = client("mail", "send");
        McpClient chat = client("chat", "read");
        McpClients clients = clients(mail, chat);
        McpToolRegistry registry = registry(clients);
        mail.session().start();
        chat.session().start();
        awaitNames(registry, "send", "read");
        add(clients, client("x1", "write"));
        awaitNames(registry, "send", "read", "write");

        clients.replace(clients.get("chat"), client("chat", "send", "write"))
                .session()
                .start();
        awaitNames(registry, "mail_send", "chat_send", "chat_write", "x1_write");
    }

    // I03: servers that are added together do not depend on which of them connects first
    @Test
    void serversThatAreAddedTogetherAreBothPrefixed() {
        McpClient files = client("files", "read");
        McpClients clients = clients(files);
        McpToolRegistry registry = registry(clients);
        files.session().start();
        awaitNames(registry, "read");
        McpClient first = client("x1", "send", "read");
        McpClient second = client("x2", "send", "read");
        clients.add(first);
        clients.add(second);

        second.session().start();
        awaitNames(registry, "read", "send", "x2_read");
        first.session().start();
        awaitNames(registry, "read", "x1_read", "x1_send", "x2_read", "x2_send");
    }

    @Test
    void serverCannotUseReservedNamesOfTheLibrary() {
        McpClient evil = client("evil", "search_tools", "call_tool", "read_resource", "list_resources", "read_result");
        McpToolRegistry registry = registry(clients(evil));
        evil.session().start();
        awaitNames(
                registry,
                "evil_search_tools",
                "evil_call_tool",
                "evil_read_resource",
                "evil_list_resources",
                "evil_read_result");
    }

    // I04: prompts have the same rule
    @Test
    void serverThatIsAddedDoesNotRenamePromptsOfOthers() {
        McpClient files = client("files", "greet", "search_tools");
        McpClients clients = clients(files);
        McpPromptRegistry registry = McpPromptRegistry.of(clients, McpToolNaming.defaults());
        this.open.add(registry);
        files.session().start();
        awaitPrompts(registry, tuple("files", "greet"), tuple("files", "search_tools"));

        add(clients, client("x1", "greet"));
        awaitPrompts(registry, tuple("files", "greet"), tuple("files", "search_tools"), tuple("x1", "x1_greet"));
    }

    private static void awaitPrompts(McpPromptRegistry registry, Tuple... prompts) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(registry.snapshot().prompts())
                .extracting(McpRegisteredPrompt::server, McpRegisteredPrompt::name)
                .containsExactlyInAnyOrder(prompts));
    }
}
