package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.internal.pipeline.DeadlineStage;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.testkit.Slow;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A call that is not served before the user has visited a page (ELI-28). */
@Timeout(60)
@Slow
class UrlElicitationStageTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<String> visited = new CopyOnWriteArrayList<>();

    private final AtomicInteger attempts = new AtomicInteger();

    private final CallProgress progress = new CallProgress();

    private final UrlElicitationStage stage = stage((params, context) -> {
        this.visited.add(context.serverName() + " " + params.url());
        return Mono.just(ElicitResult.accept());
    });

    private static UrlElicitationStage stage(ReactiveMcpUrlElicitationHandler handler) {
        return stage(McpHandlers.none().with(ReactiveMcpUrlElicitationHandler.class, handler));
    }

    private static UrlElicitationStage stage(McpHandlers handlers) {
        return new UrlElicitationStage(new ClientFeatures(
                "weather",
                CODEC,
                new InboundSettings(handlers, new McpListeners(), 4, LIMIT, new DesiredSessionState(null), LIMIT),
                TimeSource.system()));
    }

    private McpCall call(Duration timeout, Duration longest) {
        return new McpCall(
                "weather",
                "tools/call",
                null,
                Object.class,
                McpCallOptions.defaults(),
                Deadline.after(TimeSource.system(), timeout, longest),
                this.progress);
    }

    private McpCall call() {
        return call(LIMIT, LIMIT);
    }

    private static McpRequestException required(String data) {
        return new McpRequestException(
                McpErrorDetails.of(
                        "weather", "tools/call", McpOutcome.ANSWERED, "the server responded with error -32042"),
                -32042,
                "visit first",
                CODEC.fromJson(data, Object.class));
    }

    private static McpRequestException addresses(String... ids) {
        List<String> addresses = new ArrayList<>();
        for (String id : ids) {
            addresses.add("{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"" + id
                    + "\",\"url\":\"https://example.com/" + id + "\"}");
        }
        return required("{\"elicitations\":[" + String.join(",", addresses) + "]}");
    }

    /** Fails that often, and then answers. */
    private CallHandler failing(int times, McpRequestException error) {
        return call ->
                Mono.defer(() -> (this.attempts.incrementAndGet() <= times) ? Mono.error(error) : Mono.just("answer"));
    }

    private void isError(UrlElicitationStage stage, McpCall call, McpRequestException error, int attempts) {
        StepVerifier.create(stage.intercept(call, failing(100, error)))
                .expectErrorSatisfies(thrown -> assertThat(thrown).isSameAs(error))
                .verify(LIMIT);
        assertThat(this.attempts).hasValue(attempts);
        assertThat(this.progress.isPaused()).isFalse();
    }

    @Test
    void interceptWhenCallSucceedsPassesTheResponseOn() {
        StepVerifier.create(this.stage.intercept(call(), failing(0, addresses("a"))))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.visited).isEmpty();
    }

    // a gateway whose pages are below the key of its URL
    @Test
    void interceptWhenUrlContainsTheKeyOfTheServerPassesItOnUnchanged() {
        KnownSecrets.configured("", "https://example.com/s/sk-arg8secret7abc/mcp");

        StepVerifier.create(this.stage.intercept(call(), failing(1, addresses("s/sk-arg8secret7abc/login"))))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.visited).containsExactly("weather https://example.com/s/sk-arg8secret7abc/login");
    }

    // ELI-25, ELI-27, ELI-28: without a notification of completion, the user is still prompted only once
    @Test
    void interceptWhenServerNeverReportsCompletionRetriesTheCall() {
        UrlElicitationStage impatient = new UrlElicitationStage(
                new ClientFeatures(
                        "weather",
                        CODEC,
                        new InboundSettings(
                                McpHandlers.none().with(ReactiveMcpUrlElicitationHandler.class, (params, context) -> {
                                    this.visited.add(params.url());
                                    return Mono.just(ElicitResult.accept());
                                }),
                                new McpListeners(),
                                4,
                                LIMIT,
                                new DesiredSessionState(null),
                                LIMIT),
                        TimeSource.system()),
                Duration.ofMillis(50));

        StepVerifier.create(impatient.intercept(call(), failing(5, addresses("a"))))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.visited).containsExactly("https://example.com/a");
        assertThat(this.attempts).hasValue(6);
        assertThat(this.progress.isPaused()).isFalse();
    }

    // ELI-26, ELI-28, TMO-08: one after the other, and again when all visits are over; the time stands still
    @Test
    void interceptWhenAllElicitationsAreCompleteRetriesTheCall() {
        StepVerifier.create(this.stage.intercept(call(), failing(1, addresses("a", "b"))))
                .then(() -> {
                    await().atMost(LIMIT).until(() -> this.visited.size() == 2);
                    assertThat(this.progress.isPaused()).isTrue();
                    this.stage.onElicitationComplete("b");
                    this.stage.onElicitationComplete("b");
                    this.stage.onElicitationComplete("unknown");
                    assertThat(this.attempts).hasValue(1);
                    this.stage.onElicitationComplete("a");
                })
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.visited).containsExactly("weather https://example.com/a", "weather https://example.com/b");
        assertThat(this.attempts).hasValue(2);
        assertThat(this.progress.isPaused()).isFalse();
    }

    // ELI-26: the server may learn of completion before the handler returns
    @Test
    void interceptWhenCompletionPrecedesTheHandlersReturnRetriesTheCall() {
        UrlElicitationStage[] quick = new UrlElicitationStage[1];
        quick[0] = stage((params, context) -> {
            quick[0].onElicitationComplete("a");
            return Mono.just(ElicitResult.accept());
        });
        StepVerifier.create(quick[0].intercept(call(), failing(1, addresses("a"))))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
    }

    // ELI-26: what is over before it was announced counts for nothing
    @Test
    void onElicitationCompleteWhenNoElicitationIsPendingIsIgnored() {
        this.stage.onElicitationComplete("a");

        isError(this.stage, call(Duration.ofMillis(100), Duration.ofMillis(1000)), addresses("a"), 1);
    }

    // ELI-28, F22: not forever
    @Test
    void interceptWhenServerKeepsRequestingUrlsFailsAfterThreeRounds() {
        UrlElicitationStage[] quick = new UrlElicitationStage[1];
        quick[0] = stage((params, context) -> {
            this.visited.add(params.url());
            quick[0].onElicitationComplete("a");
            return Mono.just(ElicitResult.accept());
        });

        isError(quick[0], call(), addresses("a"), 4);
        assertThat(this.visited).hasSize(3);
    }

    // F22: not everywhere either
    @Test
    void interceptWhenServerRequestsTooManyUrlsCallsNoHandler() {
        isError(this.stage, call(), addresses("1", "2", "3", "4", "5", "6", "7", "8", "9"), 1);
        assertThat(this.visited).isEmpty();
    }

    // ELI-28: no means no, and the rest is not asked for
    @Test
    void interceptWhenUserDeclinesOrCancelsFailsWithTheErrorOfTheServer() {
        for (ElicitResult answer : List.of(ElicitResult.decline(), ElicitResult.cancel())) {
            this.attempts.set(0);
            this.visited.clear();
            isError(
                    stage((params, context) -> {
                        this.visited.add(params.url());
                        return Mono.just(answer);
                    }),
                    call(),
                    addresses("a", "b"),
                    1);
            assertThat(this.visited).hasSize(1);
        }
    }

    @Test
    void interceptWhenHandlerFailsFailsWithTheErrorOfTheServer() {
        isError(stage((params, context) -> Mono.error(new IllegalStateException())), call(), addresses("a"), 1);
    }

    @Test
    void interceptWhenThereIsNoHandlerFailsWithTheErrorOfTheServer() {
        isError(stage(McpHandlers.none()), call(), addresses("a"), 1);
        this.attempts.set(0);
        isError(
                stage(McpHandlers.none()
                        .with(
                                ReactiveMcpElicitationHandler.class,
                                (params, context) -> Mono.just(ElicitResult.accept()))),
                call(),
                addresses("a"),
                1);
    }

    // ELI-27, TMO-04: shortly before the longest time of the call, and so before its deadline
    @Test
    void interceptWhenElicitationIsNeverCompletedFailsWithTheErrorOfTheServer() {
        McpRequestException error = addresses("a");
        DeadlineStage deadline = new DeadlineStage(TimeSource.system());
        McpCall call = call(Duration.ofMillis(500), Duration.ofSeconds(5));
        StepVerifier.create(deadline.intercept(call, next -> this.stage.intercept(next, failing(100, error))))
                .expectErrorSatisfies(thrown -> assertThat(thrown).isSameAs(error))
                .verify(LIMIT);
        assertThat(this.visited).hasSize(1);
    }

    // ELI-33: the checks are those of every elicitation
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"a\",\"url\":\"http://x.example/\"}]}",
                "{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"a\",\"url\":\"javascript:1\"}]}",
                "{\"elicitations\":[{\"mode\":\"url\",\"elicitationId\":\"a\",\"url\":\"https://x.example/\"}]}",
                "{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://x.example/\"}]}",
                "{\"elicitations\":[{\"mode\":\"form\",\"message\":\"m\",\"elicitationId\":\"a\",\"requestedSchema\":{}}]}",
                "{\"elicitations\":[null]}",
                "{\"elicitations\":[]}",
                "{\"elicitations\":{}}",
                "{}",
                "7",
                "null"
            })
    void interceptWhenUrlsAreInvalidCallsNoHandler(String data) {
        isError(this.stage, call(), required(data), 1);
        assertThat(this.visited).isEmpty();
    }

    @Test
    void interceptWhenErrorIsUnrelatedPassesItOn() {
        McpRequestException other = new McpRequestException(
                McpErrorDetails.of("weather", "tools/call", McpOutcome.ANSWERED, "x"),
                -32602,
                "x",
                addresses("a").data());
        isError(this.stage, call(), other, 1);
        assertThat(this.visited).isEmpty();
    }

    // CAN-09: cancelled by the caller
    @Test
    void interceptWhenCancelledStopsWaiting() {
        StepVerifier.create(this.stage.intercept(call(), failing(1, addresses("a"))))
                .then(() -> await().atMost(LIMIT).until(() -> !this.visited.isEmpty()))
                .thenCancel()
                .verify(LIMIT);
        assertThat(this.progress.isPaused()).isFalse();
        this.stage.onElicitationComplete("a");
        assertThat(this.attempts).hasValue(1);
    }
}
