package io.mcpclient.autoconfigure.beans;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import ch.qos.logback.classic.Level;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.policy.MaxAttemptsRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.spring.McpServer;
import io.mcpclient.spring.McpTransportCustomizer;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.SelfSignedKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What the application's beans change about HTTP exchanges. */
@Timeout(60)
class TransportBeansTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final Map<String, SelfSignedKey> keys = new HashMap<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy", "mcp.defaults.retry.initial-interval=10ms");

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        McpTransportCustomizer all() {
            return (server, builder) -> builder.defaultHeader("X-Server", server);
        }

        @Bean
        @McpServer("weather")
        McpTransportCustomizer one() {
            return (server, builder) -> builder.filter((request, next) -> next.exchange(
                    ClientRequest.from(request).header("X-One", server).build()));
        }
    }

    @Test
    void customizersApplyToTheirServers() {
        try (ScriptedLegacyServer server = server();
                ScriptedLegacyServer other = server()) {
            this.runner
                    .withUserConfiguration(Customizers.class)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.files.url=" + other.url())
                    .run(context -> {
                        context.getBean(McpClients.class).all().forEach(McpClient::ping);
                        assertThat(server.requests("ping").get(0).header("X-Server"))
                                .isEqualTo("weather");
                        assertThat(server.requests("ping").get(0).header("X-One"))
                                .isEqualTo("weather");
                        assertThat(other.requests("ping").get(0).header("X-Server"))
                                .isEqualTo("files");
                        assertThat(other.requests("ping").get(0).header("X-One"))
                                .isNull();
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Builder {

        @Bean
        @Scope("prototype")
        WebClient.Builder builder() {
            return WebClient.builder()
                    .defaultHeader("X-Application", "travel")
                    .filter((request, next) -> next.exchange(ClientRequest.from(request)
                            .header("X-Filter", "yes")
                            .build()));
        }
    }

    @Test
    void applicationsWebClientBuilderIsUsedWhereEnabled() {
        try (ScriptedLegacyServer server = server()) {
            ApplicationContextRunner withBuilder = this.runner
                    .withUserConfiguration(Builder.class)
                    .withPropertyValues("mcp.servers.weather.url=" + server.url());
            withBuilder.run(context -> {
                context.getBean(McpClient.class).ping();
                assertThat(server.requests("ping").get(0).header("X-Application"))
                        .isNull();
            });
            withBuilder
                    .withPropertyValues("mcp.http.use-application-builder=true")
                    .run(context -> {
                        context.getBean(McpClient.class).ping();
                        assertThat(server.requests("ping").get(1).header("X-Application"))
                                .isEqualTo("travel");
                        assertThat(server.requests("ping").get(1).header("X-Filter"))
                                .isEqualTo("yes");
                    });
        }
    }

    /** Beans for the HTTP clients of the application. */
    @Configuration(proxyBeanMethods = false)
    static class HttpBeans {

        @Bean
        WebClientCustomizer headers() {
            return builder -> builder.defaultHeader("X-Application", "travel");
        }

        @Bean
        ExchangeFilterFunction trace() {
            return (request, next) -> next.exchange(request);
        }

        @Bean
        ReactorResourceFactory threads() {
            return new ReactorResourceFactory();
        }
    }

    @Test
    void beansForOtherHttpClientsAreNamedUnlessTheApplicationHasDecided() {
        try (CapturedLog log =
                CapturedLog.of(Loggers.CONFIGURATION).at(Level.INFO).open()) {
            ApplicationContextRunner springBoot = this.runner
                    .withConfiguration(AutoConfigurations.of(
                            ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class))
                    .withPropertyValues("mcp.servers.weather.url=http://localhost:1");
            springBoot.run(context -> assertThat(context).hasNotFailed().hasSingleBean(WebClient.Builder.class));
            ApplicationContextRunner application = springBoot.withUserConfiguration(HttpBeans.class);
            for (String property : List.of(
                    "mcp.http.use-application-builder=true",
                    "mcp.http.use-application-builder=false",
                    "mcp.servers.weather.enabled=false")) {
                application.withPropertyValues(property).run(context -> assertThat(context)
                        .hasNotFailed());
            }
            assertThat(log.events()).isEmpty();

            application.run(context -> assertThat(context).hasNotFailed());
            assertThat(log.messages())
                    .containsExactly("Beans that have no effect on MCP servers: \"headers\" (WebClientCustomizer),"
                            + " \"trace\" (ExchangeFilterFunction), \"threads\" (ReactorResourceFactory)."
                            + " Apply filters with a bean of type McpTransportCustomizer."
                            + " Configure connections under mcp.defaults."
                            + " Set mcp.http.use-application-builder to true to apply customizers and builders of"
                            + " WebClient, or to false to omit this line.");
        }
    }

    private static ApplicationContextRunner withBuilder(ApplicationContextRunner runner, ScriptedLegacyServer server) {
        return runner.withUserConfiguration(Builder.class)
                .withPropertyValues(
                        "mcp.http.use-application-builder=true",
                        "mcp.defaults.retry.max-attempts=1",
                        "mcp.servers.weather.url=" + server.url());
    }

    @Test
    void springBootReadTimeoutIsTheDefaultResponseTimeout() {
        try (ScriptedLegacyServer server = server()) {
            server.on("ping").always().reply(Reply.neverAnswer());
            ApplicationContextRunner application =
                    withBuilder(this.runner, server).withPropertyValues("spring.http.clients.read-timeout=300ms");
            application.run(context -> assertThatExceptionOfType(McpException.class)
                    .isThrownBy(context.getBean(McpClient.class)::ping)
                    .withMessageContaining("300 ms"));
            application
                    .withPropertyValues("mcp.defaults.response-timeout=400ms")
                    .run(context -> assertThatExceptionOfType(McpException.class)
                            .isThrownBy(context.getBean(McpClient.class)::ping)
                            .withMessageContaining("400 ms"));
        }
    }

    @Test
    void cookieHandlingFollowsTheSpringBootProperty() {
        try (ScriptedLegacyServer server = server()) {
            server.on("ping").always().reply(Reply.result("{}").withHeader("Set-Cookie", "node=3; Path=/"));
            withBuilder(this.runner, server)
                    .withPropertyValues("spring.http.clients.cookie-handling=enable")
                    .run(context -> {
                        context.getBean(McpClient.class).ping();
                        context.getBean(McpClient.class).ping();
                        assertThat(server.requests("ping").get(1).header("Cookie"))
                                .isEqualTo("node=3");
                    });
        }
    }

    @Test
    void invalidSettingOfSpringBootIsNamed() {
        try (ScriptedLegacyServer server = server()) {
            withBuilder(this.runner, server)
                    .withPropertyValues("spring.http.clients.connect-timeout=0s")
                    .run(context -> assertThat(context.getStartupFailure())
                            .rootCause()
                            .isInstanceOf(McpConfigurationException.class)
                            .hasMessageContaining("spring.http.clients.connect-timeout"));
        }
    }

    @Test
    void missingBuilderFailsTheStart() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1", "mcp.http.use-application-builder=true")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .rootCause()
                            .isInstanceOf(McpConfigurationException.class)
                            .hasMessageContaining("mcp.http.use-application-builder");
                });
    }

    private int attempts(ApplicationContextRunner runner, String method) {
        try (ScriptedLegacyServer server = server()) {
            server.on(method).always().reply(Reply.status(503));
            runner.withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.circuit-breaker.enabled=false")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        assertThatExceptionOfType(McpException.class)
                                .isThrownBy(() -> {
                                    if (method.equals("ping")) {
                                        client.ping();
                                    } else {
                                        client.callTool("echo", Map.of());
                                    }
                                })
                                .isInstanceOf(McpConnectionException.class);
                    });
            return server.requests(method).size();
        }
    }

    @Test
    void retryPolicyBeanDecidesTheAttempts() {
        assertThat(attempts(this.runner, "ping")).isEqualTo(3);
        assertThat(attempts(
                        this.runner.withBean("mcpRetryPolicy", RetryPolicy.class, () -> new MaxAttemptsRetryPolicy(5)),
                        "ping"))
                .isEqualTo(5);
        assertThat(attempts(this.runner.withBean("mcpRetryPolicy", RetryPolicy.class, NeverRetryPolicy::new), "ping"))
                .isEqualTo(1);
    }

    @Configuration(proxyBeanMethods = false)
    static class Policies {

        @Bean
        RetryPolicy ofTheDatabase() {
            return new NeverRetryPolicy();
        }

        @Bean
        @McpServer("weather")
        RetryPolicy ofWeather() {
            return new MaxAttemptsRetryPolicy(2);
        }
    }

    @Test
    void policyForAnotherPurposeIsNotUsed() {
        assertThat(attempts(this.runner.withBean("ofTheDatabase", RetryPolicy.class, NeverRetryPolicy::new), "ping"))
                .isEqualTo(3);
        assertThat(attempts(this.runner.withUserConfiguration(Policies.class), "ping"))
                .isEqualTo(2);
    }

    @Test
    void policyCannotRepeatACallThatMayHaveBeenExecuted() {
        ApplicationContextRunner eager =
                this.runner.withBean("mcpRetryPolicy", RetryPolicy.class, () -> new MaxAttemptsRetryPolicy(5));
        try (ScriptedLegacyServer server = server()) {
            server.on("tools/call").always().reply(Reply.closeBeforeAnswer());
            eager.withPropertyValues("mcp.servers.weather.url=" + server.url()).run(context -> {
                assertThatExceptionOfType(McpException.class)
                        .isThrownBy(() -> context.getBean(McpClient.class).callTool("echo", Map.of()));
                assertThat(server.requests("tools/call")).hasSize(1);
            });
        }
    }

    @Test
    void serverConnectsAgainWhenItsBundleIsReloaded() throws Exception {
        SslBundle first = bundle("first");
        SslBundle second = bundle("second");
        DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("corp", first);
        HttpsServer server = https("second");
        try {
            this.runner
                    .withBean("bundles", DefaultSslBundleRegistry.class, () -> bundles)
                    .withPropertyValues(
                            "mcp.servers.weather.url=https://localhost:"
                                    + server.getAddress().getPort() + "/mcp",
                            "mcp.servers.weather.ssl.bundle=corp",
                            "mcp.servers.weather.protocol=legacy")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        assertThatExceptionOfType(McpException.class)
                                .isThrownBy(client.session()::connect)
                                .withMessageContaining("TLS");
                        bundles.updateBundle("corp", second);
                        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(
                                        client.session().connect().serverInfo())
                                .isNotNull());
                    });
        } finally {
            server.stop(0);
        }
    }

    /** Writes a key, and returns a bundle that trusts it. */
    private SslBundle bundle(String name) throws Exception {
        Path folder = Files.createDirectories(this.directory.resolve(name));
        SelfSignedKey key = SelfSignedKey.of(folder, "localhost");
        this.keys.put(name, key);
        key.writeTo(folder.resolve("key.p12"), folder.resolve("trust.p12"));
        KeyStore trust = KeyStore.getInstance(folder.resolve("trust.p12").toFile(), "changeit".toCharArray());
        return SslBundle.of(SslStoreBundle.of(null, null, trust));
    }

    /** A server with the key of that name that answers a handshake. */
    private HttpsServer https(String name) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(
                Objects.requireNonNull(this.keys.get(name)).keeping()));
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] reply = new byte[0];
            if (body.contains("\"initialize\"")) {
                String id = body.replaceFirst(".*\"id\":(\\d+).*", "$1");
                reply = ("{\"jsonrpc\":\"2.0\",\"id\":" + id
                                + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"serverInfo\":{\"name\":\"tls\",\"version\":\"1\"}}}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
            }
            exchange.sendResponseHeaders(reply.length > 0 ? 200 : 202, reply.length > 0 ? reply.length : -1);
            try (exchange) {
                exchange.getResponseBody().write(reply);
            }
        });
        server.start();
        return server;
    }
}
