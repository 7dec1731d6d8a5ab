package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Fault I11: properties and a bean keep what a server asks of a language model within bounds. */
@Timeout(60)
class McpSamplingBudgetTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static String request(int id, String systemPrompt) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"sampling/createMessage\",\"params\":"
                + "{\"maxTokens\":10000000,\"systemPrompt\":\"" + systemPrompt + "\",\"messages\":[{\"role\":\"user\","
                + "\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]}}";
    }

    private static String answerTo(int id, ScriptedLegacyServer server) {
        return server.requests("POST").stream()
                .map(RecordedRequest::body)
                .filter(body -> body.contains("\"id\":" + id + ","))
                .findFirst()
                .orElseThrow();
    }

    private static final McpSamplingHandler HANDLER =
            (params, context) -> CreateMessageResult.text("m", "up to " + params.maxTokens());

    private static ApplicationContextRunner runner(boolean byCustomizer) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));
        return byCustomizer
                ? runner.withBean(McpClientCustomizer.class, () -> (server, builder) -> builder.sampling(HANDLER))
                : runner.withBean(McpSamplingHandler.class, () -> HANDLER);
    }

    // I11, whether the handler is a bean or set by a customizer
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheServerRequestsSamplingThenBudgetAndApprovalApply(boolean byCustomizer) throws Exception {
        EventFeed feed = new EventFeed();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            server.on("POST").optionally().reply(Reply.accepted());
            server.on("tools/call").reply(Reply.sse().follow(feed));
            runner(byCustomizer)
                    .withBean(
                            McpSamplingApproval.class,
                            () -> (params, context) -> !"secret".equals(params.systemPrompt()))
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.sampling.max-requests-per-minute=2",
                            "mcp.servers.weather.sampling.max-tokens=100")
                    .run(context -> {
                        CompletableFuture<CallToolResult> call = context.getBean(McpClient.class)
                                .reactive()
                                .callTool("echo", Map.of())
                                .toFuture();
                        int count = 0;
                        for (String prompt : List.of("be kind", "secret", "be kind")) {
                            count++;
                            feed.send(request(count, prompt));
                            server.awaitRequests("POST", count, LIMIT);
                        }
                        feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}")
                                .end();

                        assertThat(call.get(15, TimeUnit.SECONDS).content()).isEmpty();
                        assertThat(answerTo(1, server)).contains("\"up to 100\"");
                        assertThat(answerTo(2, server)).contains("\"code\":-1,");
                        assertThat(answerTo(3, server)).contains("Too many sampling requests");
                    });
        }
    }
}
