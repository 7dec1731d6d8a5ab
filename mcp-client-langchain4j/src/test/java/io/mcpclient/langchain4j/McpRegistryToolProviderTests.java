package io.mcpclient.langchain4j;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** AI services of LangChain4j with a scripted model, and servers on the loopback interface. */
@Timeout(60)
class McpRegistryToolProviderTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private final ScriptedModel model = new ScriptedModel();

    interface Assistant {

        String chat(String text);
    }

    interface Conversation {

        String chat(
                @MemoryId Object user,
                @dev.langchain4j.service.UserMessage String text,
                InvocationParameters parameters);
    }

    interface Direct {

        Result<String> chat(String text);
    }

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
        this.server.close();
    }

    private McpClient start(String name, String url, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = this.invariants.build(settings.apply(McpClient.builder(name)
                .url(url)
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2)))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))));
        this.clients.add(client);
        client.session().start();
        return client;
    }

    private McpClient start() {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        McpClient client = start("weather", this.server.url(), builder -> builder);
        awaitTool("echo");
        return client;
    }

    private void awaitTool(String name) {
        Awaitility.await().atMost(LIMIT).until(() -> this.registry
                .snapshot()
                .find(name)
                .filter(McpRegisteredTool::available)
                .isPresent());
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private <T> T service(Class<T> type, ToolProvider... providers) {
        return AiServices.builder(type)
                .chatModel(this.model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .toolProviders(List.of(providers))
                .build();
    }

    private McpRegistryToolProvider provider() {
        return McpRegistryToolProvider.of(this.registry);
    }

    private ToolExecutionResultMessage resultOf(String callToolResult) {
        start();
        this.server.on("tools/call").reply(Reply.result(callToolResult));
        this.model.calls("echo", "{}").says("done");
        assertThat(service(Assistant.class, provider()).chat("go")).isEqualTo("done");
        return this.model.lastResult();
    }

    private static ToolProviderRequest request(Object memoryId) {
        return new ToolProviderRequest(memoryId, UserMessage.from("hello"));
    }

    private ToolExecutor executor(ToolProvider provider) {
        return provider.provideTools(request("default")).toolExecutorByName("echo");
    }

    private static ToolExecutionRequest execution(String arguments) {
        return ToolExecutionRequest.builder()
                .id("1")
                .name("echo")
                .arguments(arguments)
                .build();
    }

    @Test
    void modelCallsAToolAndReadsItsResult() {
        start();
        this.model
                .calls("echo", "{\"city\":\"Oslo\",\"amount\":12345678901234567890.125}")
                .says("It rains.");

        assertThat(service(Assistant.class, provider()).chat("Weather?")).isEqualTo("It rains.");

        assertThat(this.model.offered(0)).containsExactly("echo");
        assertThat(this.model.lastResult().text()).contains("Oslo");
        assertThat(this.server.requests("tools/call").get(0).body())
                .contains("\"arguments\":{\"city\":\"Oslo\",\"amount\":12345678901234567890.125}");
    }

    @Test
    void textBlocksAreOneText() {
        assertThat(resultOf("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}")
                        .text())
                .isEqualTo("a\nb");
    }

    @Test
    void eachKindOfContentIsTextOrANote() {
        ToolExecutionResultMessage result = resultOf("{\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
                + "{\"type\":\"image\",\"data\":\"aW1hZ2U=\",\"mimeType\":\"image/webp\"},"
                + "{\"type\":\"audio\",\"data\":\"YXVkaW8=\",\"mimeType\":\"audio/ogg\"},"
                + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.txt\",\"mimeType\":\"text/plain\",\"text\":\"inside\"}},"
                + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.pdf\",\"mimeType\":\"application/pdf\",\"blob\":\"cGRm\"}},"
                + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a.bin\",\"blob\":\"AAAA\"}},"
                + "{\"type\":\"resource_link\",\"uri\":\"file:///b.txt\",\"name\":\"b\",\"title\":\"B\"},"
                + "{\"type\":\"hologram\",\"data\":\"x\"}]}");

        assertThat(result.text().lines())
                .containsExactly(
                        "see",
                        "[image/webp, 5 bytes]",
                        "[audio/ogg, 5 bytes]",
                        "Resource file:///a.txt (text/plain)",
                        "inside",
                        "[application/pdf, 3 bytes, file:///a.pdf]",
                        "[file, 3 bytes, file:///a.bin]",
                        "{\"type\":\"resource_link\",\"uri\":\"file:///b.txt\",\"name\":\"b\",\"title\":\"B\"}",
                        "{\"type\":\"hologram\",\"data\":\"x\"}");
        assertThat(result.attributes()).isEmpty();
    }

    @Test
    void structuredContentIsResultAndJsonText() {
        start();
        this.server
                .on("tools/call")
                .times(2)
                .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"degrees\\\": 7 }\"}],"
                        + "\"structuredContent\":{\"degrees\":7}}"));
        AtomicReference<ToolExecution> seen = new AtomicReference<>();
        this.model.calls("echo", "").says("done");
        AiServices.builder(Assistant.class)
                .chatModel(this.model)
                .toolProvider(provider())
                .afterToolExecution(seen::set)
                .build()
                .chat("go");
        assertThat(this.model.lastResult().text()).isEqualTo("{\"degrees\":7}");
        assertThat(seen.get().resultObject()).isEqualTo(Map.of("degrees", 7));

        ToolExecutionResult other = executor(provider())
                .executeWithContext(execution("{}"), InvocationContext.builder().build());
        assertThat(other.isError()).isFalse();
    }

    @Test
    void structuredContentWithoutTextIsWrittenAsText() {
        assertThat(resultOf(
                                "{\"content\":[{\"type\":\"text\",\"text\":\"Seven\"}],\"structuredContent\":{\"degrees\":7}}")
                        .text())
                .isEqualTo("Seven\n{\"degrees\":7}");
    }

    @Test
    void failureOfTheToolIsMarkedAsAnErrorForTheModel() {
        ToolExecutionResultMessage result =
                resultOf("{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"No such city\"}]}");
        assertThat(result.isError()).isTrue();
        assertThat(result.text()).isEqualTo("No such city");
    }

    @Test
    void failureWithoutAMessageHasADefaultMessage() {
        ToolExecutionResultMessage result = resultOf("{\"isError\":true,\"content\":[]}");
        assertThat(result.isError()).isTrue();
        assertThat(result.text()).isEqualTo("The tool failed without a message.");
    }

    @Test
    void errorOfTheServerReachesTheModel() {
        start();
        this.server.on("tools/call").reply(Reply.error(-32602, "city is missing"));
        this.model.calls("echo", "{}").says("done");
        service(Assistant.class, provider()).chat("go");
        assertThat(this.model.lastResult().isError()).isTrue();
        assertThat(this.model.lastResult().text())
                .isEqualTo("The server of the tool rejected the call: city is missing.");
    }

    @Test
    void failureOfTheConnectionIsGivenToTheErrorHandlerWithoutAddresses() {
        start();
        this.server.on("tools/call").always().reply(Reply.reset());
        this.model.calls("echo", "{}").says("one").calls("echo", "{}").says("two");

        service(Assistant.class, provider()).chat("go");
        assertThat(this.model.lastResult().isError()).isTrue();
        assertThat(this.model.lastResult().text())
                .isEqualTo("The server of the tool cannot be reached. The tool may have been executed.");

        AtomicReference<Throwable> handled = new AtomicReference<>();
        AiServices.builder(Assistant.class)
                .chatModel(this.model)
                .toolProvider(provider())
                .toolExecutionErrorHandler((error, context) -> {
                    handled.set(error);
                    return ToolErrorHandlerResult.text("handled");
                })
                .build()
                .chat("go");
        assertThat(this.model.lastResult().text()).isEqualTo("handled");
        assertThat(handled.get()).isInstanceOfSatisfying(McpToolCallException.class, error -> {
            assertThat(error.failure()).isInstanceOf(McpConnectionException.class);
            assertThat(error.failure().outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertThat(error.getMessage()).doesNotContain("http", String.valueOf(this.server.port()));
        });
    }

    @Test
    void argumentsThatAreNotAnObjectAreNotSentAndReportedToTheModel() {
        start();
        this.model
                .calls("echo", "[1]")
                .calls("echo", "{\"a\":")
                .calls("echo", "\"text\"")
                .calls("echo", "")
                .says("done");
        List<ToolExecution> executions =
                service(Direct.class, provider()).chat("go").toolExecutions();
        assertThat(executions).extracting(ToolExecution::hasFailed).containsExactly(true, true, true, false);
        assertThat(executions.subList(0, 3))
                .extracting(ToolExecution::result)
                .allMatch(text -> text.startsWith("The tool was not executed: its arguments are not a JSON object ("));
        assertThat(executions.get(3).result()).isEqualTo("{}");
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    @Test
    void interruptCancelsTheCall() throws Exception {
        start();
        this.server.on("tools/call").reply(Reply.neverAnswer());
        ToolExecutor executor = executor(provider());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            try {
                executor.execute(execution("{}"), "default");
            } catch (RuntimeException ex) {
                failure.set(ex);
                interrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        this.server.awaitRequests("tools/call", 1, LIMIT);
        thread.interrupt();
        thread.join(LIMIT.toMillis());

        assertThat(failure.get())
                .isInstanceOf(ToolExecutionException.class)
                .hasMessage("The call was not completed.")
                .rootCause()
                .isInstanceOf(InterruptedException.class);
        assertThat(interrupted).isTrue();
        this.server.awaitRequests("notifications/cancelled", 1, LIMIT);
    }

    @Test
    void progressIsRequestedWithoutAListenerToExtendTheTimeout() {
        start();
        this.model.calls("echo", "{}").says("done");
        service(Assistant.class, provider()).chat("go");

        JsonNode sent = this.server.requests("tools/call").get(0).json();
        assertThat(sent.at("/params/_meta/progressToken")).isEqualTo(sent.get("id"));
    }

    @Test
    void progressIsReported() {
        start();
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                + request.json().at("/params/_meta/progressToken") + ",\"progress\":1,\"total\":2}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
        List<McpProgress> reports = new CopyOnWriteArrayList<>();
        this.model.calls("echo", "{}").says("done");
        service(
                        Assistant.class,
                        McpRegistryToolProvider.builder(this.registry)
                                .progressListener(reports::add)
                                .build())
                .chat("go");
        Awaitility.await().atMost(LIMIT).until(() -> !reports.isEmpty());
        assertThat(reports.get(0).progress()).isEqualTo(1);
        assertThat(reports.get(0).total()).isEqualTo(2);
    }

    @Test
    void invocationContextIsNotSentToTheServerUnlessConfigured() {
        start();
        InvocationParameters parameters = InvocationParameters.from(Map.of("tenant", "secret-tenant"));
        this.model.calls("echo", "{}").says("one").calls("echo", "{}").says("two");

        service(Conversation.class, provider()).chat("secret-user", "secret-question", parameters);
        RecordedRequest plain = this.server.requests("tools/call").get(0);
        assertThat(plain.body() + plain.headers()).doesNotContain("secret");

        McpRegistryToolProvider configured = McpRegistryToolProvider.builder(this.registry)
                .callOptions((tool, invocation) -> McpCallOptions.defaults()
                        .withMeta(
                                "com.example/tenant",
                                invocation.invocationParameters().get("tenant")))
                .build();
        service(Conversation.class, configured).chat("secret-user", "secret-question", parameters);
        assertThat(this.server
                        .requests("tools/call")
                        .get(1)
                        .json()
                        .at("/params/_meta")
                        .path("com.example/tenant")
                        .asString())
                .isEqualTo("secret-tenant");
    }

    @Test
    void principalOfAnInvocationHasItsOwnConnection() {
        this.server.on("GET").optionally().reply(Reply.status(405));
        start("weather", this.server.url(), builder -> builder.principals(Mono::empty));
        awaitTool("echo");
        McpRegistryToolProvider provider = McpRegistryToolProvider.builder(this.registry)
                .principal(invocation -> "app".equals(invocation.chatMemoryId())
                        ? null
                        : McpPrincipal.of(String.valueOf(invocation.chatMemoryId())))
                .build();
        Conversation conversation = service(Conversation.class, provider);
        for (String user : List.of("app", "alice", "bob", "alice")) {
            this.model.calls("echo", "{}").says("done");
            conversation.chat(user, "go", new InvocationParameters());
        }

        List<String> sessions = this.server.requests("tools/call").stream()
                .map(request -> request.header(ScriptedLegacyServer.SESSION_HEADER))
                .toList();
        assertThat(sessions).hasSize(4);
        assertThat(Set.copyOf(sessions)).hasSize(3);
        assertThat(sessions.get(1)).isEqualTo(sessions.get(3));
    }

    @Test
    void interruptCancelsTheCallOfAPrincipal() throws Exception {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        start("weather", this.server.url(), builder -> builder.principals(Mono::empty));
        awaitTool("echo");
        this.server.on("tools/call").reply(Reply.neverAnswer());
        ToolExecutor executor = executor(McpRegistryToolProvider.builder(this.registry)
                .principal(invocation -> McpPrincipal.of("alice"))
                .build());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            try {
                executor.execute(execution("{}"), "default");
            } catch (RuntimeException ex) {
                failure.set(ex);
                interrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        this.server.awaitRequests("tools/call", 1, LIMIT);
        thread.interrupt();
        thread.join(LIMIT.toMillis());
        assertThat(failure.get()).isInstanceOf(ToolExecutionException.class);
        assertThat(interrupted).isTrue();
        this.server.awaitRequests("notifications/cancelled", 1, LIMIT);
    }

    @Test
    void toolsAreSelectedByServerToolAndRequest() {
        this.server.tools(tool("echo"), tool("read"), tool("delete"));
        try (ScriptedLegacyServer files = ScriptedHttpServer.legacy().tools(tool("list"))) {
            files.on("GET").optionally().reply(Reply.status(405));
            start();
            start("files", files.url(), builder -> builder);
            awaitTool("list");

            assertThat(names(provider(), "a")).containsExactly("list", "echo", "read", "delete");
            assertThat(names(provider().forServers("files"), "a")).containsExactly("list");
            assertThat(names(provider().forServers("files").forServers("weather"), "a"))
                    .isEmpty();
            assertThat(names(provider().filter(tool -> !tool.name().equals("delete")), "a"))
                    .containsExactly("list", "echo", "read");
            McpRegistryToolProvider byUser = McpRegistryToolProvider.builder(this.registry)
                    .requestFilter(request -> request.chatMemoryId().equals("admin")
                            ? tool -> true
                            : tool -> tool.name().equals("read")
                                    && request.userMessage().singleText().equals("hello"))
                    .build();
            assertThat(names(byUser, "admin")).hasSize(4);
            assertThat(names(byUser, "guest")).containsExactly("read");
            this.clients.close();
        }
    }

    private static List<String> names(ToolProvider provider, Object memoryId) {
        ToolProviderResult result = provider.provideTools(request(memoryId));
        return result.aiServiceTools().stream().map(tool -> tool.name()).toList();
    }

    @Test
    void resultOfADirectToolGoesToTheCaller() {
        start();
        this.model.calls("echo", "{\"city\":\"Oslo\"}");
        McpRegistryToolProvider provider = McpRegistryToolProvider.builder(this.registry)
                .returnDirect(tool -> tool.name().equals("echo"))
                .build();
        Result<String> result = service(Direct.class, provider).chat("go");
        assertThat(result.content()).isNull();
        assertThat(result.toolExecutions().get(0).result()).contains("Oslo");
        assertThat(this.model.requests()).hasSize(1);
    }

    @Test
    void nextRequestSeesAChangedList() {
        start();
        Assistant assistant = service(Assistant.class, provider());
        this.model.says("one").says("two");
        assistant.chat("go");
        this.server.tools(tool("echo"), tool("forecast"));
        this.registry.refresh();
        awaitTool("forecast");
        assistant.chat("go");

        assertThat(this.model.offered(0)).containsExactly("echo");
        assertThat(this.model.offered(1)).containsExactly("echo", "forecast");
    }

    @Test
    void dynamicProviderSeesAChangedListWithinOneInvocation() {
        start();
        this.model.reply(request -> {
            this.server.tools(tool("echo"), tool("forecast"));
            this.registry.refresh();
            awaitTool("forecast");
            return new ScriptedModel().calls("echo", "{}").doChat(request);
        });
        this.model.says("done");
        service(
                        Assistant.class,
                        McpRegistryToolProvider.builder(this.registry)
                                .dynamic(true)
                                .build())
                .chat("go");
        assertThat(this.model.offered(0)).containsExactly("echo");
        assertThat(this.model.offered(1)).containsExactly("echo", "forecast");
    }

    @Test
    void toolsOfAServerThatIsDownAreOfferedForTheConfiguredTime() {
        ScriptedLegacyServer first = ScriptedHttpServer.legacy().tools(tool("list"));
        first.on("GET").optionally().reply(Reply.status(405));
        start();
        McpClient files = start("files", first.url(), builder -> builder);
        awaitTool("list");
        try (McpToolRegistry forgetting = McpToolRegistry.of(
                this.clients,
                McpToolNaming.defaults(),
                McpToolExposure.all().models(McpModelSettings.defaults().withKeepUnavailable(Duration.ZERO)))) {
            awaitOffer(McpRegistryToolProvider.of(forgetting), "list", "echo");
            outage(first, files, McpRegistryToolProvider.of(forgetting));
        }
    }

    private void awaitOffer(McpRegistryToolProvider provider, String... names) {
        Awaitility.await().atMost(LIMIT).until(() -> names(provider, "a").equals(List.of(names)));
    }

    private void outage(ScriptedLegacyServer first, McpClient files, McpRegistryToolProvider forgetting) {
        int port = first.port();
        Assistant assistant = service(Assistant.class, provider());
        this.model.calls("list", "{}").says("one").says("two").says("three");
        first.withoutVerification().close();
        assistant.chat("go");
        assertThat(this.model.lastResult().text()).contains("The server of the tool cannot be reached.");
        Awaitility.await()
                .atMost(LIMIT)
                .until(() ->
                        !this.registry.snapshot().find("list").orElseThrow().available());
        assistant.chat("go");
        awaitOffer(forgetting, "echo");
        awaitOffer(forgetting.toBuilder().unavailableTools(true).build(), "list", "echo");

        try (ScriptedLegacyServer second = ScriptedHttpServer.legacy(port, server -> {
            server.tools(tool("list"));
            server.onAny().where(request -> request.is("GET")).optionally().reply(Reply.status(405));
        })) {
            awaitTool("list");
            awaitOffer(forgetting, "list", "echo");
            assistant.chat("go");
            files.close();
            second.withoutVerification();
        }

        assertThat(List.of(0, 1, 2, 3))
                .allSatisfy(request -> assertThat(this.model.offered(request)).containsExactly("list", "echo"));
    }

    @Test
    void worksAlongsideLangChain4jsOwnProvider() throws Exception {
        start();
        try (ScriptedLegacyServer other = ScriptedHttpServer.legacy().tools(tool("other"))) {
            other.on("GET").optionally().reply(Reply.status(405));
            other.withoutVerification();
            try (DefaultMcpClient client = DefaultMcpClient.builder()
                    .key("other")
                    .transport(StreamableHttpMcpTransport.builder()
                            .url(other.url())
                            .build())
                    .build()) {
                McpToolProvider theirs =
                        McpToolProvider.builder().mcpClients(client).build();
                this.model.calls("other", "{}").calls("echo", "{\"a\":1}").says("done");
                assertThat(service(Assistant.class, provider(), theirs).chat("go"))
                        .isEqualTo("done");
                assertThat(this.model.offered(0)).containsExactlyInAnyOrder("echo", "other");
                assertThat(this.model.lastResult().text()).isEqualTo("{\"a\":1}");
            }
        }
    }

    /** The other side of the table in docs/langchain4j.md, for the rows that are about results. */
    @Test
    void langChain4jsOwnProviderLosesImagesAndFormats() throws Exception {
        String schema = "{\"name\":\"draw\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"day\":"
                + "{\"type\":\"string\",\"format\":\"date\",\"pattern\":\"^2\"}}}}";
        this.server.tools(schema).withoutVerification();
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server
                .on("tools/call")
                .optionally()
                .reply(Reply.result(
                        "{\"content\":[{\"type\":\"image\",\"data\":\"aW1hZ2U=\",\"mimeType\":\"image/png\"}]}"));
        try (DefaultMcpClient client = DefaultMcpClient.builder()
                .transport(StreamableHttpMcpTransport.builder()
                        .url(this.server.url())
                        .build())
                .build()) {
            ToolProviderResult result =
                    McpToolProvider.builder().mcpClients(client).build().provideTools(request("a"));
            assertThat(result.toolSpecificationByName("draw")
                            .parameters()
                            .properties()
                            .get("day"))
                    .hasToString("JsonStringSchema {description = null }");
            assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> result.toolExecutorByName("draw")
                    .executeWithContext(
                            ToolExecutionRequest.builder()
                                    .name("draw")
                                    .arguments("{}")
                                    .build(),
                            InvocationContext.builder().build()));
        }
    }

    // I04: the registry gives no name to another tool
    @Test
    void toolOfAnEarlierRequestIsNotCalledAtAnotherServer() {
        try (ScriptedLegacyServer other = ScriptedHttpServer.legacy()) {
            other.on("GET").optionally().reply(Reply.status(405));
            start();
            ToolExecutor executor = executor(provider());
            this.clients.remove("weather").orElseThrow().close();
            start("other", other.url(), builder -> builder);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> !this.registry.snapshot().ofServer("other").isEmpty());

            assertThat(names(provider(), "a")).containsExactly("other_echo");
            assertThat(executor.execute(execution("{}"), "default"))
                    .isEqualTo("The tool no longer exists. The tool was not executed.");
            assertThat(other.requests("tools/call")).isEmpty();
            this.clients.close();
        }
    }

    @Test
    void callsOfSeveralThreadsAreIndependent() {
        start();
        ToolExecutor executor = executor(provider());
        List<CompletableFuture<String>> calls = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> executor.execute(execution("{\"n\":" + i + "}"), "default")))
                .toList();
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).join()).isEqualTo("{\"n\":" + i + "}");
        }
    }
}
