package io.mcpclient.autoconfigure.cloud;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.autoconfigure.session.EmbeddedRedis;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of a server behind Spring Cloud LoadBalancer, with sessions in one Redis. The instance in use is killed under
 * load.
 */
@Timeout(180)
class KilledInstanceTests {

    private static final int THREADS = 8;

    private static final int CALLS = 400;

    private static EmbeddedRedis redis;

    private static RedisClient redisClient;

    private final RedisCommands<String, String> commands = redisClient.connect().sync();

    private final List<WeatherInstance> instances = new ArrayList<>();

    @BeforeAll
    static void startRedis() {
        redis = EmbeddedRedis.start();
        redisClient = RedisClient.create(redis.url());
    }

    @AfterAll
    static void stopRedis() {
        redisClient.shutdown();
        redis.close();
    }

    @BeforeEach
    void clear() {
        this.commands.flushall();
    }

    @AfterEach
    void close() {
        this.commands.getStatefulConnection().close();
        this.instances.forEach(WeatherInstance::close);
    }

    private ConfigurableApplicationContext application() {
        String instance = "--spring.cloud.discovery.client.simple.instances.weather";
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--mcp.servers.weather.url=lb://weather/mcp",
                        "--mcp.servers.weather.required=true",
                        "--mcp.session.store=redis",
                        "--mcp.session.scope=shared",
                        "--mcp.session.timeout=10s",
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=" + redis.port(),
                        instance + "[0].uri=" + this.instances.get(0).address(),
                        instance + "[1].uri=" + this.instances.get(1).address());
    }

    @ParameterizedTest(name = "stateless: {0}")
    @ValueSource(booleans = {false, true})
    void retryableCallsSurviveAKilledInstance(boolean stateless) throws Exception {
        this.instances.addAll(WeatherInstance.two(redis.port(), stateless));
        try (ConfigurableApplicationContext application = application()) {
            assertThat(application.getBean(McpServiceAddresses.class)).isInstanceOf(BalancedAddresses.class);
            McpClient client = application.getBean(McpClient.class);
            WeatherInstance used = instance(client.status().peer().port());

            Map<Integer, McpException> failures = callWhile(client, used);

            assertThat(failures.keySet())
                    .as("calls that may be repeated")
                    .noneMatch(KilledInstanceTests::mayBeRepeated);
            Map<McpOutcome, Integer> outcomes = new EnumMap<>(McpOutcome.class);
            for (int call = 0; call < CALLS; call++) {
                McpException failure = failures.get(call);
                if (failure != null) {
                    outcomes.merge(failure.outcome(), 1, Integer::sum);
                }
                assertThat(executions(call))
                        .as("executions of call %s, %s", call, failure)
                        .satisfies(count -> assertPossible(count, mayBeRepeatedOf(failure)));
                if (failure == null && !mayBeRepeated(call)) {
                    assertThat(executions(call))
                            .as("executions of call %s", call)
                            .isEqualTo(1);
                }
            }
            assertThat(outcomes.keySet()).isSubsetOf(McpOutcome.UNKNOWN, McpOutcome.NOT_SENT);
            assertThat(client.status().isConnected()).isTrue();
            assertThat(client.status().peer().port()).isNotEqualTo(used.port());
            assertThat(this.commands.get(WeatherInstance.SESSIONS_OPENED)).isEqualTo(stateless ? null : "1");
        }
    }

    private WeatherInstance instance(Integer port) {
        return this.instances.stream()
                .filter(each -> each.port() == port)
                .findFirst()
                .orElseThrow();
    }

    private static boolean mayBeRepeated(int call) {
        return call % 4 != 0;
    }

    private static McpOutcome mayBeRepeatedOf(McpException failure) {
        return (failure != null) ? failure.outcome() : McpOutcome.ANSWERED;
    }

    private static void assertPossible(int executions, McpOutcome outcome) {
        switch (outcome) {
            case ANSWERED -> assertThat(executions).isPositive();
            case UNKNOWN -> assertThat(executions).isLessThanOrEqualTo(1);
            default -> assertThat(executions).isZero();
        }
    }

    private int executions(int call) {
        String count = this.commands.get(WeatherInstance.executions(call));
        return (count != null) ? Integer.parseInt(count) : 0;
    }

    /** Makes all calls from several threads, and kills the instance in the middle. */
    private static Map<Integer, McpException> callWhile(McpClient client, WeatherInstance used) throws Exception {
        Map<Integer, McpException> failures = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        CountDownLatch half = new CountDownLatch(CALLS / 2);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                workers.add(threads.submit(() -> {
                    for (int call = next.getAndIncrement(); call < CALLS; call = next.getAndIncrement()) {
                        call(client, call, failures);
                        half.countDown();
                    }
                }));
            }
            assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
            used.kill();
            for (Future<?> worker : workers) {
                worker.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        return failures;
    }

    private static void call(McpClient client, int call, Map<Integer, McpException> failures) {
        try {
            String forecast = client.callTool(
                            "forecast",
                            Map.of("call", call),
                            McpCallOptions.defaults().withIdempotent(mayBeRepeated(call)))
                    .text();
            assertThat(forecast).isEqualTo("sunny " + call);
        } catch (McpException ex) {
            failures.put(call, ex);
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}
}
