package io.mcpclient.langchain4j;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatApplication.Way;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelTurn;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Names and arguments that a model uses though it was not offered them, in AI services as applications build them. */
@Timeout(60)
class OfferedNamesTests {

    private final FakeModel model = new FakeModel();

    private final ScriptedLegacyServer server =
            ScriptedHttpServer.legacy().tools(tool("echo"), tool("read_log"), tool("admin_reset"));

    interface Assistant {

        String chat(String prompt);
    }

    @AfterEach
    void close() {
        this.model.close();
        this.server.close();
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}";
    }

    private ChatApplication start(String... properties) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        ChatApplication application = LangChain4jChat.start(
                this.model,
                Stream.concat(Stream.of("mcp.servers.desk.url=" + this.server.url()), Stream.of(properties))
                        .toArray(String[]::new));
        application.awaitTools("echo");
        return application;
    }

    /** Asks an AI service that is built as the test says, whose model calls this tool. */
    private String resultOf(String tool, AiServices<Assistant> service) {
        this.model.thenCall(tool, "{\"n\":1}").thenSayResults();
        return service.build().chat("x");
    }

    private static AiServices<Assistant> service(ChatApplication application) {
        return AiServices.builder(Assistant.class).chatModel(application.bean(ChatModel.class));
    }

    @ParameterizedTest
    @EnumSource
    void excludedToolIsReportedAsUnknownToTheModel(Way way) {
        try (ChatApplication application = start("mcp.servers.desk.tools.exclude=admin_*")) {
            this.model.thenCall("admin_reset", "{}").thenSayResults();
            assertThat(application.ask(way, "x"))
                    .startsWith("The tool was not executed: no tool is named \"admin_reset\".");
            assertThat(this.server.requests("tools/call")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void toolThatWasFoundBySearchIsCalledByItsName(Way way) {
        try (ChatApplication application = start("mcp.tools.search.threshold=1", "mcp.tools.search.relevant=0")) {
            this.model
                    .thenCall("search_tools", "{\"query\":\"read log\"}")
                    .thenCall("read_log", "{\"n\":1}")
                    .thenSayResults();
            assertThat(application.ask(way, "x")).isEqualTo("{\"n\":1}");
            assertThat(this.model.toolNames()).containsExactly("search_tools", "call_tool");
        }
    }

    static Stream<Arguments> unusableArguments() {
        return Stream.of("search_tools", "call_tool", "read_resource", "read_result")
                .flatMap(tool -> Stream.of("", "{}", "[]", "[1]", "7", "not JSON", "{\"a\":", "{\"uri\":{}}")
                        .flatMap(arguments -> Stream.of(Way.values()).map(way -> Arguments.of(way, tool, arguments))));
    }

    /** One application for all rows: starting one takes most of the time. */
    @Test
    void unusableArgumentsOfTheToolsOfTheLibraryAreAnsweredWithText() {
        this.server
                .on("initialize")
                .optionally()
                .reply(Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        this.server.on("resources/list").optionally().reply(Reply.result("{\"resources\":[]}"));
        this.server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
        try (ChatApplication application = start(
                "mcp.tools.search.threshold=1",
                "mcp.tools.search.relevant=0",
                "mcp.tools.overflow=keep",
                "mcp.tools.max-result-length=1000",
                "mcp.langchain4j.resources.tools=true")) {
            unusableArguments().forEach(row -> {
                Object[] values = row.get();
                this.model.thenCall((String) values[1], (String) values[2]).thenSayResults();
                assertThat(application.ask((Way) values[0], "x"))
                        .as(String.valueOf(List.of(values)))
                        .startsWith("The tool was not executed: ");
            });
            assertThat(this.model.toolNames()).contains("search_tools", "call_tool", "read_resource", "read_result");
            assertThat(this.server.requests("tools/call")).isEmpty();
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @Test
    void strategyAnswersACallWithoutName() {
        try (ChatApplication application = start()) {
            McpRegistryToolProvider provider = application.bean(McpRegistryToolProvider.class);
            ToolExecutionRequest request =
                    ToolExecutionRequest.builder().id("1").arguments("{}").build();

            assertThat(provider.hallucinatedToolNameStrategy().apply(request).text())
                    .contains("Known tools: echo, read_log, admin_reset.");
        }
    }

    // ways to build a service

    static Stream<UnaryOperator<ToolProvider>> providers() {
        return Stream.of(provider -> provider, provider -> ((McpRegistryToolProvider) provider).forServers("desk"));
    }

    @Test
    void answerToAnUnknownNameIsMarkedAsAnError() {
        try (ChatApplication application = start()) {
            McpRegistryToolProvider provider = (McpRegistryToolProvider) application.bean(ToolProvider.class);
            ToolExecutionRequest request = ToolExecutionRequest.builder()
                    .id("1")
                    .name("no_such")
                    .arguments("{}")
                    .build();

            assertThat(provider.hallucinatedToolNameStrategy().apply(request).isError())
                    .isTrue();
        }
    }

    interface Reporting {

        Result<String> chat(String prompt);
    }

    @Test
    void callOfAnUnknownNameHasFailed() {
        try (ChatApplication application = start()) {
            this.model.thenCall("no_such", "{}").thenSay("done");
            Result<String> result = AiServices.builder(Reporting.class)
                    .chatModel(application.bean(ChatModel.class))
                    .toolProvider(application.bean(ToolProvider.class))
                    .build()
                    .chat("x");
            assertThat(result.toolExecutions()).singleElement().satisfies(execution -> assertThat(execution.hasFailed())
                    .isTrue());
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void serviceWithTheProviderAnswersWithText(UnaryOperator<ToolProvider> providers) {
        try (ChatApplication application = start()) {
            ToolProvider provider = providers.apply(application.bean(ToolProvider.class));
            assertThat(resultOf("no_such", service(application).toolProvider(provider)))
                    .contains("no tool is named \"no_such\"");
            assertThat(resultOf("no_such", service(application).toolProviders(List.of(provider))))
                    .contains("no tool is named \"no_such\"");
            assertThat(resultOf(
                            "no_such",
                            AiServices.<Assistant>builder(AiServiceContext.create(Assistant.class))
                                    .chatModel(application.bean(ChatModel.class))
                                    .toolProvider(provider)))
                    .contains("no tool is named \"no_such\"");
        }
    }

    @Test
    void toolOfAnyProviderOfTheServiceIsCalled() {
        try (ChatApplication application = start()) {
            AtomicBoolean isPermitted = new AtomicBoolean();
            McpRegistryToolProvider all = application.bean(McpRegistryToolProvider.class);
            List<ToolProvider> providers = List.of(
                    all.filter(tool -> tool.name().equals("echo")),
                    all.filter(tool -> tool.name().equals("read_log") && isPermitted.get()));
            this.model
                    .then(request -> {
                        isPermitted.set(true);
                        return FakeModelTurn.call(
                                new FakeModelTurn.Call("read_log", "{\"n\":1}"),
                                new FakeModelTurn.Call("admin_reset", "{}"));
                    })
                    .thenSayResults();
            assertThat(service(application).toolProviders(providers).build().chat("x"))
                    .startsWith("{\"n\":1}\nThe tool was not executed: no tool is named \"admin_reset\".");
        }
    }

    @Test
    void strategyOfTheApplicationTakesPrecedence() {
        try (ChatApplication application = start()) {
            ToolProvider provider = application.bean(ToolProvider.class);
            assertThat(resultOf(
                            "no_such",
                            service(application)
                                    .toolProvider(provider)
                                    .hallucinatedToolNameStrategy(
                                            request -> ToolExecutionResultMessage.from(request, "own"))))
                    .isEqualTo("own");
            assertThat(resultOf(
                            "no_such",
                            service(application)
                                    .hallucinatedToolNameStrategy(
                                            request -> ToolExecutionResultMessage.from(request, "own"))
                                    .toolProvider(provider)))
                    .isEqualTo("own");
        }
    }

    // The service does not see through it
    @Test
    void serviceWithAWrappedProviderUsesTheStrategyOfTheProvider() {
        try (ChatApplication application = start()) {
            McpRegistryToolProvider provider = application.bean(McpRegistryToolProvider.class);
            assertThat(resultOf(
                            "no_such",
                            service(application)
                                    .toolProvider(provider::provideTools)
                                    .hallucinatedToolNameStrategy(provider.hallucinatedToolNameStrategy())))
                    .contains("no tool is named \"no_such\"");
        }
    }
}
