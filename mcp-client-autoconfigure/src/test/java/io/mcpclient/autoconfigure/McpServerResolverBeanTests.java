package io.mcpclient.autoconfigure;

import java.net.URI;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.McpServerResolver;
import io.mcpclient.transport.ReactiveMcpServerResolver;

import static org.assertj.core.api.Assertions.assertThat;

/** Resolvers for the addresses of servers as beans. */
class McpServerResolverBeanTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ScriptedLegacyServer other = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.start=lazy",
                    "mcp.defaults.protocol=legacy",
                    "mcp.servers.weather.url=http://weather.example.com/mcp");

    @AfterEach
    void close() {
        this.server.close();
        this.other.close();
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    @Test
    void resolverBeanReturnsTheAddress() {
        this.runner
                .withBean(McpServerResolver.class, () -> (name, url) -> List.of(this.server.uri()))
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void reactiveResolverBeanReturnsTheAddress() {
        this.runner
                .withBean(ReactiveMcpServerResolver.class, () -> (name, url) -> Mono.just(List.of(this.server.uri())))
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void assignedResolverTakesPrecedence() {
        this.runner
                .withPropertyValues("mcp.servers.files.url=" + this.other.url())
                .withBean(URI.class, this.server::uri)
                .withBean("general", McpServerResolver.class, () -> (name, url) -> List.of(this.other.uri()))
                .withUserConfiguration(OfWeather.class)
                .run(context -> {
                    McpClients clients = context.getBean(McpClients.class);
                    echo(clients.get("weather"));
                    echo(clients.get("files"));
                    assertThat(this.server.requests("tools/call")).hasSize(1);
                    assertThat(this.other.requests("tools/call")).hasSize(1);
                });
    }

    @Test
    void resolverForAllServersIgnoresProcesses() {
        this.runner
                .withPropertyValues("mcp.servers.files.command=mcp-files")
                .withBean(McpServerResolver.class, () -> (name, url) -> List.of(this.server.uri()))
                .run(context -> assertThat(context).hasNotFailed().hasBean("filesMcpClient"));
    }

    @Test
    void assignedResolverReplacesSpringCloud() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=lb://weather/mcp")
                .withBean(URI.class, this.server::uri)
                .withUserConfiguration(OfWeather.class)
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void urlOfAServiceWithoutSpringCloudFailsTheStartWithARemedy() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=lb://weather/mcp")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(
                                "mcp.servers.weather.url is lb://weather/mcp, but Spring Cloud is missing")
                        .hasMessageContaining("Add spring-cloud-starter-loadbalancer"));
    }

    @Test
    void urlOfAServiceWithoutNameFailsTheStart() {
        this.runner.withPropertyValues("mcp.servers.weather.url=lb:///mcp").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("mcp.servers.weather.url has no host"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OfWeather {

        @Bean
        @McpServer("weather")
        McpServerResolver weatherResolver(URI address) {
            return (name, url) -> List.of(address);
        }
    }
}
