package io.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.transport.McpPeer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class McpClientBuilderTests {

    private interface Setting {

        void apply(McpClientBuilder builder);
    }

    private static Arguments wrong(String property, Setting setting) {
        return Arguments.of(property, setting);
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                wrong("url", McpClientBuilder::build),
                wrong("url", builder -> builder.url("")),
                wrong("url", builder -> builder.url("example.com/mcp")),
                wrong("url", builder -> builder.url("ftp://example.com/mcp")),
                wrong("url", builder -> builder.url("http:///mcp")),
                wrong("url", builder -> builder.url("http://exa mple.com/mcp")),
                wrong("url", builder -> builder.url("http://user:secret@example.com/mcp")),
                wrong("url", builder -> builder.url("http://example.com/mcp#top")),
                wrong("url", builder -> builder.url(URI.create("/mcp"))),
                wrong("url", builder -> builder.build()),
                wrong("command", builder -> builder.command(" ")),
                wrong("command", builder -> builder.command("npx", "secret\0")),
                wrong("command", builder -> builder.command("npx")
                        .stdio(settings -> settings.withEnv(Map.of("A=B", "secret")))
                        .build()),
                wrong("headers", builder -> builder.command("npx")
                        .header("X-Tenant", "secret")
                        .build()),
                wrong("request-timeout-max", builder -> builder.requestTimeoutMax(Duration.ZERO)),
                wrong("max-inbound-requests", builder -> builder.maxInboundRequests(0)),
                wrong("refresh-debounce", builder -> builder.changeDebounce(Duration.ZERO)),
                wrong("log-level", builder -> builder.logLevel(new LoggingLevel("loud"))),
                wrong("headers", builder -> builder.header("", "x")),
                wrong("headers", builder -> builder.header("X Tenant", "x")),
                wrong("headers", builder -> builder.header("X-Tenant", "")),
                wrong("headers", builder -> builder.header("X-Tenant", "secret\r\nX-Other: y")),
                wrong("connect-timeout", builder -> builder.connectTimeout(Duration.ZERO)),
                wrong("request-timeout", builder -> builder.requestTimeout(Duration.ofSeconds(-1))),
                wrong("shutdown-timeout", builder -> builder.shutdownTimeout(Duration.ZERO)),
                wrong("drain-timeout", builder -> builder.drainTimeout(Duration.ofSeconds(-1))),
                wrong("drain-timeout", builder -> builder.drainTimeout(Duration.ofSeconds(5))
                        .build()),
                wrong("max-message-size", builder -> builder.maxMessageSize(1023)),
                wrong("max-pages", builder -> builder.maxPages(0)),
                wrong("max-message-nodes", builder -> builder.maxMessageNodes(999)),
                wrong("max-list-items", builder -> builder.maxListItems(0)),
                wrong("max-list-size", builder -> builder.maxListSize(1023)),
                wrong("max-definition-size", builder -> builder.maxDefinitionSize(1023)),
                wrong("max-tools-size", builder -> builder.maxToolsSize(1023)),
                wrong("max-input-rounds", builder -> builder.maxInputRounds(0)),
                wrong("max-principals", builder -> builder.principalLimits(0, Duration.ofMinutes(1))),
                wrong("principal-idle-timeout", builder -> builder.principalLimits(1, Duration.ZERO)),
                wrong("max-concurrent-requests", builder -> builder.maxConcurrentRequests(0)),
                wrong("reconnect.multiplier", builder -> reconnect(builder, 1, 1, 1)),
                wrong("reconnect.multiplier", builder -> reconnect(builder, 1, Double.NaN, 1)),
                wrong("reconnect.initial-interval", builder -> reconnect(builder, 0, 2, 1)),
                wrong("reconnect.max-interval", builder -> reconnect(builder, 1, 2, -1)),
                wrong("proxy.host", builder -> builder.proxy(" ", 80)),
                wrong("proxy.port", builder -> builder.proxy("proxy", 0)),
                wrong("proxy.port", builder -> builder.proxy("proxy", 65536)));
    }

    private static void reconnect(McpClientBuilder builder, long initial, double multiplier, long max) {
        builder.reconnect(Duration.ofSeconds(initial), multiplier, Duration.ofSeconds(max));
    }

    // fault A20: the property, the server, what to do, and no secret
    @ParameterizedTest
    @MethodSource("wrongSettings")
    void wrongSettingIsRefusedByName(String property, Setting setting) {
        McpClientBuilder builder = McpClient.builder("weather");

        McpConfigurationException failure =
                catchThrowableOfType(McpConfigurationException.class, () -> setting.apply(builder));

        assertThat(failure).isNotNull();
        assertThat(failure.property()).isEqualTo(property);
        assertThat(failure.serverName()).isEqualTo("weather");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure.remedy()).isNotNull();
        assertThat(failure.getMessage())
                .startsWith("MCP server \"weather\": configuration: " + property)
                .doesNotContain("secret", "\r", "\n");
    }

    @Test
    void builderWhenNameIsEmptyIsRefused() {
        assertThat(catchThrowableOfType(McpConfigurationException.class, () -> McpClient.builder(" "))
                        .property())
                .isEqualTo("name");
    }

    @Test
    void buildNeedsNothingButAUrlOrACommand() {
        try (McpClient client =
                McpClient.builder("weather").url("HTTPS://example.com/mcp").build()) {
            assertThat(client.name()).isEqualTo("weather");
            assertThat(client.reactive().name()).isEqualTo("weather");
            assertThat(client).hasToString("McpClient[weather, DISCONNECTED]");
        }
        try (McpClient client = McpClient.builder("files").command("npx", "-y").build()) {
            assertThat(client).hasToString("McpClient[files, DISCONNECTED]");
        }
    }

    // a package runner may download the server first
    @Test
    void commandHasMoreTimeToConnectThanAUrlUnlessTheTimeIsSet() {
        assertThat(connectTimeout(builder -> builder.url("http://localhost/mcp")))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(connectTimeout(builder -> builder.command("npx", "-y"))).isEqualTo(Duration.ofSeconds(60));
        assertThat(connectTimeout(builder ->
                        builder.connectTimeout(Duration.ofSeconds(10)).command("npx", "-y")))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(connectTimeout(builder -> builder.command("npx", "-y").url("http://localhost/mcp")))
                .isEqualTo(Duration.ofSeconds(10));
    }

    private static Duration connectTimeout(UnaryOperator<McpClientBuilder> settings) {
        McpClientBuilder builder = settings.apply(McpClient.builder("files"));
        builder.build().close();
        return builder.connectTimeout;
    }

    // The last of URL, command and transport counts: a customizer has the last word.
    @Test
    void laterEndpointReplacesTheEarlierOneWithAllThatBelongsToIt() {
        try (McpClient client = builderOfUrl().command("npx", "-y").build()) {
            assertThat(client.peer()).isEqualTo(McpPeer.process());
        }
        try (McpClient client =
                builderOfUrl().transport(context -> Mono.never()).build()) {
            assertThat(client.peer()).isEqualTo(McpPeer.unknown());
        }
        try (McpClient client = builderOfCommand()
                .url("https://example.com/mcp")
                .header("X-Tenant", "acme")
                .build()) {
            assertThat(client.peer().address()).isEqualTo("example.com");
        }
        try (McpClient client =
                builderOfCommand().transport(context -> Mono.never()).build()) {
            assertThat(client.peer()).isEqualTo(McpPeer.unknown());
        }
        try (McpClient client = McpClient.builder("weather")
                .transport(context -> Mono.never())
                .command("npx")
                .build()) {
            assertThat(client.peer()).isEqualTo(McpPeer.process());
        }
    }

    @Test
    void laterUrlKeepsWhatWasSetForTheEarlierOne() {
        McpClientBuilder builder = builderOfUrl().url("http://example.com/mcp");

        assertThat(catchThrowableOfType(McpConfigurationException.class, builder::build)
                        .getMessage())
                .contains("credentials would be sent");
    }

    private static McpClientBuilder builderOfUrl() {
        return McpClient.builder("weather")
                .url("https://example.com/mcp")
                .header("X-Tenant", "acme")
                .proxy("proxy.example.com", 3128)
                .cookies(true)
                .credentials(McpSchemes.bearer(() -> "secret"));
    }

    private static McpClientBuilder builderOfCommand() {
        return McpClient.builder("weather").command("npx").stdio(settings -> settings.withEnv(Map.of("A", "b")));
    }
}
