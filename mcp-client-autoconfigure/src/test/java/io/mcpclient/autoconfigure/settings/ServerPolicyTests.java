package io.mcpclient.autoconfigure.settings;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.spring.McpServerPolicy;
import io.mcpclient.spring.McpServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Servers that the operator allows and denies, wherever they come from. */
@Timeout(60)
class ServerPolicyTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy");

    private static void assertRefused(ThrowingCallable change, String message) {
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(change)
                .withMessageContaining(message);
    }

    @Test
    void serverIsCheckedHoweverItIsAdded() {
        Map<String, Object> changing =
                new ConcurrentHashMap<>(Map.of("mcp.servers.own.url", "https://own.example.com"));
        this.runner
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("changing", changing)))
                .withPropertyValues(
                        "mcp.policy.allowed-servers=https://*.example.com, command:npx -y @example/*, lb://weather",
                        "mcp.policy.denied-servers[0]=https://evil.example.com")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    McpClients clients = context.getBean(McpClients.class);
                    servers.add("good", Map.of("url", "https://good.example.com/mcp"));
                    servers.add("process", Map.of("command", "npx", "args", "-y,@example/a"));
                    assertRefused(
                            () -> servers.add("evil", Map.of("url", "https://EVIL.example.com.:443/x")),
                            "mcp.servers.evil.url is refused: it matches \"https://evil.example.com\" in"
                                    + " mcp.policy.denied-servers");
                    assertRefused(
                            () -> servers.add("sh", Map.of("command", "sh", "args", "-c,npx -y @example/a")),
                            "mcp.servers.sh.command is refused: no pattern in mcp.policy.allowed-servers matches it");
                    assertRefused(
                            () -> servers.replace("good", Map.of("url", "https://example.org")), "good.url is refused");
                    assertRefused(
                            () -> clients.add(
                                    "settings",
                                    McpClientSettings.defaults()
                                            .withEndpoint(McpHttpSettings.of("https://example.org"))),
                            "settings.url is refused");
                    assertThat(clients.all()).extracting(McpClient::name).containsExactly("good", "own", "process");

                    changing.put("mcp.servers.later.url", "https://example.org/mcp");
                    assertRefused(servers::reload, "mcp.servers.later.url is refused");
                    changing.put("mcp.policy.allowed-servers", "https://example.org, https://*.example.com");
                    McpServers.Changes changes = servers.reload();
                    assertThat(changes.added()).containsExactly("later");
                    assertThat(changes.removed()).containsExactly("process"); // added before, refused now
                    assertThat(clients.all()).extracting(McpClient::name).containsExactly("good", "later", "own");
                    assertRefused(() -> servers.enable("process"), "process.command is refused");
                    assertRefused(
                            () -> servers.add("other", Map.of("command", "npx", "args", "-y,@example/a")),
                            "other.command is refused");
                    assertRefused(
                            () -> servers.add("socket", Map.of("url", "unix:///run/x.sock#/mcp")),
                            "socket.url is refused");
                    servers.disable("good");
                    changing.put("mcp.policy.denied-servers[0]", "*://good.example.com");
                    servers.reload();
                    assertRefused(() -> servers.enable("good"), "good.url is refused");
                    assertThat(servers.disabled()).containsExactly("good", "process");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mcp.policy.denied-servers=https://evil.example.com | mcp.servers.weather.url is refused: it matches",
                "mcp.policy.allowed-servers=command:npx             | mcp.servers.weather.url is refused: no pattern",
                "mcp.policy.allowed-servers=evil.example.com        | mcp.policy.allowed-servers[0] is \"evil.example.com\"",
                "mcp.policy.denied-servers=command:/bin/sh          | mcp.policy.denied-servers[0] is \"command:/bin/sh\""
            })
    void startFailsWithADeniedServer(String policy, String message) {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=https://evil.example.com/mcp", policy)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining(message));
    }

    @Test
    void beanRestrictsServersFurther() {
        McpServerPolicy catalogue = (target, refusal) ->
                (target.url() != null && target.url().getPath().startsWith("/mcp"))
                        ? refusal
                        : "the catalogue does not list it";
        this.runner
                .withBean(McpServerPolicy.class, () -> catalogue)
                .withPropertyValues(
                        "mcp.policy.denied-servers=https://evil.example.com",
                        "mcp.servers.own.url=https://own.example.com/mcp")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    assertRefused(
                            () -> servers.add("tenant", Map.of("url", "https://own.example.com/other")),
                            "tenant.url is refused by the policy of the application: the catalogue does not list it");
                    assertRefused(() -> servers.add("process", Map.of("command", "sh")), "process.command is refused");
                    assertRefused(
                            () -> servers.add("evil", Map.of("url", "http://evil.example.com/mcp")), "denied-servers");
                });
    }

    @Test
    void beanMayAllowWhatThePatternsDeny() {
        this.runner
                .withBean(McpServerPolicy.class, () -> (target, refusal) -> {
                    assertThat(refusal).contains("denied-servers");
                    return null;
                })
                .withPropertyValues(
                        "mcp.policy.denied-servers=https://evil.example.com",
                        "mcp.servers.evil.url=https://evil.example.com/mcp",
                        "mcp.servers.evil.start=lazy")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void policyTargetContainsNoSecrets() {
        this.runner
                .withBean(McpServerPolicy.class, () -> (target, refusal) -> target.variables() + target.toString())
                .run(context -> assertRefused(
                        () -> context.getBean(McpServers.class)
                                .add("a", Map.of("command", "run", "args", "s3cret", "env.KEY", "s3cret")),
                        "[KEY]Target[a]"));
    }
}
