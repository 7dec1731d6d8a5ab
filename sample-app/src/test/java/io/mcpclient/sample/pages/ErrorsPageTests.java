package io.mcpclient.sample.pages;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutionErrorHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClients;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.springai.McpToolCallbackProvider;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedRule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** docs/errors.md: it lists what the code has, and its handlers do in an application what it says. */
@Timeout(60)
class ErrorsPageTests {

    private static final String PAGE = "docs/errors.md";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    private static Page page;

    private static CompiledPages compiled;

    private static ScriptedLegacyServer server;

    private static RefusedPort refused;

    private static ConfigurableApplicationContext application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Calls.class)
    static class Application {}

    /** A service of LangChain4j. */
    interface Assistant {

        String chat(String message);
    }

    @RestController
    static class Calls {

        private final McpClients clients;

        private final ObjectProvider<McpToolRegistry> registry;

        Calls(McpClients clients, ObjectProvider<McpToolRegistry> registry) {
            this.clients = clients;
            this.registry = registry;
        }

        @GetMapping("/blocking/{server}/{tool}")
        String blocking(@PathVariable String server, @PathVariable String tool) {
            return this.clients.get(server).callTool(tool, Map.of(), String.class);
        }

        @GetMapping("/reactive/{server}/{tool}")
        Mono<String> reactive(@PathVariable String server, @PathVariable String tool) {
            return this.clients.get(server).reactive().callTool(tool, Map.of(), String.class);
        }

        @GetMapping("/registry/{tool}")
        String registry(@PathVariable String tool) {
            return this.registry.getObject().callTool(tool, Map.of()).text();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        page = Page.all().stream()
                .filter(candidate -> candidate.path().equals(PAGE))
                .findFirst()
                .orElseThrow();
        compiled = CompiledPages.of(List.of(page), directory);
        refused = new RefusedPort();
        server = ScriptedHttpServer.legacy().tools(tool("good"), tool("forbidden"));
        onTool("failing")
                .reply(Reply.result("{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no such city\"}]}"));
        onTool("rejecting").reply(Reply.error(-32602, "city is missing"));
        onTool("silent").reply(Reply.neverAnswer());
        onTool("lost").reply(Reply.reset());
        onTool("busy").reply(Reply.status(503).withHeader("Retry-After", "7"));
        onTool("page").reply(Reply.status(200, "text/html", "<html></html>"));
        onTool("forbidden").reply(Reply.status(403));
        application = new SpringApplicationBuilder(Application.class, load("McpErrors"), load("ErrorsOfModels"))
                .properties(
                        "server.port=0",
                        "spring.config.location=optional:classpath:/no-application/",
                        "mcp.defaults.start=lazy",
                        "mcp.defaults.retry.max-attempts=1",
                        "mcp.defaults.circuit-breaker.enabled=false",
                        "mcp.servers.weather.url=" + server.url(),
                        "mcp.servers.slow.url=" + server.url(),
                        "mcp.servers.slow.request-timeout=1s",
                        "mcp.servers.slow.tools.exclude=*",
                        "mcp.servers.down.url=" + refused.url())
                .run();
        application.getBean(McpClients.class).get("weather").ping();
        application.getBean(McpClients.class).get("slow").session().connect();
    }

    private static String tool(String name) {
        return "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}".formatted(name);
    }

    private static ScriptedRule onTool(String name) {
        return server.on("tools/call")
                .where(request -> request.body().contains("\"" + name + "\""))
                .optionally();
    }

    private static Class<?> load(String name) {
        try {
            return compiled.loader().loadClass(page.packageName() + "." + name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @AfterAll
    static void stop() {
        application.close();
        server.withoutVerification();
        server.close();
        refused.close();
        compiled.close();
    }

    private static Stream<String> names() {
        return Stream.of(
                        exceptions(McpException.class).map(Class::getSimpleName),
                        Stream.of(
                                        McpOutcome.values(),
                                        McpRejectedException.Reason.values(),
                                        McpAuthorizationException.Reason.values(),
                                        McpProtocolException.Reason.values())
                                .flatMap(Arrays::stream)
                                .map(Enum::name),
                        Stream.of(McpTimeoutException.class.getFields())
                                .filter(field -> field.getType() == String.class)
                                .map(Field::getName))
                .flatMap(names -> names);
    }

    private static Stream<Class<?>> exceptions(Class<?> parent) {
        return parent.isSealed()
                ? Stream.of(parent.getPermittedSubclasses())
                        .flatMap(child -> Stream.concat(Stream.of(child), exceptions(child)))
                : Stream.empty();
    }

    @Test
    void everyExceptionReasonOutcomeAndPhaseHasARow() {
        assertThat(names()).hasSizeGreaterThan(50).allSatisfy(name -> assertThat(page.text())
                .containsPattern("(?m)^\\| .*`" + name + "`.*\\|"));
    }

    @ParameterizedTest
    @CsvSource({
        "/blocking/weather/good, 200,",
        "/blocking/weather/failing, 422, ANSWERED",
        "/blocking/weather/rejecting, 502, ANSWERED",
        "/blocking/weather/lost, 502, UNKNOWN",
        "/blocking/weather/page, 502, UNKNOWN",
        "/blocking/weather/forbidden, 502, REJECTED",
        "/blocking/weather/busy, 503, REJECTED",
        "/blocking/slow/silent, 504, UNKNOWN",
        "/blocking/down/good, 503, NOT_SENT",
        "/blocking/unknown/good, 404, NOT_SENT",
        "/registry/unknown, 404, NOT_SENT"
    })
    void controllerWhoseCallFailsRespondsWithAProblem(String path, int status, String outcome) throws Exception {
        int port = ((WebServerApplicationContext) application).getWebServer().getPort();
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        if (outcome != null) {
            JsonNode problem = JsonMapper.shared().readTree(response.body());
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(problem.path("status").asInt()).isEqualTo(status);
            assertThat(problem.path("outcome").asString()).isEqualTo(outcome);
            assertThat(response.body()).doesNotContain("127.0.0.1", "no such city", "city is missing");
            assertThat(response.headers().firstValue("Retry-After"))
                    .isEqualTo(path.endsWith("busy") ? Optional.of("7") : Optional.empty());
        }
    }

    @Test
    void adviceIsTheSameWithWebFlux() {
        WebTestClient.bindToController(application.getBean(Calls.class))
                .controllerAdvice(application.getBean(load("McpErrors")))
                .build()
                .get()
                .uri("/reactive/weather/busy")
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectHeader()
                .valueEquals("Retry-After", "7")
                .expectBody()
                .jsonPath("$.server")
                .isEqualTo("weather");
    }

    @Test
    void handlerOfSpringAiReceivesTheFailure() {
        application.getBean(McpToolRegistry.class).awaitReady(LIMIT);
        ToolCallback callback = Stream.of(
                        application.getBean(McpToolCallbackProvider.class).getToolCallbacks())
                .filter(tool -> tool.getToolDefinition().name().equals("forbidden"))
                .findFirst()
                .orElseThrow();
        ToolExecutionExceptionProcessor processor = application.getBean(ToolExecutionExceptionProcessor.class);
        assertThatExceptionOfType(ToolExecutionException.class)
                .isThrownBy(() -> callback.call("{}"))
                .satisfies(failure -> assertThatExceptionOfType(McpAuthorizationException.class)
                        .isThrownBy(() -> processor.process(failure)));
    }

    @Test
    void handlerOfLangChain4jReceivesTheFailure() {
        ChatModel model = new ChatModel() {

            @Override
            public ChatResponse doChat(ChatRequest request) {
                ToolExecutionRequest call =
                        ToolExecutionRequest.builder().id("1").name("forbidden").build();
                return ChatResponse.builder().aiMessage(AiMessage.from(call)).build();
            }
        };
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .toolProvider(McpRegistryToolProvider.of(application.getBean(McpToolRegistry.class)))
                .toolExecutionErrorHandler(application.getBean(ToolExecutionErrorHandler.class))
                .build();
        assertThatExceptionOfType(McpAuthorizationException.class).isThrownBy(() -> assistant.chat("go"));
    }
}
