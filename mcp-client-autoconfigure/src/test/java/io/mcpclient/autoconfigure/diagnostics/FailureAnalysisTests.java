package io.mcpclient.autoconfigure.diagnostics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.env.MockEnvironment;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.autoconfigure.AutoConfiguredBeansTests;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.RefusedPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a user reads whose application cannot start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTests {

    @Test
    void whenRequiredServerIsUnavailableThenServerCausePropertyAndActionAreNamed(CapturedOutput output) {
        try (RefusedPort refused = new RefusedPort()) {
            fail("--mcp.servers.weather.url=" + refused.url(), "--mcp.servers.weather.required=true");
        }
        assertThat(analysis(output))
                .contains("MCP server \"weather\" is required to start and could not be connected")
                .containsIgnoringCase("refused")
                .contains("Property: mcp.servers.weather.required")
                .contains("Action:")
                .contains("The server is configured by mcp.servers.weather.url")
                .contains("set mcp.servers.weather.required=false");
    }

    // E01, E23
    @Test
    void whenRequiredServerIsAProcessThenItsCommandIsNamedAndNoArgument(CapturedOutput output) {
        fail(
                "--mcp.servers.files.command=no-such-command",
                "--mcp.servers.files.args=canary",
                "--mcp.servers.files.required=true");
        assertThat(analysis(output))
                .contains("MCP server \"files\" is required to start and could not be connected")
                .contains("\"no-such-command\"")
                .contains("The server is configured by mcp.servers.files.command")
                .contains("set mcp.servers.files.required=false");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    @Test
    void whenSettingIsWrongThenPropertyOriginReasonAndActionAreNamed(CapturedOutput output) {
        fail("--mcp.servers.weather.url=ftp://localhost/mcp");
        assertThat(analysis(output))
                .contains("MCP server \"weather\" is not configured correctly")
                .contains("Property: mcp.servers.weather.url")
                .contains("Origin: \"mcp.servers.weather.url\" from property source \"commandLineArgs\"")
                .contains("has no http or https scheme")
                .contains("Use a URL such as https://example.com/mcp.");
    }

    @Test
    void whenServersAreAListThenTheFormIsNamed(CapturedOutput output) {
        fail("--mcp.servers[0].url=http://localhost/mcp");
        assertThat(analysis(output))
                .contains("Property: mcp.servers[0]")
                .contains("is an element of a list, but servers have names")
                .contains("such as mcp.servers.weather.url");
    }

    @Test
    void whenTheNameOfAServerIsWrittenInTwoWaysThenBothAreNamed(CapturedOutput output) {
        fail("--mcp.servers.my-weather.url=http://localhost/mcp", "--mcp.servers.myWeather.request-timeout=5s");
        assertThat(analysis(output))
                .contains("MCP server \"my-weather\" is not configured correctly")
                .contains("mcp.servers.my-weather (\"mcp.servers.my-weather.url\" from property source")
                .contains("mcp.servers.myWeather (\"mcp.servers.myWeather.request-timeout\" from property source")
                .contains("Write the name in the same way.");
    }

    // It fails before there is an application context.
    @Test
    void whenConfigurationFileIsMissingThenItIsNamed(CapturedOutput output) {
        fail("--mcp.config-locations=file:/no/such/mcp.json");
        assertThat(analysis(output))
                .contains("The MCP client support is not configured correctly")
                .contains("Property: mcp.config-locations")
                .contains("names the file file:/no/such/mcp.json, which does not exist")
                .contains("optional:file:/no/such/mcp.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"servers\": {\"a\": |line 1 is not valid JSON|Correct the syntax of the file.",
                "{\"servers\": {\"a\": {}}}|servers.a has neither url nor command|Set one of them.",
                "{\"servers\": {\"a\": {\"command\": \"${NO_SUCH}\"}}}|servers.a.command contains ${NO_SUCH}|Set the environment variable NO_SUCH.",
                "{\"servers\": {\"a\": {\"url\": \"ftp://x\"}}}|has no http or https scheme|Use a URL such as https://example.com/mcp."
            })
    void whenConfigurationFileIsBrokenThenPlaceAndActionAreNamedWithoutStackTrace(
            String content, String reason, String action, @TempDir Path directory, CapturedOutput output)
            throws IOException {
        Path file = Files.writeString(directory.resolve("mcp.json"), content);
        fail("--mcp.config-locations=" + file.toUri());
        assertThat(analysis(output))
                .contains("is not configured correctly", "Reason: ", reason)
                .contains("Action:", action);
        assertThat(output.getAll()).doesNotContain("\tat ");
    }

    @Test
    void whenServerIsDeniedThenPropertyAndPatternAreNamed(CapturedOutput output) {
        fail(
                "--mcp.servers.weather.url=https://evil.example.com/mcp",
                "--mcp.policy.denied-servers=https://*.example.com");
        assertThat(analysis(output))
                .contains("MCP server \"weather\" is not configured correctly")
                .contains("Property: mcp.servers.weather.url")
                .contains("it matches \"https://*.example.com\" in mcp.policy.denied-servers")
                .contains("Use another server, or remove the pattern.");
    }

    // I21
    @Test
    void whenHeaderIsWrongThenItsValueIsNotShown(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.headers.X-Key=canary\n");
        assertThat(analysis(output)).contains("Property: mcp.servers.weather.headers.X-Key");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    // I21: the analysis of the platform would quote the value
    @Test
    void whenPropertyIsUnknownThenItIsNamedWithoutItsValue(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.hedaers.x-key=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.hedaers.x-key")
                .contains("Did you mean: mcp.servers.weather.headers.x-key")
                .contains("mcp.servers.weather can have: acquire-timeout, args, auth, ");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    @ParameterizedTest
    @CsvSource({
        "mcp.servers.weather.request-timout, mcp.servers.weather.request-timeout, mcp.servers.weather",
        "mcp.servers.weather.uri, mcp.servers.weather.url, mcp.servers.weather",
        "mcp.servers.weather.retry.max-atempts, mcp.servers.weather.retry.max-attempts, mcp.servers.weather.retry",
        "mcp.server.weather.url, mcp.servers.weather.url, mcp",
        "mcp.mcpservers.weather.url, mcp.servers.weather.url, mcp",
        "mcp.mcp-servers.weather.command, mcp.servers.weather.command, mcp",
        "mcp.default.request-timeout, mcp.defaults.request-timeout, mcp",
        "mcp.request-timeout, mcp.defaults.request-timeout, mcp",
        "mcp.tools.namin, mcp.tools.naming, mcp.tools",
        "mcp.sessions.store, mcp.session.store, mcp",
        "mcp.servers.my.weather.url, mcp.servers[my.weather].url, mcp.servers.my",
        "mcp.servers.my.weather.retry.max-attempts, mcp.servers[my.weather].retry.max-attempts, mcp.servers.my",
        "mcp.servers[0].name, mcp.servers.<name>, mcp.servers[0]",
        "mcp.auth.store.jdbc.table, , mcp.auth.store.jdbc"
    })
    void whenPropertyIsMisspeltThenTheLikelyOneAndItsNeighboursAreNamed(
            String property, @Nullable String meant, String parent, CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--" + property + "=5s");
        assertThat(analysis(output)).contains("Property: " + property).contains(parent + " can have: ");
        if (meant != null) {
            assertThat(analysis(output)).contains("Did you mean: " + meant + System.lineSeparator());
        } else {
            assertThat(analysis(output)).doesNotContain("Did you mean");
        }
    }

    @Test
    void whenApplicationHasPropertiesOfItsOwnUnderThePrefixThenItStarts() {
        try (ConfigurableApplicationContext context = application(Application.class)
                .run("--mcp.gateway.name=own", "--mcp.my-company.foo[0]=own", "--mcp.x=y")) {
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        }
    }

    @Test
    void whenClientOfAMisspeltServerIsInjectedThenSimilarAndAllNamesAreListed(CapturedOutput output) {
        fail(
                MisspeltClient.class,
                "--mcp.servers.weather.url=http://localhost/mcp",
                "--mcp.servers.weather.start=lazy",
                "--mcp.servers.files.command=no-such-command",
                "--mcp.servers.files.start=lazy");
        assertThat(analysis(output))
                .contains("Parameter 0 of constructor in")
                .contains("required the client of MCP server \"wether\", which does not exist")
                .contains("no MCP server of this name is configured")
                .contains("Did you mean \"weather\"?")
                .contains("Known servers: files, weather.")
                .contains("mcp.servers.wether.url");
    }

    @Test
    void whenClientOfADisabledServerIsInjectedThenThePropertyIsNamed(CapturedOutput output) {
        fail(
                MisspeltClient.class,
                "--mcp.servers.wether.url=http://localhost/mcp",
                "--mcp.servers.wether.enabled=false");
        assertThat(analysis(output))
                .contains("required the client of MCP server \"wether\", which does not exist")
                .contains("Reason: mcp.servers.wether.enabled is false")
                .contains("Origin: \"mcp.servers.wether.enabled\" from property source \"commandLineArgs\"")
                .contains("Set mcp.servers.wether.enabled=true, or inject an ObjectProvider<McpClient>");
    }

    @Test
    void whenAllServersAreDisabledByDefaultThenThatPropertyIsNamed(CapturedOutput output) {
        fail(Reactive.class, "--mcp.servers.wether.url=http://localhost/mcp", "--mcp.defaults.enabled=false");
        assertThat(analysis(output))
                .contains("required the client of MCP server \"wether\", which does not exist")
                .contains("Reason: mcp.defaults.enabled is false")
                .contains("Set mcp.servers.wether.enabled=true, or inject an ObjectProvider<ReactiveMcpClient>");
    }

    @Test
    void whenClientsAreSwitchedOffThenThePropertyIsNamed(CapturedOutput output) {
        fail(MisspeltClient.class, "--mcp.servers.wether.url=http://localhost/mcp", "--mcp.enabled=false");
        assertThat(analysis(output)).contains("Reason: mcp.enabled is false").contains("Set mcp.enabled=true");
    }

    static Stream<Class<?>> types() {
        return Stream.concat(
                AutoConfiguredBeansTests.publicTypes().stream(),
                Stream.of(McpClient.class, ReactiveMcpClient.class, McpProperties.class));
    }

    /** A new bean needs a row in the table. */
    @ParameterizedTest
    @MethodSource("types")
    void whenABeanOfAnyTypeIsMissingThenThePropertyOrTheAutoConfigurationIsNamed(Class<?> type) {
        assertThat(analysis(type, "mcp.enabled=false"))
                .contains(
                        " required ", type.getSimpleName().endsWith("McpClient") ? "the client of" : "a bean of type ")
                .contains("Reason: mcp.enabled is false", "Set mcp.enabled=true, or inject an ObjectProvider<");
        assertThat(analysis(type)).contains("Reason: the auto-configuration McpClientAutoConfiguration is not used");
    }

    private static String analysis(Class<?> type, String... properties) {
        MockEnvironment environment = new MockEnvironment();
        TestPropertyValues.of(properties).applyTo(environment);
        FailureAnalysis analysis = new MissingMcpBeanFailureAnalyzer(new DefaultListableBeanFactory(), environment)
                .analyze(new NoSuchBeanDefinitionException(type));
        return analysis.getDescription() + "\n" + analysis.getAction();
    }

    @ParameterizedTest
    @ValueSource(classes = {Clients.class, ListOfClients.class, MapOfClients.class, ArrayOfClients.class})
    void whenBeansAreInjectedInAnyFormAndClientsAreSwitchedOffThenThePropertyIsNamed(
            Class<?> source, CapturedOutput output) {
        fail(source, "--mcp.enabled=false");
        assertThat(analysis(output))
                .contains("Reason: mcp.enabled is false")
                .contains("Origin: \"mcp.enabled\" from property source \"commandLineArgs\"");
    }

    @Test
    void whenAListOfClientsIsInjectedAndNoServerIsConfiguredThenThePropertyToSetIsNamed(CapturedOutput output) {
        fail(ListOfClients.class);
        assertThat(analysis(output)).contains("no MCP server is configured").contains("mcp.servers.<name>.url");
    }

    @Test
    void whenARegistryIsInjectedByAWrongNameThenSimilarNamesAreListed(CapturedOutput output) {
        fail(MisspeltRegistry.class);
        assertThat(analysis(output))
                .contains("required a bean of type McpToolRegistry, which does not exist")
                .contains("no bean of this type has the name or qualifier \"mcpToolRegistrie\"")
                .contains("Did you mean \"mcpToolRegistry\"?");
    }

    @Test
    void whenTheAutoConfigurationIsExcludedThenItIsNamed(CapturedOutput output) {
        fail(Clients.class, "--spring.autoconfigure.exclude=" + McpClientAutoConfiguration.class.getName());
        assertThat(analysis(output)).contains("the auto-configuration McpClientAutoConfiguration is not used");
    }

    @Test
    void whenAPrerequisiteOfABeanIsMissingThenItIsNamed(CapturedOutput output) {
        fail(Authorizations.class);
        assertThat(analysis(output))
                .contains("required a bean of type McpAuthorizations")
                .contains("the application is not a web application, or no server needs authorization by users")
                .contains("mcp.auth.prompt=web");
    }

    @Test
    void whenBeanIsForAMisspeltServerThenItAndSimilarNamesAreNamed(CapturedOutput output) {
        fail(
                MisspeltInterceptor.class,
                "--mcp.servers.weather.url=http://localhost/mcp",
                "--mcp.servers.weather.start=lazy",
                "--mcp.servers.files.command=no-such-command",
                "--mcp.servers.files.enabled=false");
        assertThat(analysis(output))
                .contains("The bean \"audit\" is annotated with @McpServer(\"wether\"), which has no effect")
                .contains("Reason: no MCP server of this name is configured")
                .contains("Did you mean \"weather\"? Known servers: files, weather.")
                .contains("mcp.servers.wether.url");
    }

    @Test
    void whenBeanIsForADisabledServerThenApplicationStarts() {
        try (ConfigurableApplicationContext context = application(MisspeltInterceptor.class)
                .run("--mcp.servers.wether.url=http://localhost/mcp", "--mcp.servers.wether.enabled=false")) {
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        }
    }

    @Test
    void whenACustomClientBeanHasAnotherQualifierThenApplicationStarts() {
        try (ConfigurableApplicationContext context =
                application(OwnClient.class).run()) {
            assertThat(context.getBean(McpClients.class).all())
                    .extracting(McpClient::name)
                    .containsExactly("own");
        }
    }

    @Test
    void whenAnyClientIsInjectedAndNoServerIsConfiguredThenThePropertyToSetIsNamed(CapturedOutput output) {
        fail(UnqualifiedClient.class);
        assertThat(analysis(output))
                .contains("required the client of an MCP server, which does not exist")
                .contains("no MCP server is configured")
                .contains("mcp.servers.<name>.url");
    }

    @Test
    void whenAClientIsInjectedWithoutANameAndThereAreSeveralServersThenTheyAndTheAnnotationAreNamed(
            CapturedOutput output) {
        fail(
                UnqualifiedClient.class,
                "--mcp.servers.weather.url=http://localhost:1/mcp",
                "--mcp.servers.files.url=http://localhost:1/mcp");
        assertThat(analysis(output))
                .contains("required a single McpClient, but there are 2")
                .contains("Reason: these MCP servers are configured: files, weather")
                .contains("Name the server at the injection point, for example @McpServer(\"files\")")
                .doesNotContain("@Primary", "-parameters");
    }

    // I21: and so it would here
    @Test
    void whenHeadersAreASingleValueThenItIsNotShown(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.headers=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.headers")
                .contains("mcp.servers.weather.headers.X-Tenant");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    // I21: and so it would here
    @Test
    void whenAuthIsASingleValueThenItIsNotShown(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.auth=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.auth")
                .contains("mcp.servers.weather.auth.type");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    // I21
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mcp.servers.weather.env|Give each variable its own property, such as mcp.servers.weather.env.API_KEY.",
                "mcp.servers.weather.proxy|Give each setting its own property, such as mcp.servers.weather.proxy.host.",
                "mcp.servers.url|If \"url\" is a setting, put it below the name of its server.",
                "mcp.servers.weather.auth.type|Use one of these values: ",
                "mcp.servers.weather.proxy.port|Use a value of type Integer."
            })
    void whenAValueIsOfTheWrongKindThenItIsNotShown(String property, String action, CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--" + property + "=http://joe:canary@localhost");
        assertThat(analysis(output)).contains("Property: " + property, action);
        assertThat(output.getAll()).doesNotContain("canary");
    }

    // I21: proxies are often written as URLs, with credentials
    @ParameterizedTest
    @ValueSource(strings = {"http://joe:canary@proxy", "joe:canary@proxy", "http://canary", "proxy canary"})
    void whenTheProxyIsAUrlThenItIsNotShown(String host, CapturedOutput output) {
        fail(
                "--mcp.servers.weather.url=http://localhost/mcp",
                "--mcp.servers.weather.proxy.host=" + host,
                "--mcp.servers.weather.proxy.port=3128");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.proxy.host", "is not a host", "properties of their own");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    // I21
    @Test
    void whenCredentialIsWrongThenItIsNotShown(CapturedOutput output) {
        fail(
                "--mcp.servers.weather.url=http://localhost/mcp",
                "--mcp.servers.weather.auth.type=basic",
                "--mcp.servers.weather.auth.token=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.auth.token")
                .contains("Origin: \"mcp.servers.weather.auth.token\" from property source \"commandLineArgs\"")
                .contains("set auth.type to bearer");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp.config-watch", "mcp.extensions.skills.enabled", "mcp.extensions.apps.enabled"})
    void whenASwitchIsNotABooleanThenThePropertyIsNamed(String property, CapturedOutput output) {
        fail("--" + property + "=maybe");
        assertThat(analysis(output)).contains("Property: " + property, "Value: \"maybe\"", "Action:");
    }

    @Test
    void whenAGlobalSettingIsInvalidThenThePropertyIsNamed(CapturedOutput output) {
        fail("--mcp.tools.separator=/");
        assertThat(analysis(output)).contains("Property: mcp.tools.separator");
        assertThat(output.getAll()).doesNotContain("\"*\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp.tools.approval", "mcp.defaults.tools.approval", "mcp.servers.weather.tools.approval"})
    void whenApprovalIsRequiredWithoutABeanThenThePropertyIsNamed(String property, CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost:1/mcp", "--" + property + "=all");
        assertThat(analysis(output))
                .contains("MCP server \"weather\" is not configured correctly")
                .contains("Property: " + property)
                .contains("Origin: \"" + property + "\" from property source \"commandLineArgs\"")
                .contains("Reason: " + property + " is all, but there is no approval to ask");
    }

    @Test
    void whenASettingOfAllServersIsInvalidThenNoServerIsNamed(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.defaults.headers.X-Key=${NO_SUCH_VARIABLE}");
        assertThat(analysis(output))
                .contains("The MCP client support is not configured correctly", "Property: mcp.defaults.headers.");
        assertThat(output.getAll()).doesNotContain("\"*\"");
    }

    // I21
    @Test
    void whenTheUrlHasACredentialBesideAuthThenItsOriginIsNamed(CapturedOutput output) {
        fail(
                "--mcp.servers.weather.url=https://localhost/mcp?api_key=canary",
                "--mcp.servers.weather.auth.type=bearer",
                "--mcp.servers.weather.auth.token=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.servers.weather.url", "Origin: \"mcp.servers.weather.url\"")
                .contains("has a credential in its query", "Remove it from the URL");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    @Test
    void whenASessionStoreSettingIsInvalidThenThePropertyIsNamed(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.session.time-to-live=10ms");
        assertThat(analysis(output))
                .contains("The session store for MCP servers is not configured correctly")
                .contains("Property: mcp.session.time-to-live")
                .contains("Use a duration from 1s to 365d");
    }

    // I21
    @Test
    void whenKeyOfTheStoreIsWrongThenItIsNotShown(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.session.encryption-key=canary");
        assertThat(analysis(output))
                .contains("Property: mcp.session.encryption-key")
                .contains("openssl rand -base64 32");
        assertThat(output.getAll()).doesNotContain("canary");
    }

    @Test
    void whenEnumValueIsNotAllowedThenTheAllowedOnesAreNamed(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.transport=pigeon");
        assertThat(analysis(output))
                .contains("mcp.servers.weather.transport")
                .contains("AUTO")
                .contains("STREAMABLE_HTTP")
                .contains("SSE")
                .contains("STDIO");
    }

    @Test
    void whenDurationIsInvalidThenThePropertyIsNamed(CapturedOutput output) {
        fail("--mcp.servers.weather.url=http://localhost/mcp", "--mcp.servers.weather.connect-timeout=soon");
        assertThat(analysis(output))
                .contains("mcp.servers.weather.connect-timeout")
                .contains("soon");
    }

    @Test
    void whenAnotherPropertyIsUnknownThenItIsNotAnalyzed() {
        assertThat(new UnknownMcpPropertyFailureAnalyzer().analyze(new IllegalStateException()))
                .isNull();
    }

    private static void fail(String... arguments) {
        fail(Application.class, arguments);
    }

    private static void fail(Class<?> source, String... arguments) {
        SpringApplication application = application(source);
        assertThatThrownBy(() -> application.run(arguments)).isNotNull();
    }

    private static SpringApplication application(Class<?> source) {
        return new SpringApplicationBuilder(source).web(WebApplicationType.NONE).build();
    }

    private static String analysis(CapturedOutput output) {
        assertThat(output.getAll()).contains("APPLICATION FAILED TO START");
        return output.getAll().substring(output.getAll().indexOf("APPLICATION FAILED TO START"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Import(Application.class)
    static class MisspeltClient {

        MisspeltClient(@McpServer("wether") McpClient client) {}
    }

    @Import(Application.class)
    static class Reactive {

        Reactive(@Qualifier("wetherReactiveMcpClient") ReactiveMcpClient client) {}
    }

    @Import(Application.class)
    static class Clients {

        Clients(McpClients clients) {}
    }

    @Import(Application.class)
    static class ListOfClients {

        @Autowired
        List<McpClient> clients;
    }

    @Import(Application.class)
    static class MapOfClients {

        @Autowired
        Map<String, ReactiveMcpClient> clients;
    }

    @Import(Application.class)
    static class ArrayOfClients {

        @Autowired
        McpClient[] clients;
    }

    @Import(Application.class)
    static class MisspeltRegistry {

        MisspeltRegistry(@Qualifier("mcpToolRegistrie") McpToolRegistry registry) {}
    }

    @Import(Application.class)
    static class Authorizations {

        Authorizations(McpAuthorizations authorizations) {}
    }

    @Import(Application.class)
    static class UnqualifiedClient {

        UnqualifiedClient(McpClient client) {}
    }

    @Import(Application.class)
    static class MisspeltInterceptor {

        @Bean
        @McpServer("wether")
        McpInterceptor audit() {
            return (call, next) -> next.handle(call);
        }
    }

    @Import(Application.class)
    static class OwnClient {

        @Bean
        @McpServer("own")
        McpClient own() {
            return McpClient.builder("own").url("http://localhost/mcp").build();
        }
    }
}
