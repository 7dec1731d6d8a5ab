package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The reactive API emits nothing that was not requested. */
@Timeout(60)
class DemandTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = ScriptedHttpServer.legacy();

    private final McpClient client =
            McpClient.builder("weather").url(this.server.url()).build();

    static final List<Arguments> OPERATIONS = Stream.<Map.Entry<String, Function<ReactiveMcpClient, Mono<?>>>>of(
                    Map.entry("initialize", client -> client.session().connect()),
                    Map.entry("tools/list", ReactiveMcpClient::listTools),
                    Map.entry("tools/list", client -> client.tools().page(null, McpCallOptions.defaults())),
                    Map.entry("tools/call", client -> client.callTool("echo", Map.of())),
                    Map.entry("tools/call", client -> client.raw()
                            .request(
                                    "tools/call",
                                    Map.of("name", "echo"),
                                    CallToolResult.class,
                                    McpCallOptions.defaults())))
            .map(operation -> arguments(operation.getKey(), operation.getValue()))
            .toList();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    @ParameterizedTest
    @FieldSource("OPERATIONS")
    void resultWaitsUntilItIsRequested(String method, Function<ReactiveMcpClient, Mono<?>> operation) {
        List<Object> received = new CopyOnWriteArrayList<>();
        StepVerifier.create(operation.apply(this.client.reactive()).doOnNext(received::add), 0)
                .expectSubscription()
                .then(() -> awaitAnswer(method))
                .expectNoEvent(Duration.ofMillis(100))
                .then(() -> assertThat(received).isEmpty())
                .thenRequest(1)
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);
    }

    /** Work begins at the subscription, so that a slow subscriber cannot exceed the limits of a call. */
    private void awaitAnswer(String method) {
        await().atMost(LIMIT).until(() -> !this.server.requests(method).isEmpty());
        await().atMost(LIMIT).until(() -> this.client.status().inFlight() == 0);
    }

    @Test
    void errorNeedsNoDemand() {
        this.client.session().connect();
        this.server.on("tools/call").reply(Reply.error(-32602, "no such tool"));
        StepVerifier.create(this.client.reactive().callTool("echo", Map.of()), 0)
                .expectErrorMatches(error -> error.getMessage().contains("no such tool"))
                .verify(LIMIT);
    }

    @Test
    void callThatIsCancelledBeforeItsResultIsRequestedEmitsNothing() {
        this.client.session().connect();
        StepVerifier.create(this.client.reactive().callTool("echo", Map.of()), 0)
                .expectSubscription()
                .then(() -> awaitAnswer("tools/call"))
                .thenCancel()
                .verify(LIMIT);
    }

    /** As an event stream to a slow browser, which requests one element at a time. */
    @Test
    void resultsOfConsecutiveCallsReachASlowSubscriberOneByOne() {
        int calls = 30;
        IntStream.range(0, calls).forEach(i -> this.server.on("tools/call").reply(Reply.result(TEXT.formatted(i))));
        SlowSubscriber slow = new SlowSubscriber();

        Flux.range(0, calls)
                .concatMap(i -> this.client.reactive().callTool("echo", Map.of("number", i)))
                .map(CallToolResult::text)
                .subscribe(slow);

        for (int i = 0; i < calls; i++) {
            int before = i;
            assertThat(slow.texts).hasSize(before);
            slow.request(1);
            await().atMost(LIMIT).until(() -> slow.texts.size() > before);
        }
        assertThat(slow.texts)
                .containsExactlyElementsOf(
                        IntStream.range(0, calls).mapToObj(String::valueOf).toList());
    }

    /** A subscriber that does not read does not cause calls. */
    @Test
    void repeatedCallWaitsForDemand() {
        this.client.session().connect();
        StepVerifier.create(this.client.reactive().callTool("echo", Map.of()).repeat(), 2)
                .expectNextCount(2)
                .then(() -> await().atMost(LIMIT)
                        .until(() -> this.server.requests("tools/call").size() == 3))
                .expectNoEvent(Duration.ofMillis(200))
                .then(() -> assertThat(this.server.requests("tools/call")).hasSize(3))
                .thenCancel()
                .verify(LIMIT);
    }

    private static final class SlowSubscriber extends BaseSubscriber<String> {

        private final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // requests nothing yet
        }

        @Override
        protected void hookOnNext(String text) {
            this.texts.add(text);
        }
    }
}
