package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.TextContent;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Handlers of the console beside those of the application. */
class HandlerTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final McpTestServer notes = DemoServers.notes();

    @Configuration(proxyBeanMethods = false)
    static class OwnHandlers {

        @Bean
        McpElicitationHandler forms() {
            return (params, context) -> ElicitResult.accept(Map.of("name", "the application"));
        }

        @Bean
        McpToolApproval approval() {
            return request -> McpToolApprovalDecision.approve();
        }
    }

    @AfterEach
    void stop() {
        this.notes.close();
    }

    private ConsoleApplication.Builder builder() {
        return ConsoleApplication.withConsole()
                .server(this.notes)
                .property("mcp.servers.notes.tools.approval", "destructive");
    }

    @Test
    void handlersOfTheApplicationTakePrecedence() {
        try (ConsoleApplication application =
                        builder().source(OwnHandlers.class).start();
                Events page = Events.open(application.port())) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(page.received()).contains("event:hello"));
            this.notes.awaitListed(LIMIT);
            McpClient client = application.bean(McpClients.class).get("notes");
            client.listTools(); // a tool that was not listed counts as destructive

            assertThat(client.callTool("share_note").text()).contains("the application");
            assertThat(client.callTool("delete_note", Map.of("name", "list")).text())
                    .isEqualTo("deleted list");
            assertThat(page.received()).doesNotContain("event:question");
        }
    }

    @Test
    void personRespondsToSamplingInAnApplicationWithoutAModel() {
        this.notes
                .tool("ask_model")
                .annotations(DemoServers.annotations(true, null))
                .answersLater(HandlerTests::askModel);
        try (ConsoleApplication application = builder().start()) {
            McpClient client = application.bean(McpClients.class).get("notes");
            this.notes.awaitListed(LIMIT);
            client.listTools(); // a tool that was not listed counts as destructive
            assertThatExceptionOfType(McpRequestException.class)
                    .as("nobody has the console open")
                    .isThrownBy(() -> client.callTool("ask_model"))
                    .withMessageContaining("User rejected the request");

            try (Events page = Events.open(application.port())) {
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(page.received()).contains("event:hello"));
                CompletableFuture<String> answer = CompletableFuture.supplyAsync(
                        () -> client.callTool("ask_model").text());
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(page.received()).contains("\"kind\":\"MESSAGE\""));
                ChatApi api = ChatApi.of(application);
                String id = api.get("questions").at("/0/id").asString();
                api.post(
                        "questions/decide",
                        Map.of("id", id, "action", "accept", "content", Map.of("text", "By hand.")));

                assertThat(answer).succeedsWithin(LIMIT).isEqualTo("a person at the console: By hand.");
            }
        }
    }

    private static Mono<CallToolResult> askModel(McpTestCall call) {
        CreateMessageResult answer = call.answer("model", CreateMessageResult.class);
        if (answer != null) {
            return Mono.just(CallToolResult.text(
                    answer.model() + ": " + ((TextContent) answer.content().get(0)).text()));
        }
        return call.<CallToolResult>asksModel("model", JsonObject.parse("""
            {"messages": [{"role": "user", "content": {"type": "text", "text": "How are you?"}}],
             "maxTokens": 200}\
            """).as(CreateMessageParams.class));
    }

    @Test
    void questionWithoutADecisionEndsInTime() {
        try (ConsoleApplication application = builder()
                        .property("mcp.console.question-timeout", "300ms")
                        .start();
                Events page = Events.open(application.port())) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(page.received()).contains("event:hello"));
            this.notes.awaitListed(LIMIT);
            McpClient client = application.bean(McpClients.class).get("notes");
            client.listTools(); // a tool that was not listed counts as destructive

            assertThat(client.callTool("share_note").text()).contains("cancel");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("delete_note", Map.of("name", "list")));

            await().atMost(LIMIT).untilAsserted(() -> assertThat(page.received())
                    .contains("\"kind\":\"FORM\"", "\"kind\":\"APPROVAL\"", "event:question-closed"));
            assertThat(RawHttp.likeThePage(application.port())
                            .get("/mcp-console/api/questions")
                            .body())
                    .isEqualTo("[]");
        }
    }
}
