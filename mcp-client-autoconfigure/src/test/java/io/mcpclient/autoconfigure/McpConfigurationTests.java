package io.mcpclient.autoconfigure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers;

import static org.assertj.core.api.Assertions.assertThat;

/** A20: configuration that is wrong stops the start, and the complaint names the property and never a secret. */
class McpConfigurationTests {

    private static final String CANARY = "canary-4711";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    record Wrong(String property, String problem, String... properties) {

        Wrong at(String property) {
            return new Wrong(property, this.problem, this.properties);
        }

        @Override
        public String toString() {
            return Arrays.toString(this.properties).replace('\n', ' ');
        }
    }

    static Stream<Wrong> wrong() {
        return Stream.of(
                url("localhost/mcp", "no http or https scheme"),
                url("ftp://localhost/mcp", "no http or https scheme"),
                url("http://mcp_server:8080/mcp", "has the host \"mcp_server\", and an underscore is not allowed"),
                url("http://müller.example/mcp", "has the host \"müller.example\", which is not ASCII"),
                url("http://user:" + CANARY + "@mcp_server/mcp", "has no host"),
                url("http:///mcp", "no host"),
                url("http://", "not a URL"),
                url("http://user:" + CANARY + "@localhost/mcp", "contains credentials"),
                url("http://localhost/mcp#part", "has a fragment"),
                url("http://local host/mcp", "not a URL"),
                url("http://localhost:70000/mcp", "an invalid port"),
                url("http://localhost:80a/mcp", "an invalid port"),
                url("http://localhost:80:90/mcp", "an invalid port"),
                url("http://${missing}/mcp", "contains the placeholder ${missing}, which cannot be resolved"),
                setting(
                        "headers.Authorization",
                        "Bearer ${WEATHER_TOKEN}",
                        "contains the placeholder ${WEATHER_TOKEN}"),
                setting("headers.Authorization", "Bearer ", "has the scheme Bearer alone, without credentials"),
                setting("headers.authorization", "basic ${MISSING:}", "has the scheme basic alone"),
                setting("headers.Authorization", "${MISSING:}", "has an empty value"),
                setting("auth.token", "${one.resolved}", "contains the placeholder ${one.resolved}"),
                process("env.API_TOKEN", "${WEATHER_TOKEN}", "contains the placeholder ${WEATHER_TOKEN}"),
                process("args[0]", "--token=${WEATHER_TOKEN}", "contains the placeholder ${WEATHER_TOKEN}"),
                new Wrong(
                        "mcp.servers.weather.command",
                        "contains the placeholder ${WEATHER_TOKEN}",
                        "command=${WEATHER_TOKEN}"),
                url("", "is empty"),
                url("   ", "is empty"),
                new Wrong("mcp.servers.weather.url", "is missing", "required=true"),
                new Wrong(
                        "mcp.servers.weather.url",
                        "is set together with mcp.servers.weather.command",
                        "url=http://localhost/mcp",
                        "command=npx"),
                setting("transport", "stdio", "is stdio, but there is no command"),
                setting("args", CANARY, "there is no command"),
                setting("env.KEY", CANARY, "there is no command").at("mcp.servers.weather.env"),
                setting("inherit-env", "PATH", "there is no command"),
                setting("working-directory", "/srv", "there is no command"),
                setting("stderr", "log", "there is no command"),
                process("transport", "sse", "is set together with mcp.servers.weather.command"),
                process("transport", "streamable-http", "is set together with mcp.servers.weather.command"),
                process("headers.X-Key", CANARY, "is set together with mcp.servers.weather.command")
                        .at("mcp.servers.weather.headers"),
                process("ssl.bundle", "corp", "is set together with mcp.servers.weather.command"),
                process("proxy.type", "socks5", "is set together with mcp.servers.weather.command"),
                process("proxy.host", "proxy", "is set together with mcp.servers.weather.command"),
                process("proxy.username", "user", "is set together with mcp.servers.weather.command"),
                process("proxy.password", CANARY, "is set together with mcp.servers.weather.command"),
                process("args[0]", CANARY + "\0x", "has an argument with a NUL character")
                        .at("mcp.servers.weather.args"),
                setting("protocol", "2023-01-01", "is not a known protocol"),
                setting("connect-timeout", "0", "is PT0S"),
                setting("connect-timeout", "-1s", "is PT-1S"),
                setting("request-timeout", "0s", "is PT0S"),
                setting("request-timeout", "100d", "is PT2400H"),
                setting("shutdown-timeout", "-5m", "is PT-5M"),
                setting("drain-timeout", "5s", "is PT5S"),
                setting("drain-timeout", "-1s", "is PT-1S"),
                setting("max-message-size", "1B", "is 1B"),
                setting("max-message-size", "3GB", "is 3221225472B"),
                setting("max-message-nodes", "999", "is 999"),
                setting("max-list-items", "0", "is 0"),
                setting("max-list-size", "1B", "is 1B"),
                setting("max-definition-size", "1B", "is 1B"),
                setting("max-tools-size", "3GB", "is 3221225472B"),
                setting("request-timeout-max", "0s", "is PT0S"),
                setting("keep-alive", "999ms", "is PT0.999S"),
                setting("keep-alive", "-1s", "is PT-1S"),
                setting("max-pages", "0", "is 0"),
                setting("max-input-rounds", "0", "is 0"),
                setting("max-inbound-requests", "0", "is 0"),
                setting("roots[0]", "/srv/data", "is not a file URI"),
                setting("roots[0]", "http://localhost/data", "is not a file URI"),
                setting("roots[0]", "file://server/share", "is not a file URI"),
                setting("roots[0]", "file:///srv/my data", "is not a file URI"),
                setting("roots[0]", "", "is not a file URI"),
                setting("max-concurrent-requests", "-1", "is -1"),
                setting("reconnect.initial-interval", "0", "is PT0S"),
                setting("reconnect.multiplier", "1", "is 1.0"),
                setting("reconnect.max-interval", "-1", "is PT-0.001S"),
                setting("retry.max-attempts", "0", "is 0"),
                setting("retry.initial-interval", "0", "is PT0S"),
                setting("retry.multiplier", "1", "is 1.0"),
                setting("retry.max-interval", "-1s", "is PT-1S"),
                setting("circuit-breaker.failure-threshold", "0", "is 0"),
                setting("circuit-breaker.open-duration", "0", "is PT0S"),
                setting("max-queued-requests", "-1", "is -1"),
                setting("acquire-timeout", "0", "is PT0S"),
                setting("response-timeout", "100d", "is PT2400H"),
                setting("headers.X-Tenant", CANARY + "\r\nX-Other: 1", "line break"),
                setting("headers.X-Tenant", CANARY + "\nX-Other: 1", "line break"),
                setting("headers.X-Tenant", "", "empty value"),
                setting("headers.[X Tenant]", CANARY, "not a legal HTTP header name")
                        .at("mcp.servers.weather.headers.X Tenant"),
                setting("proxy.host", "proxy", "while proxy.host is set").at("mcp.servers.weather.proxy.port"),
                setting("proxy.port", "3128", "while proxy.port is set").at("mcp.servers.weather.proxy.host"),
                setting("proxy.username", "user", "while proxy.username is set").at("mcp.servers.weather.proxy.host"),
                setting("proxy.password", CANARY, "while proxy.password is set").at("mcp.servers.weather.proxy.host"),
                proxy("username", "user", "password", "is missing, while proxy.username is set"),
                proxy("password", CANARY, "username", "is missing, while proxy.password is set"),
                new Wrong(
                        "mcp.servers.weather.proxy.username",
                        "has a user name with a colon",
                        "url=http://localhost/mcp",
                        "proxy.host=proxy",
                        "proxy.port=3128",
                        "proxy.username=a:b",
                        "proxy.password=" + CANARY),
                new Wrong(
                        "mcp.servers.weather.proxy.port",
                        "is 70000",
                        "url=http://localhost/mcp",
                        "proxy.host=proxy",
                        "proxy.port=70000"),
                setting("ssl.bundle", "nowhere", "names the SSL bundle \"nowhere\", which does not exist"));
    }

    /** One half of the credentials of a proxy. */
    private static Wrong proxy(String key, String value, String missing, String problem) {
        return new Wrong(
                "mcp.servers.weather.proxy." + missing,
                problem,
                "url=http://localhost/mcp",
                "proxy.host=proxy",
                "proxy.port=3128",
                "proxy." + key + "=" + value);
    }

    private static Wrong url(String url, String problem) {
        return new Wrong("mcp.servers.weather.url", problem, "url=" + url);
    }

    private static Wrong setting(String key, String value, String problem) {
        return new Wrong("mcp.servers.weather." + key, problem, "url=http://localhost/mcp", key + "=" + value);
    }

    private static Wrong process(String key, String value, String problem) {
        return new Wrong("mcp.servers.weather." + key, problem, "command=npx", key + "=" + value);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whenSettingOfServerIsWrongThenStartFailsAndNamesIt(Wrong wrong) {
        String[] properties = Arrays.stream(wrong.properties())
                .map(property -> "mcp.servers.weather." + property)
                .toArray(String[]::new);
        this.runner.withPropertyValues(properties).run(context -> {
            McpConfigurationException failure = failure(context.getStartupFailure(), McpConfigurationException.class);
            assertThat(failure.serverName()).isEqualTo("weather");
            assertThat(failure.property()).isEqualTo(wrong.property());
            assertThat(failure.problem()).contains(wrong.problem());
            assertThat(failure.remedy()).isNotBlank();
            assertThat(context.getStartupFailure()).hasStackTraceContaining(wrong.problem());
            assertThat(stackTrace(context.getStartupFailure())).doesNotContain(CANARY);
        });
    }

    @Test
    void whenDefaultsSettingIsInvalidThenTheDefaultsPropertyIsNamed() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost/mcp", "mcp.defaults.request-timeout=0")
                .run(context -> assertThat(failure(context.getStartupFailure(), McpConfigurationException.class)
                                .property())
                        .isEqualTo("mcp.defaults.request-timeout"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "a\"b", "a☔", "☔"})
    void whenServerNameIsNotUsableThenStartFailsAndNamesIt(String name) {
        this.runner
                .withPropertyValues("mcp.servers.[" + name + "].url=http://localhost/mcp")
                .run(context -> assertThat(failure(context.getStartupFailure(), McpConfigurationException.class)
                                .property())
                        .isEqualTo("mcp.servers." + name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a-b", "A.b_c", "9", "天气", "ä"})
    void whenServerNameIsValidThenItIsUsedUnchanged(String name) {
        this.runner
                .withPropertyValues(
                        "mcp.servers.[" + name + "].url=http://localhost:1/mcp",
                        "mcp.servers.[" + name + "].start=lazy")
                .run(context -> assertThat(context).hasBean(name + "McpClient"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.servers.weather.ulr",
                "mcp.servers.weather.hedaers.x-key",
                "mcp.servers.weather.reconnect.jitter",
                "mcp.servers.weather.retry.attempts",
                "mcp.defaults.circuit-breaker.threshold",
                "mcp.defaults.url",
                "mcp.defaults.command",
                "mcp.defaults.args",
                "mcp.defaults.inherit-credentials",
                "mcp.severs.weather.url",
                "mcp.tools.prefix"
            })
    void whenPropertyIsUnknownThenStartFailsAndNamesIt(String property) {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost/mcp", property + "=" + CANARY)
                .run(context -> {
                    assertThat(stackTrace(context.getStartupFailure()))
                            .contains(property)
                            .doesNotContain(CANARY);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stderr=loud",
                "tools.output-validation=maybe",
                "transport=carrier-pigeon",
                "start=later",
                "connect-timeout=soon",
                "max-message-size=big",
                "max-pages=many",
                "log-level=loud",
                "capabilities.sampling=on",
                "required=perhaps"
            })
    void whenValueHasTheWrongTypeThenBindingNamesTheProperty(String property) {
        String name = "mcp.servers.weather." + property.substring(0, property.indexOf('='));
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost/mcp", "mcp.servers.weather." + property)
                .run(context -> assertThat(failure(context.getStartupFailure(), BindException.class)
                                .getProperty()
                                .getName())
                        .hasToString(name));
    }

    /** Such as the value of a placeholder with an empty default. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.enabled",
                "mcp.config-watch",
                "mcp.max-concurrent-connects",
                "mcp.tools.naming",
                "mcp.tools.approval-timeout",
                "mcp.tools.max-result-length",
                "mcp.auth.store",
                "mcp.registry.url",
                "mcp.defaults.request-timeout",
                "mcp.defaults.proxy.port",
                "mcp.defaults.auth.type",
                "mcp.servers.weather.request-timeout",
                "mcp.servers.weather.max-message-size",
                "mcp.servers.weather.max-pages",
                "mcp.servers.weather.required",
                "mcp.servers.weather.transport",
                "mcp.servers.weather.protocol",
                "mcp.servers.weather.consent",
                "mcp.servers.weather.working-directory",
                "mcp.servers.weather.reconnect.multiplier",
                "mcp.servers.weather.proxy.port",
                "mcp.servers.weather.tools.pinning",
                "mcp.servers.weather.auth.type",
                "mcp.servers.weather.auth.allow-cleartext",
                "mcp.tools",
                "mcp.defaults",
                "mcp.defaults.auth",
                "mcp.servers.weather.auth",
                "mcp.servers.weather.headers",
                "mcp.servers.weather.env",
                "mcp.servers.weather.proxy",
                "mcp.servers.weather.reconnect"
            })
    void whenValueIsEmptyThenThePropertyIsNotSet(String property) {
        for (String value : List.of("", "${NO_SUCH_VARIABLE:}")) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=http://localhost/mcp",
                            "mcp.servers.weather.start=lazy",
                            property + "=" + value)
                    .run(context -> {
                        assertThat(context.getStartupFailure()).isNull();
                        assertThat(context.getBean(McpProperties.class))
                                .isEqualTo(new Binder(new MapConfigurationPropertySource(Map.of(
                                                "mcp.servers.weather.url",
                                                "http://localhost/mcp",
                                                "mcp.servers.weather.start",
                                                "lazy")))
                                        .bindOrCreate("mcp", McpProperties.class));
                        assertThat(context).doesNotHaveBean("mcpConfigWatch");
                    });
        }
    }

    @Test
    void whenValueGivenAtRunTimeIsEmptyThenTheSettingIsNotSet() {
        this.runner.run(context -> {
            Map<String, String> settings = Map.of(
                    "url",
                    "http://localhost/mcp",
                    "start",
                    "lazy",
                    "request-timeout",
                    "",
                    "auth.type",
                    "",
                    "roots",
                    "");
            assertThat(context.getBean(McpServers.class)
                            .add("weather", settings)
                            .name())
                    .isEqualTo("weather");
            assertThat(context.getBean(ConfiguredServers.class).byName().get("weather"))
                    .extracting(ServerProperties::requestTimeout)
                    .isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"separator=/", "separator=", "max-name-length=3", "refresh-debounce=0"})
    void whenToolNamingIsWrongThenStartFailsAndNamesIt(String property) {
        this.runner.withPropertyValues("mcp.tools." + property).run(context -> assertThat(
                        failure(context.getStartupFailure(), McpConfigurationException.class)
                                .property())
                .isEqualTo("mcp.tools." + property.substring(0, property.indexOf('='))));
    }

    // E01, design 15: a command that does not exist is a server that is away
    @ParameterizedTest
    @ValueSource(strings = {"command=no-such-command-4711", "working-directory=/no/such/directory"})
    void whenProcessCannotBeStartedThenServerIsUnavailable(String property) {
        this.runner
                .withPropertyValues("mcp.servers.files.command=java", "mcp.servers.files." + property)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    McpClient client = context.getBean(McpClient.class);
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(10))
                            .until(() -> client.status().lastError() != null);
                    assertThat(client.status().lastError()).hasMessageStartingWith("MCP server \"files\": ");
                });
    }

    @Test
    void whenServerIsDisabledThenItIsNotChecked() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=nonsense", "mcp.servers.weather.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("weatherMcpClient"));
    }

    @Test
    void whenOnePlaceholderIsUnresolvedThenOnlyThatOneIsNamed() {
        this.runner
                .withPropertyValues(
                        "known.secret=" + CANARY,
                        "mcp.servers.weather.url=http://localhost/mcp",
                        "mcp.servers.weather.headers.Authorization=${known.secret} ${WEATHER_TOKEN}")
                .run(context -> {
                    assertThat(failure(context.getStartupFailure(), McpConfigurationException.class))
                            .hasMessageContaining("mcp.servers.weather.headers.Authorization")
                            .hasMessageContaining("${WEATHER_TOKEN}")
                            .hasMessageContaining("environment variable");
                    assertThat(stackTrace(context.getStartupFailure())).doesNotContain(CANARY);
                });
    }

    @Test
    void whenAPlaceholderIsEscapedOrHasADefaultThenTheServerIsConfigured() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.command=java",
                        "mcp.servers.weather.start=lazy",
                        "mcp.servers.weather.args[0]=Authorization:\\${AUTH_HEADER}",
                        "mcp.servers.weather.env.REGION=${WEATHER_REGION:north}")
                .run(context -> assertThat(context).hasNotFailed().hasBean("weatherMcpClient"));
    }

    @Test
    void whenAServerWithAPlaceholderIsDisabledThenItIsNotChecked() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.url=http://${WEATHER_HOST}/mcp", "mcp.servers.weather.enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static <T extends Throwable> T failure(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        throw new AssertionError("no " + type.getSimpleName() + " in " + failure, failure);
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
