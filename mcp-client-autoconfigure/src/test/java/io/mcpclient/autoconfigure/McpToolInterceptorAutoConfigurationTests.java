package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import reactor.core.Disposable;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolCall;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Beans that approve, change and hold up tool calls. */
@Timeout(60)
class McpToolInterceptorAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy", "mcp.servers.weather.url=" + this.server.url());

    @AfterEach
    void close() {
        this.server.close();
    }

    @Test
    void beanMayRefuseACall() {
        this.runner
                .withBean(McpToolInterceptor.class, () -> call -> CallToolResult.error("The user declined."))
                .run(context -> {
                    CallToolResult result = context.getBean(McpClient.class).callTool("echo", Map.of());
                    assertThat(result.isErrorResult()).isTrue();
                    assertThat(result.text()).isEqualTo("The user declined.");
                });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void beanMayChangeArguments() {
        this.runner
                .withBean(McpToolInterceptor.class, () -> call -> call.proceed(Map.of("city", "Bergen")))
                .run(context -> assertThat(context.getBean(McpClient.class)
                                .callTool("echo", Map.of("city", "Oslo"))
                                .text())
                        .isEqualTo("{\"city\":\"Bergen\"}"));
    }

    @Test
    void beansApplyInOrderToTheServersTheyAreFor() {
        this.runner
                .withPropertyValues("mcp.servers.files.url=" + this.server.url())
                .withUserConfiguration(Ordered.class)
                .run(context -> {
                    List<String> calls = context.getBean(Ordered.class).calls;
                    context.getBean("weatherMcpClient", McpClient.class).callTool("echo", Map.of());
                    assertThat(calls).containsExactly("first weather", "weather only");
                    calls.clear();
                    context.getBean("filesMcpClient", McpClient.class).callTool("echo", Map.of());
                    assertThat(calls).containsExactly("first files");
                });
    }

    @Test
    void beanThatBlocksBeyondTheDeadlineIsInterruptedAndTheCallIsNotSent() {
        UnansweredApproval person = new UnansweredApproval();
        this.runner.withBean(McpToolInterceptor.class, () -> person).run(context -> {
            McpClient client = context.getBean(McpClient.class);
            McpCallOptions hurry = McpCallOptions.timeout(Duration.ofSeconds(2));
            assertThatExceptionOfType(McpTimeoutException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of(), hurry))
                    .withMessageContaining("an interceptor did not complete within 2000 ms. Set a longer timeout")
                    .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT));
            person.awaitInterrupt();
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void callThatItsCallerCancelsBeforeTheApprovalIsNotSent() {
        UnansweredApproval person = new UnansweredApproval();
        this.runner.withBean(McpToolInterceptor.class, () -> person).run(context -> {
            Disposable call = context.getBean(McpClient.class)
                    .reactive()
                    .callTool("echo", Map.of())
                    .subscribe();
            person.awaitQuestion();
            call.dispose();
            person.awaitInterrupt();
            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(person.proceeding).singleElement().isInstanceOf(McpCancelledException.class));
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void callThatItsCallerCancelsIsCancelledAtTheServer() {
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        this.runner
                .withBean(McpToolInterceptor.class, () -> McpToolCall::proceed)
                .run(context -> {
                    Disposable call = context.getBean(McpClient.class)
                            .reactive()
                            .callTool("echo", Map.of())
                            .subscribe();
                    this.server.awaitRequests("tools/call", 1, LIMIT);
                    call.dispose();
                    this.server.awaitRequests("notifications/cancelled", 1, LIMIT);
                });
    }

    /** Asked, and never answers; ignores the interrupt and proceeds. */
    private static final class UnansweredApproval implements McpToolInterceptor {

        private final CountDownLatch asked = new CountDownLatch(1);

        private final CountDownLatch interrupted = new CountDownLatch(1);

        private final List<Throwable> proceeding = new CopyOnWriteArrayList<>();

        @Override
        public CallToolResult intercept(McpToolCall call) {
            this.asked.countDown();
            try {
                new CountDownLatch(1).await(1, TimeUnit.MINUTES);
            } catch (InterruptedException ex) {
                this.interrupted.countDown();
            }
            try {
                return call.proceed();
            } catch (RuntimeException ex) {
                this.proceeding.add(ex);
                throw ex;
            }
        }

        void awaitQuestion() throws InterruptedException {
            assertThat(this.asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        void awaitInterrupt() throws InterruptedException {
            assertThat(this.interrupted.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Ordered {

        final List<String> calls = new CopyOnWriteArrayList<>();

        @Bean
        @Order(2)
        @McpServer("weather")
        McpToolInterceptor only() {
            return call -> {
                this.calls.add("weather only");
                return call.proceed();
            };
        }

        @Bean
        @Order(1)
        McpToolInterceptor first() {
            return call -> {
                this.calls.add("first " + call.serverName());
                return call.proceed();
            };
        }
    }
}
