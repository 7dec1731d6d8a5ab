package io.mcpclient.autoconfigure;

import java.net.URI;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Connection details of servers as beans. */
class McpConnectionDetailsTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy", "mcp.defaults.protocol=legacy");

    @AfterEach
    void close() {
        this.server.close();
    }

    private record Details(String serverName, URI url, Map<String, String> headers) implements McpConnectionDetails {}

    private ApplicationContextRunner detailed(ApplicationContextRunner runner, String server) {
        return runner.withBean(
                "details",
                McpConnectionDetails.class,
                () -> new Details(server, this.server.uri(), Map.of("X-Tenant", "acme")));
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    private List<String> tenants() {
        return this.server.requests("tools/call").stream()
                .map((RecordedRequest request) -> String.valueOf(request.header("X-Tenant")))
                .toList();
    }

    @Test
    void detailsReplaceTheUrlAndAddHeaders() {
        detailed(this.runner, "weather")
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.weather.headers.X-Tenant=other")
                .run(context -> {
                    assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}");
                    assertThat(tenants()).containsExactly("acme");
                });
    }

    // the address of production is a variable that a test with a container does not have
    @Test
    void detailsReplaceAnAddressWithAnUnresolvedPlaceholder() {
        detailed(this.runner, "weather")
                .withPropertyValues("mcp.servers.weather.url=https://${WEATHER_HOST}/mcp")
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void detailsReplaceTheCommandAndItsSettings() {
        detailed(this.runner, "weather")
                .withPropertyValues(
                        "mcp.servers.weather.command=mcp-weather",
                        "mcp.servers.weather.args=--fast",
                        "mcp.servers.weather.transport=stdio")
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void detailsOfAServerWithoutUrlAreEnough() {
        detailed(this.runner, "weather")
                .withPropertyValues("mcp.servers.weather.request-timeout=20s")
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void detailsOfOtherServersChangeNothing() {
        detailed(this.runner, "weather")
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1/mcp",
                        "mcp.servers.files.url=http://files.invalid/mcp")
                .run(context -> assertThat(context.getBean(McpClients.class)
                                .get("files")
                                .status()
                                .peer()
                                .address())
                        .isEqualTo("files.invalid"));
    }

    @Test
    void annotatedDetailsAddTheirServer() {
        this.runner.withUserConfiguration(Annotated.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(ReactiveMcpClient.class);
            assertThat(context.getBean(McpClient.class).name()).isEqualTo("weather");
            assertThat(context.getBean(McpClient.class).status().peer().port()).isEqualTo(8443);
        });
    }

    @Test
    void annotatedDetailsOfADisabledServerAddNothing() {
        this.runner
                .withUserConfiguration(Annotated.class)
                .withPropertyValues("mcp.servers.weather.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpClient.class));
    }

    @Test
    void detailsOfAnUnknownServerFailTheStartWithARemedy() {
        detailed(this.runner, "weather").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("mcp.servers.weather is missing")
                .hasMessageContaining("the bean \"details\"")
                .hasMessageContaining("Set a property of the server, such as mcp.servers.weather.start=eager"));
    }

    @Test
    void severalDetailsOfOneServerFailTheStart() {
        detailed(this.runner, "weather")
                .withBean("more", McpConnectionDetails.class, () -> new Details("weather", this.server.uri(), Map.of()))
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("mcp.servers.weather has several connection details"));
    }

    @Test
    void detailsWithAnInvalidUrlFailTheStart() {
        this.runner
                .withBean(
                        McpConnectionDetails.class,
                        () -> new Details("weather", URI.create("ftp://localhost/mcp"), Map.of()))
                .withPropertyValues("mcp.servers.weather.start=lazy")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("the url of the connection details has no http or https scheme"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Annotated {

        @Bean
        @McpServer("weather")
        McpConnectionDetails weatherDetails() {
            return new McpConnectionDetails() {

                @Override
                public String serverName() {
                    return "weather";
                }

                @Override
                public URI url() {
                    return URI.create("https://weather.example.com:8443/mcp");
                }

                @Override
                public @Nullable SslBundle sslBundle() {
                    return SslBundle.of(null);
                }
            };
        }
    }
}
