package io.mcpclient.conformance;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Tool;

/**
 * Plays one scenario against the referee's server, the way an application would use the library. The
 * referee gives the server's URL as the last argument and the scenario in the environment; it judges what
 * it sees on the wire, and the exit status.
 */
public final class ConformanceClient {

    private static final int FAILED = 1;
    private static final int UNKNOWN_SCENARIO = 2;

    private static final Map<String, Scenario> SCENARIOS = Map.of(
            "initialize", ConformanceClient::initialize,
            "tools_call", ConformanceClient::toolsCall,
            "sse-retry", ConformanceClient::sseRetry,
            "elicitation-sep1034-client-defaults", ConformanceClient::elicitationDefaults,
            "json-schema-2020-12-preservation", ConformanceClient::jsonSchemaPreservation);

    private ConformanceClient() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        String name = System.getenv("MCP_CONFORMANCE_SCENARIO");
        Scenario scenario = name == null ? null : SCENARIOS.get(name);
        if (args.length == 0 || scenario == null) {
            System.err.printf(
                    "No handler for scenario %s with %d arguments; wanted: MCP_CONFORMANCE_SCENARIO out of %s,"
                            + " and the server's URL as the last argument%n",
                    name, args.length, new TreeSet<>(SCENARIOS.keySet()));
            return UNKNOWN_SCENARIO;
        }
        try {
            scenario.play(new Setting(
                    args[args.length - 1],
                    System.getenv("MCP_CONFORMANCE_PROTOCOL_VERSION"),
                    System.getenv("MCP_CONFORMANCE_CONTEXT")));
            return 0;
        } catch (Exception e) {
            e.printStackTrace();
            return FAILED;
        }
    }

    private static void initialize(Setting setting) {
        connect(setting).close();
    }

    private static void toolsCall(Setting setting) {
        try (McpClient client = connect(setting)) {
            client.listTools();
            client.callTool("add_numbers", Map.of("a", 2, "b", 3));
        }
    }

    /** The answer comes only after the stream was taken up again. */
    private static void sseRetry(Setting setting) {
        try (McpClient client = connect(setting)) {
            client.callTool("test_reconnection", Map.of());
        }
    }

    /** Leaves every field of the form out: the library fills in the defaults. */
    private static void elicitationDefaults(Setting setting) {
        McpElicitationHandler nothingFilledIn = (params, context) -> ElicitResult.accept(Map.of());
        try (McpClient client = connect(setting, builder -> builder.elicitation(nothingFilledIn))) {
            client.listTools();
            client.callTool("test_client_elicitation_defaults", Map.of());
        }
    }

    /** Sends the schema of one tool back through another, as the library exposes it. */
    private static void jsonSchemaPreservation(Setting setting) {
        try (McpClient client = connect(setting)) {
            Tool tool = client.listTools().stream()
                    .filter(listed -> listed.name().equals("json_schema_2020_12_tool"))
                    .findFirst()
                    .orElseThrow();
            client.callTool("json_schema_echo", Map.of("schema", tool.inputSchema()));
        }
    }

    private static McpClient connect(Setting setting) {
        return connect(setting, builder -> builder);
    }

    private static McpClient connect(Setting setting, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = settings.apply(McpClient.builder("conformance").url(setting.url()))
                .build();
        try {
            client.connect();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** What the referee tells the client: the revision to speak, and a JSON object some scenarios need. */
    private record Setting(
            String url,
            @Nullable String protocolVersion,
            @Nullable String context) {}

    @FunctionalInterface
    private interface Scenario {
        void play(Setting setting) throws Exception;
    }
}
