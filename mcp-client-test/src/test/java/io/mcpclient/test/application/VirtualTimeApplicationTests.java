package io.mcpclient.test.application;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServer;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.McpTestClock;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** An application whose time a test advances: all intervals are as in production, and none of them passes. */
@SpringBootTest(
        properties = {
            "mcp.defaults.connect-timeout=10m",
            "mcp.defaults.request-timeout=10m",
            "mcp.servers.weather.reconnect.initial-interval=50s",
            "mcp.servers.weather.retry.initial-interval=5s",
            "mcp.servers.fragile.circuit-breaker.failure-threshold=1",
            "mcp.servers.older.protocol=legacy",
            "mcp.servers.older.keep-alive=1m",
            "mcp.servers.guarded.tools.approval=all",
            "mcp.tools.approval-timeout=5m",
            "mcp.servers.jobs.protocol=modern"
        })
@AutoConfigureMcpTestServer({"weather", "fragile", "calm", "guarded", "older"})
@Import({McpTestClock.class, VirtualTimeApplicationTests.AbsentUser.class})
@Timeout(60)
class VirtualTimeApplicationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** As much time as a test lets pass in its limit stays below the timeouts. */
    private static final Duration STEP = Duration.ofMillis(250);

    private static final ScriptedModernServer JOBS = ScriptedHttpServer.modern()
            .capabilities("{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");

    @Autowired
    private McpTestClock clock;

    @Autowired
    @McpServer("weather")
    private McpTestServer weather;

    @Autowired
    @McpServer("weather")
    private McpClient client;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        properties.add("mcp.servers.jobs.url", JOBS::url);
    }

    @AfterAll
    static void close() {
        JOBS.withoutVerification();
        JOBS.close();
    }

    private static <T> CompletableFuture<T> begin(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call);
    }

    private static <T> T result(CompletableFuture<T> call) throws Exception {
        return call.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Lets time pass in small steps: what happens on other threads in between is real. */
    private void advanceUntil(BooleanSupplier condition) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(() -> {
            this.clock.advance(STEP);
            return condition.getAsBoolean();
        });
    }

    private static String ping(McpClient client) {
        return client.callTool("ping", Map.of()).text();
    }

    @Test
    void callIsRetriedAfterItsInterval() throws Exception {
        this.weather.tool("lost").disconnects().returns("found");
        CompletableFuture<String> call = begin(() -> this.client
                .callTool("lost", Map.of(), McpCallOptions.defaults().withIdempotent(true))
                .text());
        this.weather.awaitCalls(1, LIMIT);
        Instant called = this.clock.instant();

        advanceUntil(call::isDone);

        assertThat(result(call)).isEqualTo("found");
        assertThat(this.weather.calls("lost")).hasSize(2);
        assertThat(this.clock.instant()).isAfterOrEqualTo(called.plusSeconds(5));
    }

    @Test
    void serverIsReconnectedAfterItsInterval() {
        this.client.session().connect();
        this.weather.refuse();
        await().atMost(LIMIT).until(() -> !this.client.status().isConnected());
        this.weather.accept();

        advanceUntil(() -> this.client.status().isConnected());
    }

    @Test
    void openCircuitBreakerLetsACallThroughAfterItsDuration(
            @Autowired @McpServer("fragile") McpTestServer server, @Autowired @McpServer("fragile") McpClient fragile)
            throws Exception {
        server.tool("ping").returns("pong");
        server.tool("silent").neverAnswers();
        ping(fragile);
        CompletableFuture<McpTimeoutException> failure = begin(() -> catchThrowableOfType(
                McpTimeoutException.class,
                () -> fragile.callTool("silent", Map.of(), McpCallOptions.timeout(Duration.ofSeconds(4)))));
        server.awaitCalls(2, LIMIT);
        this.clock.advance(Duration.ofSeconds(4));
        assertThat(result(failure)).isNotNull();
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> ping(fragile))
                .withMessageContaining("circuit breaker");

        this.clock.advance(Duration.ofSeconds(31));

        await().atMost(LIMIT).ignoreExceptions().until(() -> ping(fragile), "pong"::equals);
    }

    @Test
    void cachedListExpires(
            @Autowired @McpServer("calm") McpTestServer server,
            @Autowired @McpServer("calm") McpClient calm,
            @Autowired McpToolRegistry registry) {
        server.cacheFor(Duration.ofHours(1)).tool("ping").returns("pong");
        advanceUntil(() -> !registry.snapshot().ofServer("calm").isEmpty()); // the change is debounced
        int before = server.requests("tools/list");
        this.clock.advance(Duration.ofMinutes(30));
        assertThat(calm.listTools()).hasSize(1);
        assertThat(server.requests("tools/list")).isEqualTo(before);

        this.clock.advance(Duration.ofMinutes(31));

        assertThat(calm.listTools()).hasSize(1);
        assertThat(server.requests("tools/list")).isGreaterThan(before);
    }

    @Test
    void callOfASlowToolEndsAndOneOfASilentToolTimesOut() throws Exception {
        this.weather.tool("slow").delays(Duration.ofMinutes(1)).returns("done");
        this.weather.tool("silent").neverAnswers();
        CompletableFuture<String> slow =
                begin(() -> this.client.callTool("slow", Map.of()).text());
        CompletableFuture<McpTimeoutException> silent = begin(
                () -> catchThrowableOfType(McpTimeoutException.class, () -> this.client.callTool("silent", Map.of())));
        this.weather.awaitCalls(2, LIMIT);
        advanceUntil(slow::isDone);
        assertThat(result(slow)).isEqualTo("done");
        assertThat(silent).isNotDone();

        this.clock.advance(Duration.ofMinutes(10));

        assertThat(result(silent)).hasMessageContaining("600000 ms");
    }

    @Test
    void callWithoutAnApprovalDecisionTimesOut(
            @Autowired @McpServer("guarded") McpTestServer server,
            @Autowired @McpServer("guarded") McpClient guarded,
            @Autowired AbsentUser user)
            throws Exception {
        server.tool("delete").returns("deleted");
        CompletableFuture<McpRejectedException> denied = begin(
                () -> catchThrowableOfType(McpRejectedException.class, () -> guarded.callTool("delete", Map.of())));
        await().atMost(LIMIT).until(() -> user.asked.get() == 1);
        this.clock.advance(Duration.ofMinutes(4));
        assertThat(denied).isNotDone();

        advanceUntil(denied::isDone);

        assertThat(result(denied)).hasMessageContaining("300000 ms");
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void serverIsPingedAfterItsInterval(
            @Autowired @McpServer("older") McpTestServer server, @Autowired @McpServer("older") McpClient older) {
        older.session().connect();
        int before = server.requests("ping");

        advanceUntil(() -> server.requests("ping") >= before + 2);
    }

    @Test
    void rateLimitedCallIsRetriedAfterTheRetryAfterDelay(@Autowired @McpServer("jobs") McpClient jobs)
            throws Exception {
        jobs.session().connect();
        Instant began = this.clock.instant();
        int before = JOBS.requests("tools/call").size();
        JOBS.on("tools/call").reply(Reply.status(429).withHeader("Retry-After", "20"));
        CompletableFuture<String> call =
                begin(() -> jobs.callTool("echo", Map.of("city", "Bergen")).text());

        advanceUntil(call::isDone);

        assertThat(result(call)).contains("Bergen");
        assertThat(JOBS.requests("tools/call")).hasSize(before + 2);
        assertThat(this.clock.instant()).isAfterOrEqualTo(began.plusSeconds(20));
    }

    /** Has not seen the question yet. */
    static class AbsentUser implements ReactiveMcpToolApproval {

        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public Mono<McpToolApprovalDecision> decide(McpToolApprovalRequest request) {
            this.asked.incrementAndGet();
            return Mono.never();
        }
    }

    @Test
    void taskIsPolledAfterItsInterval(@Autowired @McpServer("jobs") McpClient jobs) throws Exception {
        JOBS.on("tools/call").reply(task("task", "working", ""));
        JOBS.on("tasks/get").reply(task("complete", "working", ""));
        JOBS.on("tasks/get")
                .reply(
                        task(
                                "complete",
                                "completed",
                                ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}"));
        CompletableFuture<String> call =
                begin(() -> jobs.callTool("echo", Map.of("city", "Oslo")).text());

        advanceUntil(call::isDone);

        assertThat(result(call)).isEqualTo("done");
        assertThat(JOBS.requests("tasks/get")).hasSize(2);
    }

    private static Reply task(String type, String status, String more) {
        return Reply.result("{\"resultType\":\"" + type + "\",\"taskId\":\"t-0123456789\",\"status\":\"" + status
                + "\",\"createdAt\":\"2026-11-21T10:00:00Z\",\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\","
                + "\"ttlMs\":600000,\"pollIntervalMs\":5000" + more + "}");
    }
}
