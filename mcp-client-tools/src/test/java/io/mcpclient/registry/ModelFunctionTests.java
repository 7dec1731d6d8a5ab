package io.mcpclient.registry;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Functions that models are offered beside the tools of servers. */
@Timeout(60)
class ModelFunctionTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClients clients = new McpClients(List.of());

    private final Greeting greeting = new Greeting();

    private McpToolRegistry registry;

    /** Greets, and has a description that changes. */
    private static final class Greeting implements McpModelFunction {

        private volatile String description = "Greets.";

        @Override
        public String name() {
            return "greet";
        }

        @Override
        public String description() {
            return this.description;
        }

        @Override
        public JsonObject inputSchema() {
            return JsonObject.parse(
                    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}");
        }

        @Override
        public String call(Map<String, Object> arguments, McpCallOptions options) {
            if (arguments.containsValue("Mallory")) {
                throw new McpRejectedException(
                        McpErrorDetails.ofNoServer("greet", McpOutcome.NOT_SENT, "Mallory is not greeted"),
                        McpRejectedException.Reason.INVALID_ARGUMENT);
            }
            return "Hello " + arguments.get("name");
        }
    }

    @BeforeEach
    void start() {
        this.server
                .on("tools/list")
                .always()
                .optionally()
                .reply(Reply.result("{\"tools\":[{\"name\":\"greet\",\"inputSchema\":{\"type\":\"object\"}}]}"));
        McpClient client = McpClient.builder("weather").url(this.server.url()).build();
        this.clients.add(client);
        this.registry = McpToolRegistry.of(
                this.clients, McpToolNaming.defaults(), McpToolExposure.all().function(this.greeting));
        this.registry.refresh();
    }

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
        this.server.close();
    }

    private McpModelTool function() {
        return this.registry.modelTool("greet", McpToolSelection.all());
    }

    private List<String> offered(McpToolSelection selection) {
        return this.registry.offer(selection).tools().stream()
                .map(McpModelTool::name)
                .toList();
    }

    @Test
    void functionIsOfferedBesideToolsAndKeepsItsName() {
        assertThat(offered(McpToolSelection.all())).containsExactly("greet", "weather_greet");
        assertThat(function().registered()).isNull();
        assertThat(function().isReadOnly()).isTrue();
    }

    @Test
    void descriptionIsCurrentInEachOffer() {
        assertThat(function().description()).isEqualTo("Greets.");

        this.greeting.description = "Greets politely.";

        assertThat(function().description()).isEqualTo("Greets politely.");
    }

    @Test
    void functionIsNotOfferedWithTheToolsOfOneServer() {
        assertThat(offered(McpToolSelection.all().onlyServers("weather"))).containsExactly("weather_greet");
    }

    @Test
    void argumentsAreRepairedAndRequiredOnesAreChecked() {
        assertThat(function()
                        .call("{\"name\": \"Ada\",}", McpCallOptions.defaults())
                        .text())
                .isEqualTo("Hello Ada");
        assertThat(function().call("{}", McpCallOptions.defaults()).text()).contains("\"name\"");
    }

    @Test
    void failureIsATextForTheModel() {
        McpModelResult result = function().call("{\"name\":\"Mallory\"}", McpCallOptions.defaults());

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("not executed");
        assertThat(result.failure()).hasMessageContaining("Mallory is not greeted");
    }
}
