package io.mcpclient.autoconfigure.beans;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.McpUrlElicitationHandler;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Root;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What is offered to a server shows which beans a client has got (CAP-02). */
@Timeout(60)
class HandlerBeansTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.start=lazy",
                    "mcp.servers.weather.url=http://localhost:1/mcp",
                    "mcp.servers.files.url=http://localhost:1/mcp");

    @Test
    void whenThereAreNoHandlersThenNoCapabilitiesAreDeclared() {
        assertThat(offered(this.runner, "weather")).isEmpty();
    }

    @Test
    void whenThereAreHandlersThenTheyAreOfferedToAllServers() {
        ApplicationContextRunner all = this.runner.withUserConfiguration(OneHandlerOfEachKind.class);
        for (String server : List.of("weather", "files")) {
            JsonNode offered = offered(all, server);
            assertThat(offered.propertyNames()).contains("sampling", "elicitation", "roots");
            assertThat(offered.get("elicitation").propertyNames()).containsExactlyInAnyOrder("form", "url");
        }
    }

    @Test
    void whenCapabilityIsOffThenItsHandlerIsNotUsed() {
        ApplicationContextRunner some = this.runner
                .withUserConfiguration(OneHandlerOfEachKind.class)
                .withPropertyValues(
                        "mcp.defaults.capabilities.sampling=off",
                        "mcp.servers.weather.capabilities.elicitation=off",
                        "mcp.servers.files.capabilities.sampling=auto",
                        "mcp.servers.files.capabilities.roots=off");
        assertThat(offered(some, "weather").propertyNames()).containsExactly("roots");
        assertThat(offered(some, "files").propertyNames())
                .contains("sampling", "elicitation")
                .doesNotContain("roots");
    }

    @Test
    void whenHandlerIsAssignedToAServerThenOthersDoNotUseIt() {
        ApplicationContextRunner tied = this.runner.withUserConfiguration(ForWeather.class);
        assertThat(offered(tied, "weather").at("/sampling").has("tools")).isTrue();
        assertThat(offered(tied, "files")).isEmpty();
    }

    @Test
    void whenHandlerIsAssignedToTheServerThenItTakesPrecedenceOverAShared() {
        ApplicationContextRunner both = this.runner.withUserConfiguration(ForWeather.class, OneHandlerOfEachKind.class);
        assertThat(offered(both, "weather").at("/sampling").has("tools")).isTrue();
        assertThat(offered(both, "files").at("/sampling").has("tools")).isFalse();
    }

    @Test
    void whenOneIsPrimaryThenItTakesPrecedenceOverOthers() {
        ApplicationContextRunner both = this.runner.withUserConfiguration(PrimaryOne.class, OneHandlerOfEachKind.class);
        assertThat(offered(both, "files").at("/sampling").has("tools")).isTrue();
    }

    @Test
    void whenTwoApplyEquallyThenStartFailsAndNamesBoth() {
        this.runner
                .withUserConfiguration(OneHandlerOfEachKind.class, SecondElicitationHandler.class)
                .run(context -> {
                    Throwable cause = context.getStartupFailure();
                    while (!(cause instanceof McpConfigurationException) && cause.getCause() != null) {
                        cause = cause.getCause();
                    }
                    assertThat(cause).isInstanceOf(McpConfigurationException.class);
                    McpConfigurationException failure = (McpConfigurationException) cause;
                    assertThat(failure.property()).endsWith(".capabilities.elicitation");
                    assertThat(failure.problem()).contains("\"another\", \"elicitation\"");
                    assertThat(failure.remedy()).contains("@Primary", "@McpServer");
                });
    }

    // A server for which it is off needs no choice.
    @Test
    void whenTwoApplyEquallyAndTheCapabilityIsOffThenTheStartSucceeds() {
        this.runner
                .withUserConfiguration(OneHandlerOfEachKind.class, SecondElicitationHandler.class)
                .withPropertyValues("mcp.defaults.capabilities.elicitation=off")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void whenHandlersUseClientsThenContextStartsAndTheyAreAsked() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            CompletableFuture<RecordedRequest> answer = new CompletableFuture<>();
            server.on("tools/call")
                    .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"roots/list\"}")
                            .until(answer)
                            .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}")
                            .thenEnd());
            server.on("POST").reply(request -> {
                answer.complete(request);
                return Reply.accepted();
            });
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .withUserConfiguration(UsesClients.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        context.getBean("weatherMcpClient", McpClient.class).callTool("x", Map.of());
                        assertThat(answer.join()
                                        .json()
                                        .at("/result/roots/0/uri")
                                        .asString())
                                .isEqualTo("file:///srv/2");
                    });
        }
    }

    @Test
    void whenRootsAreListedThenTheyAreOffered() {
        ApplicationContextRunner listed = this.runner.withPropertyValues("mcp.servers.weather.roots=file:///srv/data");
        assertThat(offered(listed, "weather").propertyNames()).containsExactly("roots");
        assertThat(offered(listed, "files")).isEmpty();
    }

    /** Connects one server and returns the capabilities that it received. */
    private static JsonNode offered(ApplicationContextRunner runner, String name) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            runner.withPropertyValues("mcp.servers." + name + ".url=" + server.url())
                    .run(context -> context.getBean(name + "McpClient", McpClient.class)
                            .session()
                            .connect());
            return server.awaitRequests("initialize", 1, LIMIT).get(0).json().at("/params/capabilities");
        }
    }

    private static final class ToolSampler implements ReactiveMcpSamplingHandler {

        @Override
        public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
            return Mono.empty();
        }

        @Override
        public boolean supportsTools() {
            return true;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneHandlerOfEachKind {

        @Bean
        McpSamplingHandler sampling() {
            return (params, context) -> {
                throw new UnsupportedOperationException();
            };
        }

        @Bean
        McpElicitationHandler elicitation() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean
        McpUrlElicitationHandler urlElicitation() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean
        McpRootsProvider roots() {
            return context -> List.of();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForWeather {

        @Bean
        @McpServer("weather")
        ReactiveMcpSamplingHandler weatherSampling() {
            return new ToolSampler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryOne {

        @Bean
        @Primary
        ReactiveMcpSamplingHandler primarySampling() {
            return new ToolSampler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondElicitationHandler {

        @Bean
        ReactiveMcpElicitationHandler another() {
            return (params, context) -> Mono.just(ElicitResult.cancel());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UsesClients {

        @Bean
        McpRootsProvider roots(McpClients clients, @McpServer("weather") McpClient weather) {
            return context -> List.of(Root.of("file:///srv/" + clients.all().size()));
        }
    }
}
