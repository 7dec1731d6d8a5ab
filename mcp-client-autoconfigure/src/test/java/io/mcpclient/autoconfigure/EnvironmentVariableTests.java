package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Settings of servers in environment variables, whose names have neither case nor dashes. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class EnvironmentVariableTests {

    private static final String URL = "http://localhost/mcp";

    private final Map<String, Object> variables = new LinkedHashMap<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy")
            .withInitializer(context -> context.getEnvironment()
                    .getPropertySources()
                    .replace(
                            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                            new SystemEnvironmentPropertySource(
                                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, this.variables)));

    private static ServerSettings settings(ApplicationContext context, String server) {
        return context.getBean(PropertiesMcpClientFactory.class).settings().get(server);
    }

    @Test
    void variableOfAConfiguredServerIsNoOtherServer() {
        this.variables.put("MCP_SERVERS_MYWEATHER_REQUESTTIMEOUT", "5s");
        this.variables.put("MCP_SERVERS_GITHUB_REQUESTTIMEOUT", "6s");
        this.variables.put("MCP_SERVERS_OWN_URL", URL);
        this.runner
                .withPropertyValues("mcp.servers.my-weather.url=" + URL, "mcp.servers.GitHub.url=" + URL)
                .run(context -> {
                    assertThat(context.getBean(McpClients.class).all())
                            .extracting(McpClient::name)
                            .containsExactly("GitHub", "my-weather", "own");
                    assertThat(context.getBean(ConfiguredServers.class).byName())
                            .containsOnlyKeys("GitHub", "my-weather", "own");
                    assertThat(request(context, "my-weather")).hasSeconds(5);
                    assertThat(request(context, "GitHub")).hasSeconds(6);
                    assertThat(context.getBean(McpServers.class).reload().isEmpty())
                            .isTrue();
                });
    }

    private static Duration request(ApplicationContext context, String server) {
        return settings(context, server).client().timeouts().request();
    }

    @Test
    void changedValueOfAPlaceholderInAVariableReplacesTheServer() {
        this.variables.put("MCP_SERVERS_MYWEATHER_REQUESTTIMEOUT", "${limit}");
        Map<String, Object> changing = new ConcurrentHashMap<>(Map.of("limit", "5s"));
        this.runner
                .withInitializer(context ->
                        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("x", changing)))
                .withPropertyValues("mcp.servers.my-weather.url=" + URL)
                .run(context -> {
                    assertThat(request(context, "my-weather")).hasSeconds(5);
                    changing.put("limit", "6s");
                    assertThat(context.getBean(McpServers.class).reload().replaced())
                            .containsExactly("my-weather");
                    assertThat(request(context, "my-weather")).hasSeconds(6);
                });
    }

    @Test
    void unresolvedPlaceholderInAVariableOfAConfiguredServerIsRejected() {
        this.variables.put("MCP_SERVERS_MYWEATHER_HEADERS_XKEY", "${NO_SUCH}");
        this.runner.withPropertyValues("mcp.servers.my-weather.url=" + URL).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("contains the placeholder ${NO_SUCH}, which cannot be resolved"));
    }

    @Test
    void serverWhoseNameIsWrittenInTwoWaysIsRejected() {
        this.runner
                .withPropertyValues("mcp.servers.my-weather.url=" + URL, "mcp.servers.myWeather.request-timeout=5s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("mcp.servers.my-weather names the same server as another property")
                        .hasMessageContaining("mcp.servers.my-weather (\"mcp.servers.my-weather.url\" from property")
                        .hasMessageContaining("mcp.servers.myWeather (\"mcp.servers.myWeather.request-timeout\" from"));
    }

    @Test
    void variablesThatAreNotWrittenAsDocumentedAreLogged(CapturedOutput output) {
        this.variables.put("MCP_SERVERS_NEW_SERVER_URL", "s3cret");
        this.variables.put("MCP_SERVERS_SERVICE_HOST", "10.0.0.1");
        this.variables.put("MCP_SERVERS_SERVICE_PORT", "80");
        this.variables.put("MCP_SERVERS_PORT", "tcp://10.0.0.1:80");
        this.variables.put("MCP_SERVERS_PORT_80_TCP_ADDR", "10.0.0.1");
        this.variables.put("MCP_SERVERS_MYWEATHER_REQUEST_TIMEOUT", "5s");
        this.variables.put("MCP_SERVERS_MYWEATHER_NONSENSE", "s3cret");
        this.variables.put("MCP_DEFAULTS_TOKEN", "s3cret");
        this.variables.put("MCP_SERVERS_MY_WEATHER_CONNECT_TIMEOUT", "3s");
        this.variables.put("MCP_DEFAULTS_RETRY_MAX_ATTEMPTS", "2");
        this.variables.put("MCP_DEFAULTS_SHUTDOWNTIMEOUT", "3s");
        this.runner.withPropertyValues("mcp.servers.my-weather.url=" + URL).run(context -> {
            assertThat(settings(context, "my-weather").client().timeouts().connect())
                    .hasSeconds(3);
            assertThat(request(context, "my-weather")).isNotEqualTo(Duration.ofSeconds(5));
            assertThat(context.getBean(McpClients.class).all()).hasSize(1);
        });
        assertThat(output)
                .containsOnlyOnce(
                        "MCP_SERVERS_NEW_SERVER_URL may have no effect: it is not the name of a setting of a server. Did you mean"
                                + " MCP_SERVERS_NEWSERVER_URL?")
                .contains("Did you mean MCP_SERVERS_MYWEATHER_REQUESTTIMEOUT?")
                .contains(
                        "MCP_SERVERS_MYWEATHER_NONSENSE may have no effect: it is not the name of a setting of a server. The words")
                .contains("MCP_DEFAULTS_TOKEN may have no effect")
                .doesNotContain("MCP_SERVERS_SERVICE", "MCP_SERVERS_PORT")
                .contains("Did you mean MCP_DEFAULTS_RETRY_MAXATTEMPTS?")
                .doesNotContain("variable MCP_SERVERS_MY_WEATHER_CONNECT_TIMEOUT")
                .doesNotContain("variable MCP_DEFAULTS_SHUTDOWNTIMEOUT", "s3cret");
    }

    @Test
    void variablesOfKubernetesForAServiceWithTheNameOfAServerAreNotLogged(CapturedOutput output) {
        for (String service :
                List.of("MCP_SERVERS_FILES", "MCP_SERVERS_MY_WEATHER", "MCP_SERVERS_PORT", "MCP_DEFAULTS")) {
            this.variables.put(service + "_SERVICE_HOST", "10.0.0.1");
            this.variables.put(service + "_SERVICE_PORT", "80");
            this.variables.put(service + "_SERVICE_PORT_HTTP_2", "80");
            this.variables.put(service + "_PORT", "tcp://10.0.0.1:80");
            this.variables.put(service + "_PORT_80_TCP", "tcp://10.0.0.1:80");
            this.variables.put(service + "_PORT_80_TCP_PROTO", "tcp");
            this.variables.put(service + "_PORT_80_TCP_PORT", "80");
            this.variables.put(service + "_PORT_80_TCP_ADDR", "10.0.0.1");
        }
        this.variables.put("MCP_SERVERS_FILES_PORT_80", "s3cret");
        this.runner
                .withPropertyValues(
                        "mcp.servers.files.url=" + URL, "mcp.servers.my.url=" + URL, "mcp.servers.port.url=" + URL)
                .run(context ->
                        assertThat(context.getBean(McpClients.class).all()).hasSize(3));
        assertThat(output).containsOnlyOnce("may have no effect").contains("variable MCP_SERVERS_FILES_PORT_80 may");
    }

    /** Has beans of the starter alone. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(McpClientAutoConfiguration.class)
    static class Application {}

    @Test
    void namesBeginWithThePrefixOfTheApplication(CapturedOutput output) {
        this.variables.put("APP_MCP_SERVERS_F_COMMAND", "node");
        this.variables.put("APP_MCP_SERVERS_F_ENV_API_TOKEN", "of the environment");
        this.variables.put("APP_MCP_SERVERS_MYWEATHER_REQUESTTIMEOUT", "6s");
        this.variables.put("APP_MCP_SERVERS_MYWEATHER_SHUTDOWN_TIMEOUT", "5s");
        this.variables.put("MCP_SERVERS_MYWEATHER_CONNECT_TIMEOUT", "5s");
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, this.variables));
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setEnvironment(environment);
        application.setEnvironmentPrefix("app");
        try (ConfigurableApplicationContext context =
                application.run("--mcp.defaults.start=lazy", "--mcp.servers.my-weather.url=" + URL)) {
            assertThat(env(context, "f")).containsOnly(Map.entry("API_TOKEN", "of the environment"));
            assertThat(request(context, "my-weather")).hasSeconds(6);
        }
        assertThat(output)
                .containsOnlyOnce("may have no effect")
                .contains("variable APP_MCP_SERVERS_MYWEATHER_SHUTDOWN_TIMEOUT may have no effect")
                .contains("Did you mean APP_MCP_SERVERS_MYWEATHER_SHUTDOWNTIMEOUT?");
    }

    @Test
    void variablesOfAProcessKeepTheirNames() {
        this.variables.put("MCP_SERVERS_F_COMMAND", "node");
        this.variables.put("MCP_SERVERS_F_ENV_API_TOKEN", "of the environment");
        this.variables.put("MCP_SERVERS_F_ENV_API_2", "second");
        this.variables.put("MCP_SERVERS_F_ENV_DEBUG", "1");
        this.variables.put("MCP_SERVERS_F_ENV_HTTP_PROXY", "http://new");
        this.variables.put("MCP_DEFAULTS_ENV_LOG_LEVEL", "info");
        this.runner
                .withPropertyValues("mcp.servers.g.command=node", "mcp.servers.g.env.API_TOKEN=of the file")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new MapPropertySource("file", Map.of("mcp.servers.f.env.http_proxy", "http://old"))))
                .run(context -> {
                    assertThat(env(context, "f"))
                            .containsOnly(
                                    Map.entry("API_TOKEN", "of the environment"),
                                    Map.entry("API_2", "second"),
                                    Map.entry("DEBUG", "1"),
                                    Map.entry("http_proxy", "http://new"),
                                    Map.entry("LOG_LEVEL", "info"));
                    assertThat(env(context, "g"))
                            .containsOnly(Map.entry("API_TOKEN", "of the file"), Map.entry("LOG_LEVEL", "info"));
                });
    }

    private static Map<String, String> env(ApplicationContext context, String server) {
        return ((McpProcessSettings) settings(context, server).client().endpoint()).env();
    }

    @Test
    void headersInVariablesHaveTheirNames() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.withoutVerification();
            this.variables.put("MCP_SERVERS_WEATHER_URL", server.url());
            this.variables.put("MCP_SERVERS_WEATHER_HEADERS_X_API_KEY", "key");
            this.variables.put("MCP_SERVERS_WEATHER_HEADERS_AUTHORIZATION", "Bearer token");
            this.variables.put("MCP_SERVERS_WEATHER_HEADERS_XTENANT", "acme");
            this.variables.put("MCP_SERVERS_WEATHER_HEADERS_X_REGION", "north");
            this.variables.put("MCP_DEFAULTS_HEADERS_X_STAGE", "test");
            this.runner
                    .withPropertyValues("mcp.defaults.headers.X-Tenant=all")
                    .withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addLast(new MapPropertySource(
                                    "file", Map.of("mcp.servers.weather.headers.X-Region", "south"))))
                    .run(context -> {
                        context.getBean(McpClient.class).ping();
                        RecordedRequest ping = server.requests("ping").get(0);
                        assertThat(ping.header("X-API-KEY")).isEqualTo("key");
                        assertThat(ping.headers().keySet()).doesNotContain("x.api.key", "xtenant", "x.region");
                        assertThat(ping.header("Authorization")).isEqualTo("Bearer token");
                        assertThat(ping.header("X-Tenant")).isEqualTo("acme");
                        assertThat(ping.header("X-Region")).isEqualTo("north");
                        assertThat(ping.header("X-Stage")).isEqualTo("test");
                    });
        }
    }
}
