package io.mcpclient.autoconfigure.token;

import java.time.Duration;
import java.util.Base64;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.session.EmbeddedRedis;
import io.mcpclient.autoconfigure.store.AesStoreEncryptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** AUTH-53, AUTH-54, AUTH-59. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class McpTokenStoreAutoConfigurationTests {

    private static final Duration LONG = Duration.ofHours(1);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String NEXT_KEY = "YW5vdGhlciBrZXkgd2l0aCAzMiBieXRlcywgcGxhaW4=";

    private static final String KEY = "a2V5IHdpdGggMzIgYnl0ZXMsIHBsYWluIHRleHQgaGU=";

    private static final String WARNING = "without encryption";

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(McpTokenStoreAutoConfiguration.class));

    private final ApplicationContextRunner runner = this.plain.withConfiguration(
            AutoConfigurations.of(DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void whenNothingIsConfiguredThenTokensAreInMemory(CapturedOutput output) {
        this.runner.run(context -> {
            assertThat(context).hasBean("mcpTokenStore").hasSingleBean(InMemoryMcpTokenStore.class);
            TokenStoreSettings settings = context.getBean("mcpTokenStoreSettings", TokenStoreSettings.class);
            assertThat(settings.store()).isSameAs(context.getBean(McpTokenStore.class));
            assertThat(settings.encryptor()).isNull();
            assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(500));
            assertThat(output).doesNotContain(WARNING);
        });
    }

    @Test
    void whenSwitchedOffThenThereIsNoStore() {
        this.runner
                .withPropertyValues("mcp.enabled=false", "mcp.auth.store.type=jdbc")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(McpTokenStore.class)
                        .doesNotHaveBean(TokenStoreSettings.class));
    }

    @Test
    void whenThereIsNoDatabaseAndNoRedisThenTokensAreInMemory() {
        this.plain
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc",
                        "org.springframework.boot.jdbc",
                        "org.springframework.boot.sql",
                        "org.springframework.dao",
                        "org.springframework.transaction",
                        "org.springframework.data",
                        "org.springframework.boot.data"))
                .run(context -> assertThat(context).hasSingleBean(InMemoryMcpTokenStore.class));
    }

    @Test
    void whenStoreIsJdbcThenItsTableIsCreatedInAnEmbeddedDatabase() {
        this.runner
                .withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.encryption-key=" + KEY,
                        "spring.datasource.url=jdbc:h2:mem:token-embedded")
                .run(context -> {
                    assertThat(context).hasBean("mcpTokenStore");
                    McpTokenStore store = ready(context.getBean(McpTokenStore.class));
                    assertThat(store.replace("k", 0, new McpStoredValue(1, "x"), LONG))
                            .isTrue();
                    assertThat(count(context.getBean(DataSource.class), "MCP_TOKEN"))
                            .isEqualTo(1);
                });
    }

    @Test
    void whenTableHasAnotherNameThenThatOneIsUsed() {
        this.runner
                .withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.jdbc.table-name=public.app_tokens",
                        "mcp.auth.store.jdbc.platform=h2",
                        "spring.datasource.url=jdbc:h2:mem:token-named")
                .run(context -> {
                    ready(context.getBean(McpTokenStore.class)).replace("k", 0, new McpStoredValue(1, "x"), LONG);
                    assertThat(count(context.getBean(DataSource.class), "app_tokens"))
                            .isEqualTo(1);
                });
    }

    /** Its first connection, made in the background, may take longer than anybody waits for it. */
    private static McpTokenStore ready(McpTokenStore store) {
        await().atMost(LIMIT).ignoreExceptions().until(() -> store.load("k") == null);
        return store;
    }

    private static @Nullable Integer count(DataSource dataSource, String table) {
        return new JdbcTemplate(dataSource).queryForObject("SELECT COUNT(*) FROM " + table, Integer.class);
    }

    // J01: then the store is away, and the application starts
    @Test
    void whenTableIsMissingThenTheStoreFailsUntilItIsCreated() {
        this.runner
                .withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.jdbc.initialize-schema=never",
                        "spring.datasource.url=jdbc:h2:mem:token-never")
                .run(context -> {
                    McpTokenStore store = context.getBean(McpTokenStore.class);
                    await().atMost(LIMIT).untilAsserted(() -> assertThat(catchThrowable(() -> store.load("k")))
                            .isInstanceOf(BadSqlGrammarException.class)
                            .hasMessageContaining("MCP_TOKEN"));
                    TokenSchema.create(
                            context.getBean(DataSource.class), DatabaseInitializationMode.ALWAYS, null, "MCP_TOKEN");
                    assertThat(store.load("k")).isNull();
                });
    }

    @Test
    void whenStoreIsRedisThenItUsesTheApplicationsConnectionAndThePrefix() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            this.runner
                    .withPropertyValues(
                            "mcp.auth.store.type=redis",
                            "mcp.auth.store.redis.key-prefix=app:",
                            "spring.data.redis.port=" + redis.port())
                    .run(context -> {
                        ready(context.getBean(McpTokenStore.class)).replace("k", 0, new McpStoredValue(1, "x"), LONG);
                        assertThat(context.getBean(StringRedisTemplate.class)
                                        .opsForValue()
                                        .get("app:k"))
                                .isEqualTo("1 x");
                    });
        }
    }

    @Test
    void whenTheApplicationDefinesAStoreThenTheDefaultBacksOff() {
        McpTokenStore own = new InMemoryMcpTokenStore();
        this.runner
                .withBean("own", McpTokenStore.class, () -> own)
                .withPropertyValues("mcp.auth.store.type=jdbc")
                .run(context -> {
                    assertThat(context.getBean(McpTokenStore.class)).isSameAs(own);
                    assertThat(context.getBean(TokenStoreSettings.class).store())
                            .isSameAs(own);
                });
    }

    @Test
    void whenTheApplicationDefinesSettingsThenTheDefaultsBackOff() {
        TokenStoreSettings own = new TokenStoreSettings(new InMemoryMcpTokenStore(), null, Duration.ofSeconds(1));
        this.runner.withBean(TokenStoreSettings.class, () -> own).run(context -> assertThat(
                        context.getBean(TokenStoreSettings.class))
                .isSameAs(own));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc, org.springframework.jdbc, spring-boot-starter-jdbc",
        "jdbc, org.springframework.boot.jdbc, spring-boot-starter-jdbc",
        "redis, org.springframework.data.redis, spring-boot-starter-data-redis"
    })
    void whenTheLibraryOfTheStoreIsAbsentThenTheStartFailsAndNamesIt(String store, String absent, String starter) {
        assertInvalid(
                this.plain
                        .withClassLoader(new FilteredClassLoader(absent))
                        .withPropertyValues("mcp.auth.store.type=" + store),
                "mcp.auth.store.type",
                "required library is missing",
                starter);
    }

    @Test
    void whenThereIsNoDataSourceThenTheStartFailsAndNamesThePropertyToSet() {
        assertInvalid(
                this.plain.withPropertyValues("mcp.auth.store.type=jdbc"),
                "mcp.auth.store.type",
                "there is no DataSource",
                "spring.datasource.url");
    }

    @Test
    void whenThereAreSeveralDataSourcesThenTheStartFailsAndReportsHowToChoose() {
        assertInvalid(
                this.plain
                        .withPropertyValues("mcp.auth.store.type=jdbc")
                        .withBean("one", DataSource.class, SimpleDriverDataSource::new)
                        .withBean("two", DataSource.class, SimpleDriverDataSource::new),
                "mcp.auth.store.type",
                "several beans of type DataSource",
                "@Primary, or define a bean JdbcMcpTokenStore");
    }

    @Test
    void whenThereIsNoConnectionToRedisThenTheStartFailsAndNamesADriver() {
        assertInvalid(
                this.plain.withPropertyValues("mcp.auth.store.type=redis"),
                "mcp.auth.store.type",
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
        "mcp.auth.store.timeout, 1ms, 10ms to 1m",
        "mcp.auth.store.timeout, 2m, 10ms to 1m",
        "mcp.auth.store.encryption-key, Y2FuYXJ5, openssl rand -base64 32",
        "mcp.auth.store.encryption-key, canary!, openssl rand -base64 32"
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
    @ValueSource(strings = {"x; DROP TABLE y", "1table", "a.b.c.d"})
    void whenTableNameIsInvalidThenTheStartFails(String name) {
        assertInvalid(
                this.runner.withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.jdbc.table-name=" + name,
                        "spring.datasource.url=jdbc:h2:mem:token-invalid"),
                "mcp.auth.store.jdbc.table-name",
                "not a valid table name",
                "letters");
    }

    @Test
    void whenThereIsAKeyThenTokensAreEncrypted(CapturedOutput output) {
        this.runner
                .withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.encryption-key=" + KEY,
                        "mcp.auth.store.timeout=2s",
                        "spring.datasource.url=jdbc:h2:mem:token-key")
                .run(context -> {
                    TokenStoreSettings settings = context.getBean(TokenStoreSettings.class);
                    assertThat(settings.encryptor()).isInstanceOf(AesStoreEncryptor.class);
                    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(settings).hasToString("TokenStoreSettings[store=PreparedTokenStore, encrypted=true]");
                    assertThat(output).doesNotContain(WARNING).doesNotContain(KEY);
                });
    }

    // A key is replaced without losing what was encrypted with the one before.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.auth.store.encryption-key=" + NEXT_KEY + "," + KEY,
                "mcp.auth.store.encryption-key[0]=" + NEXT_KEY + "\nmcp.auth.store.encryption-key[1]=" + KEY
            })
    void whenThereAreSeveralKeysThenValuesOfTheOldOneAreRead(String properties) {
        String old = new AesStoreEncryptor(Base64.getDecoder().decode(KEY)).encrypt("token");
        this.runner.withPropertyValues(properties.split("\n")).run(context -> {
            McpStoreEncryptor encryptor =
                    context.getBean(TokenStoreSettings.class).encryptor();
            assertThat(encryptor).isNotNull();
            assertThat(encryptor.decrypt(old)).isEqualTo("token");
            assertThat(new AesStoreEncryptor(Base64.getDecoder().decode(NEXT_KEY)).decrypt(encryptor.encrypt("token")))
                    .isEqualTo("token");
        });
    }

    @Test
    void whenThereIsNoKeyThenAPersistentStoreLogsAWarning(CapturedOutput output) {
        this.runner
                .withPropertyValues("mcp.auth.store.type=jdbc", "spring.datasource.url=jdbc:h2:mem:token-without-key")
                .run(context -> {
                    assertThat(context.getBean(TokenStoreSettings.class).encryptor())
                            .isNull();
                    assertThat(output).containsOnlyOnce(WARNING).contains("mcp.auth.store.encryption-key");
                });
    }

    @Test
    void whenThereIsAnEncryptorOfTheApplicationThenItIsUsed(CapturedOutput output) {
        McpStoreEncryptor own = new AesStoreEncryptor(new byte[32]);
        this.runner
                .withPropertyValues(
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.encryption-key=" + KEY,
                        "spring.datasource.url=jdbc:h2:mem:token-own-encryptor")
                .withBean(McpStoreEncryptor.class, () -> own)
                .run(context -> {
                    assertThat(context.getBean(TokenStoreSettings.class).encryptor())
                            .isSameAs(own);
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void whenThereIsANativeImageThenTheScriptsAreInIt() {
        RuntimeHints hints = new RuntimeHints();
        new TokenRuntimeHints().registerHints(hints, getClass().getClassLoader());
        for (String database : new String[] {"postgresql", "mysql", "mariadb", "h2"}) {
            String script = "io/mcpclient/autoconfigure/token/schema-" + database + ".sql";
            assertThat(getClass().getClassLoader().getResource(script))
                    .as(script)
                    .isNotNull();
            assertThat(RuntimeHintsPredicates.resource().forResource(script)).accepts(hints);
        }
    }
}
