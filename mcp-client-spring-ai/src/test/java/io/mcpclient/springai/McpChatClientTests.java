package io.mcpclient.springai;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;
import reactor.core.Disposable;

import io.mcpclient.McpClient;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Whole conversations: streams, media, questions of the server to the user. */
@Timeout(60)
class McpChatClientTests {

    private static final String IMAGE = Base64.getEncoder().encodeToString("png".getBytes());

    private static final String SOUND = Base64.getEncoder().encodeToString("wav".getBytes());

    private static final String MEDIA_RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
            + "{\"type\":\"image\",\"data\":\"" + IMAGE + "\",\"mimeType\":\"image/png\"},"
            + "{\"type\":\"audio\",\"data\":\"" + SOUND + "\",\"mimeType\":\"audio/wav\"},"
            + "{\"type\":\"image\",\"data\":\"not base64!\",\"mimeType\":\"image/png\"}]}";

    @RegisterExtension
    final ToolServers servers = new ToolServers();

    private final ScriptedChatModel model = new ScriptedChatModel();

    private ChatClient.Builder client() {
        return ChatClient.builder(this.model).defaultToolCallbacks(McpToolCallbackProvider.of(this.servers.registry()));
    }

    private String content(ChatClient client, boolean streaming) {
        return streaming
                ? String.join(
                        "", client.prompt("x").stream().content().collectList().block(ToolServers.LIMIT))
                : client.prompt("x").call().content();
    }

    // streams

    @Test
    void whenAPromptIsStreamedThenItsToolsAreCalled() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.servers.connect("weather", server.url());
            this.model
                    .thenCall("echo", "{\"a\":1}")
                    .thenCall("echo", "{\"a\":2}")
                    .thenSay("done");
            assertThat(content(client().build(), true)).isEqualTo("done");
            assertThat(this.model.lastToolResponse()).isEqualTo("{\"a\":2}");
            assertThat(server.requests("tools/call")).hasSize(2);
        }
    }

    @Test
    void whenAStreamIsCancelledThenTheCallIsCancelledAtTheServer() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").reply(Reply.accepted());
            this.servers.connect("weather", server.url());
            this.model.thenCall("echo", "{}");
            List<Throwable> errors = new CopyOnWriteArrayList<>();
            Disposable stream = client().build().prompt("x").stream().content().subscribe(text -> {}, errors::add);
            server.awaitRequests("tools/call", 1, ToolServers.LIMIT);
            stream.dispose();
            server.awaitRequests("notifications/cancelled", 1, ToolServers.LIMIT);
            assertThat(this.model.prompts()).hasSize(1);
            assertThat(errors).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAStreamIsCancelledThenNoErrorIsLogged(boolean parallel) {
        try (CapturedLog log = CapturedLog.of(org.slf4j.Logger.ROOT_LOGGER_NAME).open();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools(
                    "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}");
            int calls = parallel ? 2 : 1;
            server.on("tools/call").times(calls).reply(Reply.neverAnswer());
            server.on("notifications/cancelled").times(calls).reply(Reply.accepted());
            this.servers.connect("weather", server.url());
            McpToolRegistry registry = this.servers.registry(
                    McpToolExposure.all().models(McpModelSettings.defaults().withParallel(parallel)));
            await().atMost(ToolServers.LIMIT)
                    .until(() -> registry.snapshot().tools().size() == 1);
            ThreadWatch manager = new ThreadWatch(
                    McpToolCallingManager.of(ToolCallingManager.builder().build(), registry));
            this.model.then(prompt -> AssistantMessage.builder()
                    .content("")
                    .toolCalls(List.of(
                            new AssistantMessage.ToolCall("call-1", "function", "echo", "{}"),
                            new AssistantMessage.ToolCall("call-2", "function", "echo", "{}")))
                    .build());
            Disposable stream = ChatClient.builder(
                            this.model,
                            ObservationRegistry.NOOP,
                            null,
                            null,
                            ToolCallingAdvisor.builder().toolCallingManager(manager))
                    .defaultToolCallbacks(McpToolCallbackProvider.of(registry))
                    .build()
                    .prompt("x")
                    .stream()
                    .content()
                    .subscribe();
            server.awaitRequests("tools/call", calls, ToolServers.LIMIT);
            stream.dispose();
            server.awaitRequests("notifications/cancelled", calls, ToolServers.LIMIT);
            await().atMost(ToolServers.LIMIT).until(manager::isLeft);
            assertThat(this.model.prompts()).hasSize(1);
            assertThat(log.events())
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .isEmpty();
        }
    }

    /** As without parallel calls: what a model has planned after a failed call is not done. */
    @Test
    void whenACallEndsTheTurnThenTheCallsAfterItAreNotMade() {
        McpToolRegistry registry = this.servers.registry(
                McpToolExposure.all().models(McpModelSettings.defaults().withParallel(true)));
        AtomicInteger payments = new AtomicInteger();
        ToolCallback book = tool("book", () -> {
            throw new IllegalStateException("no rooms");
        });
        ToolCallback pay = tool("pay", () -> "paid " + payments.incrementAndGet());
        AssistantMessage message = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall("call-1", "function", "book", "{}"),
                        new AssistantMessage.ToolCall("call-2", "function", "pay", "{}")))
                .build();
        Prompt prompt = new Prompt(
                "x", ToolCallingChatOptions.builder().toolCallbacks(book, pay).build());

        assertThatIllegalStateException()
                .isThrownBy(() -> McpToolCallingManager.of(
                                ToolCallingManager.builder().build(), registry)
                        .executeToolCalls(prompt, new ChatResponse(List.of(new Generation(message)))))
                .withMessage("no rooms");
        assertThat(payments).hasValue(0);
    }

    private static ToolCallback tool(String name, Supplier<String> result) {
        ToolDefinition definition = ToolDefinition.builder()
                .name(name)
                .inputSchema("{\"type\":\"object\"}")
                .build();
        return new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return definition;
            }

            @Override
            public String call(String input) {
                return result.get();
            }
        };
    }

    /** Knows whether the thread that executed tool calls has left Spring AI. */
    private static final class ThreadWatch implements ToolCallingManager {

        private final ToolCallingManager delegate;

        private volatile @Nullable Thread thread;

        ThreadWatch(ToolCallingManager delegate) {
            this.delegate = delegate;
        }

        boolean isLeft() {
            Thread left = this.thread;
            return left != null
                    && Stream.of(left.getStackTrace())
                            .noneMatch(frame -> frame.getClassName().contains("springframework"));
        }

        @Override
        public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
            return this.delegate.resolveToolDefinitions(options);
        }

        @Override
        public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
            try {
                return this.delegate.executeToolCalls(prompt, response);
            } finally {
                this.thread = Thread.currentThread();
            }
        }
    }

    // media

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void whenTheMediaAdvisorIsUsedThenTheModelReceivesMedia(boolean streaming, boolean isError) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            String result = MEDIA_RESULT.substring(0, MEDIA_RESULT.length() - 1) + ",\"isError\":" + isError + "}";
            server.on("tools/call").times(1).reply(Reply.result(result));
            this.servers.connect("weather", server.url());
            this.model.thenCall("echo", "{}").thenCall("echo", "{\"a\":2}").thenSay("done");
            McpToolCallbackProvider attaching = this.servers.attachingProvider();
            await().atMost(ToolServers.LIMIT).until(() -> attaching.getToolCallbacks().length == 1);
            ChatClient client = ChatClient.builder(this.model)
                    .defaultToolCallbacks(attaching)
                    .defaultAdvisors(new McpMediaAdvisor())
                    .build();
            assertThat(content(client, streaming)).isEqualTo("done");

            List<Message> messages = this.model.lastPrompt().getInstructions();
            assertThat(messages).hasSize(6); // user, call, response, media, call, response
            ToolResponseMessage response = (ToolResponseMessage) messages.get(2);
            assertThat(response.getResponses().get(0).responseData())
                    .contains("see", "[image/png, 3 bytes]", "[audio/wav, 3 bytes]")
                    .doesNotContain(IMAGE)
                    .doesNotContain(SOUND)
                    .doesNotContain("not base64!");
            List<Media> media = ((UserMessage) messages.get(3)).getMedia();
            assertThat(media)
                    .extracting(each -> each.getMimeType().toString())
                    .containsExactly("image/png", "audio/wav");
            assertThat(messages.get(3).getText()).contains("2 from the tool \"echo\" of the server \"weather\"");
            assertThat(media.get(0).getDataAsByteArray()).isEqualTo("png".getBytes());
            assertThat(media.get(1).getDataAsByteArray()).isEqualTo("wav".getBytes());
            assertThat(this.model.lastToolResponse()).isEqualTo("{\"a\":2}");
        }
    }

    @Test
    void whenMediaAreNotConfiguredThenTheModelReceivesNotes() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").times(1).reply(Reply.result(MEDIA_RESULT));
            this.servers.connect("weather", server.url());
            this.model.thenCall("echo", "{}").thenSay("done");
            content(client().defaultAdvisors(new McpMediaAdvisor()).build(), false);
            assertThat(this.model.lastPrompt().getInstructions()).hasSize(3);
            assertThat(this.model.lastToolResponse())
                    .startsWith("see\n[image/png, 3 bytes]\n[audio/wav, 3 bytes]")
                    .doesNotContain(IMAGE)
                    .doesNotContain(SOUND);
        }
    }

    // it changes responses of MCP tools only
    @Test
    void whenAToolIsNotAnMcpToolThenTheAdvisorDoesNotChangeItsResult() {
        String result = "[{\"type\":\"image\",\"data\":\"" + IMAGE + "\"}]";
        ToolCallback own = new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return ToolDefinition.builder()
                        .name("own")
                        .description("d")
                        .inputSchema("{}")
                        .build();
            }

            @Override
            public String call(String toolInput) {
                return result;
            }
        };
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.servers.connect("weather", server.url());
            this.model.thenCall("own", "{}").thenSay("done");
            content(
                    client().defaultToolCallbacks(ToolCallbackProvider.from(own))
                            .defaultAdvisors(new McpMediaAdvisor())
                            .build(),
                    false);
            assertThat(this.model.lastToolResponse()).isEqualTo(result);
        }
    }

    // questions of the server

    @Test
    void whenAToolAsksTheUserThenThePromptWaitsForTheAnswer() throws Exception {
        EventFeed feed = new EventFeed();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            server.on("POST").reply(Reply.accepted());
            server.on("tools/call").reply(Reply.sse().follow(feed));
            McpClient mcp = this.servers.add(McpClient.builder("weather")
                    .url(server.url())
                    .elicitation((params, context) -> ElicitResult.accept(Map.of("city", "Oslo")))
                    .build());
            mcp.session().start();
            this.servers.awaitTools("weather", true);
            this.model.thenCall("echo", "{}").thenSay("done");
            ChatClient client = client().build();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> content(client, false));
            server.awaitRequests("tools/call", 1, ToolServers.LIMIT);
            feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"elicitation/create\",\"params\":{\"message\":"
                    + "\"Which city?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":"
                    + "\"string\"}}}}}");
            server.awaitRequests("POST", 1, ToolServers.LIMIT);
            feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                            + "\"sunny\"}]}}")
                    .end();
            assertThat(answer.get(15, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(this.model.lastToolResponse()).isEqualTo("sunny");
            assertThat(server.requests("POST").get(0).body()).contains("\"accept\"", "Oslo");
        }
    }

    // the client closes while a prompt waits
    @Test
    void whenTheClientIsClosedThenTheModelLearnsThatTheServerIsNotAvailable() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient mcp = this.servers.connect("weather", server.url());
            ToolCallback callback =
                    McpToolCallbackProvider.of(this.servers.registry()).getToolCallbacks()[0];
            mcp.close();
            assertThatThrownBy(() -> callback.call("{}"))
                    .isInstanceOf(McpToolExecutionException.class)
                    .hasMessageEndingWith("The tool was not executed.");
        }
    }
}
