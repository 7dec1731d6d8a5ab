package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A server is stopped and started again while calls that must not be executed twice are in flight. The caller repeats
 * what was not executed, as its outcome says, and nothing else: D01, D03, D10.
 */
@Timeout(60)
class RedeployedServerTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final int THREADS = 32;

    /** Between two attempts of a caller. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final AtomicInteger numbers = new AtomicInteger();

    private final AtomicInteger deployments = new AtomicInteger();

    /** How often the server has executed each call, by its number. */
    private final Map<Integer, AtomicInteger> executions = new ConcurrentHashMap<>();

    private final ConcurrentLinkedQueue<Integer> succeeded = new ConcurrentLinkedQueue<>();

    private final ConcurrentLinkedQueue<Integer> unknown = new ConcurrentLinkedQueue<>();

    private final ConcurrentLinkedQueue<McpException> repeated = new ConcurrentLinkedQueue<>();

    private volatile boolean enough;

    private ScriptedLegacyServer deploy(int port) {
        int deployment = this.deployments.incrementAndGet();
        AtomicInteger sessions = new AtomicInteger();
        return this.invariants.watch(ScriptedHttpServer.legacy(port, server -> {
            server.withoutVerification();
            server.on("initialize").always().reply(request -> Reply.result(
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                    + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                    .withHeader(ScriptedLegacyServer.SESSION_HEADER, deployment + "-" + sessions.incrementAndGet()));
            server.on("tools/call")
                    .where(request ->
                            request.header(ScriptedLegacyServer.SESSION_HEADER).startsWith(deployment + "-"))
                    .always()
                    .reply(request -> {
                        int number = request.json().at("/params/arguments/n").asInt();
                        this.executions
                                .computeIfAbsent(number, none -> new AtomicInteger())
                                .incrementAndGet();
                        return Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + number + "\"}]}");
                    });
        }));
    }

    private void callUntilItIsEnough(McpClient client) {
        while (!this.enough) {
            callUntilItIsSettled(client, this.numbers.incrementAndGet());
        }
    }

    private void callUntilItIsSettled(McpClient client, int number) {
        while (true) {
            try {
                assertThat(client.callTool("count", Map.of("n", number)).text()).isEqualTo("" + number);
                this.succeeded.add(number);
                return;
            } catch (McpException failure) {
                if (failure.outcome() == McpOutcome.UNKNOWN) {
                    this.unknown.add(number);
                    return;
                }
                this.repeated.add(failure);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void awaitSuccesses(int more) {
        int enoughSuccesses = this.succeeded.size() + more;
        await().atMost(SOON).until(() -> this.succeeded.size() >= enoughSuccesses);
    }

    @Test
    void noCallIsLostAndNoneIsExecutedTwice() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        ScriptedLegacyServer server = deploy(0);
        try (McpClient client = this.invariants.build(McpClient.builder("weather")
                .url(server.url())
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .retry(retry -> McpRetrySettings.none()) // tests the layers below
                .circuitBreaker(breaker -> McpCircuitBreakerSettings.disabled())
                .timeouts(
                        timeouts -> timeouts.withConnect(Duration.ofSeconds(5)).withRequest(SOON))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(50), 2, Duration.ofMillis(400))))) {
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(CompletableFuture.runAsync(() -> callUntilItIsEnough(client), executor));
            }
            for (int i = 0; i < 2; i++) {
                awaitSuccesses(200);
                int port = server.port();
                int refused = this.repeated.size();
                server.close();
                await().atMost(SOON).until(() -> this.repeated.size() >= refused + THREADS);
                server = deploy(port);
            }
            awaitSuccesses(200);
            this.enough = true;
            for (CompletableFuture<Void> caller : callers) {
                caller.get(SOON.toSeconds(), TimeUnit.SECONDS);
            }

            assertThat(this.repeated)
                    .extracting(McpException::outcome)
                    .isSubsetOf(McpOutcome.NOT_SENT, McpOutcome.REJECTED);
            assertThat(this.succeeded).doesNotHaveDuplicates().allMatch(number -> executionsOf(number) == 1);
            assertThat(this.unknown).doesNotHaveDuplicates().allMatch(number -> executionsOf(number) <= 1);
            assertThat(this.succeeded.size() + this.unknown.size()).isEqualTo(this.numbers.get());
            assertThat(this.executions).hasSizeBetween(this.succeeded.size(), this.numbers.get());
            assertThat(client.status().isConnected()).isTrue();
            assertThat(client.status().inFlight()).isZero();
        } finally {
            this.enough = true;
            executor.shutdownNow();
            server.close();
        }
    }

    private int executionsOf(int number) {
        AtomicInteger count = this.executions.get(number);
        return (count != null) ? count.get() : 0;
    }
}
