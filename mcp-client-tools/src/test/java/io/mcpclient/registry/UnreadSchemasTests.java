package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.schema.ParsedObjects;
import io.mcpclient.schema.Tool;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Nothing between a server and the registry reads the schemas of tools, which are most of a list, unless it has to. */
@Timeout(60)
class UnreadSchemasTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String[] TOOLS = {
        "{\"name\":\"forecast\",\"description\":\"A \\\"quoted\\\" text\\nwith a line break\",\"inputSchema\":{\"type\":\"object\","
                + "\"properties\":{\"city\":{\"type\":\"string\"}}},\"annotations\":{\"readOnlyHint\":true}}",
        "{\"name\":\"send\",\"inputSchema\":{ \"type\":\"object\",\"properties\":{\"days\":{\"type\":\"integer\",\"minimum\":1}}}}"
    };

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static List<Tool> listed(ScriptedHttpServer server) {
        try (McpClient client = McpClient.builder("weather").url(server.url()).build();
                McpClients clients = new McpClients(List.of(client));
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            client.session().start();
            registry.awaitReady(LIMIT);
            client.listTools();
            return registry.snapshot().tools().stream()
                    .map(McpRegisteredTool::tool)
                    .toList();
        }
    }

    private static void areUnreadButComplete(List<Tool> tools) {
        assertThat(tools)
                .hasSameSizeAs(TOOLS)
                .noneMatch(tool -> ParsedObjects.isParsed(tool.inputSchema()))
                .allMatch(tool ->
                        String.join("", TOOLS).contains(tool.inputSchema().text()));
        assertThat(tools.get(1).inputSchema().asMap())
                .containsEntry("properties", Map.of("days", Map.of("type", "integer", "minimum", 1)));
        assertThat(ParsedObjects.isParsed(tools.get(1).inputSchema())).isTrue();
    }

    @Test
    void registryInTheHandshakeEraParsesNoSchema() {
        try (ScriptedHttpServer server =
                this.invariants.watch(ScriptedHttpServer.legacy().tools(TOOLS))) {
            areUnreadButComplete(listed(server));
        }
    }

    @Test
    void registryInTheStatelessEraParsesNoSchemaWithoutHeaderAnnotations() {
        try (ScriptedHttpServer server =
                this.invariants.watch(ScriptedHttpServer.modern().tools(TOOLS))) {
            areUnreadButComplete(listed(server));
        }
    }
}
