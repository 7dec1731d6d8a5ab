package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The registry of a client whose server changes its tools, loses streams, or tells users apart. */
@Timeout(60)
class RegistryOfServersTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        this.open.add(0, closeable);
        return closeable;
    }

    private McpClient client(ScriptedHttpServer server, McpProtocol era) {
        return opened(McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(era))
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(LIMIT)
                        .withRequest(LIMIT)
                        .withShutdown(Duration.ofSeconds(2))
                        .withChangeDebounce(Duration.ofMillis(20)))
                .build());
    }

    private McpToolRegistry registry(McpClient client) {
        return opened(McpToolRegistry.of(new McpClients(List.of(client)), McpToolNaming.defaults()));
    }

    private static String tool(String name, String members) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}" + members + "}";
    }

    private static void awaitTools(McpToolRegistry registry, String... names) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(registry.snapshot().tools())
                .extracting(McpRegisteredTool::name)
                .containsExactly(names));
    }

    private static <T> T asAlice(Supplier<T> work) {
        return UserServers.as("alice", work);
    }

    // SUB-13, fault C16: the view of all tools is refreshed after a gap
    @Test
    void registryListsAgainAfterAGap() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        McpClient client = client(server, McpProtocol.MODERN);
        McpToolRegistry registry = registry(client);
        client.session().start();
        awaitTools(registry, "echo");
        server.awaitStreams(1, LIMIT);

        server.tools(tool("second", ""));
        server.notify(TOOLS_CHANGED, "{}");
        awaitTools(registry, "second");

        server.tools(tool("third", ""));
        server.awaitStreams(1, LIMIT).get(0).reset(); // without any change notification
        awaitTools(registry, "third");
    }

    // CACHE-09, CACHE-10: registries ask when something may have changed, and all others profit from it
    @Test
    void registriesListToolsAgainAfterAChange() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern().cacheHints(600_000, "public"));
        McpClient client = client(server, McpProtocol.MODERN);
        McpToolRegistry registry = registry(client);
        client.session().connect();
        awaitTools(registry, "echo");
        int before = server.requests("tools/list").size();
        client.listTools();
        assertThat(server.requests("tools/list")).hasSize(before);

        server.tools(tool("changed", ""));
        await().atMost(LIMIT).until(() -> server.notify(TOOLS_CHANGED, "{}") > 0);
        awaitTools(registry, "changed");

        int told = server.requests("tools/list").size();
        server.tools(tool("unnoticed", ""));
        registry.refresh();
        awaitTools(registry, "unnoticed");
        assertThat(server.requests("tools/list")).hasSizeGreaterThan(told);
    }

    // fault G13: background work belongs to the application, regardless of the thread that starts it
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void backgroundWorkIsDoneOnBehalfOfTheApplication(boolean isModern) {
        ScriptedHttpServer server = opened(isModern ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy());
        UserServers.listToolsOfUser(server, ",\"ttlMs\":0,\"cacheScope\":\"private\"");
        McpClient client = opened(UserServers.client(server, builder -> builder));
        McpToolRegistry registry = asAlice(() -> {
            client.session().start();
            return registry(client);
        });
        await().atMost(LIMIT).until(() -> !registry.snapshot().tools().isEmpty());

        asAlice(() -> {
            registry.refresh();
            return registry;
        });
        server.awaitRequests("tools/list", 2, LIMIT);
        await().atMost(LIMIT).until(() -> client.status().inFlight() == 0);

        assertThat(UserServers.users(server.requests())).containsExactly(UserServers.APPLICATION);
        assertThat(registry.snapshot().tools())
                .extracting(registered -> registered.tool().name())
                .containsExactlyInAnyOrder("echo", "of-application");
    }

    // the registry is the application's, as is what else happens in the background
    @Test
    void whenAPrincipalIsRequiredThenTheRegistryStillListsTools() {
        ScriptedHttpServer server = opened(ScriptedHttpServer.modern());
        McpClient client = opened(
                UserServers.client(server, builder -> builder.principalSettings(users -> users.withRequired(true))));
        client.session().start();
        McpToolRegistry registry = registry(client);
        await().atMost(LIMIT).until(() -> !registry.snapshot().tools().isEmpty());
        assertThat(UserServers.users(server.requests())).containsExactly(UserServers.APPLICATION);
    }

    // I13, I14, F28: links and pictures are for the application to look at; the library goes nowhere because of them
    @Test
    void urlsInContentAreReturnedAndNeverFetched() {
        ScriptedHttpServer bait = opened(new ScriptedHttpServer());
        String url = bait.url();
        String icons = ",\"icons\":[{\"src\":\"" + url + "\"},{\"src\":\"javascript:alert(1)\"}]";
        ScriptedHttpServer server = opened(ScriptedHttpServer.legacy().tools(tool("t", icons)));
        server.on("GET").optionally().reply(Reply.status(405));
        server.on("tools/call")
                .reply(Reply.result("{\"content\":[{\"type\":\"resource_link\",\"name\":\"a\",\"uri\":\"" + url
                        + "\"},{\"type\":\"resource_link\",\"name\":\"b\",\"uri\":\"file:///etc/passwd\"},"
                        + "{\"type\":\"resource\",\"resource\":{\"uri\":\"" + url + "\",\"text\":\"x\"}}]}"));
        McpClient client = client(server, McpProtocol.LEGACY);
        McpToolRegistry registry = registry(client);
        client.session().connect();
        awaitTools(registry, "t");
        Tool tool = registry.snapshot().tools().get(0).tool();
        CallToolResult result = registry.callTool("t", Map.of());

        assertThat(tool.icons()).hasSize(2);
        assertThat(result.content()).hasSize(3);
        assertThat(server.requests("resources/read")).isEmpty();
        assertThat(bait.connectionsAccepted()).isZero();
    }

    // I01, I26: the source of a definition is the configured name, regardless of the names that the server claims
    @Test
    void serverNameOfAToolIsTheConfiguredName() {
        ScriptedHttpServer server =
                opened(ScriptedHttpServer.legacy().tools(tool("t", ",\"title\":\"from bank\",\"server\":\"bank\"")));
        server.on("GET").optionally().reply(Reply.status(405));
        McpClient client = client(server, McpProtocol.LEGACY);
        McpToolRegistry registry = registry(client);
        client.session().connect();
        awaitTools(registry, "t");
        assertThat(registry.snapshot().tools())
                .extracting(McpRegisteredTool::server)
                .containsExactly("weather");
    }
}
