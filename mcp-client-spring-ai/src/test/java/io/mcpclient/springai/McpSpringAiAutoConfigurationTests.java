package io.mcpclient.springai;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The beans: there, switched off, without Spring AI, replaced by those of the application, beside Spring AI's own. */
@Timeout(60)
class McpSpringAiAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class));

    private static void awaitTool(ApplicationContext context) {
        await().atMost(ToolServers.LIMIT).until(() -> !context.getBean(McpToolRegistry.class)
                .snapshot()
                .tools()
                .isEmpty());
    }

    private static List<String> names(ToolCallbackProvider provider) {
        return Arrays.stream(provider.getToolCallbacks())
                .map(callback -> callback.getToolDefinition().name())
                .toList();
    }

    @Test
    void whenSpringAiIsPresentThenThereIsAProvider() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        awaitTool(context);
                        ScriptedChatModel model = new ScriptedChatModel()
                                .thenCall("echo", "{\"a\":1}")
                                .thenSay("done");
                        assertThat(ChatClient.builder(model)
                                        .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
                                        .build()
                                        .prompt("x")
                                        .call()
                                        .content())
                                .isEqualTo("done");
                        assertThat(model.lastToolResponse()).isEqualTo("{\"a\":1}");
                        assertThat(context)
                                .hasBean("mcpToolCallbackProvider")
                                .doesNotHaveBean(McpSamplingHandler.class);
                    });
        }
    }

    @Test
    void whenPropertiesAreSetThenTheyApply() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.spring-ai.return-direct=ec*",
                            "mcp.spring-ai.tool-context-keys=com.example/tenant",
                            "mcp.spring-ai.include-unavailable=true")
                    .run(context -> {
                        awaitTool(context);
                        ScriptedChatModel model = new ScriptedChatModel().thenCall("echo", "{\"a\":1}");
                        assertThat(ChatClient.create(model)
                                        .prompt("x")
                                        .toolCallbacks(context.getBean(ToolCallbackProvider.class))
                                        .toolContext(Map.of("com.example/tenant", "t-7"))
                                        .call()
                                        .content())
                                .isEqualTo("{\"a\":1}");
                        assertThat(server.requests("tools/call").get(0).body())
                                .contains("\"com.example/tenant\":\"t-7\"");
                        context.getBean(McpClient.class).session().dispose();
                        await().atMost(ToolServers.LIMIT)
                                .until(() -> context.getBean(McpToolRegistry.class).snapshot().tools().stream()
                                        .noneMatch(tool -> tool.available()));
                        assertThat(names(context.getBean(ToolCallbackProvider.class)))
                                .containsExactly("echo");
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp.spring-ai.enabled=false", "mcp.enabled=false"})
    void whenSwitchedOffThenThereIsNoProvider(String property) {
        this.runner
                .withPropertyValues(property, "mcp.spring-ai.sampling.enabled=true")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(ToolCallbackProvider.class)
                        .doesNotHaveBean(McpSamplingHandler.class));
    }

    // A new bean needs four tests in this class: present, switched off, without its library, replaced by the
    // application
    @Test
    void whenTheAutoConfigurationDefinesABeanThenThisClassTestsIt() {
        Stream<Class<?>> classes = Stream.concat(
                Stream.of(McpSpringAiAutoConfiguration.class),
                Arrays.stream(McpSpringAiAutoConfiguration.class.getDeclaredClasses()));
        assertThat(classes.flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> method.isAnnotationPresent(Bean.class))
                        .map(Method::getName))
                .containsExactlyInAnyOrder(
                        "mcpToolCallbackProvider",
                        "mcpToolCallingManagerPostProcessor",
                        "mcpLeftoverProperties",
                        "mcpMediaChatClientBuilderCustomizer",
                        "mcpChatModelSamplingHandler");
    }

    @Test
    void whenTheToolCallingManagerIsABeanThenUnknownNamesAreAnswered() {
        this.runner
                .withConfiguration(AutoConfigurations.of(ToolCallingAutoConfiguration.class))
                .run(context -> assertThat(context.getBean(ToolCallingManager.class))
                        .isInstanceOf(McpToolCallingManager.class));
    }

    @Test
    void whenTheApplicationWrapsTheToolCallingManagerThenItsBeanIsUnchanged() {
        this.runner
                .withBean(
                        "mine",
                        ToolCallingManager.class,
                        () -> McpToolCallingManager.of(
                                ToolCallingManager.builder().build(),
                                McpToolRegistry.of(new McpClients(List.of()), McpToolNaming.defaults())))
                .run(context ->
                        assertThat(context.getBean(ToolCallingManager.class)).isSameAs(context.getBean("mine")));
    }

    @Test
    void whenDisabledThenTheToolCallingManagerIsUnchanged() {
        this.runner
                .withConfiguration(AutoConfigurations.of(ToolCallingAutoConfiguration.class))
                .withPropertyValues("mcp.spring-ai.enabled=false")
                .run(context -> assertThat(context.getBean(ToolCallingManager.class))
                        .isNotInstanceOf(McpToolCallingManager.class));
    }

    @Test
    void whenResourceToolsAreOnThenModelsAreOfferedThem() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.spring-ai.resources.tools=true")
                    .run(context -> {
                        awaitTool(context);
                        assertThat(names(context.getBean(ToolCallbackProvider.class)))
                                .containsExactly("list_resources", "read_resource", "echo");
                    });
        }
    }

    @Test
    void whenSpringAiIsAbsentThenTheClientWorksWithoutIt() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.ai"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(McpToolRegistry.class)
                        .doesNotHaveBean("mcpToolCallbackProvider"));
    }

    // spring-ai-client-chat is needed for the advisor alone
    @Test
    void whenOnlyModelsArePresentThenThereIsAProvider() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.ai.chat.client"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(McpToolCallbackProvider.class)
                        .doesNotHaveBean("mcpMediaChatClientBuilderCustomizer"));
    }

    @Test
    void whenChatClientsAreThereThenTheirBuilderHasTheMediaAdvisor() {
        this.runner.run(context -> assertThat(context).hasBean("mcpMediaChatClientBuilderCustomizer"));
    }

    @Test
    void whenTheApplicationHasItsOwnProviderThenItIsUsed() {
        this.runner
                .withBean("mine", McpToolCallbackProvider.class, () -> McpToolCallbackProvider.of(
                                McpToolRegistry.of(new McpClients(List.of()), McpToolNaming.defaults()))
                        .forServers("weather"))
                .run(context -> assertThat(context)
                        .hasSingleBean(McpToolCallbackProvider.class)
                        .hasBean("mine"));
    }

    @Test
    void whenSamplingIsOnThenTheModelIsLookedUpLate() {
        this.runner
                .withPropertyValues("mcp.spring-ai.sampling.enabled=true")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ChatModelSamplingHandler.class));
    }

    @Test
    void whenTheApplicationHasItsOwnSamplingHandlerThenItIsUsed() {
        this.runner
                .withPropertyValues("mcp.spring-ai.sampling.enabled=true")
                .withBean(ChatModel.class, ScriptedChatModel::new)
                .withBean(McpSamplingHandler.class, () -> (params, context) -> CreateMessageResult.text("m", "mine"))
                .run(context -> assertThat(context)
                        .hasSingleBean(McpSamplingHandler.class)
                        .doesNotHaveBean(ChatModelSamplingHandler.class));
    }

    @Test
    void whenAPropertyIsMisspeltThenTheStartFails() {
        this.runner.withPropertyValues("mcp.spring-ai.return-directly=x").run(context -> assertThat(
                        context.getStartupFailure())
                .hasStackTraceContaining("mcp.spring-ai.return-directly"));
    }

    @Test
    void whenAToolContextKeyIsReservedThenTheStartFailsAndNamesTheProperty() {
        this.runner
                .withPropertyValues("mcp.spring-ai.tool-context-keys=io.mcpclient.principal")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("mcp.spring-ai.tool-context-keys")
                        .hasStackTraceContaining("io.mcpclient.principal"));
    }

    // both starters on the class path, each with a server of its own
    @Test
    void whenSpringAiHasItsOwnClientsThenBothProvidersWork() {
        AutoConfigurations all = AutoConfigurations.of(
                ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates().stream()
                        .filter(name -> name.startsWith("org.springframework.ai.mcp.client."))
                        .map(McpSpringAiAutoConfigurationTests::load)
                        .toArray(Class<?>[]::new));
        try (ScriptedLegacyServer theirs = ScriptedHttpServer.legacy();
                ScriptedLegacyServer ours = ScriptedHttpServer.legacy()) {
            theirs.on("GET").optionally().reply(Reply.status(405));
            this.runner
                    .withConfiguration(all)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + ours.url(),
                            "spring.ai.mcp.client.streamable-http.connections.desk.url=http://127.0.0.1:"
                                    + theirs.port())
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        awaitTool(context);
                        assertThat(context.getBeansOfType(ToolCallbackProvider.class))
                                .containsOnlyKeys("mcpToolCallbackProvider", "mcpToolCallbacks");
                        assertThat(context.getBean("mcpToolCallbackProvider"))
                                .isInstanceOf(McpToolCallbackProvider.class);
                        assertThat(context.getBean("mcpToolCallbacks")).isInstanceOf(SyncMcpToolCallbackProvider.class);
                        assertThat(names(context.getBean(McpToolCallbackProvider.class)))
                                .containsExactly("echo");
                        assertThat(names(context.getBean(SyncMcpToolCallbackProvider.class)))
                                .hasSize(1);
                        assertThat(context.getBean(McpToolCallbackProvider.class)
                                        .getToolCallbacks()[0]
                                        .call("{\"a\":1}"))
                                .isEqualTo("{\"a\":1}");
                        assertThat(context.getBean(SyncMcpToolCallbackProvider.class)
                                        .getToolCallbacks()[0]
                                        .call("{\"a\":2}"))
                                .contains("a");
                        assertThat(ours.requests("tools/call")).hasSize(1);
                        assertThat(theirs.requests("tools/call")).hasSize(1);
                    });
        }
    }

    // a model needs the manager of tool calls, which reads all providers, whose clients may need the model for sampling
    @Test
    void whenTheModelDependsOnAllToolsThenThereIsNoCycle() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withConfiguration(AutoConfigurations.of(
                            ToolCallingAutoConfiguration.class, ChatClientAutoConfiguration.class))
                    .withUserConfiguration(ModelConfiguration.class)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.spring-ai.sampling.enabled=true")
                    .run(context -> {
                        assertThat(context).hasNotFailed().hasSingleBean(ChatModelSamplingHandler.class);
                        awaitTool(context);
                        ScriptedChatModel model = context.getBean(ScriptedChatModel.class);
                        model.thenCall("echo", "{\"a\":1}").thenSay("done");
                        assertThat(context.getBean(ChatClient.Builder.class)
                                        .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
                                        .build()
                                        .prompt("x")
                                        .call()
                                        .content())
                                .isEqualTo("done");
                        assertThat(model.lastToolResponse()).isEqualTo("{\"a\":1}");
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ModelConfiguration {

        @Bean
        ScriptedChatModel model(ToolCallingManager manager) {
            assertThat(manager).isNotNull();
            return new ScriptedChatModel();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
