package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.session.McpSessionAutoConfiguration;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class McpSessionStoreHealthTests {

    private static final String BEAN = "mcpSessionStoreHealthIndicator";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpSessionAutoConfiguration.class,
                    McpHealthAutoConfiguration.class,
                    McpSessionStoreHealthAutoConfiguration.class));

    /** Fails, and says more than anybody should read. */
    private static final class Broken implements McpSessionStore {

        @Override
        public @Nullable McpStoredValue load(String key) {
            throw new IllegalStateException("canary");
        }

        @Override
        public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
            throw new IllegalStateException("canary");
        }

        @Override
        public boolean remove(String key, long expectedVersion) {
            throw new IllegalStateException("canary");
        }
    }

    @Test
    void whenNothingHasFailedThenItIsUp() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.weather.start=lazy")
                .run(context -> {
                    Health health = context.getBean(BEAN, HealthIndicator.class).health();
                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                    assertThat(health.getDetails())
                            .containsEntry("failures", 0L)
                            .doesNotContainKey("servers");
                });
    }

    // J01, J02, I21
    @Test
    void whenAClientCannotUseTheStoreThenItIsDegradedWithServerAndProblem() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withBean(McpSessionStore.class, Broken::new)
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        assertThat(context.getBean(McpClient.class)
                                        .callTool("echo", java.util.Map.of("city", "Oslo"), String.class))
                                .contains("Oslo");
                        HealthIndicator indicator = context.getBean(BEAN, HealthIndicator.class);
                        await().atMost(Duration.ofSeconds(10))
                                .until(() ->
                                        indicator.health().getStatus().getCode().equals("DEGRADED"));
                        assertThat(indicator.health().getDetails().toString())
                                .contains("weather", "IllegalStateException", "since")
                                .doesNotContain("canary", "session-1");
                    });
        }
    }

    @Test
    void whenItIsSwitchedOffThenThereIsNone() {
        this.runner
                .withPropertyValues("management.health.mcp-session-store.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(BEAN));
    }

    @Test
    void whenTheApplicationDefinesItsOwnIndicatorThenTheDefaultBacksOff() {
        HealthIndicator own = () -> Health.up().build();
        this.runner.withBean(BEAN, HealthIndicator.class, () -> own).run(context -> assertThat(context.getBean(BEAN))
                .isSameAs(own));
    }

    @Test
    void whenHealthIsAbsentThenThereIsNone() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenClientsAreSwitchedOffThenThereIsNone() {
        this.runner.withPropertyValues("mcp.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(BEAN));
    }
}
