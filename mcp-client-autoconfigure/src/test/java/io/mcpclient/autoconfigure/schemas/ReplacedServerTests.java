package io.mcpclient.autoconfigure.schemas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.spring.McpToolClientScan;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.typed.McpSchemaCheck;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The comparison of typed clients with the tools of a server that is replaced. */
@Timeout(60)
class ReplacedServerTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withUserConfiguration(Scanning.class);

    @Configuration(proxyBeanMethods = false)
    @McpToolClientScan(basePackageClasses = ReplacedServerTests.class)
    static class Scanning {}

    @McpToolClient(value = "weather", check = McpSchemaCheck.FAIL)
    interface Weather {

        @McpTool("echo")
        String echo(String city);
    }

    private static ScriptedLegacyServer server(String argument) {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        server.tools("""
                {"name":"echo","inputSchema":{"type":"object","properties":{"%1$s":{"type":"string"}},"required":["%1$s"]}}""".formatted(argument));
        return server;
    }

    @Test
    void methodsAreComparedWithTheToolsOfTheNewServer() {
        try (ScriptedLegacyServer old = server("town");
                ScriptedLegacyServer fitting = server("city")) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + old.url())
                    .run(context -> {
                        Weather weather = context.getBean(Weather.class);
                        McpServers servers = context.getBean(McpServers.class);
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> weather.echo("Oslo"))
                                .withMessageContaining("requires the argument \"town\"");

                        servers.replace("weather", Map.of("url", fitting.url()));
                        assertThat(weather.echo("Oslo")).contains("Oslo");

                        servers.replace("weather", Map.of("url", old.url()));
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> weather.echo("Oslo"));
                    });
        }
    }

    @Test
    void serverThatIsEnabledLaterIsFollowed() {
        Map<String, Object> properties = new ConcurrentHashMap<>();
        try (ScriptedLegacyServer old = server("town");
                ScriptedLegacyServer fitting = server("city")) {
            properties.put("mcp.servers.weather.url", old.url());
            properties.put("mcp.servers.weather.enabled", "false");
            this.runner
                    .withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addFirst(new MapPropertySource("changing", properties)))
                    .run(context -> {
                        Weather weather = context.getBean(Weather.class);
                        McpServers servers = context.getBean(McpServers.class);
                        properties.put("mcp.servers.weather.enabled", "true");
                        servers.reload();
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> weather.echo("Oslo"));

                        servers.replace("weather", Map.of("url", fitting.url()));
                        assertThat(weather.echo("Oslo")).contains("Oslo");
                    });
        }
    }
}
