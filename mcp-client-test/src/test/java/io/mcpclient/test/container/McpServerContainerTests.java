package io.mcpclient.test.container;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

import io.mcpclient.McpClient;
import io.mcpclient.spring.McpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An {@link McpServerContainer} as service connection of an application. Skipped where there is no container engine. */
@Testcontainers(disabledWithoutDocker = true)
@SpringBootTest(
        properties = {
            "mcp.servers.weather.url=https://weather.example.com/mcp",
            "mcp.servers.weather.start=lazy",
            "mcp.servers.files.start=lazy"
        })
class McpServerContainerTests {

    @Container
    @ServiceConnection
    static final McpServerContainer WEATHER =
            PerlMcpServer.in(new McpServerContainer("weather", PerlMcpServer.IMAGE).withMcpPort(PerlMcpServer.PORT));

    @Test
    void clientCallsTheServerInTheContainer(@Autowired @McpServer("weather") McpClient client) {
        assertThat(client.callTool("forecast", Map.of("city", "Oslo"), String.class))
                .isEqualTo("sunny");
        assertThat(client.status().peer().port()).isEqualTo(WEATHER.getMappedPort(PerlMcpServer.PORT));
    }

    @Test
    void furtherContainersRegisterTheirUrl(
            @Autowired @McpServer("files") McpClient client, @Autowired McpServerContainer container) {
        assertThat(client.callTool("forecast", Map.of("city", "Oslo"), String.class))
                .isEqualTo("sunny");
        assertThat(client.status().peer().port()).isEqualTo(container.url().getPort());
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        McpServerContainer files() {
            return PerlMcpServer.in(
                    new McpServerContainer("files", PerlMcpServer.IMAGE).withMcpPort(PerlMcpServer.PORT));
        }

        @Bean
        DynamicPropertyRegistrar filesUrl(McpServerContainer files) {
            return properties -> properties.add("mcp.servers.files.url", files::url);
        }
    }
}
