package io.mcpclient.langchain4j;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** A server asks for the model in the middle of a call, and gets its response by a request of its own. */
@Timeout(60)
class McpChatModelSamplingHandlerTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String RESULT = "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ScriptedModel model = new ScriptedModel();

    @AfterEach
    void close() {
        this.server.close();
    }

    private static String sampling(String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"sampling/createMessage\",\"params\":" + params
                + "}";
    }

    /** Returns the client's response to a sampling request. */
    private JsonNode answer(McpChatModelSamplingHandler handler, String params) {
        return answer(handler, params, builder -> builder);
    }

    private JsonNode answer(
            McpChatModelSamplingHandler handler, String params, UnaryOperator<McpClientBuilder> settings) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("POST").reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.sse(sampling(params), RESULT));
        try (McpClient client = this.invariants.build(settings.apply(McpClient.builder("writer")
                .url(this.server.url())
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2)))
                .sampling(handler)))) {
            client.callTool("echo", Map.of());
            return this.server.awaitRequests("POST", 1, LIMIT).get(0).json();
        }
    }

    private McpChatModelSamplingHandler handler() {
        return McpChatModelSamplingHandler.of(this.model);
    }

    private static ChatResponse.Builder response(AiMessage message) {
        return ChatResponse.builder().aiMessage(message);
    }

    @Test
    void messagesAndParametersReachTheModel() {
        this.model.reply(request -> response(AiMessage.from("A cat"))
                .modelName("gpt-test")
                .finishReason(FinishReason.LENGTH)
                .build());
        JsonNode answer = answer(
                handler(),
                "{\"systemPrompt\":\"Be brief\",\"maxTokens\":50,\"temperature\":0.3,\"stopSequences\":[\"END\"],"
                        + "\"messages\":[{\"role\":\"user\",\"content\":["
                        + "{\"type\":\"text\",\"text\":\"What is this?\"},"
                        + "{\"type\":\"image\",\"data\":\"aQ==\",\"mimeType\":\"image/png\"},"
                        + "{\"type\":\"audio\",\"data\":\"YQ==\",\"mimeType\":\"audio/wav\"}]},"
                        + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Which part?\"}},"
                        + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"All\"}}]}");

        assertThat(answer.at("/result/content/text").asString()).isEqualTo("A cat");
        assertThat(answer.at("/result/model").asString()).isEqualTo("gpt-test");
        assertThat(answer.at("/result/stopReason").asString()).isEqualTo("maxTokens");
        ChatRequest request = this.model.requests().get(0);
        assertThat(request.messages())
                .containsExactly(
                        SystemMessage.from("Be brief"),
                        UserMessage.from(
                                TextContent.from("What is this?"),
                                ImageContent.from("aQ==", "image/png"),
                                AudioContent.from("YQ==", "audio/wav")),
                        AiMessage.from("Which part?"),
                        UserMessage.from("All"));
        assertThat(request.temperature()).isEqualTo(0.3);
        assertThat(request.maxOutputTokens()).isEqualTo(50);
        assertThat(request.stopSequences()).containsExactly("END");
        assertThat(request.modelName()).isNull();
        assertThat(request.toolSpecifications()).isEmpty();
    }

    @Test
    void hintsSelectAmongListedModels() {
        this.model.says("one");
        JsonNode answer = answer(
                handler().withModels(Map.of("sonnet", "claude-sonnet-test")),
                "{\"maxTokens\":5,\"modelPreferences\":{\"hints\":[{\"name\":\"gpt-huge\"},{\"name\":\"claude-3-Sonnet\"}]},"
                        + "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]}");
        assertThat(this.model.requests().get(0).modelName()).isEqualTo("claude-sonnet-test");
        assertThat(answer.at("/result/model").asString()).isEqualTo("claude-sonnet-test");
    }

    @Test
    void toolCallsAndResultsAreExchanged() {
        this.model.reply(request -> response(AiMessage.from(ToolExecutionRequest.builder()
                        .id("c2")
                        .name("weather")
                        .arguments("{\"city\":\"Oslo\"}")
                        .build()))
                .finishReason(FinishReason.TOOL_EXECUTION)
                .build());
        JsonNode answer = answer(
                handler(),
                "{\"maxTokens\":50,\"tools\":[{\"name\":\"weather\",\"description\":\"Weather\",\"inputSchema\":"
                        + "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}],"
                        + "\"toolChoice\":{\"mode\":\"required\"},\"messages\":["
                        + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Bergen and Oslo?\"}},"
                        + "{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"weather\","
                        + "\"input\":{\"city\":\"Bergen\"}}},"
                        + "{\"role\":\"user\",\"content\":{\"type\":\"tool_result\",\"toolUseId\":\"c1\",\"isError\":true,"
                        + "\"content\":[{\"type\":\"text\",\"text\":\"rain\"}]}}]}");

        assertThat(answer.at("/result/content/type").asString()).isEqualTo("tool_use");
        assertThat(answer.at("/result/content/input/city").asString()).isEqualTo("Oslo");
        assertThat(answer.at("/result/stopReason").asString()).isEqualTo("toolUse");
        ChatRequest request = this.model.requests().get(0);
        assertThat(request.toolChoice()).isEqualTo(ToolChoice.REQUIRED);
        assertThat(request.toolSpecifications().get(0).parameters().properties())
                .containsOnlyKeys("city");
        AiMessage call = (AiMessage) request.messages().get(1);
        assertThat(call.toolExecutionRequests().get(0).arguments()).isEqualTo("{\"city\":\"Bergen\"}");
        ToolExecutionResultMessage result =
                (ToolExecutionResultMessage) request.messages().get(2);
        assertThat(result.id()).isEqualTo("c1");
        assertThat(result.toolName()).isEqualTo("weather");
        assertThat(result.text()).isEqualTo("rain");
        assertThat(result.isError()).isTrue();
    }

    @Test
    void propertyWithAnotherNameForTheModelHasItsOriginalNameForTheServer() {
        this.model.reply(request -> response(AiMessage.from(ToolExecutionRequest.builder()
                        .id("c1")
                        .name("search")
                        .arguments("{\"_top\":5}")
                        .build()))
                .build());
        JsonNode answer = answer(
                handler(),
                "{\"maxTokens\":50,\"tools\":[{\"name\":\"search\",\"inputSchema\":"
                        + "{\"type\":\"object\",\"properties\":{\"$top\":{\"type\":\"integer\"}}}}],\"messages\":["
                        + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}]}");
        assertThat(this.model
                        .requests()
                        .get(0)
                        .toolSpecifications()
                        .get(0)
                        .parameters()
                        .properties())
                .containsOnlyKeys("_top");
        assertThat(answer.at("/result/content/input").toString()).isEqualTo("{\"$top\":5}");
    }

    @Test
    void audioOfTheAssistantIsRefused() {
        JsonNode answer = answer(
                handler(),
                "{\"maxTokens\":5,\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":\"audio\",\"data\":\"YQ==\","
                        + "\"mimeType\":\"audio/wav\"}}]}");
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(answer.at("/error/message").asString())
                .isEqualTo("Audio in messages of the assistant is not supported");
    }

    @Test
    void failureOfTheModelIsNotDisclosed() {
        this.model.reply(request -> {
            throw new IllegalStateException("api key sk-12345 is invalid");
        });
        JsonNode answer = answer(
                handler(),
                "{\"maxTokens\":5,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]}");
        assertThat(answer.has("error")).isTrue();
        assertThat(answer.toString()).doesNotContain("sk-12345");
    }

    @Test
    void approvalAndBudgetOfTheClientApply() {
        this.model.says("one");
        AtomicInteger asked = new AtomicInteger();
        answer(
                handler(),
                "{\"maxTokens\":5000,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]}",
                builder -> builder.samplingBudget(budget -> budget.withMaxTokens(100))
                        .samplingApproval((params, context) -> asked.incrementAndGet() > 0));
        assertThat(asked).hasValue(1);
        assertThat(this.model.requests().get(0).maxOutputTokens()).isEqualTo(100);
    }

    @Test
    void deniedRequestDoesNotReachTheModel() {
        JsonNode answer = answer(
                handler(),
                "{\"maxTokens\":5,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]}",
                builder -> builder.samplingApproval((params, context) -> false));
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-1);
        assertThat(this.model.requests()).isEmpty();
    }

    @Test
    void supportForToolsIsDeclaredUnlessSwitchedOff() {
        assertThat(handler().supportsTools()).isTrue();
        assertThat(handler().withTools(false).supportsTools()).isFalse();
    }
}
