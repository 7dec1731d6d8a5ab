package io.mcpclient.counterparts;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.modelcontextprotocol.spec.McpSchema;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.mcp.annotation.McpArg;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static io.mcpclient.counterparts.Results.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** A server made with the WebMVC starter of Spring AI and its annotations, over Streamable HTTP. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpringAiServerTests {

    private final RecordedNotifications heard = new RecordedNotifications();

    private final ScriptedHandlers answers = new ScriptedHandlers();

    private ServletWebServerApplicationContext server;

    private McpClient client;

    @BeforeAll
    void start() {
        SpringApplication application = new SpringApplication(ServerConfiguration.class);
        this.server = (ServletWebServerApplicationContext) application.run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.ai.mcp.server.name=spring-ai",
                "--spring.ai.mcp.server.version=2.0.0",
                "--spring.ai.mcp.server.protocol=STREAMABLE");
        this.answers.roots(Root.of("file:///home"));
        this.client = this.answers
                .offeredBy(McpClient.builder("spring-ai")
                        .url("http://127.0.0.1:" + this.server.getWebServer().getPort() + "/mcp"))
                .logListener(this.heard)
                .changeListener(this.heard)
                .build();
        this.client.session().connect();
    }

    @AfterAll
    void stop() {
        if (this.client != null) {
            this.client.close();
        }
        if (this.server != null) {
            this.server.close();
        }
    }

    @Test
    void toolsAreListedAsAnnotated() {
        assertThat(this.client.session().connect().serverInfo().name()).isEqualTo("spring-ai");
        assertThat(this.client.listTools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("add", "forecast", "count", "log", "ask-all", "break");
        Tool add = tool(this.client, "add");
        assertThat(add.description()).isEqualTo("Adds two numbers");
        assertThat(add.inputSchema().asMap()).containsEntry("required", List.of("a", "b"));
        assertThat(add.annotations().isReadOnly()).isTrue();
    }

    @Test
    void toolsAreCalled() {
        assertThat(call(this.client, "add", Map.of("a", 2, "b", 40)).text()).isEqualTo("42");
        assertThat(this.client.callTool("add", Map.of("a", 2, "b", 40), Integer.class))
                .isEqualTo(42);
        assertThat(failure(this.client, "break", Map.of())).contains("broken");
    }

    @Test
    void structuredContentFitsItsSchemaAndIsBound() {
        CallToolResult result = call(this.client, "forecast", Map.of("city", "Oslo"));
        Results.assertFitsSchema(this.client, "forecast", result.structuredContent());
        assertThat(this.client.callTool("forecast", Map.of("city", "Oslo"), Forecast.class))
                .isEqualTo(new Forecast("Oslo", List.of(1.5, 3.0)));
    }

    // PRG-01 to PRG-03
    @Test
    void progressIsReported() {
        List<McpProgress> steps = new CopyOnWriteArrayList<>();
        call(this.client, "count", Map.of(), McpCallOptions.defaults().withProgress(steps::add));
        assertThat(steps).extracting(McpProgress::progress).isSorted().endsWith(1.0);
        assertThat(steps.get(steps.size() - 1).message()).isEqualTo("done");
    }

    // LOG-01, LOG-06
    @Test
    void logMessagesAreReceived() {
        this.client.session().setLoggingLevel(LoggingLevel.INFO);
        this.heard.logs().clear();
        call(this.client, "log", Map.of());
        Awaitility.await().untilAsserted(() -> assertThat(this.heard.logs())
                .extracting(LoggingMessageParams::level, LoggingMessageParams::data)
                .containsExactly(tuple(LoggingLevel.INFO, "for you"), tuple(LoggingLevel.ERROR, "very much")));
    }

    // SMP-15, ELI-16, ROOT-01, PNG-01
    @Test
    void aToolAsksForEverything() {
        this.answers.say("Fine.");
        this.answers.elicit(ElicitResult.accept(Map.of("name", "Ada", "age", 36)));
        assertThat(call(this.client, "ask-all", Map.of()).text()).isEqualTo("Fine. Ada is 36, at file:///home");
        assertThat(this.answers.lastForm().requestedSchema().properties()).containsOnlyKeys("name", "age");
    }

    @Test
    void resourcesAreListedAndRead() {
        assertThat(this.client.listResources())
                .extracting(Resource::uri, Resource::name, Resource::mimeType)
                .containsExactly(tuple("config://version", "version", "text/plain"));
        assertThat(text("config://version")).isEqualTo("1.2.3");
        assertThat(this.client.resources().listTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("config://user/{name}");
        assertThat(text("config://user/ada")).isEqualTo("settings of ada");
    }

    @Test
    void promptsAreListedFilledInAndCompleted() {
        assertThat(this.client.listPrompts()).extracting(Prompt::name).containsExactly("greeting");
        assertThat(this.client
                        .getPrompt("greeting", Map.of("name", "Ada"))
                        .messages()
                        .get(0)
                        .content())
                .isEqualTo(TextContent.of("Hello Ada"));
        assertThat(this.client
                        .complete(CompleteParams.of(PromptReference.of("greeting"), "name", "A"))
                        .completion()
                        .values())
                .containsExactly("Ada", "Alan");
    }

    // HTL-18, HTL-23: the session ends with the client, and a new one begins with the next call
    @Test
    void aClientThatWasDisposedReconnects() {
        McpClient other = McpClient.builder("spring-ai")
                .url("http://127.0.0.1:" + this.server.getWebServer().getPort() + "/mcp")
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(10)))
                .build();
        try (other) {
            assertThat(call(other, "add", Map.of("a", 1, "b", 1)).text()).isEqualTo("2");
            other.session().dispose();
            assertThat(call(other, "add", Map.of("a", 1, "b", 2)).text()).isEqualTo("3");
        }
    }

    private String text(String uri) {
        return ((TextResourceContents) this.client.readResource(uri).contents().get(0)).text();
    }

    /** What {@code forecast} returns. */
    record Forecast(String city, List<Double> celsius) {}

    /** What {@code ask-all} asks the user for. */
    record Person(String name, int age) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ServerConfiguration {

        @Bean
        Features features() {
            return new Features();
        }
    }

    /** The server: a bean with annotated methods. */
    static class Features {

        @McpTool(
                name = "add",
                description = "Adds two numbers",
                annotations = @McpTool.McpAnnotations(readOnlyHint = true))
        int add(@McpToolParam(description = "one") int a, @McpToolParam(description = "another") int b) {
            return a + b;
        }

        @McpTool(name = "forecast", generateOutputSchema = true)
        Forecast forecast(@McpToolParam String city) {
            return new Forecast(city, List.of(1.5, 3.0));
        }

        @McpTool(name = "count")
        String count(McpSyncRequestContext context) {
            context.progress(progress -> progress.progress(0.5).total(1.0).message("half"));
            context.progress(progress -> progress.progress(1.0).total(1.0).message("done"));
            return "counted";
        }

        @McpTool(name = "log")
        String log(McpSyncRequestContext context) {
            context.debug("not for you");
            context.info("for you");
            context.error("very much");
            return "logged";
        }

        @McpTool(name = "ask-all")
        String askAll(McpSyncRequestContext context) {
            context.ping();
            McpSchema.CreateMessageResult said = context.sample("How are you?");
            Person person = context.elicit(Person.class).structuredContent();
            return ((McpSchema.TextContent) said.content()).text() + " " + person.name() + " is " + person.age()
                    + ", at " + context.roots().roots().get(0).uri();
        }

        @McpTool(name = "break")
        String fail() {
            throw new IllegalStateException("broken");
        }

        @McpResource(uri = "config://version", name = "version", mimeType = "text/plain")
        String version() {
            return "1.2.3";
        }

        @McpResource(uri = "config://user/{name}", name = "user", mimeType = "text/plain")
        String user(String name) {
            return "settings of " + name;
        }

        @McpPrompt(name = "greeting")
        McpSchema.GetPromptResult greeting(@McpArg(name = "name", required = true) String name) {
            return new McpSchema.GetPromptResult(
                    "A greeting",
                    List.of(new McpSchema.PromptMessage(
                            McpSchema.Role.USER, new McpSchema.TextContent("Hello " + name))));
        }

        @McpComplete(prompt = "greeting")
        List<String> names(McpSchema.CompleteRequest.CompleteArgument argument) {
            return List.of("Ada", "Alan", "Grace").stream()
                    .filter(name -> name.startsWith(argument.value()))
                    .toList();
        }
    }
}
