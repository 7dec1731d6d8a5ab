package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;

import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelTurn;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Conversations with models behind HTTP, which call tools of real servers. */
class ChatTests {

    private static String modelUrl;

    private static Duration modelTimeout;

    private final McpTestServer weather = DemoServers.weather();

    private final McpTestServer notes = DemoServers.notes();

    private final FakeModel model = new FakeModel();

    @Configuration(proxyBeanMethods = false)
    static class SpringAiModel {

        @Bean
        ChatModel chatModel() {
            return OpenAiChatModel.builder()
                    .options(OpenAiChatOptions.builder()
                            .baseUrl(modelUrl)
                            .apiKey("sk-secret-4711")
                            .model("fake-1")
                            .timeout(modelTimeout)
                            .maxRetries(0)
                            .build())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LangChain4jModel {

        @Bean
        dev.langchain4j.model.chat.ChatModel model() {
            return dev.langchain4j.model.openai.OpenAiChatModel.builder()
                    .baseUrl(modelUrl)
                    .apiKey("sk-secret-4711")
                    .modelName("fake-2")
                    .maxRetries(0)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LangChain4jStreamingModel {

        @Bean
        dev.langchain4j.model.chat.StreamingChatModel streamingModel() {
            return dev.langchain4j.model.openai.OpenAiStreamingChatModel.builder()
                    .baseUrl(modelUrl)
                    .apiKey("sk-secret-4711")
                    .modelName("fake-3")
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBuilder {

        @Bean
        ChatClient.Builder builder(ChatModel model) {
            return ChatClient.builder(model).defaultSystem("You speak for the shop.");
        }
    }

    /** As in an application that stores what is said in a database. */
    @Configuration(proxyBeanMethods = false)
    static class OwnMemory {

        private static final ChatMemoryRepository STORED = new InMemoryChatMemoryRepository();

        @Bean
        ChatClient.Builder builder(ChatModel model) {
            MessageWindowChatMemory memory = MessageWindowChatMemory.builder()
                    .chatMemoryRepository(STORED)
                    .build();
            return ChatClient.builder(model)
                    .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnApproval {

        @Bean
        McpToolApproval approval() {
            return request -> McpToolApprovalDecision.approve();
        }
    }

    @BeforeEach
    void listen() {
        modelUrl = this.model.openAiUrl();
        modelTimeout = Duration.ofSeconds(60);
    }

    @AfterEach
    void stop() {
        this.model.close();
        this.weather.close();
        this.notes.close();
    }

    private ConsoleApplication start(Class<?>... sources) {
        ConsoleApplication.Builder builder =
                ConsoleApplication.withConsole().server(this.weather).server(this.notes);
        for (Class<?> source : sources) {
            builder.source(source);
        }
        ConsoleApplication application = builder.start();
        await().atMost(ChatApi.LIMIT)
                .until(() -> application
                                .bean(McpToolRegistry.class)
                                .snapshot()
                                .tools()
                                .size()
                        >= 7);
        return application;
    }

    private void answersWithACall(ConsoleApplication application, String name, String framework) {
        this.model.thenCall("get_forecast", "{\"city\":\"Oslo\",\"days\":3}").thenSay("Sunny, mostly.");
        ChatApi chat = ChatApi.of(application);

        JsonNode steps = chat.ended(chat.send("How is the weather?"));

        assertThat(this.model.refusals()).isEmpty();
        JsonNode shown = chat.get("chat").at("/models/0");
        assertThat(shown.path("name").asString()).isEqualTo(name);
        assertThat(shown.path("framework").asString()).isEqualTo(framework);
        assertThat(steps.valueStream().map(step -> step.path("kind").asString()))
                .as(steps.toString())
                .containsExactly("MESSAGE", "TOOL", "ANSWER");
        JsonNode tool = steps.path(1);
        assertThat(tool.at("/tool/name").asString()).isEqualTo("get_forecast");
        assertThat(tool.at("/tool/server").asString()).isEqualTo("weather");
        assertThat(tool.at("/tool/arguments").asString()).isEqualTo("{\"city\":\"Oslo\",\"days\":3}");
        assertThat(tool.path("text").asString())
                .isEqualTo(this.model.lastToolTexts().get(0));
        JsonNode call = chat.get("calls/one?id=" + tool.at("/tool/run").asLong());
        assertThat(call.at("/result/structuredContent/place").asString()).isEqualTo("Oslo");
        JsonNode request = chat.get("wire/one?id=" + tool.at("/tool/wire").asLong());
        assertThat(request.path("subject").asString()).isEqualTo("get_forecast");
        assertThat(steps.path(2).path("text").asString()).isEqualTo("Sunny, mostly.");
        assertThat(steps.path(2).at("/tokens/output").asInt()).isPositive();
    }

    @Test
    void modelOfSpringAiAnswersWithACallOfATool() {
        try (ConsoleApplication application = start(SpringAiModel.class)) {
            answersWithACall(application, "fake-1", "Spring AI");
        }
    }

    @Test
    void modelOfLangChain4jAnswersWithACallOfATool() {
        try (ConsoleApplication application = start(LangChain4jModel.class)) {
            answersWithACall(application, "fake-2", "LangChain4j");
        }
    }

    @Test
    void modelOfLangChain4jThatStreamsAnswersWithACallOfATool() {
        try (ConsoleApplication application = start(LangChain4jModel.class, LangChain4jStreamingModel.class)) {
            answersWithACall(application, "fake-3", "LangChain4j");
        }
    }

    @Test
    void modelOfSpringAiTakesPrecedenceAndTheApplicationsBuilderApplies() {
        this.model.thenSay("Hello.").thenSay("Again.");
        try (ConsoleApplication application = start(SpringAiModel.class, LangChain4jModel.class, OwnBuilder.class)) {
            ChatApi chat = ChatApi.of(application);

            long conversation = chat.send("Good {morning}", null, "notes");
            chat.ended(conversation);
            chat.ended(chat.send("And {{again}}", conversation, null));

            assertThat(this.model.requests().get(0).toolNames())
                    .contains("delete_note")
                    .doesNotContain("get_forecast");
            assertThat(this.model.toolNames()).contains("delete_note", "get_forecast");
            assertThat(this.model.messages().toString())
                    .contains("You speak for the shop.", "Good {morning}", "Hello.", "And {{again}}");
            assertThat(chat.get("chat").path("models")).hasSize(1);
        }
    }

    @Test
    void conversationsThatAnApplicationStoresAreNotContinuedByOthers() {
        for (String message : new String[] {"My number is 4711.", "What do you know?"}) {
            this.model.thenSay("Fine.");
            try (ConsoleApplication application = start(SpringAiModel.class, OwnMemory.class)) {
                ChatApi chat = ChatApi.of(application);

                chat.ended(chat.send(message));

                assertThat(this.model.messages().toString()).contains(message);
            }
        }
        assertThat(OwnMemory.STORED.findConversationIds()).hasSize(2);
        assertThat(this.model.messages().toString()).doesNotContain("4711");
    }

    @Test
    void nameThatIsNotOfferedIsAStepThatFails() {
        this.model.thenCall("no_such_tool", "{}").thenSay("Sorry.");
        try (ConsoleApplication application = start(LangChain4jModel.class)) {
            ChatApi chat = ChatApi.of(application);

            JsonNode steps = chat.ended(chat.send("{{Hello}}"));

            assertThat(steps.path(1).path("state").asString()).isEqualTo("FAILED");
            assertThat(steps.path(1).path("text").asString()).contains("no tool is named");
            assertThat(this.model.messages().toString()).contains("{{Hello}}");
        }
    }

    @Test
    void destructiveCallIsApprovedAtTheConsole() {
        this.model.thenCall("delete_note", "{\"name\":\"one\"}").thenSayResults();
        this.model.thenCall("delete_note", "{\"name\":\"two\"}").thenSayResults();
        try (ConsoleApplication application = start(SpringAiModel.class);
                Events page = Events.open(application.port())) {
            await().atMost(ChatApi.LIMIT)
                    .untilAsserted(() -> assertThat(page.received()).contains("event:hello"));
            ChatApi chat = ChatApi.of(application);

            long conversation = chat.send("Delete a note.");
            JsonNode question = await().atMost(ChatApi.LIMIT)
                    .until(() -> chat.get("questions").path(0), one -> one.has("id"));
            assertThat(question.path("tool").asString()).isEqualTo("delete_note");
            assertThat(this.notes.calls("delete_note")).isEmpty();
            chat.post("questions/decide", Map.of("id", question.path("id").asString(), "action", "decline"));
            JsonNode steps = chat.ended(conversation);

            assertThat(steps.path(1).path("state").asString()).isEqualTo("FAILED");
            assertThat(steps.path(2).path("text").asString()).contains("not approved", "declined");
            assertThat(this.notes.calls("delete_note")).isEmpty();

            chat.send("Please.", conversation, null);
            JsonNode again = await().atMost(ChatApi.LIMIT)
                    .until(() -> chat.get("questions").path(0), one -> one.has("id"));
            chat.post("questions/decide", Map.of("id", again.path("id").asString(), "action", "accept"));
            chat.ended(conversation);
            assertThat(this.model.lastToolTexts()).containsExactly("deleted two");
        }
    }

    @Test
    void approvalOfTheApplicationDecidesAlone() {
        this.model.thenCall("delete_note", "{\"name\":\"one\"}").thenSayResults();
        try (ConsoleApplication application = start(SpringAiModel.class, OwnApproval.class);
                Events page = Events.open(application.port())) {
            ChatApi chat = ChatApi.of(application);

            chat.ended(chat.send("Delete a note."));

            assertThat(this.model.lastToolTexts()).containsExactly("deleted one");
            assertThat(page.received()).doesNotContain("event:question");
        }
    }

    @Test
    void callIsCancelledAtTheServerWhenTheUserStopsTheModel() {
        for (Class<?> framework :
                new Class<?>[] {SpringAiModel.class, LangChain4jModel.class, LangChain4jStreamingModel.class}) {
            this.model.thenCall("watch_radar", "{}");
            try (ConsoleApplication application = start(framework)) {
                ChatApi chat = ChatApi.of(application);
                int before = this.model.requests().size();

                long conversation = chat.send("Watch.");
                chat.step(conversation, "\"wire\":");
                long run = await().atMost(ChatApi.LIMIT)
                        .until(
                                () -> chat.get("chat/one?id=" + conversation).at("/entries/1/tool/run"),
                                JsonNode::isNumber)
                        .asLong();
                chat.post("chat/cancel", Map.of("id", conversation));
                JsonNode steps = chat.ended(conversation);

                assertThat(steps.path(1).path("state").asString()).isEqualTo("CANCELLED");
                await().atMost(ChatApi.LIMIT).untilAsserted(() -> assertThat(
                                chat.get("calls/one?id=" + run).path("state").asString())
                        .isEqualTo("CANCELLED"));
                await().atMost(ChatApi.LIMIT)
                        .until(() -> chat.get("wire").toString(), wire -> !wire.contains("RUNNING"));
                assertThat(this.model.requests()).hasSize(before + 1);
            }
        }
    }

    @Test
    void keyOfTheModelIsNotShownWhenItIsRejected() {
        try (ScriptedHttpServer provider = new ScriptedHttpServer()) {
            provider.onAny().optionally().reply(Reply.json(401, """
                {"error": {"message": "Incorrect API key provided: sk-secret-4711.", "code": "invalid_api_key"}}\
                """));
            modelUrl = "http://127.0.0.1:" + provider.port() + "/v1";
            for (Class<?> framework :
                    new Class<?>[] {SpringAiModel.class, LangChain4jModel.class, LangChain4jStreamingModel.class}) {
                try (ConsoleApplication application = start(framework)) {
                    ChatApi chat = ChatApi.of(application);

                    JsonNode steps = chat.ended(chat.send("Hello"));

                    assertThat(steps.path(1).at("/problem/detail").asString())
                            .isEqualTo("The model rejected the application's credentials with status 401.");
                    assertThat(steps.path(1).at("/problem/remedy").asString()).startsWith("Check the key of the model");
                    assertThat(steps.toString()).doesNotContain("4711");
                }
            }
        }
    }

    /** The client of OpenAI closes a stream not before its next byte. */
    @Test
    void answerThatHasStalledEndsAtOnceWhenTheUserStopsIt() {
        try (ScriptedHttpServer provider = new ScriptedHttpServer()) {
            provider.onAny().optionally().reply(Reply.sse("""
                data: {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "fake-1",\
                 "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Once upon"}, "finish_reason": null}]}\
                """).thenHang());
            modelUrl = "http://127.0.0.1:" + provider.port() + "/v1";
            try (ConsoleApplication application = start(SpringAiModel.class)) {
                ChatApi chat = ChatApi.of(application);

                long conversation = chat.send("Hello");
                chat.step(conversation, "Once upon");
                assertThat(chat.post("chat/cancel", Map.of("id", conversation)).status())
                        .isEqualTo(204);

                JsonNode answer = chat.get("chat/one?id=" + conversation);
                assertThat(answer.at("/conversation/running").asBoolean()).isFalse();
                assertThat(answer.at("/entries/1/state").asString()).isEqualTo("CANCELLED");
            }
        }
    }

    /** The client of OpenAI cannot end a request before the response begins: its timeout does. */
    @Test
    void conversationWithoutAnAnswerEndsAtOnceAndItsRequestAtTheTimeoutOfTheModel() {
        try (ScriptedHttpServer provider = new ScriptedHttpServer()) {
            provider.onAny().optionally().reply(Reply.neverAnswer());
            modelUrl = "http://127.0.0.1:" + provider.port() + "/v1";
            modelTimeout = Duration.ofSeconds(5);
            try (ConsoleApplication application = start(SpringAiModel.class)) {
                ChatApi chat = ChatApi.of(application);

                long conversation = chat.send("Hello");
                await().atMost(ChatApi.LIMIT).until(() -> !provider.requests().isEmpty());
                chat.post("chat/cancel", Map.of("id", conversation));

                assertThat(chat.ended(conversation).path(1).path("state").asString())
                        .isEqualTo("CANCELLED");
                provider.awaitDisconnect(ChatApi.LIMIT);
            }
        }
    }

    @Test
    void conversationsAreBounded() {
        this.model.afterwards(request -> FakeModelTurn.say("Fine."));
        try (ConsoleApplication application = start(SpringAiModel.class)) {
            ChatApi chat = ChatApi.of(application);
            long first = chat.send("First");
            chat.ended(first);
            for (int i = 0; i < 10; i++) {
                chat.ended(chat.send("Number " + i));
            }

            JsonNode conversations = chat.get("chat").path("conversations");
            assertThat(conversations).hasSize(10);
            assertThat(conversations.path(0).path("title").asString()).isEqualTo("Number 9");
            assertThat(chat.http().get("/mcp-console/api/chat/one?id=" + first).status())
                    .isEqualTo(404);
            assertThat(chat.post(
                                    "chat/delete",
                                    Map.of(
                                            "id",
                                            conversations.path(0).path("id").asLong()))
                            .status())
                    .isEqualTo(204);
            assertThat(chat.get("chat").path("conversations")).hasSize(9);
        }
    }

    @Test
    void applicationWithoutAModelHasNoChat() {
        try (ConsoleApplication application = start()) {
            ChatApi chat = ChatApi.of(application);

            assertThat(chat.get("chat").path("models")).isEmpty();
            assertThat(chat.post("chat", Map.of("text", "Hello")).status()).isEqualTo(404);
        }
    }
}
