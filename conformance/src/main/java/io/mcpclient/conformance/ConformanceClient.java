package io.mcpclient.conformance;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.skills.McpLoadedSkill;
import io.mcpclient.skills.McpSkill;
import io.mcpclient.skills.McpSkills;

import static java.util.Map.entry;

/**
 * Plays one scenario against the referee's server, the way an application would use the library. The
 * referee gives the server's URL as the last argument and the scenario in the environment; it judges what
 * it sees on the wire, and the exit status.
 */
public final class ConformanceClient {

    private static final int FAILED = 1;
    private static final int UNKNOWN_SCENARIO = 2;

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Map<String, Scenario> SCENARIOS = Map.ofEntries(
            entry("initialize", ConformanceClient::initialize),
            entry("tools_call", ConformanceClient::toolsCall),
            entry("sse-retry", ConformanceClient::sseRetry),
            entry("elicitation-sep1034-client-defaults", ConformanceClient::elicitationDefaults),
            entry("json-schema-2020-12-preservation", ConformanceClient::jsonSchemaPreservation),
            entry("json-schema-ref-no-deref", ConformanceClient::listTools),
            entry("request-metadata", ConformanceClient::requestMetadata),
            entry("sep-2322-client-request-state", ConformanceClient::requestState),
            entry("http-standard-headers", ConformanceClient::standardHeaders),
            entry("http-custom-headers", ConformanceClient::customHeaders),
            entry("http-invalid-tool-headers", ConformanceClient::invalidToolHeaders),
            entry("sep-2640-client-no-prefetch", ConformanceClient::listSkills),
            entry("sep-2640-client-verify-digest", ConformanceClient::useSkills),
            entry("sep-2640-client-verify-size", ConformanceClient::useSkills),
            entry("sep-2640-client-verify-frontmatter", ConformanceClient::useSkills));

    private ConformanceClient() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        String name = System.getenv("MCP_CONFORMANCE_SCENARIO");
        Scenario scenario = name == null ? null : scenario(name);
        if (args.length == 0 || scenario == null) {
            System.err.printf(
                    "No handler for scenario %s with %d arguments; wanted: MCP_CONFORMANCE_SCENARIO out of %s,"
                            + " and the server's URL as the last argument%n",
                    name, args.length, new TreeSet<>(SCENARIOS.keySet()));
            return UNKNOWN_SCENARIO;
        }
        try {
            scenario.play(new Setting(args[args.length - 1], System.getenv("MCP_CONFORMANCE_CONTEXT")));
            return 0;
        } catch (Exception e) {
            e.printStackTrace();
            return FAILED;
        }
    }

    private static @Nullable Scenario scenario(String name) {
        AuthScenarios.Knowledge knowledge = AuthScenarios.all().get(name);
        return (knowledge != null)
                ? setting -> AuthScenarios.play(setting.url(), setting.context(), knowledge)
                : SCENARIOS.get(name);
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

    private static void listTools(Setting setting) {
        try (McpClient client = connect(setting)) {
            client.listTools();
        }
    }

    /** Offers everything, so that there is something to judge. */
    private static void requestMetadata(Setting setting) {
        McpSamplingHandler model = (params, context) -> CreateMessageResult.text("none", "nothing");
        McpElicitationHandler user = (params, context) -> ElicitResult.decline();
        try (McpClient client = connect(
                setting, builder -> builder.sampling(model).elicitation(user).roots(context -> List.of()))) {
            client.listTools();
        }
    }

    private static void requestState(Setting setting) {
        McpElicitationHandler user = (params, context) -> ElicitResult.accept(Map.of("confirmed", true));
        try (McpClient client = connect(setting, builder -> builder.elicitation(user))) {
            client.callTool("test_mrtr_echo_state", Map.of());
            client.callTool("test_mrtr_no_state", Map.of());
            client.callTool("test_mrtr_unrelated", Map.of());
            client.callTool("test_mrtr_no_result_type", Map.of());
        }
    }

    private static void standardHeaders(Setting setting) {
        try (McpClient client = connect(setting)) {
            client.callTool(client.listTools().get(0).name(), Map.of());
            client.readResource(client.listResources().get(0).uri());
            client.getPrompt(client.listPrompts().get(0).name(), Map.of());
        }
    }

    /** The referee says which tools are to be called with which arguments. */
    private static void customHeaders(Setting setting) {
        try (McpClient client = connect(setting)) {
            client.listTools();
            for (JsonNode call : JSON.readTree(setting.context()).get("toolCalls")) {
                Map<String, ?> arguments =
                        JSON.convertValue(call.get("arguments"), new TypeReference<Map<String, Object>>() {});
                client.callTool(call.get("name").asString(), arguments);
            }
        }
    }

    /** Calls whatever tool the library has left on the list. */
    private static void invalidToolHeaders(Setting setting) {
        try (McpClient client = connect(setting)) {
            for (Tool tool : client.listTools()) {
                client.callTool(tool.name(), Map.of("region", "eu-west"));
            }
        }
    }

    private static void listSkills(Setting setting) {
        try (McpClient client = connect(setting, builder -> builder.extension(McpSkills.extension()))) {
            client.extension(McpSkills.class).list();
        }
    }

    /** Loads each skill and reads its other files, as a model would; a load that fails ends the scenario. */
    private static void useSkills(Setting setting) {
        try (McpClient client = connect(setting, builder -> builder.extension(McpSkills.extension()))) {
            McpSkills skills = client.extension(McpSkills.class);
            for (McpSkill skill : skills.list().skills()) {
                McpLoadedSkill loaded = skills.load(skill);
                skills.readDirectory(loaded, "references", McpCallOptions.defaults())
                        .forEach(file -> skills.readFile(loaded, file.path()));
            }
        }
    }

    private static McpClient connect(Setting setting) {
        return connect(setting, builder -> builder);
    }

    private static McpClient connect(Setting setting, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = settings.apply(McpClient.builder("conformance").url(setting.url()))
                .build();
        try {
            client.session().connect();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /**
     * What the referee tells the client: where the server is, and a JSON object some scenarios need. It tells the revision
     * too, which the library has to find out by itself.
     */
    private record Setting(String url, @Nullable String context) {}

    @FunctionalInterface
    private interface Scenario {
        void play(Setting setting) throws Exception;
    }
}
