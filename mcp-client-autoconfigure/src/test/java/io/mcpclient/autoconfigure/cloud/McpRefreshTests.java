package io.mcpclient.autoconfigure.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.autoconfigure.ConfigurationPropertiesRebinderAutoConfiguration;
import org.springframework.cloud.autoconfigure.RefreshAutoConfiguration;
import org.springframework.cloud.context.config.annotation.RefreshScope;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServer;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Refreshes of Spring Cloud in a real application, whose properties are in a file. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class McpRefreshTests {

    @TempDir
    private Path directory;

    @SpringBootConfiguration
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        McpClientAutoConfiguration.class,
        McpCloudAutoConfiguration.class,
        RefreshAutoConfiguration.class,
        ConfigurationPropertiesRebinderAutoConfiguration.class
    })
    static class Application {}

    /** Something of the application that has nothing to do with servers. */
    static class Greeting {

        private final String text;

        Greeting(String text) {
            this.text = text;
        }

        String text() {
            return this.text;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Greetings {

        @Bean
        @RefreshScope
        Greeting greeting(@Value("${greeting}") String text) {
            return new Greeting(text);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Interceptors {

        @Bean
        @McpServer("weather")
        McpInterceptor interceptor() {
            return (call, next) -> next.handle(call);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FailingCustomizer {

        @Bean
        McpClientCustomizer customizer() {
            return (server, builder) -> {
                throw new IllegalStateException("the customizer fails");
            };
        }
    }

    private ConfigurableApplicationContext start(Class<?>... more) {
        SpringApplication application = new SpringApplication(Application.class);
        application.addPrimarySources(List.of(more));
        application.setWebApplicationType(WebApplicationType.NONE);
        return application.run(
                "--spring.config.location=" + properties().toUri(),
                "--spring.main.banner-mode=off",
                "--mcp.defaults.start=lazy");
    }

    private Path properties() {
        return this.directory.resolve("application.properties");
    }

    private void configure(String... lines) throws IOException {
        Files.write(properties(), List.of(lines));
    }

    private Path servers(String content) throws IOException {
        return Files.writeString(this.directory.resolve("mcp.json"), "{\"mcpServers\": {" + content + "}}");
    }

    private static void refresh(ConfigurableApplicationContext context) {
        context.getBean(ContextRefresher.class).refresh();
    }

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    @Test
    void serversWhosePropertiesReferToAChangedValueAreReplaced() throws IOException {
        try (ScriptedLegacyServer before = server();
                ScriptedLegacyServer after = server()) {
            String weather = "mcp.servers.weather.url=${weather.url}";
            String other = "mcp.servers.other.url=" + before.url();
            configure(weather, other, "weather.url=" + before.url());
            try (ConfigurableApplicationContext context = start()) {
                McpClients clients = context.getBean(McpClients.class);
                clients.all().forEach(McpClient::ping);
                configure(weather, other, "weather.url=" + after.url());
                refresh(context);
                clients.all().forEach(McpClient::ping);
                assertThat(after.sessionsOpened()).isEqualTo(1);
                assertThat(before.sessionsOpened()).isEqualTo(2);
            }
        }
    }

    @Test
    void serverThatAFileDoesNotHaveAnyMoreIsRemoved() throws IOException {
        Path file = servers("\"weather\": {\"url\": \"http://localhost:1/mcp\"}");
        configure("mcp.config-locations=" + file.toUri());
        try (ConfigurableApplicationContext context = start()) {
            McpClients clients = context.getBean(McpClients.class);
            assertThat(clients.find("weather")).isPresent();
            servers("");
            refresh(context);
            assertThat(clients.find("weather")).isEmpty();
        }
    }

    @Test
    void fileOfServersThatIsNotValidDoesNotEndARefresh(CapturedOutput output) throws IOException {
        Path file = servers("\"weather\": {\"url\": \"http://localhost:1/mcp\"}");
        String locations = "mcp.config-locations=" + file.toUri();
        configure(locations, "greeting=hello");
        try (ConfigurableApplicationContext context = start(Greetings.class)) {
            servers("\"weather\": {}");
            configure(locations, "greeting=goodbye");
            refresh(context);
            assertThat(context.getBean(Greeting.class).text()).isEqualTo("goodbye");
            assertThat(context.getBean(McpClients.class).find("weather")).isPresent();
        }
        assertThat(output)
                .containsOnlyOnce("nothing is changed. ")
                .contains("mcpServers.weather has neither url nor command");
    }

    @Test
    void serverThatABeanNamesIsNotRemovedByARefresh(CapturedOutput output) throws IOException {
        String weather = "mcp.servers.weather.url=http://localhost:1/mcp";
        configure(weather, "greeting=hello");
        try (ConfigurableApplicationContext context = start(Greetings.class, Interceptors.class)) {
            configure("greeting=goodbye");
            refresh(context);
            assertThat(context.getBean(Greeting.class).text()).isEqualTo("goodbye");
            McpClients clients = context.getBean(McpClients.class);
            assertThat(clients.find("weather")).isPresent();
            McpServers servers = context.getBean(McpServers.class);
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(servers::reload)
                    .withMessageContaining(
                            "mcp.servers.weather is missing, but the bean \"interceptor\" is annotated with"
                                    + " @McpServer(\"weather\")");

            configure(weather, "mcp.servers.weather.enabled=false", "greeting=hello");
            refresh(context);
            assertThat(clients.find("weather")).isEmpty();
        }
        assertThat(output).contains("nothing is changed. ", "Set mcp.servers.weather.enabled to false");
    }

    @Test
    void customizerThatFailsDoesNotEndARefresh(CapturedOutput output) throws IOException {
        configure("greeting=hello");
        try (ConfigurableApplicationContext context = start(Greetings.class, FailingCustomizer.class)) {
            configure("mcp.servers.weather.url=http://localhost:1/mcp", "greeting=goodbye");
            refresh(context);
            assertThat(context.getBean(Greeting.class).text()).isEqualTo("goodbye");
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        }
        assertThat(output).contains("MCP servers could not be reloaded", "the customizer fails");
    }
}
