package io.mcpclient.autoconfigure.session;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.store.AesStoreEncryptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServer;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class McpSessionAutoConfigurationTests {

    private static final Duration LONG = Duration.ofHours(1);

    private static final String KEY = "a2V5IHdpdGggMzIgYnl0ZXMsIHBsYWluIHRleHQgaGU=";

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSessionAutoConfiguration.class))
            .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.weather.start=lazy");

    private final ApplicationContextRunner runner = this.plain.withConfiguration(
            AutoConfigurations.of(DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void whenNothingIsConfiguredThenSessionsAreInMemory() {
        this.runner.run(context -> {
            assertThat(context).hasBean("mcpSessionStore");
            assertThat(context).hasSingleBean(InMemoryMcpSessionStore.class);
            assertThat(context.getBean(McpClient.class).status().sessionStore()).isNotNull();
        });
    }

    @Test
    void whenSwitchedOffThenThereIsNoStore() {
        this.runner
                .withPropertyValues("mcp.enabled=false", "mcp.session.store=jdbc")
                .run(context -> assertThat(context).doesNotHaveBean(McpSessionStore.class));
    }

    @Test
    void whenThereIsNoDatabaseAndNoRedisThenSessionsAreInMemory() {
        this.plain
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc",
                        "org.springframework.boot.jdbc",
                        "org.springframework.boot.sql",
                        "org.springframework.dao",
                        "org.springframework.transaction",
                        "org.springframework.data",
                        "org.springframework.boot.data"))
                .run(context -> assertThat(context).hasSingleBean(InMemoryMcpSessionStore.class));
    }

    @Test
    void whenStoreIsJdbcThenItsTableIsCreatedInAnEmbeddedDatabase() {
        this.runner
                .withPropertyValues("mcp.session.store=jdbc", "spring.datasource.url=jdbc:h2:mem:embedded")
                .run(context -> {
                    assertThat(context).hasBean("mcpSessionStore");
                    McpSessionStore store = context.getBean(McpSessionStore.class);
                    assertThat(store.replace("k", 0, new McpStoredValue(1, "x"), LONG))
                            .isTrue();
                    assertThat(count(context.getBean(DataSource.class), "MCP_SESSION"))
                            .isEqualTo(1);
                });
    }

    @Test
    void whenTableHasAnotherNameThenThatOneIsUsed() {
        this.runner
                .withPropertyValues(
                        "mcp.session.store=jdbc",
                        "mcp.session.jdbc.table-name=public.app_sessions",
                        "mcp.session.jdbc.platform=h2",
                        "spring.datasource.url=jdbc:h2:mem:named")
                .run(context -> {
                    context.getBean(McpSessionStore.class).replace("k", 0, new McpStoredValue(1, "x"), LONG);
                    assertThat(count(context.getBean(DataSource.class), "app_sessions"))
                            .isEqualTo(1);
                });
    }

    private static @Nullable Integer count(DataSource dataSource, String table) {
        return new JdbcTemplate(dataSource).queryForObject("SELECT COUNT(*) FROM " + table, Integer.class);
    }

    // J01: then the store is away, and the application starts
    @Test
    void whenTableIsMissingThenTheStoreFailsUntilItIsCreated() {
        this.runner
                .withPropertyValues(
                        "mcp.session.store=jdbc",
                        "mcp.session.jdbc.initialize-schema=never",
                        "spring.datasource.url=jdbc:h2:mem:never")
                .run(context -> {
                    McpSessionStore store = context.getBean(McpSessionStore.class);
                    assertThat(catchThrowable(() -> store.load("k")))
                            .isInstanceOf(BadSqlGrammarException.class)
                            .hasMessageContaining("MCP_SESSION");
                    SessionSchema.create(
                            context.getBean(DataSource.class), DatabaseInitializationMode.ALWAYS, null, "MCP_SESSION");
                    assertThat(store.load("k")).isNull();
                });
    }

    @Test
    void whenStoreIsRedisThenItUsesTheApplicationsConnectionAndThePrefix() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            this.runner
                    .withPropertyValues(
                            "mcp.session.store=redis",
                            "mcp.session.redis.key-prefix=app:",
                            "spring.data.redis.port=" + redis.port())
                    .run(context -> {
                        McpSessionStore store = context.getBean(McpSessionStore.class);
                        await().atMost(Duration.ofSeconds(20)) // its first connection may take a while
                                .ignoreExceptions()
                                .until(() -> store.load("k") == null);
                        store.replace("k", 0, new McpStoredValue(1, "x"), LONG);
                        assertThat(context.getBean(StringRedisTemplate.class)
                                        .opsForValue()
                                        .get("app:k"))
                                .isEqualTo("1 x");
                    });
        }
    }

    @Test
    void whenTheApplicationDefinesAStoreThenTheDefaultBacksOff() {
        this.runner
                .withUserConfiguration(OwnStore.class)
                .withPropertyValues("mcp.session.store=jdbc", "mcp.session.scope=shared")
                .run(context -> assertThat(context)
                        .hasSingleBean(McpSessionStore.class)
                        .getBean(McpSessionStore.class)
                        .isSameAs(context.getBean("ownStore")));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        McpSessionStore ownStore() {
            return new InMemoryMcpSessionStore();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc, org.springframework.jdbc, spring-boot-starter-jdbc",
        "jdbc, org.springframework.boot.jdbc, spring-boot-starter-jdbc",
        "redis, org.springframework.data.redis, spring-boot-starter-data-redis"
    })
    void whenTheLibraryOfTheStoreIsAbsentThenTheStartFailsAndNamesIt(String store, String absent, String starter) {
        this.plain
                .withClassLoader(new FilteredClassLoader(absent))
                .withPropertyValues("mcp.session.store=" + store)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(McpConfigurationException.class, ex -> {
                            assertThat(ex.property()).isEqualTo("mcp.session.store");
                            assertThat(ex.remedy()).contains(starter);
                        }));
    }

    @Test
    void whenThereIsNoDataSourceThenTheStartFailsAndNamesThePropertyToSet() {
        assertInvalid(
                this.plain.withPropertyValues("mcp.session.store=jdbc"),
                "mcp.session.store",
                "there is no DataSource",
                "spring.datasource.url");
    }

    @Test
    void whenThereAreSeveralDataSourcesThenTheStartFailsAndReportsHowToChoose() {
        assertInvalid(
                this.plain
                        .withPropertyValues("mcp.session.store=jdbc")
                        .withBean("one", DataSource.class, SimpleDriverDataSource::new)
                        .withBean("two", DataSource.class, SimpleDriverDataSource::new),
                "mcp.session.store",
                "several beans of type DataSource",
                "@Primary");
    }

    @Test
    void whenThereIsNoConnectionToRedisThenTheStartFailsAndNamesADriver() {
        assertInvalid(
                this.plain.withPropertyValues("mcp.session.store=redis"),
                "mcp.session.store",
                "there is no RedisConnectionFactory",
                "lettuce");
    }

    private static void assertInvalid(ApplicationContextRunner runner, String property, String problem, String remedy) {
        runner.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOfSatisfying(McpConfigurationException.class, ex -> {
                    assertThat(ex.property()).isEqualTo(property);
                    assertThat(ex.problem()).contains(problem);
                    assertThat(ex.remedy()).contains(remedy);
                }));
    }

    @ParameterizedTest
    @CsvSource({
        "mcp.session.time-to-live, 10ms, 1s to 365d",
        "mcp.session.time-to-live, 366d, 1s to 365d",
        "mcp.session.timeout, 1ms, 10ms to 1m",
        "mcp.session.timeout, 2m, 10ms to 1m",
        "mcp.session.scope, shared, jdbc or redis",
        "mcp.session.instance-id, ' ', unique name that does not change",
        "mcp.session.encryption-key, Y2FuYXJ5, openssl rand -base64 32",
        "mcp.session.encryption-key, canary!, openssl rand -base64 32"
    })
    void whenAValueIsInvalidThenTheStartFailsWithoutQuotingAKey(String property, String value, String remedy) {
        this.runner.withPropertyValues(property + "=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageNotContaining("canary")
                .hasMessageNotContaining("Y2FuYXJ5")
                .isInstanceOfSatisfying(McpConfigurationException.class, ex -> {
                    assertThat(ex.property()).isEqualTo(property);
                    assertThat(ex.remedy()).contains(remedy);
                }));
    }

    @ParameterizedTest
    @CsvSource({"x; DROP TABLE y", "''", "1table", "a.b.c.d"})
    void whenTableNameIsInvalidThenTheStartFails(String name) {
        assertInvalid(
                this.runner.withPropertyValues(
                        "mcp.session.store=jdbc",
                        "mcp.session.jdbc.table-name=" + name,
                        "spring.datasource.url=jdbc:h2:mem:invalid"),
                "mcp.session.jdbc.table-name",
                "not a valid table name",
                "letters");
    }

    @Test
    void whenThereIsASelectorThenItDecidesForEachServer() {
        Map<String, Boolean> asked = new ConcurrentHashMap<>();
        this.runner
                .withPropertyValues(
                        "mcp.servers.scratchpad.url=http://localhost:1/mcp", "mcp.servers.scratchpad.start=lazy")
                .withBean(McpSessionStoreSelector.class, () -> server -> {
                    asked.put(server, true);
                    return server.equals("scratchpad") ? null : new InMemoryMcpSessionStore();
                })
                .withUserConfiguration(Clients.class)
                .run(context -> {
                    assertThat(asked).containsOnlyKeys("weather", "scratchpad");
                    Clients clients = context.getBean(Clients.class);
                    assertThat(clients.weather.status().sessionStore()).isNotNull();
                    assertThat(clients.scratchpad.status().sessionStore()).isNull();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        private final McpClient weather;

        private final McpClient scratchpad;

        Clients(@McpServer("weather") McpClient weather, @McpServer("scratchpad") McpClient scratchpad) {
            this.weather = weather;
            this.scratchpad = scratchpad;
        }
    }

    @Test
    void whenThereIsAKeyThenValuesAreEncrypted() {
        this.runner.withPropertyValues("mcp.session.encryption-key=" + KEY).run(context -> assertThat(
                        context.getBean(SessionCustomizer.class).encryptor())
                .isInstanceOf(AesStoreEncryptor.class));
    }

    // Of a server without credentials, the id of a session is all that it takes to use it
    @Test
    void whenSessionsAreStoredWithoutAKeyThenAWarningIsLogged(CapturedOutput output) {
        String warning = "Sessions of MCP servers are stored without encryption";
        ApplicationContextRunner stored = this.runner.withPropertyValues(
                "mcp.session.store=jdbc", "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

        this.runner.run(context -> assertThat(output).doesNotContain(warning));
        stored.withPropertyValues("mcp.session.encryption-key=" + KEY)
                .run(context -> assertThat(output).doesNotContain(warning));
        stored.run(context -> assertThat(output).contains(warning, "Set mcp.session.encryption-key"));
    }

    @Test
    void whenThereIsAnEncryptorOfTheApplicationThenItIsUsed() {
        McpStoreEncryptor own = new AesStoreEncryptor(new byte[32]);
        this.runner
                .withPropertyValues("mcp.session.encryption-key=" + KEY)
                .withBean(McpStoreEncryptor.class, () -> own)
                .run(context -> assertThat(
                                context.getBean(SessionCustomizer.class).encryptor())
                        .isSameAs(own));
    }

    @Test
    void whenThereIsANativeImageThenTheScriptsAreInIt() {
        RuntimeHints hints = new RuntimeHints();
        new SessionRuntimeHints().registerHints(hints, getClass().getClassLoader());
        for (String database : new String[] {"postgresql", "mysql", "mariadb", "h2"}) {
            String script = "io/mcpclient/autoconfigure/session/schema-" + database + ".sql";
            assertThat(getClass().getClassLoader().getResource(script))
                    .as(script)
                    .isNotNull();
            assertThat(RuntimeHintsPredicates.resource().forResource(script)).accepts(hints);
        }
    }
}
