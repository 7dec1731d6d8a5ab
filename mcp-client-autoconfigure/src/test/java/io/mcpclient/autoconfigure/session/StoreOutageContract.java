package io.mcpclient.autoconfigure.session;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A store that goes away and comes back, as seen by the application, wherever the server of the store runs.
 *
 * @see "faults J01, J02"
 */
@Timeout(180)
abstract class StoreOutageContract {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** The driver of Redis looks for its server again after up to half a minute. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    private static final Duration DRIVER_LIMIT = Duration.ofSeconds(25);

    /** Returns a Redis that is there, and is closed by the test. */
    protected abstract StoppableServer redis();

    /** Returns a PostgreSQL that is there, and is closed by the test. */
    protected abstract StoppableServer postgres();

    private static ConfigurableApplicationContext start(ScriptedHttpServer server, String... more) {
        Stream<String> all = Stream.concat(
                Stream.of(
                        "--mcp.servers.weather.url=" + server.url(),
                        "--mcp.session.instance-id=one",
                        "--management.health.redis.enabled=false",
                        "--management.health.db.enabled=false"),
                Arrays.stream(more));
        return new SpringApplicationBuilder(ChildApplication.Application.class)
                .web(WebApplicationType.NONE)
                .run(all.toArray(String[]::new));
    }

    private static void call(ConfigurableApplicationContext context) {
        long begin = System.nanoTime();
        assertThat(context.getBean(McpClient.class).callTool("echo", Map.of("city", "Oslo"), String.class))
                .contains("Oslo");
        // Without the limit of the client, it would wait as long as the driver does: 30 seconds or a minute.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DRIVER_LIMIT);
    }

    private static IndicatedHealthDescriptor health(ConfigurableApplicationContext context) {
        HealthDescriptor health = context.getBean(HealthEndpoint.class).healthForPath("mcpSessionStore");
        return (IndicatedHealthDescriptor) health;
    }

    private static void awaitStatus(ConfigurableApplicationContext context, String status, Duration limit) {
        await().atMost(limit).until(() -> health(context).getStatus().getCode().equals(status));
    }

    private static Status overall(ConfigurableApplicationContext context) {
        return context.getBean(HealthEndpoint.class).health().getStatus();
    }

    private static void goAndComeBack(
            ScriptedLegacyServer server,
            ConfigurableApplicationContext context,
            StoppableServer store,
            Predicate<String> holds) {
        call(context);
        await().atMost(LIMIT).until(() -> holds.test("session-1"));
        assertThat(health(context).getStatus()).isEqualTo(Status.UP);

        store.stop();
        server.forgetSessions();
        call(context);
        call(context);
        assertThat(server.sessionsOpened()).isEqualTo(2);
        awaitStatus(context, "DEGRADED", LIMIT);
        assertThat(health(context).getDetails().toString())
                .contains("weather", "since")
                .doesNotContain("session-");
        await().atMost(LIMIT).until(() -> overall(context).equals(Status.UP));
        call(context);

        store.begin();
        awaitStatus(context, "UP", RECOVERY);
        await().atMost(RECOVERY).until(() -> holds.test("session-2"));
        call(context);
        assertThat(server.sessionsOpened()).isEqualTo(2);
    }

    @Test
    void whenRedisBecomesUnavailableThenCallsContinueAndItIsUpdatedLater() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                StoppableServer redis = redis();
                ConfigurableApplicationContext context =
                        start(server, "--mcp.session.store=redis", "--spring.data.redis.url=" + redis.url())) {
            goAndComeBack(server, context, redis, session -> redisHolds(redis, session));
        }
    }

    private static boolean redisHolds(StoppableServer redis, String session) {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(redis.url()));
        connections.afterPropertiesSet();
        connections.start();
        try {
            StringRedisTemplate template = new StringRedisTemplate(connections);
            return template.keys("mcp:session:*").stream()
                    .map(key -> String.valueOf(template.opsForValue().get(key)))
                    .anyMatch(text -> text.contains(session));
        } finally {
            connections.destroy();
        }
    }

    @Test
    void whenPostgresBecomesUnavailableThenCallsContinueAndItIsUpdatedLater() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                StoppableServer postgres = postgres();
                ConfigurableApplicationContext context = start(
                        server,
                        "--mcp.session.store=jdbc",
                        "--mcp.session.jdbc.initialize-schema=always",
                        "--spring.datasource.url=" + postgres.url())) {
            goAndComeBack(server, context, postgres, session -> postgresHolds(postgres, session));
        }
    }

    private static boolean postgresHolds(StoppableServer postgres, String session) {
        return new JdbcTemplate(new DriverManagerDataSource(postgres.url()))
                .queryForList("SELECT SESSION_TEXT FROM MCP_SESSION", String.class).stream()
                        .anyMatch(text -> text.contains(session));
    }

    // J01: it is not there when the application starts
    @Test
    void whenRedisIsUnavailableAtTheStartThenTheApplicationStartsAndItIsUpdatedLater() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                StoppableServer redis = redis()) {
            redis.stop();
            try (ConfigurableApplicationContext context =
                    start(server, "--mcp.session.store=redis", "--spring.data.redis.url=" + redis.url())) {
                call(context);
                awaitStatus(context, "DEGRADED", LIMIT);
                redis.begin();
                awaitStatus(context, "UP", RECOVERY);
                await().atMost(RECOVERY).until(() -> redisHolds(redis, "session-1"));
            }
        }
    }
}
