package io.mcpclient.internal.era;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpConnectionStatistics;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Many calls, one loss: one handshake, each call executed once, nothing of phase one made again: A11, D02, D03. */
@Timeout(60)
class SessionStampedeTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final int CALLS = 200;

    private static final int LONGEST_DELAY_MILLIS = 60;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final AtomicInteger httpClients = new AtomicInteger();

    private final AtomicIntegerArray executions = new AtomicIntegerArray(CALLS);

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(URI.create(server.url()))
                .webClient((WebClient.Builder builder) -> this.httpClients.incrementAndGet())
                .limits(limits -> limits.withMaxConcurrentRequests(CALLS))
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON)));
    }

    /** 404 for all calls in the first session, each after a delay of its own; the answer in any other. */
    private Reply answer(RecordedRequest request, Random delays, CompletableFuture<Void> forgotten) {
        if ("session-1".equals(request.header(ScriptedLegacyServer.SESSION_HEADER))) {
            int delay = delays.nextInt(LONGEST_DELAY_MILLIS);
            return Reply.status(404).after(forgotten.thenCompose(done -> new CompletableFuture<Void>()
                    .completeOnTimeout(null, delay, TimeUnit.MILLISECONDS)));
        }
        int number = request.json().at("/params/arguments/n").asInt();
        this.executions.incrementAndGet(number);
        return Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + number + "\"}]}");
    }

    static IntStream seeds() {
        return Repetitions.seeds(5, 50);
    }

    // faults D02, D03: the seed is that of the delays
    @ParameterizedTest
    @MethodSource("seeds")
    void allCallsThatLostTheirSessionCompleteInOneNewSession(int seed) {
        Random delays = new Random(seed);
        CompletableFuture<Void> forgotten = new CompletableFuture<>();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            server.on("tools/call").always().reply(request -> answer(request, delays, forgotten));
            client.session().connect();
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, CALLS)
                    .mapToObj(i ->
                            client.reactive().callTool("count", Map.of("n", i)).toFuture())
                    .toList();
            server.awaitRequests("tools/call", CALLS, SOON);

            server.forgetSessions();
            forgotten.complete(null);

            for (int i = 0; i < CALLS; i++) {
                assertThat(calls.get(i))
                        .succeedsWithin(SOON)
                        .extracting(CallToolResult::text)
                        .isEqualTo("" + i);
                assertThat(this.executions.get(i))
                        .as("executions of call %d", i)
                        .isEqualTo(1);
            }
            assertThat(server.requests("initialize")).hasSize(2);
            assertThat(server.requests("tools/call")).hasSize(2 * CALLS);
            assertThat(this.httpClients).hasValue(1);
            assertThat(client.status().statistics())
                    .extracting(
                            McpConnectionStatistics::connects,
                            McpConnectionStatistics::sessionRenewals,
                            McpConnectionStatistics::failedAttempts)
                    .containsExactly(2L, 1L, 0L);
            assertThat(client.status().inFlight()).isZero();
        }
    }

    // fault A11: a renewal costs two requests, and nothing that was made at first use
    @Test
    void concurrentFirstUseAndSessionRenewalShareOneHttpClient() throws Exception {
        int threads = 50;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            callFromAll(executor, threads, client);
            assertThat(server.requests("initialize")).hasSize(1);

            server.forgetSessions();
            callFromAll(executor, threads, client);

            assertThat(server.requests("initialize")).hasSize(2);
            assertThat(server.requests("notifications/initialized")).hasSize(2);
            assertThat(this.httpClients).hasValue(1);
        } finally {
            executor.shutdownNow();
        }
    }

    private static void callFromAll(ExecutorService executor, int threads, McpClient client) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<CompletableFuture<String>> calls = IntStream.range(0, threads)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                go.await();
                            } catch (InterruptedException ex) {
                                throw new IllegalStateException(ex);
                            }
                            return client.callTool("echo", Map.of("n", i)).text();
                        },
                        executor))
                .toList();
        go.countDown();
        for (int i = 0; i < threads; i++) {
            assertThat(calls.get(i).get(20, TimeUnit.SECONDS)).isEqualTo("{\"n\":" + i + "}");
        }
    }
}
