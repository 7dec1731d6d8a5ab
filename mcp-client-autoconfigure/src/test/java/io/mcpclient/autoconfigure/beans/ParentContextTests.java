package io.mcpclient.autoconfigure.beans;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Beans of a parent context are used as if Spring injected them, unless the context has its own. */
@Timeout(60)
class ParentContextTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final List<String> HEARD = new CopyOnWriteArrayList<>();

    private final ScriptedLegacyServer weather = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy", "mcp.servers.weather.url=" + this.weather.url());

    @AfterEach
    void close() {
        HEARD.clear();
        this.weather.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Parent {

        @Bean
        McpElicitationHandler handler() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean
        McpLogListener listener() {
            return (server, message) -> HEARD.add(server + " " + message.data());
        }

        @Bean
        @McpServer("of-another-context")
        McpElicitationHandler other() {
            return (params, context) -> ElicitResult.cancel();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Secrets {

        @Bean
        McpCredentials credentials() {
            return request -> Mono.just(Map.of("Authorization", "Bearer s3cret"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Denial {

        @Bean
        McpToolApproval approval() {
            return request -> McpToolApprovalDecision.deny("not today");
        }
    }

    private void run(Class<?> beans, Consumer<ApplicationContextRunner> child) {
        try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(beans)) {
            child.accept(this.runner.withParent(parent));
        }
    }

    /** Calls a tool that asks the user; checks the answer. */
    private ContextConsumer<AssertableApplicationContext> answers(String action) {
        this.weather.on("GET").optionally().reply(Reply.status(405));
        this.weather.on("POST").reply(Reply.accepted());
        this.weather
                .on("tools/call")
                .reply(Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\","
                                + "\"data\":\"rain\"}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"elicitation/create\",\"params\":{\"message\":"
                                + "\"who?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
        return context -> {
            context.getBean(McpClient.class).callTool("x", Map.of());
            this.weather.awaitRequests("POST", 1, SOON);
            assertThat(this.weather.requests("POST").get(0).body()).contains("\"action\":\"" + action + "\"");
        };
    }

    @Test
    void handlerAndListenerOfAParentAreUsed() {
        run(Parent.class, child -> child.run(answers("decline")));
        assertThat(HEARD).containsExactly("weather rain");
    }

    @Test
    void credentialsOfAParentAreNotSentToServersOfAnotherContext() {
        run(
                Secrets.class,
                child -> child.run(context -> context.getBean(McpClient.class).callTool("x", Map.of())));
        assertThat(this.weather.requests("tools/call")).singleElement().satisfies(request -> assertThat(
                        request.header("Authorization"))
                .isNull());
    }

    @Test
    void handlerOfTheContextTakesPrecedence() {
        McpElicitationHandler own = (params, context) -> ElicitResult.accept(Map.of());
        run(Parent.class, child -> child.withBean("own", McpElicitationHandler.class, () -> own)
                .run(answers("accept")));
    }

    @Test
    void approvalOfAParentIsAsked() {
        run(Denial.class, child -> child.withPropertyValues("mcp.tools.approval=all")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(McpClient.class).callTool("x", Map.of()))
                        .isInstanceOf(McpRejectedException.class)
                        .hasMessageContaining("not today")));
        assertThat(this.weather.requests("tools/call")).isEmpty();
    }
}
