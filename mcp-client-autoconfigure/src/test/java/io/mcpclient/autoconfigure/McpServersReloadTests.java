package io.mcpclient.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Properties of servers that change while the application runs. */
@Timeout(120)
class McpServersReloadTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Map<String, Object> properties = new ConcurrentHashMap<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withInitializer(context -> context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changing", this.properties)));

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    @Test
    void invalidClientOfOneServerLeavesAllServersAlone() {
        try (ScriptedLegacyServer before = server();
                ScriptedLegacyServer after = server()) {
            this.properties.putAll(Map.of(
                    "mcp.servers.a.url", before.url(),
                    "mcp.servers.b.url", before.url(),
                    "mcp.servers.c.url", before.url()));
            this.runner.run(context -> {
                McpServers servers = context.getBean(McpServers.class);
                McpClients clients = context.getBean(McpClients.class);
                clients.all().forEach(McpClient::ping);
                this.properties.put("mcp.servers.a.url", after.url());
                this.properties.put("mcp.servers.b.ssl.bundle", "nope");
                this.properties.put("mcp.servers.c.url", after.url());
                this.properties.put("mcp.defaults.request-timeout", "7s");
                for (int i = 0; i < 2; i++) {
                    assertThatExceptionOfType(McpConfigurationException.class)
                            .isThrownBy(servers::reload)
                            .withMessageContaining("mcp.servers.b.ssl.bundle names the SSL bundle \"nope\"");
                }
                clients.all().forEach(McpClient::ping);
                assertThat(before.sessionsOpened()).isEqualTo(3);
                assertThat(after.sessionsOpened()).isZero();
                assertThat(clients.defaults().timeouts().request()).isNotEqualTo(Duration.ofSeconds(7));

                this.properties.remove("mcp.servers.b.ssl.bundle");
                assertThat(servers.reload().replaced()).containsExactly("a", "b", "c");
                clients.all().forEach(McpClient::ping);
                assertThat(after.sessionsOpened()).isEqualTo(2);
            });
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mcp.servers.a.request-timout  | 3s   | does not exist                | Did you mean mcp.servers.a.request-timeout?
                    mcp.servers.other.ulr         | x    | does not exist                | Correct its name, or remove it.
                    mcp.toolz.naming              | x    | does not exist                | Did you mean mcp.tools.naming?
                    mcp.defaults.request-timout   | 3s   | does not exist                | Did you mean mcp.defaults.request-timeout?
                    mcp.servers.a.request-timeout | fast | has a value of the wrong type | Correct the value.
                    mcp.defaults.retry.multiplier | fast | has a value of the wrong type | Correct the value.
                    """)
    void propertiesAreBoundAsStrictlyAsAtTheStart(String property, String value, String problem, String remedy) {
        try (ScriptedLegacyServer server = server()) {
            this.properties.put("mcp.servers.a.url", server.url());
            this.properties.put("mcp.gateway.name", "of the application");
            this.runner.run(context -> {
                McpServers servers = context.getBean(McpServers.class);
                context.getBean(McpClient.class).ping();
                this.properties.put(property, value);
                assertThatExceptionOfType(McpConfigurationException.class)
                        .isThrownBy(servers::reload)
                        .withMessageContaining(property + " " + problem)
                        .withMessageContaining(remedy);
                context.getBean(McpClient.class).ping();
                assertThat(server.sessionsOpened()).isEqualTo(1);
                this.properties.remove(property);
                assertThat(servers.reload().isEmpty()).isTrue();
            });
        }
    }

    @Test
    void injectedClientContinuesWhenItsServerReturns(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("mcp.json");
        try (ScriptedLegacyServer server = server()) {
            String entry = "{\"mcpServers\": {\"weather\": {\"url\": \"%s\"}}}".formatted(server.url());
            Files.writeString(file, entry);
            this.properties.put("mcp.config-locations", file.toUri().toString());
            this.properties.put("mcp.servers.weather.url", server.url());
            this.runner.run(context -> {
                McpServers servers = context.getBean(McpServers.class);
                McpClient injected = context.getBean(McpClient.class);
                injected.ping();
                this.properties.remove("mcp.servers.weather.url");
                Files.writeString(file, "{\"mcpServers\": {}}");
                assertThat(servers.reload().removed()).containsExactly("weather");
                assertThatExceptionOfType(McpRejectedException.class).isThrownBy(injected::ping);
                Files.writeString(file, entry);
                assertThat(servers.reload().added()).containsExactly("weather");
                injected.callTool("echo", Map.of());

                this.properties.put("mcp.servers.weather.enabled", "false");
                assertThat(servers.reload().removed()).containsExactly("weather");
                this.properties.put("mcp.servers.weather.enabled", "true");
                assertThat(servers.reload().added()).containsExactly("weather");
                injected.callTool("echo", Map.of());
                assertThat(server.requests("tools/call")).hasSize(2);
                assertThat(context.getBean(McpToolRegistry.class)
                                .awaitReady(LIMIT)
                                .tools())
                        .hasSize(1);
            });
        }
    }

    @Test
    void disabledServersAreKnownWhileAReloadTakesLong() {
        CountDownLatch isReloading = new CountDownLatch(1);
        CompletableFuture<Void> mayContinue = new CompletableFuture<>();
        this.properties.putAll(Map.of(
                "mcp.servers.weather.url", "http://localhost/mcp",
                "mcp.servers.weather.start", "lazy"));
        this.runner
                .withBean(McpClientCustomizer.class, () -> (name, builder) -> {
                    if (name.equals("slow")) {
                        isReloading.countDown();
                        mayContinue.join();
                    }
                })
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    servers.disable("weather");
                    this.properties.put("mcp.servers.slow.url", "http://localhost/mcp");
                    this.properties.put("mcp.servers.slow.start", "lazy");
                    CompletableFuture<McpServers.Changes> reload = CompletableFuture.supplyAsync(servers::reload);
                    try {
                        assertThat(isReloading.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                        assertThat(CompletableFuture.supplyAsync(servers::disabled))
                                .succeedsWithin(LIMIT)
                                .isEqualTo(Set.of("weather"));
                    } finally {
                        mayContinue.complete(null);
                    }
                    assertThat(reload.join().added()).containsExactly("slow");
                });
    }

    @Test
    void clientOfADisabledServerIsSaidToBeDisabled() {
        this.properties.putAll(Map.of(
                "mcp.servers.weather.url", "http://localhost/mcp",
                "mcp.servers.weather.start", "lazy",
                "mcp.servers.off.enabled", "false"));
        this.runner.run(context -> {
            McpClients clients = context.getBean(McpClients.class);
            context.getBean(McpServers.class).disable("weather");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.get("weather"))
                    .withMessageContaining("get: the server is disabled")
                    .withMessageContaining("Call McpServers.enable first.");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.get("off"))
                    .withMessageContaining("get: the server is disabled")
                    .withMessageContaining("Set mcp.servers.off.enabled to true.");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> clients.get("other"))
                    .withMessageContaining("get: there is no client for a server of this name");
        });
    }
}
