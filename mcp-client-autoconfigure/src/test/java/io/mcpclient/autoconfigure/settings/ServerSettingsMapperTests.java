package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.assertj.core.api.ThrowableAssertAlternative;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpLimitSettings;
import io.mcpclient.settings.McpListSettings;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.settings.McpPrincipalSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpProtocolSettings;
import io.mcpclient.settings.McpReconnectSettings;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpSamplingSettings;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.settings.McpTimeoutSettings;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.settings.McpToolSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ServerSettingsMapperTests {

    @Test
    void mapWhenOnlyUrlIsSetThenAllDefaultsAreBuiltIn() {
        ServerSettings settings =
                map(Map.of("mcp.servers.weather.url", "http://localhost/mcp")).get("weather");

        assertThat(settings)
                .isEqualTo(new ServerSettings(
                        "weather",
                        new McpClientSettings(
                                McpHttpSettings.of("http://localhost/mcp"),
                                McpProtocolSettings.defaults(),
                                new McpTimeoutSettings(
                                        null,
                                        null,
                                        Duration.ofSeconds(30),
                                        Duration.ofMinutes(10),
                                        Duration.ofSeconds(5),
                                        null,
                                        null,
                                        null,
                                        Duration.ofMillis(200)),
                                new McpLimitSettings(16 * 1024 * 1024, 500_000, 64, 1024, 16, 10),
                                new McpListSettings(1000, 10_000, 32 * 1024 * 1024, 256 * 1024, 1024 * 1024),
                                McpToolSettings.defaults(),
                                new McpSamplingSettings(60, 16_384),
                                new McpRetrySettings(3, Duration.ofMillis(200), 2, Duration.ofSeconds(5), false),
                                new McpCircuitBreakerSettings(true, 5, Duration.ofSeconds(30)),
                                new McpReconnectSettings(Duration.ofMillis(500), 2, Duration.ofSeconds(60)),
                                new McpPrincipalSettings(false, 100, Duration.ofMinutes(10), false),
                                null),
                        null,
                        false,
                        ServerProperties.Start.EAGER,
                        new ServerSettings.Offers(Set.of(), List.of()),
                        AuthSettings.UNSET,
                        McpServerTools.all()));
        assertThat(settings.client().connectTimeout()).hasSeconds(10);
        assertThat(settings.client().timeouts().drainInEffect()).hasMillis(2500);
        assertThat(settings.client().protocol().era()).isEqualTo(McpProtocol.AUTO);
        assertThat(settings.client().protocol().tasks()).isTrue();
    }

    @Test
    void mapWhenCommandIsSetThenConnectTimeoutIsOneMinute() {
        assertThat(map(Map.of("mcp.servers.files.command", "npx"))
                        .get("files")
                        .client()
                        .connectTimeout())
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(map(Map.of("mcp.servers.files.command", "npx", "mcp.defaults.connect-timeout", "5s"))
                        .get("files")
                        .client()
                        .connectTimeout())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void mapWhenAllPropertiesAreSetThenAllAreMapped() {
        ServerSettings settings = map(Map.ofEntries(
                        Map.entry("mcp.servers.weather.url", "https://example.com:8443/mcp"),
                        Map.entry("mcp.servers.weather.transport", "streamable-http"),
                        Map.entry("mcp.servers.weather.protocol", "2025-03-26"),
                        Map.entry("mcp.servers.weather.enabled", "true"),
                        Map.entry("mcp.servers.weather.required", "true"),
                        Map.entry("mcp.servers.weather.start", "lazy"),
                        Map.entry("mcp.servers.weather.connect-timeout", "1s"),
                        Map.entry("mcp.servers.weather.request-timeout", "2s"),
                        Map.entry("mcp.servers.weather.shutdown-timeout", "3s"),
                        Map.entry("mcp.servers.weather.drain-timeout", "0s"),
                        Map.entry("mcp.servers.weather.max-message-size", "1MB"),
                        Map.entry("mcp.servers.weather.max-message-nodes", "2000"),
                        Map.entry("mcp.servers.weather.max-pages", "4"),
                        Map.entry("mcp.servers.weather.max-list-items", "50"),
                        Map.entry("mcp.servers.weather.max-list-size", "6KB"),
                        Map.entry("mcp.servers.weather.max-definition-size", "7KB"),
                        Map.entry("mcp.servers.weather.max-tools-size", "8KB"),
                        Map.entry("mcp.servers.weather.max-concurrent-requests", "5"),
                        Map.entry("mcp.servers.weather.request-timeout-max", "4m"),
                        Map.entry("mcp.servers.weather.keep-alive", "30s"),
                        Map.entry("mcp.servers.weather.max-inbound-requests", "6"),
                        Map.entry("mcp.servers.weather.max-input-rounds", "7"),
                        Map.entry("mcp.servers.weather.capabilities.sampling", "off"),
                        Map.entry("mcp.servers.weather.capabilities.elicitation", "off"),
                        Map.entry("mcp.servers.weather.capabilities.roots", "off"),
                        Map.entry("mcp.servers.weather.capabilities.tasks", "off"),
                        Map.entry("mcp.servers.weather.roots", "file:///srv/data,file:///tmp"),
                        Map.entry("mcp.servers.weather.log-level", "warning"),
                        Map.entry("mcp.servers.weather.tools.output-validation", "warn"),
                        Map.entry("mcp.servers.weather.tools.pinning", "block"),
                        Map.entry("mcp.servers.weather.sampling.max-requests-per-minute", "3"),
                        Map.entry("mcp.servers.weather.sampling.max-tokens", "100"),
                        Map.entry("mcp.servers.weather.cache-enabled", "false"),
                        Map.entry("mcp.servers.weather.cookies-enabled", "true"),
                        Map.entry("mcp.servers.weather.http2-enabled", "true"),
                        Map.entry("mcp.servers.weather.headers.X-Tenant", "acme"),
                        Map.entry("mcp.servers.weather.ssl.bundle", "corp"),
                        Map.entry("mcp.servers.weather.proxy.host", "proxy"),
                        Map.entry("mcp.servers.weather.proxy.port", "3128"),
                        Map.entry("mcp.servers.weather.proxy.username", "user"),
                        Map.entry("mcp.servers.weather.proxy.password", "p4ssword"),
                        Map.entry("mcp.servers.weather.reconnect.initial-interval", "6s"),
                        Map.entry("mcp.servers.weather.reconnect.multiplier", "7"),
                        Map.entry("mcp.servers.weather.retry.max-attempts", "4"),
                        Map.entry("mcp.servers.weather.retry.initial-interval", "5ms"),
                        Map.entry("mcp.servers.weather.retry.multiplier", "6"),
                        Map.entry("mcp.servers.weather.retry.max-interval", "7s"),
                        Map.entry("mcp.servers.weather.retry.trust-annotations", "true"),
                        Map.entry("mcp.servers.weather.circuit-breaker.enabled", "false"),
                        Map.entry("mcp.servers.weather.circuit-breaker.failure-threshold", "8"),
                        Map.entry("mcp.servers.weather.circuit-breaker.open-duration", "9s"),
                        Map.entry("mcp.servers.weather.max-queued-requests", "10"),
                        Map.entry("mcp.servers.weather.acquire-timeout", "11s"),
                        Map.entry("mcp.servers.weather.response-timeout", "12s"),
                        Map.entry("mcp.servers.weather.reconnect.max-interval", "8s")))
                .get("weather");

        assertThat(settings)
                .isEqualTo(new ServerSettings(
                        "weather",
                        new McpClientSettings(
                                new McpHttpSettings(
                                        URI.create("https://example.com:8443/mcp"),
                                        McpHttpTransportType.STREAMABLE_HTTP,
                                        Map.of("X-Tenant", "acme"),
                                        true,
                                        true,
                                        null,
                                        new McpHttpProxy("proxy", 3128, "user", "p4ssword"),
                                        false,
                                        null),
                                McpProtocolSettings.defaults()
                                        .withRevision(ProtocolRevision.V2025_03_26)
                                        .withLogLevel(LoggingLevel.WARNING)
                                        .withCaching(false)
                                        .withTasks(false),
                                new McpTimeoutSettings(
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(12),
                                        Duration.ofSeconds(2),
                                        Duration.ofMinutes(4),
                                        Duration.ofSeconds(3),
                                        Duration.ZERO,
                                        Duration.ofSeconds(11),
                                        Duration.ofSeconds(30),
                                        Duration.ofMillis(200)),
                                new McpLimitSettings(1024 * 1024, 2000, 5, 10, 6, 7),
                                new McpListSettings(4, 50, 6144, 7168, 8192),
                                McpToolSettings.defaults()
                                        .withOutputValidation(McpOutputValidation.WARN)
                                        .withPinning(McpToolPinning.BLOCK),
                                new McpSamplingSettings(3, 100),
                                new McpRetrySettings(4, Duration.ofMillis(5), 6, Duration.ofSeconds(7), true),
                                new McpCircuitBreakerSettings(false, 8, Duration.ofSeconds(9)),
                                new McpReconnectSettings(Duration.ofSeconds(6), 7, Duration.ofSeconds(8)),
                                McpPrincipalSettings.defaults(),
                                null),
                        new Layer.Value<>("weather", "mcp.servers.weather.ssl.bundle", "corp"),
                        true,
                        ServerProperties.Start.LAZY,
                        new ServerSettings.Offers(
                                Set.of("sampling", "elicitation", "roots", "tasks"),
                                List.of(Root.of("file:///srv/data"), Root.of("file:///tmp"))),
                        AuthSettings.UNSET,
                        McpServerTools.all()));
    }

    // a profile may replace the URL of a server by a command
    @Test
    void mapWhenUrlIsEmptyBesideACommandThenTheCommandIsUsed() {
        assertThat(map(Map.of("mcp.servers.files.url", "", "mcp.servers.files.command", "npx"))
                        .get("files")
                        .client()
                        .endpoint())
                .isInstanceOf(McpProcessSettings.class);
    }

    @ParameterizedTest
    @CsvSource({
        "mcp.servers.a.headers[0], mcp.servers.a.headers, mcp.servers.a.headers.X-Tenant",
        "mcp.servers.a.headers[1].name, mcp.servers.a.headers, mcp.servers.a.headers.X-Tenant",
        "mcp.defaults.headers[0], mcp.defaults.headers, mcp.defaults.headers.X-Tenant",
        "mcp.servers.b.env[0], mcp.servers.b.env, mcp.servers.b.env.API_KEY",
        "mcp.defaults.env[0], mcp.defaults.env, mcp.defaults.env.API_KEY"
    })
    void mapWhenNamedValuesAreAListThenItIsRejected(String property, String group, String example) {
        assertRejected(property)
                .withMessageContaining(": " + group + " is a list")
                .withMessageContaining("such as " + example);
    }

    /** Maps a server at a URL and one that is a process, with a property whose value is secret. */
    private ThrowableAssertAlternative<?> assertRejected(String property) {
        return assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> map(Map.of(
                        "mcp.servers.a.url",
                        "http://localhost/mcp",
                        "mcp.servers.b.command",
                        "npx",
                        property,
                        "X: s3cret")))
                .withMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "mcp.servers.a.headers.X-API-Key[0], mcp.servers.a.headers.X-API-Key is a list. Give the header one value.",
        "mcp.defaults.headers.X-API-Key[1], mcp.defaults.headers.X-API-Key is a list. Give the header one value.",
        "mcp.servers.b.env.API_KEY[0], mcp.servers.b.env.API_KEY is a list. Give the variable one value."
    })
    void mapWhenANamedValueIsAListThenItIsRejected(String property, String message) {
        assertRejected(property).withMessageContaining(": " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type",
                "content-length",
                "Transfer-Encoding",
                "Host",
                "Accept",
                "Connection",
                "Mcp-Session-Id",
                "MCP-Protocol-Version",
                "mcp-method"
            })
    void mapWhenAHeaderIsReservedThenItIsRejected(String header) {
        for (String group : List.of("mcp.servers.a.headers.", "mcp.defaults.headers.")) {
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(
                            () -> map(Map.of("mcp.servers.a.url", "http://localhost/mcp", group + header, "s3cret")))
                    .withMessageContaining(": " + group + header + " is a header that the client sets itself")
                    .withMessageNotContaining("s3cret");
        }
        assertThat(http(map(Map.of(
                                "mcp.servers.a.url", "http://localhost/mcp",
                                "mcp.servers.a.headers.Accept-Encoding", "identity",
                                "mcp.servers.a.headers.Cookie", "route=a")))
                        .headers())
                .containsOnlyKeys("Accept-Encoding", "Cookie");
    }

    @Test
    void mapWhenDefaultsAreSetThenTheServerOverridesThem() {
        Map<String, ServerSettings> settings = map(Map.of(
                "mcp.defaults.request-timeout", "1m",
                "mcp.defaults.required", "true",
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.b.url", "http://b/mcp",
                "mcp.servers.b.request-timeout", "5s",
                "mcp.servers.b.required", "false"));

        assertThat(settings.get("a").client().timeouts().request()).hasMinutes(1);
        assertThat(settings.get("a").required()).isTrue();
        assertThat(settings.get("b").client().timeouts().request()).hasSeconds(5);
        assertThat(settings.get("b").required()).isFalse();
    }

    @Test
    void mapWhenHeadersAreInBothPlacesThenServerHeadersAreAddedAndOverride() {
        Map<String, ServerSettings> settings = map(Map.of(
                "mcp.defaults.headers.X-Tenant", "all",
                "mcp.defaults.headers.X-Shared", "yes",
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.a.headers.x-tenant", "acme"));

        assertThat(http(settings).headers()).containsOnly(Map.entry("x-tenant", "acme"), Map.entry("X-Shared", "yes"));
    }

    @Test
    void mapWhenOptionalTextIsEmptyThenItIsNotSet() {
        Map<String, ServerSettings> settings = map(Map.of(
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.a.command", "",
                "mcp.servers.a.ssl.bundle", "",
                "mcp.servers.a.proxy.host", "",
                "mcp.servers.a.proxy.port", ""));

        assertThat(settings.get("a").sslBundle()).isNull();
        assertThat(http(settings).proxy()).isNull();
    }

    @Test
    void mapWhenDefaultsUseTheJavaProxyThenAServerMayOverrideIt() {
        Map<String, ServerSettings> settings = map(Map.of(
                "mcp.defaults.proxy.type", "system",
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.b.url", "http://b/mcp",
                "mcp.servers.b.proxy.host", "proxy",
                "mcp.servers.b.proxy.port", "1080",
                "mcp.servers.c.url", "http://c/mcp",
                "mcp.servers.c.proxy.type", "socks5",
                "mcp.servers.c.proxy.host", "proxy",
                "mcp.servers.c.proxy.port", "1080"));

        assertThat(settings.get("a").http().proxy()).isEqualTo(McpHttpProxy.system());
        assertThat(settings.get("b").http().proxy()).isEqualTo(new McpHttpProxy("proxy", 1080));
        assertThat(settings.get("c").http().proxy())
                .isEqualTo(new McpHttpProxy(McpHttpProxy.Type.SOCKS5, "proxy", 1080, null, null));
    }

    @Test
    void mapWhenServerHasTheProxyTypeNoneThenItUsesNoProxyOfTheDefaults() {
        Map<String, String> properties = new HashMap<>(Map.of(
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.a.proxy.type", "none",
                "mcp.servers.b.url", "http://b/mcp"));
        properties.putAll(Map.of(
                "mcp.defaults.proxy.host", "proxy",
                "mcp.defaults.proxy.port", "3128",
                "mcp.defaults.proxy.username", "user",
                "mcp.defaults.proxy.password", "p4ssword"));
        Map<String, ServerSettings> settings = map(properties);

        assertThat(settings.get("a").http().proxy()).isNull();
        assertThat(settings.get("b").http().proxy()).isNotNull();

        properties.put("mcp.defaults.proxy.type", "none");
        properties.put("mcp.servers.a.proxy.type", "http");
        assertThat(map(properties).get("a").http().proxy()).isNotNull();
        assertThat(map(properties).get("b").http().proxy()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "system, proxy, , mcp.servers.a.proxy.host is set together with proxy.type=system",
        "none, proxy, , mcp.servers.a.proxy.host is set together with proxy.type=none",
        "socks5, , , 'mcp.servers.a.proxy.host is missing, while proxy.type is set'",
        "socks4, proxy, password, 'mcp.servers.a.proxy.password is set, but SOCKS 4 has no passwords'"
    })
    void mapWhenProxyContradictsItsTypeThenThePropertyIsNamed(
            String type, @Nullable String host, @Nullable String password, String problem) {
        Map<String, String> properties =
                new HashMap<>(Map.of("mcp.servers.a.url", "http://a/mcp", "mcp.servers.a.proxy.type", type));
        if (host != null) {
            properties.putAll(Map.of("mcp.servers.a.proxy.host", host, "mcp.servers.a.proxy.port", "1080"));
        }
        if (password != null) {
            properties.putAll(Map.of("mcp.servers.a.proxy.username", "u", "mcp.servers.a.proxy.password", password));
        }
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> map(properties))
                .withMessageContaining(problem);
    }

    // VER-25
    @ParameterizedTest
    @CsvSource({
        "auto, AUTO,",
        "modern, MODERN,",
        "Modern, MODERN,",
        "legacy, LEGACY,",
        "2024-11-05, LEGACY, V2024_11_05",
        "2025-11-25, LEGACY, V2025_11_25",
        "2026-07-28, MODERN, V2026_07_28"
    })
    void mapWhenProtocolIsANameOrARevisionThenItIsAccepted(
            String word, McpProtocol era, @Nullable ProtocolRevision revision) {
        McpProtocolSettings protocol = map(Map.of("mcp.servers.a.url", "http://a/mcp", "mcp.servers.a.protocol", word))
                .get("a")
                .client()
                .protocol();

        assertThat(protocol.era()).isEqualTo(era);
        assertThat(protocol.revision()).isEqualTo(revision);
    }

    // A disabled server contributes nothing, however wrong it is.
    @Test
    void mapWhenServerIsDisabledThenItIsLeftOutUnchecked() {
        assertThat(map(Map.of("mcp.servers.a.url", "nonsense", "mcp.servers.a.enabled", "false")))
                .isEmpty();
    }

    @Test
    void mapWhenAllServersAreDisabledThenOneCanBeEnabled() {
        assertThat(map(Map.of(
                        "mcp.defaults.enabled", "false",
                        "mcp.servers.a.url", "http://a/mcp",
                        "mcp.servers.b.url", "http://b/mcp",
                        "mcp.servers.b.enabled", "true")))
                .containsOnlyKeys("b");
    }

    // I21
    @Test
    void toStringWhenThereAreHeadersThenTheirValuesAreNotShown() {
        assertThat(map(Map.of("mcp.servers.a.url", "http://a/mcp", "mcp.servers.a.headers.X-Key", "canary"))
                        .toString())
                .contains("X-Key")
                .doesNotContain("canary");
    }

    @Test
    void mapWhenTransportIsSseThenDetectionIsSkipped() {
        assertThat(http(map(Map.of("mcp.servers.a.url", "http://a/sse", "mcp.servers.a.transport", "sse")))
                        .transport())
                .isEqualTo(McpHttpTransportType.SSE);
    }

    @Test
    void mapWhenOnlyCommandIsSetThenProcessDefaultsApply() {
        assertThat(process(map(Map.of("mcp.servers.a.command", "npx")))).isEqualTo(McpProcessSettings.of("npx"));
    }

    @Test
    void mapWhenAllProcessPropertiesAreSetThenAllAreMapped() {
        McpProcessSettings settings = process(map(Map.ofEntries(
                Map.entry("mcp.servers.a.transport", "stdio"),
                Map.entry("mcp.servers.a.command", "npx"),
                Map.entry("mcp.servers.a.args[0]", "-y"),
                Map.entry("mcp.servers.a.args[1]", "a, b"),
                Map.entry("mcp.servers.a.env.NODE_ENV", "production"),
                Map.entry("mcp.servers.a.env.[A.B]", "1"),
                Map.entry("mcp.defaults.env.NODE_ENV", "test"),
                Map.entry("mcp.defaults.env.LANG", "C"),
                Map.entry("mcp.servers.a.inherit-env", "PATH,LC_ALL"),
                Map.entry("mcp.servers.a.working-directory", "/srv"),
                Map.entry("mcp.servers.a.stderr", "discard"))));

        assertThat(settings)
                .isEqualTo(new McpProcessSettings(
                        "npx",
                        List.of("-y", "a, b"),
                        Map.of("NODE_ENV", "production", "A.B", "1", "LANG", "C"),
                        List.of("PATH", "LC_ALL"),
                        Path.of("/srv"),
                        McpStderrMode.DISCARD));
    }

    // What is said about all servers does not contradict what one of them is.
    @Test
    void mapWhenDefaultsApplyToOtherTransportsThenTheyAreIgnored() {
        Map<String, ServerSettings> settings = map(Map.of(
                "mcp.defaults.headers.X-Key", "1",
                "mcp.defaults.proxy.host", "proxy",
                "mcp.defaults.proxy.port", "3128",
                "mcp.defaults.transport", "streamable-http",
                "mcp.defaults.env.X", "1",
                "mcp.defaults.working-directory", "/srv",
                "mcp.servers.a.url", "http://a/mcp",
                "mcp.servers.b.command", "npx"));

        assertThat(settings.get("a").client().endpoint()).isInstanceOf(McpHttpSettings.class);
        assertThat(settings.get("b").client().endpoint()).isInstanceOf(McpProcessSettings.class);
    }

    // E23, I21
    @Test
    void toStringWhenThereIsAProcessThenArgumentsAndVariablesAreNotShown() {
        assertThat(map(Map.of(
                                "mcp.servers.a.command", "npx",
                                "mcp.servers.a.args", "--token=canary",
                                "mcp.servers.a.env.KEY", "canary"))
                        .toString())
                .contains("npx", "KEY")
                .doesNotContain("canary");
    }

    // I21
    @Test
    void toStringWhenProxyHasCredentialsThenTheyAreNotShown() {
        ServerSettings settings = map(Map.of(
                        "mcp.servers.a.url", "http://a/mcp",
                        "mcp.servers.a.proxy.host", "proxy",
                        "mcp.servers.a.proxy.port", "3128",
                        "mcp.servers.a.proxy.username", "canary",
                        "mcp.servers.a.proxy.password", "canary"))
                .get("a");

        assertThat(settings.toString()).doesNotContain("canary");
        assertThat(http(Map.of("a", settings)).proxy()).hasToString("McpHttpProxy[proxy:3128]");
    }

    private static McpHttpSettings http(Map<String, ServerSettings> settings) {
        return Objects.requireNonNull(settings.get("a").http());
    }

    private static McpProcessSettings process(Map<String, ServerSettings> settings) {
        return (McpProcessSettings)
                Objects.requireNonNull(settings.get("a").client().endpoint());
    }

    private static Map<String, ServerSettings> map(Map<String, String> properties) {
        return BoundProperties.settings(properties);
    }
}
