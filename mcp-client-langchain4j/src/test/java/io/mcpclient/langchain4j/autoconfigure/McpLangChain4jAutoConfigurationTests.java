package io.mcpclient.langchain4j.autoconfigure;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class McpLangChain4jAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String SAMPLING =
            "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"sampling/createMessage\","
                    + "\"params\":{\"maxTokens\":5,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]}}";

    private static final String RESULT = "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpLangChain4jAutoConfiguration.class));

    private static ToolProviderResult provided(AssertableApplicationContext context) {
        return context.getBean(ToolProvider.class)
                .provideTools(new ToolProviderRequest("me", UserMessage.from("hello")));
    }

    private void withServer(Consumer<ScriptedLegacyServer> test) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            test.accept(server);
        }
    }

    private ApplicationContextRunner at(ScriptedLegacyServer server) {
        return this.runner.withPropertyValues("mcp.servers.weather.url=" + server.url());
    }

    private static void awaitEcho(AssertableApplicationContext context) {
        Awaitility.await().atMost(LIMIT).until(() -> context.getBean(McpToolRegistry.class)
                .snapshot()
                .find("echo")
                .isPresent());
    }

    @Test
    void whenLangChain4jIsPresentThenToolsAreProvided() {
        withServer(server -> at(server).run(context -> {
            awaitEcho(context);
            assertThat(context).hasSingleBean(ToolProvider.class).hasSingleBean(McpRegistryToolProvider.class);
            assertThat(provided(context).aiServiceTools())
                    .extracting(AiServiceTool::name)
                    .containsExactly("echo");
            assertThat(context).doesNotHaveBean(McpSamplingHandler.class);
        }));
    }

    // A new bean needs four tests in this class: present, switched off, without its library, replaced by the
    // application
    @Test
    void whenTheAutoConfigurationDefinesABeanThenThisClassTestsIt() {
        Stream<Class<?>> classes = Stream.concat(
                Stream.of(McpLangChain4jAutoConfiguration.class),
                Arrays.stream(McpLangChain4jAutoConfiguration.class.getDeclaredClasses()));
        assertThat(classes.flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> method.isAnnotationPresent(Bean.class))
                        .map(Method::getName))
                .containsExactlyInAnyOrder("mcpRegistryToolProvider", "mcpChatModelSamplingHandler");
    }

    @Test
    void whenPropertiesAreSetThenTheyApply() {
        withServer(server -> at(server)
                .withPropertyValues(
                        "mcp.langchain4j.servers=weather",
                        "mcp.langchain4j.return-direct=echo",
                        "mcp.langchain4j.dynamic=true",
                        "mcp.langchain4j.unavailable-tools=true",
                        "mcp.langchain4j.resources.tools=true")
                .run(context -> {
                    awaitEcho(context);
                    ToolProviderResult result = provided(context);
                    assertThat(result.aiServiceTools())
                            .extracting(AiServiceTool::name)
                            .containsExactly("list_resources", "read_resource", "echo");
                    assertThat(result.aiServiceTools().get(2).returnBehavior()).isEqualTo(ReturnBehavior.IMMEDIATE);
                    assertThat(context.getBean(ToolProvider.class).isDynamic()).isTrue();
                }));
        withServer(server -> at(server)
                .withPropertyValues("mcp.langchain4j.servers=other")
                .run(context -> {
                    awaitEcho(context);
                    assertThat(provided(context).aiServiceTools()).isEmpty();
                }));
    }

    @Test
    void whenSwitchedOffThenThereIsNoProvider() {
        this.runner
                .withPropertyValues("mcp.langchain4j.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ToolProvider.class));
        this.runner
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ToolProvider.class));
    }

    @Test
    void whenLangChain4jIsAbsentThenNothingIsDefined() {
        this.runner.withClassLoader(new FilteredClassLoader("dev.langchain4j")).run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(McpToolRegistry.class)
                .doesNotHaveBean(McpLangChain4jAutoConfiguration.class));
    }

    @Test
    void whenApplicationHasAProviderThenItIsUsed() {
        ToolProvider own = request -> ToolProviderResult.builder().build();
        this.runner.withBean("own", ToolProvider.class, () -> own).run(context -> assertThat(context)
                .hasSingleBean(ToolProvider.class)
                .hasBean("own"));
    }

    @Test
    void whenPropertyIsUnknownThenStartFails() {
        this.runner.withPropertyValues("mcp.langchain4j.samplin.enabled=true").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("mcp.langchain4j.samplin.enabled"));
    }

    @Test
    void whenSamplingIsEnabledThenTheChatModelAnswers() {
        withServer(server -> {
            server.on("POST").reply(Reply.accepted());
            server.on("tools/call").reply(Reply.sse(SAMPLING, RESULT));
            at(server)
                    .withBean(ChatModel.class, FixedModel::new)
                    .withPropertyValues("mcp.langchain4j.sampling.enabled=true")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());
                        assertThat(server.awaitRequests("POST", 1, LIMIT)
                                        .get(0)
                                        .json()
                                        .at("/result/content/text")
                                        .asString())
                                .isEqualTo("Hello");
                    });
            assertThat(server.requests("initialize").get(0).body()).contains("\"sampling\":{\"tools\":{}}");
        });
    }

    @Test
    void whenSamplingToolsAreSwitchedOffThenTheyAreNotDeclared() {
        withServer(server -> {
            at(server)
                    .withBean(ChatModel.class, FixedModel::new)
                    .withPropertyValues("mcp.langchain4j.sampling.enabled=true", "mcp.langchain4j.sampling.tools=false")
                    .run(McpLangChain4jAutoConfigurationTests::awaitEcho);
            assertThat(server.requests("initialize").get(0).body())
                    .contains("\"sampling\":{}")
                    .doesNotContain("\"sampling\":{\"tools\"");
        });
    }

    @Test
    void whenApplicationHasASamplingHandlerThenItIsUsed() {
        this.runner
                .withBean(ChatModel.class, FixedModel::new)
                .withBean(
                        "own",
                        McpSamplingHandler.class,
                        () -> (params, request) -> CreateMessageResult.text("own", "text"))
                .withPropertyValues("mcp.langchain4j.sampling.enabled=true")
                .run(context -> assertThat(context)
                        .hasSingleBean(McpSamplingHandler.class)
                        .hasBean("own"));
    }

    @Test
    void propertiesHaveDescriptionsAndDefaults() throws Exception {
        String metadata = new ClassPathResource("META-INF/spring-configuration-metadata.json")
                .getContentAsString(StandardCharsets.UTF_8);
        Map<String, Object> defaults = new HashMap<>();
        for (JsonNode property : JsonMapper.shared().readTree(metadata).get("properties")) {
            assertThat(property.path("description").asString()).endsWith(".");
            defaults.put(
                    property.get("name").asString(),
                    property.path("defaultValue").asString());
        }
        assertThat(defaults)
                .isEqualTo(Map.of(
                        "mcp.langchain4j.enabled", "true",
                        "mcp.langchain4j.servers", "",
                        "mcp.langchain4j.return-direct", "",
                        "mcp.langchain4j.dynamic", "false",
                        "mcp.langchain4j.unavailable-tools", "false",
                        "mcp.langchain4j.resources.tools", "false",
                        "mcp.langchain4j.sampling.enabled", "false",
                        "mcp.langchain4j.sampling.tools", "true",
                        "mcp.langchain4j.sampling.models", ""));
    }

    private static final class FixedModel implements ChatModel {

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("Hello")).build();
        }
    }
}
