package io.mcpclient.autoconfigure.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.cloud.autoconfigure.RefreshAutoConfiguration;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Refreshes of Spring Cloud in a real application, whose properties are in a file. */
@Timeout(60)
class McpRefreshTests {

    @TempDir
    private Path directory;

    @SpringBootConfiguration
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        McpClientAutoConfiguration.class,
        McpCloudAutoConfiguration.class,
        RefreshAutoConfiguration.class
    })
    static class Application {}

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
}
