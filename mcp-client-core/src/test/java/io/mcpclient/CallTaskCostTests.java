package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the tasks that calls add to schedulers, each of which may wake a thread, and times nothing. */
@Timeout(60)
class CallTaskCostTests {

    private static final int CALLS = 1_000;

    private static final int EVENTS = 10;

    private static final String RESULT = "{\"content\":[],\"isError\":false}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final AtomicInteger tasks = new AtomicInteger();

    @AfterEach
    void stopCounting() {
        Schedulers.resetOnScheduleHook("count");
        this.server.close();
    }

    private double tasksPerCall(McpCallOptions options, int concurrent) {
        try (McpClient client =
                this.invariants.build(McpClient.builder("weather").url(this.server.url()))) {
            client.callTool("echo", Map.of(), options);
            Schedulers.onScheduleHook("count", task -> {
                this.tasks.incrementAndGet();
                return task;
            });
            Flux.range(0, CALLS)
                    .flatMap(i -> client.reactive().callTool("echo", Map.of(), options), concurrent)
                    .blockLast(Duration.ofSeconds(50));
        }
        return (double) this.tasks.get() / CALLS;
    }

    private static Reply progressAndResult(RecordedRequest request) {
        String token = request.json().at("/params/_meta/progressToken").toString();
        String progress = IntStream.rangeClosed(1, EVENTS)
                .mapToObj(i -> "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                        + "{\"progressToken\":" + token + ",\"progress\":" + i + "}}\n\n")
                .collect(Collectors.joining());
        return Reply.sse(progress + "data: {\"jsonrpc\":\"2.0\",\"id\":"
                        + request.json().get("id") + ",\"result\":" + RESULT + "}")
                .thenEnd();
    }

    @Test
    void queuedCallAddsHardlyAnyTask() {
        this.server.on("tools/call").always().reply(request -> Reply.result(RESULT));
        assertThat(tasksPerCall(McpCallOptions.defaults(), 256)).isLessThan(0.2);
    }

    @Test
    void progressOfOneReadIsDeliveredByOneTask() {
        this.server.on("tools/call").always().reply(CallTaskCostTests::progressAndResult);
        AtomicInteger received = new AtomicInteger();
        double tasks = tasksPerCall(McpCallOptions.defaults().withProgress(progress -> received.incrementAndGet()), 16);
        assertThat(received).hasValue(EVENTS * (CALLS + 1));
        assertThat(tasks).isLessThan(1.25);
    }

    @Test
    void progressForAListenerThatDoesNotBlockAddsNoTask() {
        this.server.on("tools/call").always().reply(CallTaskCostTests::progressAndResult);
        AtomicInteger received = new AtomicInteger();
        double tasks = tasksPerCall(
                McpCallOptions.defaults()
                        .withProgress(McpProgressListener.nonBlocking(progress -> received.incrementAndGet())),
                16);
        assertThat(received).hasValue(EVENTS * (CALLS + 1));
        assertThat(tasks).isLessThan(0.2);
    }
}
