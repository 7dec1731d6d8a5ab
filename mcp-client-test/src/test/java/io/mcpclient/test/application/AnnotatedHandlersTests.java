package io.mcpclient.test.application;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSource;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.Tool;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpElicitation;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpPromptListChanged;
import io.mcpclient.spring.McpResourceListChanged;
import io.mcpclient.spring.McpResourceUpdated;
import io.mcpclient.spring.McpRoots;
import io.mcpclient.spring.McpSampling;
import io.mcpclient.spring.McpToolListChanged;
import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Handlers and listeners that are methods of beans, called by a server. */
@Timeout(60)
class AnnotatedHandlersTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final RequestedSchema FORM = RequestedSchema.of(Map.of("unit", FormField.text()), "unit");

    private final McpTestServer server = McpTestServer.create("weather");

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withBean(McpClientCustomizer.class, () -> (name, builder) -> builder.transport(this.server.transport()))
            .withPropertyValues("mcp.servers.weather.url=http://localhost/unused");

    @AfterEach
    void close() {
        this.server.close();
    }

    record Unit(String unit) {}

    /** Answers in each way that a method can. */
    static class Answers {

        Object answer = new Unit("K");

        @McpElicitation
        Object unit(String server, ElicitFormParams form, McpRequestContext context) {
            return context.serverName().equals(server) ? this.answer : form;
        }
    }

    static class Reactive {

        @McpElicitation
        Mono<Unit> unit(ElicitFormParams form) {
            return form.message().isEmpty() ? Mono.empty() : Mono.just(new Unit(form.message()));
        }
    }

    static class Future {

        @McpElicitation
        CompletableFuture<ElicitResult> unit() {
            return CompletableFuture.completedFuture(ElicitResult.cancel());
        }
    }

    static class ForOne {

        @McpElicitation("weather")
        Unit special() {
            return new Unit("special");
        }
    }

    static class ForOther {

        @McpElicitation({"wether", "weather"})
        Unit typo() {
            return new Unit("");
        }
    }

    static class WrongParameter {

        @McpElicitation
        Unit wrong(LoggingMessageParams message) {
            return new Unit("");
        }
    }

    static class NoResult {

        @McpSampling
        void wrong() {}
    }

    static class ListenerWithResult {

        @McpLogging
        String wrong() {
            return "";
        }
    }

    static class WrongList {

        @McpToolListChanged
        void wrong(List<Prompt> prompts) {}
    }

    /** Receives changed lists. */
    static class Lists {

        final List<String> received = new CopyOnWriteArrayList<>();

        @McpToolListChanged
        void tools(List<Tool> tools, String server) {
            tools.forEach(tool -> this.received.add(server + " " + tool.name()));
        }

        @McpPromptListChanged
        void prompts(List<Prompt> prompts) {
            prompts.forEach(prompt -> this.received.add(prompt.name()));
        }

        @McpResourceListChanged
        void resources(List<Resource> resources) {
            resources.forEach(resource -> this.received.add(resource.uri()));
        }
    }

    /** Hears everything. */
    static class Ears {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @McpRoots
        List<URI> roots() {
            return List.of(URI.create("file:///srv"));
        }

        @McpLogging
        void log(LoggingMessageParams message, McpSource source) {
            this.heard.add("log " + message.data() + " of " + source.serverName());
        }

        @McpProgressUpdate
        void progress(McpProgress progress) {
            this.heard.add("progress " + progress.progress());
        }

        @McpToolListChanged("weather")
        void tools(String server) {
            this.heard.add("tools of " + server);
        }

        @McpPromptListChanged
        void prompts() {
            this.heard.add("prompts");
        }

        @McpResourceListChanged
        void resources() {
            this.heard.add("resources");
        }

        @McpResourceUpdated
        void resource(String uri) {
            this.heard.add("resource " + uri);
        }
    }

    private void asksForUnit(McpEra era) {
        this.server.eras(era);
        this.server.tool("forecast").asks("Which unit?", FORM).answers(AnnotatedHandlersTests::echo);
    }

    private static CallToolResult echo(McpTestCall call) {
        return CallToolResult.text(call.answer().action() + " " + call.answer().content());
    }

    @ParameterizedTest
    @EnumSource
    void recordAcceptsAndNullDeclines(McpEra era) {
        asksForUnit(era);
        this.runner.withBean(Answers.class).run(context -> {
            McpClient client = context.getBean(McpClient.class);
            Answers answers = context.getBean(Answers.class);
            assertThat(client.callTool("forecast", Map.of())).hasText("accept {unit=K}");
            answers.answer = Map.of("unit", "F");
            assertThat(client.callTool("forecast", Map.of())).hasText("accept {unit=F}");
            answers.answer = ElicitResult.cancel();
            assertThat(client.callTool("forecast", Map.of())).hasText("cancel null");
            answers.answer = Optional.empty();
            assertThat(client.callTool("forecast", Map.of())).hasText("decline null");
            answers.answer = null;
            assertThat(client.callTool("forecast", Map.of())).hasText("decline null");
        });
    }

    @ParameterizedTest
    @EnumSource
    void reactiveHandlerMethodsAreSupported(McpEra era) {
        asksForUnit(era);
        this.runner.withBean(Reactive.class).run(context -> assertThat(
                        context.getBean(McpClient.class).callTool("forecast", Map.of()))
                .hasText("accept {unit=Which unit?}"));
        this.runner.withBean(Future.class).run(context -> assertThat(
                        context.getBean(McpClient.class).callTool("forecast", Map.of()))
                .hasText("cancel null"));
    }

    @Test
    void methodForTheServerTakesPrecedence() {
        asksForUnit(McpEra.LEGACY);
        this.runner.withBean(Answers.class).withBean(ForOne.class).run(context -> assertThat(
                        context.getBean(McpClient.class).callTool("forecast", Map.of()))
                .hasText("accept {unit=special}"));
    }

    @Test
    void handlersOfEqualPrecedenceAreRejected() {
        this.runner.withBean(Answers.class).withBean(Reactive.class).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(McpConfigurationException.class)
                    .hasMessageContaining("several handlers of equal precedence")
                    .hasMessageContaining("unit@McpElicitation");
        });
    }

    @Test
    void unknownServerFailsTheStart() {
        this.runner.withBean(ForOther.class).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(McpUnknownServerException.class)
                    .hasMessageContaining("@McpElicitation(\"wether\")")
                    .hasMessageContaining("Did you mean \"weather\"?");
        });
    }

    @Test
    void wrongSignaturesAreNamed() {
        fails(WrongParameter.class, "@McpElicitation wrong of the bean", "LoggingMessageParams", "ElicitFormParams");
        fails(NoResult.class, "@McpSampling wrong of the bean", "returns nothing", "response");
        fails(WrongList.class, "@McpToolListChanged wrong of the bean", "List<Prompt>", "String, List<Tool>");
        fails(ListenerWithResult.class, "@McpLogging wrong of the bean", "which nobody reads", "void");
    }

    private <T> void fails(Class<T> type, String... parts) {
        this.runner.withBean(type).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .isInstanceOf(McpConfigurationException.class)
                    .hasMessageContainingAll(parts);
        });
    }

    @Test
    void listenerMethodsReceiveServerNotifications() {
        this.server.eras(McpEra.LEGACY);
        this.server.resource("file:///a", "1");
        this.server.tool("slow").reports(1, 2, null).returns("done");
        this.runner.withBean(Ears.class).run(context -> {
            McpClient client = context.getBean(McpClient.class);
            Ears ears = context.getBean(Ears.class);
            client.resources().subscribe("file:///a");
            assertThat(client.callTool("slow", Map.of())).hasText("done");
            this.server.log(LoggingLevel.WARNING, "disk is full");
            this.server.tool("new").returns("");
            this.server.prompt("greet", "hello");
            this.server.resource("file:///b", "1");
            this.server.resource("file:///a", "2");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(ears.heard)
                    .contains(
                            "progress 1.0",
                            "log disk is full of weather",
                            "tools of weather",
                            "prompts",
                            "resources",
                            "resource file:///a"));
        });
    }

    @ParameterizedTest
    @EnumSource
    void listenersReceiveTheChangedLists(McpEra era) {
        this.server.eras(era);
        this.server.tool("old").returns("");
        this.server.prompt("leave", "bye");
        this.server.resource("file:///a", "1");
        this.runner.withBean(Lists.class).run(context -> {
            context.getBean(McpClient.class).ping();
            Lists lists = context.getBean(Lists.class);
            await().atMost(LIMIT).untilAsserted(() -> {
                this.server.tool("new").returns("");
                this.server.removeTool("new");
                this.server.tool("new").returns("");
                assertThat(lists.received).contains("weather old", "weather new");
            });
            this.server.prompt("greet", "hello");
            this.server.resource("file:///b", "1");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(lists.received)
                    .contains("leave", "greet", "file:///a", "file:///b"));
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxies {

        @Bean
        static BeanPostProcessor proxies(List<String> calls) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (!(bean instanceof Answers)) {
                        return bean;
                    }
                    ProxyFactory factory = new ProxyFactory(bean);
                    factory.setProxyTargetClass(true);
                    factory.addAdvice((MethodInterceptor) invocation -> {
                        calls.add(invocation.getMethod().getName());
                        return invocation.proceed();
                    });
                    return factory.getProxy();
                }
            };
        }

        @Bean
        static List<String> calls() {
            return new CopyOnWriteArrayList<>();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void handlerIsCalledThroughItsProxy() {
        asksForUnit(McpEra.LEGACY);
        this.runner.withUserConfiguration(Proxies.class).withBean(Answers.class).run(context -> {
            assertThat(context.getBean(McpClient.class).callTool("forecast", Map.of()))
                    .isSuccessful();
            assertThat((List<String>) context.getBean("calls")).containsExactly("unit");
        });
    }
}
