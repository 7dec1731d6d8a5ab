package io.mcpclient.springai;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.MimeTypeUtils;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.StopReason;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Sampling requests of a server, answered by the chat model of the application. */
@Timeout(60)
class ChatModelSamplingHandlerTests {

    private static final String HELLO =
            "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]";

    private final ScriptedChatModel model = new ScriptedChatModel();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class))
            .withBean(ChatModel.class, () -> this.model)
            .withPropertyValues("mcp.spring-ai.sampling.enabled=true");

    /** Sends the requests during a tool call, one after the other, and returns the responses of the client. */
    private List<String> responses(ApplicationContextRunner configured, String... params) {
        EventFeed feed = new EventFeed();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            server.on("POST").optionally().reply(Reply.accepted());
            server.on("tools/call").reply(Reply.sse().follow(feed));
            configured
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        CompletableFuture<CallToolResult> call = context.getBean(McpClient.class)
                                .reactive()
                                .callTool("echo", Map.of())
                                .toFuture();
                        for (int i = 0; i < params.length; i++) {
                            feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":" + i
                                    + ",\"method\":\"sampling/createMessage\"," + "\"params\":{" + params[i] + "}}");
                            server.awaitRequests("POST", i + 1, ToolServers.LIMIT);
                        }
                        feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}")
                                .end();
                        call.get(15, TimeUnit.SECONDS);
                    });
            return server.requests("POST").stream().map(RecordedRequest::body).toList();
        }
    }

    @Test
    void whenAServerRequestsSamplingThenTheModelGetsItsMessagesAndOptions() {
        this.model.thenSay("hi there");
        String response = responses(
                        this.runner,
                        "\"maxTokens\":50,\"temperature\":0.25,\"systemPrompt\":\"be kind\",\"stopSequences\":[\"END\"],"
                                + "\"modelPreferences\":{\"hints\":[{\"name\":\"claude\"}]},\"messages\":["
                                + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}},"
                                + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"yes?\"}},"
                                + "{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/png\"}},"
                                + "{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"AwQF\",\"mimeType\":\"audio/wav\"}}]")
                .get(0);
        assertThat(response).contains("\"role\":\"assistant\"", "\"text\":\"hi there\"", "\"model\":\"scripted\"");

        List<Message> messages = this.model.lastPrompt().getInstructions();
        assertThat(messages.get(0)).isInstanceOfSatisfying(SystemMessage.class, system -> assertThat(system.getText())
                .isEqualTo("be kind"));
        assertThat(messages.get(1).getText()).isEqualTo("hello");
        assertThat(messages.get(2)).isInstanceOf(AssistantMessage.class);
        assertThat(((UserMessage) messages.get(3)).getMedia().get(0).getDataAsByteArray())
                .containsExactly(0, 1, 2);
        assertThat(((UserMessage) messages.get(4)).getMedia().get(0).getMimeType())
                .hasToString("audio/wav");
        ChatOptions options = this.model.lastPrompt().getOptions();
        assertThat(options.getMaxTokens()).isEqualTo(50);
        assertThat(options.getTemperature()).isEqualTo(0.25);
        assertThat(options.getStopSequences()).containsExactly("END");
        assertThat(options.getModel()).isEqualTo("scripted");
    }

    @ParameterizedTest
    @CsvSource({"claude, claude-small-5", "unknown, scripted"})
    void whenModelsArePermittedThenHintsSelectAmongThem(String hint, String selected) {
        this.model.thenSay("hi");
        responses(
                this.runner.withPropertyValues("mcp.spring-ai.sampling.models=gpt-9,claude-small-5"),
                "\"maxTokens\":50,\"modelPreferences\":{\"hints\":[{\"name\":\"other\"},{\"name\":\"" + hint + "\"}]},"
                        + HELLO);
        assertThat(this.model.lastPrompt().getOptions().getModel()).isEqualTo(selected);
    }

    // the budget and the approval of the client come first
    @Test
    void whenBudgetOrApprovalRefuseThenTheModelIsNotAsked() {
        this.model.thenSay("hi");
        List<String> responses = responses(
                this.runner
                        .withBean(
                                McpSamplingApproval.class,
                                () -> (params, context) -> !"secret".equals(params.systemPrompt()))
                        .withPropertyValues(
                                "mcp.servers.weather.sampling.max-requests-per-minute=2",
                                "mcp.servers.weather.sampling.max-tokens=100"),
                "\"maxTokens\":1000000," + HELLO,
                "\"maxTokens\":10,\"systemPrompt\":\"secret\"," + HELLO,
                "\"maxTokens\":10," + HELLO);
        assertThat(this.model.prompts()).hasSize(1);
        assertThat(this.model.lastPrompt().getOptions().getMaxTokens()).isEqualTo(100);
        assertThat(responses.get(0)).contains("\"text\":\"hi\"");
        assertThat(responses.get(1)).contains("\"code\":-1,");
        assertThat(responses.get(2)).contains("Too many sampling requests");
    }

    @Test
    void whenTheModelReturnsMediaThenTheServerGetsThem() {
        this.model.then(prompt -> AssistantMessage.builder()
                .content("")
                .media(List.of(Media.builder()
                        .mimeType(MimeTypeUtils.IMAGE_PNG)
                        .data(new byte[] {0, 1, 2})
                        .build()))
                .build());
        assertThat(responses(this.runner, "\"maxTokens\":50," + HELLO).get(0))
                .contains("\"type\":\"image\"", "\"AAEC\"", "\"image/png\"");
    }

    @Test
    void imageThatModelsRefuseIsANoteAndOthersHaveTheTypeOfTheirSignature() {
        this.model.thenSay("hi");
        responses(
                this.runner,
                "\"maxTokens\":50,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"},"
                        + "{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/bmp\"},"
                        + "{\"type\":\"image\",\"data\":\"iVBORw0KGgo\",\"mimeType\":\"image/jpg\"}]}]");
        UserMessage message =
                (UserMessage) this.model.lastPrompt().getInstructions().get(0);
        assertThat(message.getText()).isEqualTo("hello\n[image/bmp, 3 bytes]");
        assertThat(message.getMedia()).singleElement().satisfies(media -> assertThat(media.getMimeType())
                .hasToString("image/png"));
    }

    @Test
    void whenToolsAreOffThenARequestWithToolsIsRejected() {
        assertThat(responses(
                                this.runner,
                                "\"maxTokens\":50,\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}],"
                                        + HELLO)
                        .get(0))
                .contains("\"error\"");
        assertThat(this.model.prompts()).isEmpty();
    }

    @Test
    void whenToolsAreOnThenCallsOfTheModelGoToTheServer() {
        this.model.thenCall("look_up", "{\"city\":\"Oslo\"}").thenSay("sunny");
        String tools = "\"maxTokens\":50,\"tools\":[{\"name\":\"look_up\",\"description\":\"d\",\"inputSchema\":"
                + "{\"type\":\"object\",\"$defs\":{}}}],";
        List<String> responses = responses(
                this.runner.withPropertyValues("mcp.spring-ai.sampling.tools=true"),
                tools + HELLO,
                tools + "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}},"
                        + "{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"call-1\",\"name\":\"look_up\","
                        + "\"input\":{\"city\":\"Oslo\"}}},{\"role\":\"user\",\"content\":{\"type\":\"tool_result\","
                        + "\"toolUseId\":\"call-1\",\"content\":[{\"type\":\"text\",\"text\":\"20 degrees\"}]}}]");
        assertThat(responses.get(0))
                .contains(
                        "\"type\":\"tool_use\"",
                        "\"id\":\"call-1\"",
                        "\"city\":\"Oslo\"",
                        "\"stopReason\":\"toolUse\"");
        assertThat(responses.get(1)).contains("\"text\":\"sunny\"");
        List<Message> messages = this.model.lastPrompt().getInstructions();
        assertThat(((AssistantMessage) messages.get(1)).getToolCalls())
                .containsExactly(new AssistantMessage.ToolCall("call-1", "function", "look_up", "{\"city\":\"Oslo\"}"));
        assertThat(((ToolResponseMessage) messages.get(2)).getResponses())
                .containsExactly(new ToolResponseMessage.ToolResponse("call-1", "look_up", "20 degrees"));
        ToolCallingChatOptions options =
                (ToolCallingChatOptions) this.model.lastPrompt().getOptions();
        assertThat(options.getToolCallbacks().get(0).getToolDefinition().inputSchema())
                .isEqualTo("{\"type\":\"object\",\"properties\":{}}");
    }

    @Test
    void propertyWithAnotherNameForTheModelHasItsOriginalNameForTheServer() {
        this.model.thenCall("look_up", "{\"_top\":5}");
        List<String> responses = responses(
                this.runner.withPropertyValues("mcp.spring-ai.sampling.tools=true"),
                "\"maxTokens\":50,\"tools\":[{\"name\":\"look_up\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\","
                        + "\"properties\":{\"$top\":{\"type\":\"integer\"}}}}]," + HELLO);
        ToolCallingChatOptions options =
                (ToolCallingChatOptions) this.model.lastPrompt().getOptions();
        assertThat(options.getToolCallbacks().get(0).getToolDefinition().inputSchema())
                .contains("\"_top\":")
                .doesNotContain("\"$top\"");
        assertThat(responses.get(0)).contains("\"input\":{\"$top\":5}");
    }

    @Test
    void whenToolChoiceIsNoneThenTheModelReceivesNoTools() {
        this.model.thenSay("hi");
        responses(
                this.runner.withPropertyValues("mcp.spring-ai.sampling.tools=true"),
                "\"maxTokens\":50,\"toolChoice\":{\"mode\":\"none\"},\"tools\":[{\"name\":\"t\",\"inputSchema\":"
                        + "{\"type\":\"object\"}}]," + HELLO);
        assertThat(this.model.lastTools()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "stop, endTurn",
        "STOP, endTurn",
        "end_turn, endTurn",
        "length, maxTokens",
        "MAX_TOKENS, maxTokens",
        "stop_sequence, stopSequence",
        "tool_calls, toolUse",
        "content_filter, content_filter"
    })
    void providerFinishReasonsAreMappedToStopReasons(String finishReason, String stopReason) {
        assertThat(SamplingMessages.stopReason(finishReason)).isEqualTo(new StopReason(stopReason));
    }
}
