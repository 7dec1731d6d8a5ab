package io.mcpclient.autoconfigure;

import java.net.InetAddress;
import java.net.URI;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpRequiredServerException;
import io.mcpclient.testkit.RefusedPort;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that the application itself provides. */
@Timeout(60)
class OwnServersTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
                    AnnotationConfigServletWebServerApplicationContext::new)
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    EndpointAutoConfiguration.class,
                    TomcatServletWebServerAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.servers.own.protocol=legacy",
                    "mcp.servers.own.required=true",
                    "mcp.servers.own.connect-timeout=20s");

    /** An MCP server as a part of the application. */
    @Configuration(proxyBeanMethods = false)
    static class Server {

        private static final ParameterizedTypeReference<Map<String, Object>> MESSAGE =
                new ParameterizedTypeReference<>() {};

        @Bean
        RouterFunction<ServerResponse> mcp() {
            return RouterFunctions.route()
                    .POST("/mcp", Server::reply)
                    .DELETE("/mcp", request -> ServerResponse.noContent().build())
                    .build();
        }

        private static ServerResponse reply(ServerRequest request) throws Exception {
            Map<String, Object> message = request.body(MESSAGE);
            Object result = "initialize".equals(message.get("method"))
                    ? Map.of(
                            "protocolVersion", "2025-11-25",
                            "capabilities", Map.of(),
                            "serverInfo", Map.of("name", "own", "version", "1"))
                    : Map.of();
            return message.containsKey("id")
                    ? ServerResponse.ok().body(Map.of("jsonrpc", "2.0", "id", message.get("id"), "result", result))
                    : ServerResponse.accepted().build();
        }
    }

    private WebApplicationContextRunner at(int port, String path) {
        return this.runner.withPropertyValues(
                "server.port=" + port, "mcp.servers.own.url=http://localhost:" + port + path);
    }

    private static int freePort() {
        try (RefusedPort free = new RefusedPort()) {
            return URI.create(free.url()).getPort();
        }
    }

    @Test
    void startConnectsARequiredServerHostedByTheApplicationItself() {
        at(freePort(), "/mcp").withUserConfiguration(Server.class).run(context -> {
            assertThat(context).hasNotFailed();
            McpClient client = context.getBean(McpClient.class);
            assertThat(client.status().isConnected()).isTrue();
            client.ping();
        });
    }

    @Test
    void requiredOwnServerWithoutAnEndpointFailsTheStart() {
        at(freePort(), "/other").withUserConfiguration(Server.class).run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining(McpRequiredServerException.class.getName())
                .rootCause()
                .hasMessageContaining("404"));
    }

    @Test
    void randomPortInAServerUrlFailsWithAnExplanation() {
        this.runner
                .withPropertyValues("server.port=0", "mcp.servers.own.url=http://localhost:${local.server.port}/mcp")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("${local.server.port}, which cannot be resolved")
                        .hasMessageContaining("Set server.port to a fixed port, or call McpServers.add"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:9090/mcp, true",
        "http://127.0.0.1:9090, true",
        "http://127.1.2.3:9090, true",
        "http://[::1]:9090, true",
        "http://LOCALHOST:9090, true",
        "http://app.localhost:9090, true",
        "http://localhost:9091, true",
        "http://localhost:9092, false",
        "http://localhost, false",
        "http://weather.example.com:9090, false",
        "http://192.0.2.1:9090, false"
    })
    void ownAddressesAreRecognized(URI url, boolean isOwn) {
        MockEnvironment environment = new MockEnvironment();
        environment.setProperty("server.port", "9090");
        environment.setProperty("management.server.port", "9091");
        assertThat(new OwnServers(environment).isOwn(url)).isEqualTo(isOwn);
    }

    @Test
    void ownHostNameAndDefaultPortAreRecognized() throws Exception {
        String host = InetAddress.getLocalHost().getHostName();
        assertThat(new OwnServers(new MockEnvironment()).isOwn(URI.create("http://" + host + ":8080/mcp")))
                .isTrue();
    }
}
