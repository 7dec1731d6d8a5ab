package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.token.McpTokenStoreAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** AUTH-59; J01, J02. */
@Timeout(60)
class McpTokenStoreHealthTests {

    private static final String BEAN = "mcpTokenStoreHealthIndicator";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    McpTokenStoreAutoConfiguration.class,
                    McpTokenStoreHealthAutoConfiguration.class));

    private ApplicationContextRunner jdbc(String database) {
        return this.runner.withPropertyValues(
                "mcp.auth.store.type=jdbc",
                "spring.datasource.url=jdbc:h2:mem:token-health-" + database + ";DB_CLOSE_DELAY=-1");
    }

    // J01, J02, I21
    @Test
    void whenTheStoreFailsThenItIsDegradedUntilItWorks() {
        jdbc("failing").run(context -> {
            McpTokenStore store = context.getBean(McpTokenStore.class);
            HealthIndicator indicator = context.getBean(BEAN, HealthIndicator.class);
            await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> store.load("k") == null);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            long before = failures(indicator.health());

            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
            jdbc.execute("ALTER TABLE MCP_TOKEN RENAME TO MCP_TOKEN_AWAY");
            assertThat(catchThrowable(() -> store.load("k"))).isNotNull();

            Health health = indicator.health();
            assertThat(health.getStatus().getCode()).isEqualTo("DEGRADED");
            assertThat(health.getDetails())
                    .containsEntry("problem", "failed with BadSqlGrammarException")
                    .containsKey("since");
            assertThat(failures(health)).isEqualTo(before + 1);

            jdbc.execute("ALTER TABLE MCP_TOKEN_AWAY RENAME TO MCP_TOKEN");
            assertThat(store.load("k")).isNull();
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            assertThat(indicator.health().getDetails()).doesNotContainKeys("problem", "since");
        });
    }

    private static long failures(Health health) {
        return (Long) health.getDetails().get("failures");
    }

    @Test
    void whenTokensAreInMemoryThenThereIsNoIndicator() {
        this.runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenTheStoreIsAnApplicationBeanThenThereIsNoIndicator() {
        jdbc("own")
                .withBean(McpTokenStore.class, InMemoryMcpTokenStore::new)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenItIsSwitchedOffThenThereIsNone() {
        jdbc("off")
                .withPropertyValues("management.health.mcp-token-store.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenTheApplicationDefinesItsOwnIndicatorThenTheDefaultBacksOff() {
        HealthIndicator own = () -> Health.up().build();
        jdbc("another")
                .withBean(BEAN, HealthIndicator.class, () -> own)
                .run(context -> assertThat(context.getBean(BEAN)).isSameAs(own));
    }

    @Test
    void whenHealthIsAbsentThenThereIsNone() {
        jdbc("absent")
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }
}
