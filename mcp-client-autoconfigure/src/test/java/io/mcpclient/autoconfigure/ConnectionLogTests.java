package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application finds in its log when connections break: one line of ours, and none of the HTTP client. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class ConnectionLogTests {

    private static final int CALLS = 8;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    private static List<String> lines(CapturedOutput output) {
        return output.getAll()
                .lines()
                .filter(line -> line.matches(".*\\b(WARN|ERROR)\\b.*") || line.matches("\\s+at .*"))
                .toList();
    }

    // fault A04
    @Test
    void tlsFailureIsLoggedInOneLine(CapturedOutput output) {
        try (BadRequestServer server = new BadRequestServer()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=https://127.0.0.1:" + server.port() + "/mcp",
                            "mcp.servers.weather.reconnect.initial-interval=60s")
                    .run(context -> {
                        await().atMost(Duration.ofSeconds(20))
                                .untilAsserted(() -> assertThat(lines(output)).isNotEmpty());

                        assertThat(lines(output)).singleElement().asString().contains("speaks HTTP without TLS");
                    });
            assertThat(output).doesNotContain("reactor.netty", "io.netty");
        }
    }

    // fault B08
    @Test
    void serverCrashWithManyPendingCallsIsNotLoggedPerCall(CapturedOutput output) {
        CountDownLatch death = new CountDownLatch(1);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").times(CALLS).reply(request -> Reply.reset().after(death));
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        List<CompletableFuture<CallToolResult>> calls = Stream.generate(() -> client.reactive()
                                        .callTool("echo", Map.of())
                                        .toFuture())
                                .limit(CALLS)
                                .toList();
                        server.awaitRequests("tools/call", CALLS, Duration.ofSeconds(20));
                        death.countDown();

                        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(Duration.ofSeconds(20)));
                        assertThat(server.requests("tools/call"))
                                .extracting(RecordedRequest::rpcId)
                                .hasSize(CALLS);
                    });
            assertThat(lines(output)).isEmpty();
            assertThat(output).doesNotContain("reactor.netty", "io.netty");
        }
    }
}
