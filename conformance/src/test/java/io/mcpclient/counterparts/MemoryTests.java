package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static org.assertj.core.api.Assertions.assertThat;

/** All tools of the reference server {@code server-memory}, a child process that keeps a graph in a file. */
@Timeout(60)
class MemoryTests {

    private static final String GRAPH = "memory://knowledge-graph";

    private static final Entity ADA = new Entity("Ada", "person", List.of("writes programs"));

    private static final Entity ENGINE = new Entity("Engine", "machine", List.of());

    private static final Relation USES = new Relation("Ada", "Engine", "uses");

    @TempDir
    Path directory;

    private final RecordedNotifications heard = new RecordedNotifications();

    private McpClient client;

    /** A node of the graph; the protocol knows nothing of it, its schema comes with the tools. */
    record Entity(String name, String entityType, List<String> observations) {}

    /** An edge of the graph. */
    record Relation(String from, String to, String relationType) {}

    /** The graph, or a part of it. */
    record Graph(List<Entity> entities, List<Relation> relations) {}

    @BeforeEach
    void connect() {
        this.client = client();
        this.client.session().connect();
    }

    private McpClient client() {
        Map<String, String> env =
                Map.of("MEMORY_FILE_PATH", this.directory.resolve("graph.jsonl").toString());
        return McpClient.builder("memory")
                .transport(NodePackage.of("server-memory").stdio(env))
                .changeListener(this.heard)
                .build();
    }

    @AfterEach
    void close() {
        if (this.client != null) {
            this.client.close();
        }
    }

    @Test
    void allNineToolsAreListed() {
        assertThat(this.client.listTools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder(
                        "add_observations",
                        "create_entities",
                        "create_relations",
                        "delete_entities",
                        "delete_observations",
                        "delete_relations",
                        "open_nodes",
                        "read_graph",
                        "search_nodes");
    }

    @Test
    void aGraphIsBuiltAskedAndDismantled() {
        checked("create_entities", Map.of("entities", List.of(ADA, ENGINE)));
        checked("create_relations", Map.of("relations", List.of(USES)));
        assertThat(graph("read_graph", Map.of())).isEqualTo(new Graph(List.of(ADA, ENGINE), List.of(USES)));

        checked(
                "add_observations",
                Map.of("observations", List.of(Map.of("entityName", "Engine", "contents", List.of("steam")))));
        Entity steamEngine = new Entity("Engine", "machine", List.of("steam"));
        assertThat(graph("search_nodes", Map.of("query", "STEAM")))
                .isEqualTo(new Graph(List.of(steamEngine), List.of(USES)));
        assertThat(graph("open_nodes", Map.of("names", List.of("Ada"))))
                .isEqualTo(new Graph(List.of(ADA), List.of(USES)));

        checked(
                "delete_observations",
                Map.of("deletions", List.of(Map.of("entityName", "Engine", "observations", List.of("steam")))));
        checked("delete_relations", Map.of("relations", List.of(USES)));
        assertThat(graph("read_graph", Map.of())).isEqualTo(new Graph(List.of(ADA, ENGINE), List.of()));
        checked("delete_entities", Map.of("entityNames", List.of("Ada")));
        assertThat(graph("read_graph", Map.of())).isEqualTo(new Graph(List.of(ENGINE), List.of()));
    }

    @Test
    void observationsForAMissingEntityAreRejected() {
        assertThat(failure(
                        this.client,
                        "add_observations",
                        Map.of("observations", List.of(Map.of("entityName", "Nobody", "contents", List.of("x"))))))
                .contains("Entity with name Nobody not found");
    }

    // RES-08, RES-10
    @Test
    void theGraphIsAResourceWhoseChangesAreReceived() {
        assertThat(this.client.listResources()).extracting(Resource::uri).containsExactly(GRAPH);
        this.client.resources().subscribe(GRAPH);
        checked("create_entities", Map.of("entities", List.of(ADA)));
        Awaitility.await().untilAsserted(() -> assertThat(this.heard.changes()).contains(GRAPH));
        TextResourceContents contents = (TextResourceContents)
                this.client.readResource(GRAPH).contents().get(0);
        assertThat(contents.mimeType()).isEqualTo("application/json");
        assertThat(contents.text()).contains("writes programs");

        this.client.resources().unsubscribe(GRAPH);
        this.heard.changes().clear();
        checked("delete_entities", Map.of("entityNames", List.of("Ada")));
        this.client.ping();
        assertThat(this.heard.changes()).as("of what was unsubscribed from").isEmpty();
    }

    // STD-14, STD-18: the process ends with the connection, and a new one starts with the next
    @Test
    void theGraphOutlivesTheProcess() {
        checked("create_entities", Map.of("entities", List.of(ADA)));
        this.client.session().dispose();
        assertThat(graph("read_graph", Map.of()).entities()).containsExactly(ADA);
    }

    @Test
    void twoClientsHaveTwoProcesses() {
        try (McpClient other = client()) {
            call(other, "create_entities", Map.of("entities", List.of(ENGINE)));
            assertThat(graph("read_graph", Map.of()).entities()).containsExactly(ENGINE);
        }
        this.client.ping();
    }

    private Graph graph(String tool, Map<String, ?> arguments) {
        checked(tool, arguments);
        return this.client.callTool(tool, arguments, Graph.class);
    }

    /** Calls a tool whose result has to fit its schema. */
    private CallToolResult checked(String tool, Map<String, ?> arguments) {
        CallToolResult result = call(this.client, tool, arguments);
        Results.assertFitsSchema(this.client, tool, result.structuredContent());
        return result;
    }
}
