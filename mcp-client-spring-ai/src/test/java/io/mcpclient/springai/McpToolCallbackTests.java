package io.mcpclient.springai;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** One tool as a callback: what the model learns of it, what it sends, what it gets back. */
@Timeout(60)
class McpToolCallbackTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @RegisterExtension
    final ToolServers servers = new ToolServers();

    private McpToolCallbackProvider provider() {
        return McpToolCallbackProvider.of(this.servers.registry());
    }

    private ToolCallback callback(ScriptedHttpServer server) {
        this.servers.connect("weather", server.url());
        return provider().getToolCallbacks()[0];
    }

    private static String text(String text) {
        return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
    }

    private static JsonNode call(ScriptedHttpServer server) {
        return server.requests("tools/call").get(0).json().at("/params");
    }

    private String resultOf(String result) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.result(result));
            return callback(server).call("{}");
        }
    }

    // definition

    @Test
    void whenAToolIsDefinedThenItsPortableSchemaStaysAsItIs() {
        String schema = "{\"type\":\"object\",\"$defs\":{\"point\":{\"type\":\"array\",\"items\":{\"type\":\"number\","
                + "\"minimum\":-90.5}}},"
                + "\"properties\":{\"city\":{\"type\":\"string\",\"x-unit\":null},\"at\":{\"$ref\":\"#/$defs/point\"}},"
                + "\"additionalProperties\":false}";
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("{\"name\":\"get.forecast\",\"title\":\"Forecast\",\"description\":\"Weather of tomorrow\","
                    + "\"inputSchema\":" + schema + "}");
            McpToolCallback callback = (McpToolCallback) callback(server);
            assertThat(JSON.readTree(callback.getToolDefinition().inputSchema()))
                    .isEqualTo(JSON.readTree(schema));
            assertThat(callback.getToolDefinition().description()).isEqualTo("Weather of tomorrow");
            assertThat(callback.getToolDefinition().name())
                    .isEqualTo(callback.tool().name())
                    .matches("[A-Za-z0-9_-]{1,64}");
            assertThat(callback.tool().definition().name()).isEqualTo("get.forecast");
            assertThat(callback).hasToString("McpToolCallback[" + callback.tool() + "]");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'\"title\":\"Forecast\",', Forecast",
        "'\"description\":\" \",\"annotations\":{\"title\":\"Annotated\"},', Annotated",
        "'', forecast"
    })
    void whenThereIsNoDescriptionThenTheTitleReplacesIt(String members, String description) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("{\"name\":\"forecast\"," + members + "\"inputSchema\":{\"type\":\"object\"}}");
            assertThat(callback(server).getToolDefinition().description()).isEqualTo(description);
        }
    }

    // arguments

    @Test
    void whenArgumentsAreGivenThenTheyArriveUnchanged() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            String arguments = "{\"city\":\"Tromsø\",\"big\":12345678901234567890,\"exact\":0.1000,\"none\":null,"
                    + "\"nested\":{\"list\":[1,true,\"x\"]}}";
            String result = callback(server).call(arguments);
            assertThat(JSON.readTree(result).at("/big").asString()).isEqualTo("12345678901234567890");
            assertThat(call(server).at("/arguments/city").asString()).isEqualTo("Tromsø");
            assertThat(call(server).at("/arguments").has("none")).isTrue();
            assertThat(server.requests("tools/call").get(0).body()).contains("0.1000");
        }
    }

    @Test
    void whenArgumentsAreMissingThenAnEmptyObjectIsSent() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            ToolCallback callback = callback(server);
            callback.call(" ");
            callback.call("null");
            assertThat(server.requests("tools/call"))
                    .hasSize(2)
                    .allMatch(request -> request.json().at("/params/arguments").isEmpty());
        }
    }

    @Test
    void whenArgumentsAreNotAnObjectThenTheModelReceivesAnErrorAndNothingIsSent() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            ToolCallback callback = callback(server);
            for (String bad : List.of("[1]", "{\"city\":", "\"x\"")) {
                McpToolExecutionException failure =
                        catchThrowableOfType(McpToolExecutionException.class, () -> callback.call(bad));
                assertThat(failure)
                        .hasMessageStartingWith("The tool was not executed: its arguments are not")
                        .hasMessageEndingWith("Write one JSON object.")
                        .hasCauseInstanceOf(McpRejectedException.class);
            }
            assertThat(server.requests("tools/call")).isEmpty();
        }
    }

    // results

    @Test
    void whenAResultIsTextThenTheModelGetsIt() {
        assertThat(resultOf("{\"content\":[" + text("sunny") + "," + text("20 degrees") + "]}"))
                .isEqualTo("sunny\n20 degrees");
    }

    @Test
    void whenAResultIsEmptyThenTheModelReceivesAMessage() {
        assertThat(resultOf("{\"content\":[]}")).isEqualTo("The tool returned no content.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"type\":\"text\",\"text\":\"{ \\\"unit\\\":\\\"C\\\", \\\"temperature\\\":20.5}\"}"})
    void whenAResultIsStructuredThenTheModelGetsItOnce(String content) {
        String structured = "{\"temperature\":20.5,\"unit\":\"C\"}";
        assertThat(resultOf("{\"content\":[" + content + "],\"structuredContent\":" + structured + "}"))
                .isEqualTo(structured);
    }

    @Test
    void whenAStructuredResultHasOtherContentsThenTheModelGetsBoth() {
        assertThat(resultOf("{\"content\":[" + text("It is warm.") + "],\"structuredContent\":{\"temperature\":20.5}}"))
                .isEqualTo("It is warm.\n{\"temperature\":20.5}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"image\",\"data\":\"iVBORw==\",\"mimeType\":\"image/png\"} | [image/png, 4 bytes]",
                "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"} | [audio/wav, 4 bytes]",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"f:a\",\"mimeType\":\"text/plain\",\"text\":\"hi\"}} | hi",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.bin\",\"blob\":\"AAEC\"}} | file:///a.bin",
                "{\"type\":\"resource_link\",\"uri\":\"https://a.example/x\",\"name\":\"x\",\"size\":3} | https://a.example/x",
                "{\"type\":\"text\",\"text\":\"with notes\",\"annotations\":{\"priority\":0.5}} | with notes",
                "{\"type\":\"hologram\",\"depth\":3} | hologram"
            })
    void whenAResultHasMixedContentThenTheModelReceivesTextOrANoteForEach(String block, String expected) {
        String result = resultOf("{\"content\":[" + text("see") + "," + block + "]}");
        assertThat(result).startsWith("see\n").contains(expected).doesNotContain("iVBOR", "UklGR", "AAEC");
    }

    // failures

    @Test
    void whenAToolFailsThenTheModelGetsItsText() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call")
                    .reply(Reply.result("{\"isError\":true,\"content\":[" + text("unknown city") + "]}"));
            ToolCallback callback = callback(server);
            McpToolExecutionException failure =
                    catchThrowableOfType(McpToolExecutionException.class, () -> callback.call("{}"));
            assertThat(failure).hasMessage("unknown city").hasCauseInstanceOf(McpToolException.class);
            assertThat(failure.isToolFailure()).isTrue();
            assertThat(((McpToolException) failure.failure()).resultText()).isEqualTo("unknown city");
            assertThat(failure.getToolDefinition()).isEqualTo(callback.getToolDefinition());
        }
    }

    // a server that repeats what it received
    @Test
    void whenAFailedToolRepeatsTheTokenThenTheModelDoesNotGetIt() {
        String token = "canary-token-0123456789";
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call")
                    .reply(Reply.result("{\"isError\":true,\"content\":[" + text("bad token " + token) + ","
                            + "{\"type\":\"resource_link\",\"uri\":\"f:a\",\"name\":\"" + token + "\"}]}"));
            this.servers
                    .add(McpClient.builder("weather")
                            .url(server.url())
                            .credentials(McpSchemes.bearer(() -> token))
                            .build())
                    .session()
                    .start();
            this.servers.awaitTools("weather", true);
            assertThat(catchThrowable(() -> provider().getToolCallbacks()[0].call("{}"))
                            .getMessage())
                    .contains("bad token", "f:a")
                    .doesNotContain(token);
        }
    }

    @Test
    void whenAToolFailsWithoutAMessageThenTheModelReceivesADefaultMessage() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.result("{\"isError\":true,\"content\":[]}"));
            ToolCallback callback = callback(server);
            assertThat(catchThrowable(() -> callback.call("{}"))).hasMessage("The tool failed without a message.");
        }
    }

    @Test
    void whenAToolFailsThenTheChatContinues() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call")
                    .reply(Reply.result("{\"isError\":true,\"content\":[" + text("unknown city") + "]}"));
            callback(server);
            ScriptedChatModel model =
                    new ScriptedChatModel().thenCall("echo", "{}").thenSay("Which city?");
            assertThat(ChatClient.create(model)
                            .prompt("x")
                            .toolCallbacks(provider())
                            .call()
                            .content())
                    .isEqualTo("Which city?");
            assertThat(model.lastToolResponse()).isEqualTo("unknown city");
        }
    }

    @Test
    void whenTheServerRejectsTheCallThenTheModelGetsItsMessage() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.error(-32602, "city is required"));
            ToolCallback callback = callback(server);
            McpToolExecutionException failure =
                    catchThrowableOfType(McpToolExecutionException.class, () -> callback.call("{}"));
            assertThat(failure)
                    .hasMessageStartingWith("The server of the tool rejected the call: city is required.")
                    .hasCauseInstanceOf(McpRequestException.class);
            assertThat(failure.isToolFailure()).isFalse();
        }
    }

    @Test
    void whenTheServerIsUnavailableThenTheModelsMessageHasNoAddressAndNoSecret() {
        McpToolExecutionException failure;
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient client = this.servers.add(McpClient.builder("weather")
                    .url(server.url() + "?tenant=canary-in-url")
                    .credentials(McpSchemes.bearer(() -> "canary-token"))
                    .build());
            client.session().connect();
            this.servers.awaitTools("weather", true);
            ToolCallback callback = provider().getToolCallbacks()[0];
            server.on("tools/call").reply(Reply.reset());
            failure = catchThrowableOfType(McpToolExecutionException.class, () -> callback.call("{}"));
        }
        assertThat(failure.getMessage())
                .isEqualTo("The server of the tool cannot be reached. The tool may have been executed.")
                .doesNotContain("canary")
                .doesNotContain("127.0.0.1");
        assertThat(failure).hasCauseInstanceOf(McpConnectionException.class);
        assertThat(failure.failure().serverName()).isEqualTo("weather");
    }

    @Test
    void whenTheToolTimesOutThenTheModelIsInformedThatItMayHaveRun() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            this.servers
                    .add(McpClient.builder("weather")
                            .url(server.url())
                            .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(3)))
                            .build())
                    .session()
                    .connect();
            this.servers.awaitTools("weather", true);
            ToolCallback callback = provider().getToolCallbacks()[0];
            Throwable failure = catchThrowable(() -> callback.call("{}"));
            assertThat(failure)
                    .hasMessage("The tool did not respond in time. The tool may have been executed.")
                    .hasCauseInstanceOf(McpTimeoutException.class);
        }
    }

    @Test
    void whenTheToolWasRemovedThenTheModelReceivesAnError() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            ToolCallback callback = callback(server);
            server.tools("{\"name\":\"other\",\"inputSchema\":{\"type\":\"object\"}}");
            this.servers.registry().refresh();
            this.servers.awaitTool("other");
            assertThat(catchThrowable(() -> callback.call("{}")))
                    .hasMessage("The tool no longer exists. The tool was not executed.")
                    .hasCauseInstanceOf(McpRejectedException.class);
        }
    }

    // a mistake of the application, about which a model can do nothing
    @Test
    void whenTheThreadMustNotBlockThenThePromptFails() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            ToolCallback callback = callback(server);
            for (Map<String, Object> context : List.of(
                    Map.<String, Object>of(), Map.<String, Object>of(McpToolContext.PRINCIPAL, McpPrincipal.of("a")))) {
                CompletableFuture<Throwable> thrown = new CompletableFuture<>();
                Schedulers.parallel()
                        .schedule(() ->
                                thrown.complete(catchThrowable(() -> callback.call("{}", new ToolContext(context)))));
                assertThat(thrown.get(15, TimeUnit.SECONDS))
                        .isInstanceOfSatisfying(McpRejectedException.class, ex -> assertThat(ex.reason())
                                .isEqualTo(McpRejectedException.Reason.EVENT_LOOP));
            }
            assertThat(server.requests("tools/call")).isEmpty();
        }
    }

    @Test
    void whenTheModelUsesAnUnknownNameThenToolsOfTheApplicationAreSuggested() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            callback(server);
            ToolCallback own = FunctionToolCallback.builder("get_invoice", (String number) -> number)
                    .inputType(String.class)
                    .build();
            Prompt prompt = new Prompt(
                    "x",
                    ToolCallingChatOptions.builder()
                            .toolCallbacks(provider().getToolCallbacks()[0], own)
                            .build());
            assertThat(responses(prompt, "getInvoice")).singleElement().satisfies(response -> assertThat(
                            response.responseData())
                    .isEqualTo("The tool was not executed: no tool is named \"getInvoice\"."
                            + " Did you mean \"get_invoice\"? Known tools: echo, get_invoice."));
            assertThat(server.requests("tools/call")).isEmpty();
        }
    }

    private List<ToolResponseMessage.ToolResponse> responses(Prompt prompt, String called) {
        AssistantMessage calls = AssistantMessage.builder()
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", called, "{}")))
                .build();
        List<Message> conversation = McpToolCallingManager.of(
                        ToolCallingManager.builder().build(), this.servers.registry())
                .executeToolCalls(prompt, new ChatResponse(List.of(new Generation(calls))))
                .conversationHistory();
        return ((ToolResponseMessage) conversation.get(conversation.size() - 1)).getResponses();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = "\n")
    void whenTheModelUsesNoNameThenItReadsTheKnownNames(String name) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            callback(server);
            Prompt prompt = new Prompt(
                    "x",
                    ToolCallingChatOptions.builder()
                            .toolCallbacks(provider().getToolCallbacks())
                            .build());
            assertThat(responses(prompt, name))
                    .containsExactly(new ToolResponseMessage.ToolResponse(
                            "1",
                            "missing_tool_name",
                            "The tool was not executed: no tool is named \"missing_tool_name\". Known tools: echo."));
        }
    }

    // tool context

    private static Reply progress(RecordedRequest request) {
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + request.json().at("/params/_meta/progressToken")
                        + ",\"progress\":1,\"total\":2,\"message\":\"half\"}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[" + text("done") + "]}}");
    }

    @Test
    void whenThereIsNoListenerThenProgressIsRequestedToExtendTheTimeout() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(McpToolCallbackTests::progress);
            callback(server).call("{}");
            JsonNode sent = server.requests("tools/call").get(0).json();
            assertThat(sent.at("/params/_meta/progressToken")).isEqualTo(sent.get("id"));
        }
    }

    @Test
    void whenTheToolContextHasAListenerThenItReceivesTheProgress() {
        List<McpProgress> received = new CopyOnWriteArrayList<>();
        McpProgressListener listener = received::add;
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(McpToolCallbackTests::progress);
            callback(server);
            ScriptedChatModel model =
                    new ScriptedChatModel().thenCall("echo", "{}").thenSay("ok");
            ChatClient.create(model)
                    .prompt("x")
                    .toolCallbacks(provider())
                    .toolContext(Map.of(McpToolContext.PROGRESS, listener))
                    .call()
                    .content();
            assertThat(model.lastToolResponse()).isEqualTo("done");
            assertThat(received).singleElement().satisfies(progress -> {
                assertThat(progress.message()).isEqualTo("half");
                assertThat(progress.total()).isEqualTo(2);
            });
        }
    }

    @Test
    void whenKeysOfTheToolContextAreListedThenOnlyTheyAreSent() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.servers.connect("weather", server.url());
            ToolCallback callback = provider()
                    .withToolContextKeys("com.example/tenant", "com.example/absent")
                    .getToolCallbacks()[0];
            callback.call("{}", new ToolContext(Map.of("com.example/tenant", Map.of("id", 7), "secret", "canary")));
            assertThat(call(server).at("/_meta/com.example~1tenant/id").asInt()).isEqualTo(7);
            assertThat(call(server).at("/_meta").has("com.example/absent")).isFalse();
            assertThat(server.requests("tools/call").get(0).body()).doesNotContain("canary");
        }
    }

    @Test
    void whenNoKeyIsListedThenNothingOfTheToolContextIsSent() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            callback(server).call("{}", new ToolContext(Map.of("com.example/tenant", "canary")));
            assertThat(server.requests("tools/call").get(0).body()).doesNotContain("canary");
        }
    }

    @Test
    void whenAToolContextValueHasTheWrongTypeThenTheCallThrows() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            ToolCallback callback = callback(server);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> callback.call("{}", new ToolContext(Map.of(McpToolContext.PRINCIPAL, "alice"))))
                    .withMessageContaining("\"io.mcpclient.principal\"")
                    .withMessageContaining("java.lang.String");
        }
    }

    @Test
    void whenTheToolContextHasAPrincipalThenTheCallIsOnItsBehalf() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            List<McpPrincipal> resolved = new CopyOnWriteArrayList<>();
            this.servers
                    .add(McpClient.builder("weather")
                            .url(server.url())
                            .principals(() -> {
                                resolved.add(McpPrincipal.APPLICATION);
                                return Mono.just(McpPrincipal.APPLICATION);
                            })
                            .build())
                    .session()
                    .connect();
            this.servers.awaitTools("weather", true);
            ToolCallback callback = provider().getToolCallbacks()[0];
            int before = resolved.size();
            for (String user : List.of("alice", "bob", "alice")) {
                callback.call(
                        "{\"user\":\"" + user + "\"}",
                        new ToolContext(Map.of(McpToolContext.PRINCIPAL, McpPrincipal.of(user))));
            }
            assertThat(resolved).hasSize(before);
            List<RecordedRequest> calls = server.requests("tools/call");
            String session = ScriptedLegacyServer.SESSION_HEADER;
            assertThat(calls.get(0).header(session)).isEqualTo(calls.get(2).header(session));
            assertThat(calls.get(0).header(session)).isNotEqualTo(calls.get(1).header(session));
        }
    }

    @Test
    void whenACallOnBehalfOfAPrincipalFailsThenTheModelReceivesAnError() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.error(-32602, "city is required"));
            ToolCallback callback = callback(server);
            assertThat(catchThrowable(() -> callback.call(
                            "{}", new ToolContext(Map.of(McpToolContext.PRINCIPAL, McpPrincipal.of("alice"))))))
                    .isInstanceOf(McpToolExecutionException.class)
                    .hasCauseInstanceOf(McpRequestException.class);
        }
    }

    // cancellation

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void whenTheThreadIsInterruptedThenTheCallIsCancelledAtTheServer(boolean onBehalf) throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").reply(Reply.accepted());
            ToolCallback callback = callback(server);
            ToolContext context =
                    new ToolContext(onBehalf ? Map.of(McpToolContext.PRINCIPAL, McpPrincipal.APPLICATION) : Map.of());
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread caller = new Thread(() -> thrown.complete(catchThrowable(() -> callback.call("{}", context))));
            caller.start();
            server.awaitRequests("tools/call", 1, ToolServers.LIMIT);
            caller.interrupt();
            assertThat(thrown.get(15, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
            server.awaitRequests("notifications/cancelled", 1, ToolServers.LIMIT);
        }
    }

    // as a task that its server has cancelled: the chat goes on
    @Test
    void whenTheCallIsCancelledElsewhereThenTheModelReadsIt() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient client = this.servers.add(McpClient.builder("weather")
                    .url(server.url())
                    .interceptor((call, next) -> call.method().equals("tools/call")
                            ? Mono.error(new McpCancelledException(McpErrorDetails.of(
                                    "weather", "tools/call", McpOutcome.UNKNOWN, "the task was cancelled")))
                            : next.handle(call))
                    .build());
            client.session().start();
            this.servers.awaitTools("weather", true);

            assertThat(catchThrowable(() -> provider().getToolCallbacks()[0].call("{}")))
                    .isInstanceOf(McpToolExecutionException.class)
                    .hasMessage("The call was cancelled. The tool may have been executed.");
        }
    }

    // metadata

    @Test
    void whenAToolReturnsDirectlyThenTheCallerGetsItsResult() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.servers.connect("weather", server.url());
            McpToolCallbackProvider provider = provider().withReturnDirect("other", "ec*");
            ScriptedChatModel model = new ScriptedChatModel().thenCall("echo", "{\"a\":1}");
            assertThat(ChatClient.create(model)
                            .prompt("x")
                            .toolCallbacks(provider)
                            .call()
                            .content())
                    .isEqualTo("{\"a\":1}");
            assertThat(model.prompts()).hasSize(1);
            assertThat(provider().getToolCallbacks()[0].getToolMetadata().returnDirect())
                    .isFalse();
        }
    }
}
