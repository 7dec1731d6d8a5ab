package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatApplication.Way;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Images and other media in results of tools, in chats with a model behind HTTP. */
@Timeout(60)
class MediaChatTests {

    private static final String IMAGE = "{\"type\":\"image\",\"data\":\"aW1hZ2U=\",\"mimeType\":\"image/png\"}";

    private static final String IMAGE_URL = "data:image/png;base64,aW1hZ2U=";

    private static final String NOTE = "[image/png, 5 bytes]";

    private static final String ATTACH = "mcp.tools.media=attach";

    private final FakeModel model = new FakeModel();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    interface Assistant {

        String chat(String prompt);
    }

    @AfterEach
    void close() {
        this.model.close();
        this.server.close();
    }

    private void answerCalls(String... blocks) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("tools/call").always().reply(Reply.result("{\"content\":[" + String.join(",", blocks) + "]}"));
    }

    private ChatApplication start(String... properties) {
        return started(LangChain4jChat.start(this.model, properties(properties)));
    }

    private String[] properties(String... properties) {
        return Stream.concat(Stream.of("mcp.servers.desk.url=" + this.server.url()), Stream.of(properties))
                .toArray(String[]::new);
    }

    private static ChatApplication started(ChatApplication application) {
        application.awaitTools("echo");
        return application;
    }

    private ChatModel openAi() {
        return OpenAiChatModel.builder()
                .baseUrl(this.model.openAiUrl())
                .apiKey("fake")
                .modelName("fake")
                .build();
    }

    /** Asks an AI service that is built as the test says. */
    private String ask(ChatApplication application, UnaryOperator<AiServices<Assistant>> settings) {
        return settings.apply(AiServices.builder(Assistant.class)
                        .chatModel(openAi())
                        .toolProvider(application.bean(ToolProvider.class)))
                .build()
                .chat("x");
    }

    private void assertThatImageIsInAMessageOfTheUser() {
        assertThat(this.model.lastToolTexts()).containsExactly("see\n" + NOTE);
        assertThat(this.model.userImages()).containsExactly(IMAGE_URL);
        assertThat(this.model.refusals()).isEmpty();
    }

    // the API refuses images in messages with the role "tool"
    @ParameterizedTest
    @EnumSource
    void imageFollowsTheResultInAMessageOfTheUser(Way way) {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        try (ChatApplication application = start(ATTACH)) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(application.ask(way, "x")).isEqualTo("seen");
            assertThatImageIsInAMessageOfTheUser();
            assertThat(this.model.lastRequest().body())
                    .contains("Media in the result of the tool \\\"echo\\\" of the server \\\"desk\\\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void imageOfAToolThatWasFoundBySearchFollowsItsResult(Way way) {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        try (ChatApplication application =
                start(ATTACH, "mcp.tools.search.threshold=1", "mcp.tools.search.relevant=0")) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(application.ask(way, "x")).isEqualTo("seen");
            assertThatImageIsInAMessageOfTheUser();
        }
    }

    @ParameterizedTest
    @EnumSource
    void imagesOfSeveralTurnsRemainWithTheirResults(Way way) {
        answerCalls(IMAGE);
        try (ChatApplication application = start(ATTACH)) {
            this.model
                    .thenCall("echo", "{\"n\":1}")
                    .thenCall("echo", "{\"n\":2}")
                    .thenSay("seen");
            assertThat(application.ask(way, "x")).isEqualTo("seen");
            assertThat(this.model.messages())
                    .extracting(message -> message.path("role").asString())
                    .containsExactly("user", "assistant", "tool", "user", "assistant", "tool", "user");
            assertThat(this.model.userImages()).containsExactly(IMAGE_URL, IMAGE_URL);
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @Test
    void imageIsPartOfTheResultWhereTheModelTakesIt() {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        try (ChatApplication application = started(LangChain4jChat.startGemini(this.model, properties(ATTACH)))) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(application.chat("x")).isEqualTo("seen");
            assertThat(this.model.lastRequest().body())
                    .containsOnlyOnce("aW1hZ2U=")
                    .contains(NOTE);
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    // its provider is unknown
    @Test
    void imageReachesAModelThatTheApplicationHasWrapped() {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        ChatModel delegate = openAi();
        ChatModel wrapped = new ChatModel() {

            @Override
            public ChatResponse chat(ChatRequest request) {
                return delegate.chat(request);
            }
        };
        try (ChatApplication application = start(ATTACH)) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(ask(application, service -> service.chatModel(wrapped))).isEqualTo("seen");
            assertThatImageIsInAMessageOfTheUser();
        }
    }

    static Stream<Arguments> memories() {
        return Stream.of(
                Arguments.of("tokens", (ChatMemoryProvider)
                        id -> TokenWindowChatMemory.withMaxTokens(10_000, new OpenAiTokenCountEstimator("gpt-4o"))),
                Arguments.of("JSON", (ChatMemoryProvider) id -> MessageWindowChatMemory.builder()
                        .maxMessages(20)
                        .chatMemoryStore(new JsonStore())
                        .build()));
    }

    /** A memory that stores messages as JSON, as databases do. */
    private static final class JsonStore implements ChatMemoryStore {

        private final List<String> messages = new ArrayList<>();

        @Override
        public List<ChatMessage> getMessages(Object id) {
            return this.messages.stream()
                    .map(ChatMessageDeserializer::messageFromJson)
                    .toList();
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> updated) {
            this.messages.clear();
            updated.forEach(message -> this.messages.add(ChatMessageSerializer.messageToJson(message)));
        }

        @Override
        public void deleteMessages(Object id) {
            this.messages.clear();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("memories")
    void imageReachesTheModelThroughAMemory(String name, ChatMemoryProvider memories) {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        try (ChatApplication application = start(ATTACH)) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(ask(application, service -> service.chatMemoryProvider(memories)))
                    .isEqualTo("seen");
            assertThatImageIsInAMessageOfTheUser();
        }
    }

    @Test
    void listenersReceiveTheText() {
        answerCalls("{\"type\":\"text\",\"text\":\"see\"}", IMAGE);
        List<String> texts = new CopyOnWriteArrayList<>();
        try (ChatApplication application = start(ATTACH)) {
            this.model.thenCall("echo", "{}").thenSay("seen");
            assertThat(ask(
                            application,
                            service -> service.afterToolExecution(execution -> texts.add(execution.result()))))
                    .isEqualTo("seen");
            assertThat(texts).containsExactly("see\n" + NOTE);
        }
    }

    static Stream<Arguments> settings() {
        return Stream.of("note", "attach", "text")
                .flatMap(media -> Stream.of(Way.values()).map(way -> Arguments.of(way, media)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void invocationContinuesWhateverAToolReturns(Way way, String media) {
        answerCalls(
                IMAGE,
                IMAGE.replace("aW1hZ2U=", "no Base64!"),
                IMAGE.replace("image/png", "image/svg+xml"),
                "{\"type\":\"audio\",\"data\":\"YXVkaW8=\",\"mimeType\":\"audio/wav\"}",
                "{\"type\":\"audio\",\"data\":\"YXVkaW8=\",\"mimeType\":\"\"}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.pdf\",\"mimeType\":\"application/pdf\",\"blob\":\"cGRm\"}}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.mp4\",\"mimeType\":\"video/mp4\",\"blob\":\"AAAA\"}}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.bin\",\"blob\":\"AAAA\"}}");
        try (ChatApplication application = start("mcp.tools.media=" + media)) {
            this.model.thenCall("echo", "{}").thenCall("echo", "{}").thenSay("done");
            assertThat(application.ask(way, "x")).isEqualTo("done");
            assertThat(this.model.userImages()).hasSize(media.equals("attach") ? 2 : 0);
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void textIsNeverTreatedAsMedia(Way way) {
        answerCalls(
                "{\"type\":\"text\",\"text\":\"" + IMAGE.replace("\"", "\\\"") + "\"}",
                "{\"type\":\"text\",\"text\":\"" + IMAGE_URL + "\"}",
                "{\"type\":\"text\",\"text\":\"{\\\"io.mcpclient.media\\\":[{\\\"kind\\\":\\\"IMAGE\\\","
                        + "\\\"mimeType\\\":\\\"image/png\\\",\\\"base64\\\":\\\"aW1hZ2U=\\\"}]}\"}",
                "{\"type\":\"text\",\"text\":\"" + NOTE + "\",\"_meta\":{\"io.mcpclient.media\":[" + IMAGE + "]}}");
        try (ChatApplication application = start(ATTACH)) {
            this.model.thenCall("echo", "{}").thenSay("done");
            assertThat(application.ask(way, "x")).isEqualTo("done");
            assertThat(this.model.userImages()).isEmpty();
            assertThat(this.model.messages())
                    .extracting(message -> message.path("role").asString())
                    .containsExactly("user", "assistant", "tool");
        }
    }

    @Test
    void imageOfAResourceIsAttachedToo() {
        this.server
                .on("initialize")
                .optionally()
                .reply(Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        this.server
                .on("resources/list")
                .optionally()
                .reply(Reply.result("{\"resources\":[{\"uri\":\"file:///b.png\",\"name\":\"b\"}]}"));
        this.server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
        this.server
                .on("resources/read")
                .reply(Reply.result("{\"contents\":[{\"uri\":\"file:///b.png\",\"mimeType\":\"image/png\","
                        + "\"blob\":\"aW1hZ2U=\"}]}"));
        this.server.on("GET").optionally().reply(Reply.status(405));
        try (ChatApplication application = start(ATTACH, "mcp.langchain4j.resources.tools=true")) {
            Awaitility.await().until(() -> !application
                    .bean(McpResourceRegistry.class)
                    .snapshot()
                    .resources()
                    .isEmpty());
            this.model
                    .thenCall("list_resources", "{}")
                    .thenCall("read_resource", "{\"server\":\"desk\",\"uri\":\"file:///b.png\"}")
                    .thenSay("seen");
            assertThat(application.chat("x")).isEqualTo("seen");
            assertThat(this.model.userImages()).containsExactly(IMAGE_URL);
            assertThat(this.model.refusals()).isEmpty();
        }
    }
}
