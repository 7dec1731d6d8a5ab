package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RoundRobinProxy;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Two servers of the stateless revision that stand in for each other. */
class StatelessPairTests {

    private static final int CALLS = 10_000;

    private static final int KILLED_AFTER = 2_000;

    private static final int BACK_AFTER = 5_000;

    // LIFE-12, RPC-29, HTM-15, HTM-16, HTM-21: what is safe succeeds, what is not is never done twice
    @Test
    @Timeout(120)
    void callsSucceedWhileOneOfTwoServersIsKilledAndStartedAgain() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        CountDownLatch killing = new CountDownLatch(1);
        CountDownLatch starting = new CountDownLatch(1);
        ScriptedModernServer first = ScriptedHttpServer.modern();
        try (ScriptedModernServer second = ScriptedHttpServer.modern();
                RoundRobinProxy balancer = new RoundRobinProxy(first.port(), second.port());
                McpClient client = McpClient.builder("pair")
                        .url(balancer.uri())
                        .timeouts(timeouts ->
                                timeouts.withConnect(Duration.ofSeconds(30)).withRequest(Duration.ofSeconds(60)))
                        .build()) {
            client.session().connect();
            Mono<Long> done = Flux.range(0, CALLS)
                    .flatMap(n -> client.reactive().readResource("test://" + n), 32)
                    .doOnNext(read -> {
                        int count = reads.incrementAndGet();
                        if (count == KILLED_AFTER) {
                            killing.countDown();
                        } else if (count == BACK_AFTER) {
                            starting.countDown();
                        }
                    })
                    .count();
            Mono<List<McpException>> unsure = Flux.range(0, CALLS / 10)
                    .flatMap(
                            n -> client.reactive()
                                    .callTool("echo", Map.of("n", n))
                                    .then(Mono.<McpException>empty())
                                    .onErrorResume(McpException.class, Mono::just),
                            4)
                    .collectList();
            var results = Mono.zip(done, unsure).toFuture();

            assertThat(killing.await(60, TimeUnit.SECONDS)).isTrue();
            first.close();
            assertThat(starting.await(60, TimeUnit.SECONDS)).isTrue();
            try (ScriptedModernServer again = ScriptedHttpServer.modern(first.port())) {
                var outcome = results.get(100, TimeUnit.SECONDS);

                assertThat(outcome.getT1()).isEqualTo(CALLS);
                assertThat(outcome.getT2()).allSatisfy(failure -> {
                    assertThat(failure).isInstanceOf(McpConnectionException.class);
                    assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                });
                List<Integer> called = Stream.of(first, second, again)
                        .flatMap(server -> server.requests("tools/call").stream())
                        .map(StatelessPairTests::number)
                        .toList();
                assertThat(called).doesNotHaveDuplicates().hasSizeBetween(CALLS / 10 - 32, CALLS / 10);
                assertThat(first.requests("resources/read")).isNotEmpty();
                assertThat(client.status().isConnected()).isTrue();
                assertThat(client.status().inFlight()).isZero();
            }
        } finally {
            first.close();
        }
    }

    private static int number(RecordedRequest call) {
        return call.json().at("/params/arguments/n").asInt();
    }
}
