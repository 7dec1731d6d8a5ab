package io.mcpclient;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Servers that are busy, or fail time and again: what is repeated, what is held back, and what the error says. */
@Timeout(60)
class McpClientResilienceTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final Duration LONG = Duration.ofSeconds(40);

    private static final McpRetrySettings QUICK =
            McpRetrySettings.defaults().withIntervals(Duration.ofMillis(1), 2, Duration.ofMillis(5));

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = client(settings -> settings);

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return this.invariants.build(settings.apply(McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(this.server.url())
                .timeouts(
                        timeouts -> timeouts.withConnect(LONG).withRequest(LONG).withShutdown(Duration.ofSeconds(2)))
                .retry(retry -> QUICK)));
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private static CompletableFuture<CallToolResult> call(McpClient client) {
        return client.reactive().callTool("echo", Map.of("city", "Oslo")).toFuture();
    }

    private static McpException failedList(McpClient client) {
        return catchThrowableOfType(McpException.class, client::listTools);
    }

    // fault G09: a call of a tool that was refused is repeated, whatever form the pause has
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerIsBusyRetriesAfterTheRetryAfterDelay(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.status(429).withHeader("Retry-After", "1"));
        long start = System.nanoTime();

        assertThat(face.callTool(this.client).text()).contains("Oslo");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(990));
        assertThat(this.server.requests("tools/call")).hasSize(2);
        assertThat(this.client.status().resilience().retries()).isEqualTo(1);
    }

    // fault G09: a date, one that has passed, garbage: the pause is ours then
    @ParameterizedTest
    @ValueSource(strings = {"date", "0", "soon", "-5", "99999999999999999999", ""})
    void callToolWhenRetryAfterIsInvalidOrInThePastIsRetried(String retryAfter) {
        String header = retryAfter.equals("date")
                ? DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.now().minusSeconds(60).atOffset(ZoneOffset.UTC))
                : retryAfter;
        this.server.on("tools/call").reply(Reply.status(429).withHeader("Retry-After", header));

        assertThat(ProgrammingModel.BLOCKING.callTool(this.client).text()).contains("Oslo");

        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    // fault G09: beyond the deadline there is no use in waiting; the error is that of the server, at once
    @Test
    @Timed
    void callToolWhenRetryAfterExceedsTheDeadlineFailsAtOnce() {
        this.server.on("tools/call").reply(Reply.status(503).withHeader("Retry-After", "3600"));
        long start = System.nanoTime();

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class, busy -> {
            assertThat(busy.status()).isEqualTo(503);
            assertThat(busy.retryAfter()).isEqualTo(Duration.ofHours(1));
        });
        assertThat(failure.outcome()).isEqualTo(McpOutcome.REJECTED);
        assertThat(failure).hasMessageContaining("the server is busy; Retry-After: 3600");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    // fault G09: a gateway may put a JSON-RPC error into its refusal
    @Test
    void callToolWhenARateLimitResponseContainsAJsonRpcErrorIsRetried() {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        429, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"slow\"}}"));

        assertThat(ProgrammingModel.BLOCKING.callTool(this.client).text()).contains("Oslo");
    }

    // faults B05, B09: read-only requests are repeated after a lost response
    @ParameterizedTest
    @ValueSource(ints = {0, 502, 503, 504})
    void listToolsWhenResponseIsLostIsRetried(int status) {
        this.server.on("tools/list").times(2).reply((status == 0) ? Reply.reset() : Reply.status(status));

        assertThat(this.client.listTools()).isNotEmpty();

        assertThat(this.server.requests("tools/list")).hasSize(3);
        assertThat(this.client.status().resilience().retries()).isEqualTo(2);
    }

    @Test
    void listToolsWhenServerReturnsAnErrorStatusIsNotRetried() {
        this.server.on("tools/list").reply(Reply.status(500));

        assertThat(failedList(this.client)).hasMessageContaining("HTTP 500");

        assertThat(this.server.requests("tools/list")).hasSize(1);
    }

    @Test
    void listToolsWhenRetryIsOffFailsAtOnce() {
        this.server.on("tools/list").reply(Reply.status(502));
        try (McpClient once = client(settings -> settings.retry(retry -> McpRetrySettings.none()))) {
            assertThat(failedList(once)).hasMessageContaining("HTTP 502");
        }
        assertThat(this.server.requests("tools/list")).hasSize(1);
    }

    // promise 5
    @Test
    void callToolWhenResponseIsLostIsRetriedOnlyIfTheCallIsIdempotent() {
        this.server.on("tools/call").times(2).reply(Reply.reset());

        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client).outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(this.server.requests("tools/call")).hasSize(1);
        assertThat(this.client
                        .callTool(
                                "echo",
                                Map.of("city", "Oslo"),
                                McpCallOptions.defaults().withIdempotent(true))
                        .text())
                .contains("Oslo");
        assertThat(this.server.requests("tools/call")).hasSize(3);
    }

    // TOOL-06: a hint of a server counts where the server is trusted, and nowhere else
    @ParameterizedTest
    @ValueSource(strings = {"idempotentHint", "readOnlyHint"})
    void callToolWhenToolIsAnnotatedIdempotentIsRetriedIfTheServerIsTrusted(String hint) {
        this.server.tools(
                "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"" + hint + "\":true}}");
        this.server.on("tools/call").times(2).reply(Reply.reset());
        this.client.listTools();
        assertThat(ProgrammingModel.BLOCKING.failedCall(this.client)).isInstanceOf(McpConnectionException.class);

        try (McpClient trusting = client(settings -> settings.retry(retry -> QUICK.withTrustAnnotations(true)))) {
            trusting.listTools();
            assertThat(ProgrammingModel.BLOCKING.callTool(trusting).text()).contains("Oslo");
        }
        assertThat(this.server.requests("tools/call")).hasSize(3);
    }

    // fault G11: fails fast, names the server and when it is tried again; another server is not concerned
    @Test
    void callToolAfterRepeatedFailuresIsRejectedByTheOpenCircuit() {
        this.server.on("tools/call").times(3).reply(Reply.status(500));
        try (McpClient guarded = client(settings -> settings.circuitBreaker(
                breaker -> McpCircuitBreakerSettings.defaults().withFailureThreshold(3)))) {
            IntStream.range(0, 3).forEach(i -> ProgrammingModel.BLOCKING.failedCall(guarded));

            McpException failure = ProgrammingModel.BLOCKING.failedCall(guarded);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(Reason.CIRCUIT_OPEN));
            assertThat(failure)
                    .hasMessageStartingWith("MCP server \"weather\": tools/call: circuit breaker open since ")
                    .hasMessageContaining("the next call is permitted in ");
            assertThat(guarded.status().resilience().circuit()).isEqualTo(McpCircuitState.OPEN);
            assertThat(guarded.status().resilience().rejected()).isEqualTo(1);
            assertThat(guarded.status().isConnected()).isTrue();
            assertThat(this.server.requests("tools/call")).hasSize(3);
            assertThat(ProgrammingModel.BLOCKING.callTool(this.client).text()).contains("Oslo");
        }
    }

    // fault G11: the half-open circuit admits one call, and its success closes the circuit
    @Test
    void callToolWhenServerHasRecoveredClosesTheCircuit() {
        this.server.on("tools/call").times(2).reply(Reply.status(500));
        try (McpClient guarded = client(settings ->
                settings.circuitBreaker(breaker -> new McpCircuitBreakerSettings(true, 2, Duration.ofMillis(200))))) {
            IntStream.range(0, 2).forEach(i -> ProgrammingModel.BLOCKING.failedCall(guarded));
            assertThat(guarded.status().resilience().circuit()).isEqualTo(McpCircuitState.OPEN);

            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() ->
                            ProgrammingModel.BLOCKING.callTool(guarded).text().contains("Oslo"));

            assertThat(guarded.status().resilience().circuit()).isEqualTo(McpCircuitState.CLOSED);
        }
    }

    // a session that was lost and renewed is a new connection: nothing of the old one is held against it
    @Test
    void callToolWhenCircuitIsOpenAndClientIsDisposedOfReconnects() {
        this.server.on("tools/call").times(2).reply(Reply.status(500));
        try (McpClient guarded =
                client(settings -> settings.circuitBreaker(breaker -> new McpCircuitBreakerSettings(true, 2, LONG)))) {
            IntStream.range(0, 2).forEach(i -> ProgrammingModel.BLOCKING.failedCall(guarded));
            assertThat(guarded.status().resilience().circuit()).isEqualTo(McpCircuitState.OPEN);

            guarded.session().dispose();

            assertThat(ProgrammingModel.BLOCKING.callTool(guarded).text()).contains("Oslo");
        }
    }

    @Test
    void resilienceWhenCircuitBreakerIsOffReportsIt() {
        this.server.on("tools/call").times(7).reply(Reply.status(500));
        try (McpClient unguarded =
                client(settings -> settings.circuitBreaker(breaker -> McpCircuitBreakerSettings.disabled()))) {
            IntStream.range(0, 7).forEach(i -> assertThat(ProgrammingModel.BLOCKING.failedCall(unguarded))
                    .hasMessageContaining("HTTP 500"));

            assertThat(unguarded.status().resilience().circuit()).isEqualTo(McpCircuitState.DISABLED);
        }
    }

    // faults G01, G06: counted while they last, and nothing is left
    @Test
    void resilienceReportsRunningAndQueuedCalls() {
        CompletableFuture<Void> go = new CompletableFuture<>();
        this.server.on("tools/call").times(5).reply(request -> Reply.result("{\"content\":[]}")
                .after(go));
        try (McpClient narrow = client(settings ->
                settings.limits(limits -> limits.withMaxConcurrentRequests(2).withMaxQueuedRequests(3)))) {
            narrow.session().connect();
            List<CompletableFuture<CallToolResult>> calls =
                    IntStream.range(0, 5).mapToObj(i -> call(narrow)).toList();
            this.server.awaitRequests("tools/call", 2, SOON);
            assertThat(narrow.status().resilience().running()).isEqualTo(2);
            assertThat(narrow.status().resilience().waiting()).isEqualTo(3);
            assertThat(ProgrammingModel.BLOCKING.failedCall(narrow))
                    .isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(Reason.OVERLOAD));

            go.complete(null);

            assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
            assertThat(narrow.status().resilience().running()).isZero();
            assertThat(narrow.status().resilience().waiting()).isZero();
            assertThat(narrow.status().resilience().rejected()).isEqualTo(1);
        }
    }

    // fault B01: the head of an answer has a limit of its own, where that is wanted
    @ParameterizedTest
    @EnumSource
    void callToolWhenNoResponseHeadersComeFailsAtTheResponseTimeout(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient hasty =
                client(settings -> settings.timeouts(timeouts -> timeouts.withResponse(Duration.ofSeconds(1))))) {
            hasty.session().connect();

            McpException failure = face.failedCall(hasty);

            assertThat(failure).isInstanceOfSatisfying(McpTimeoutException.class, late -> assertThat(late.phase())
                    .isEqualTo(McpTimeoutException.HEADERS));
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertThat(failure).hasMessageContaining("no response headers from the server within 1000 ms");
            assertThat(failure.remedy()).contains("response-timeout");
            this.server.awaitDisconnect(SOON);
            assertThat(face.callTool(hasty).text()).contains("Oslo");
        }
    }

    // fault B01: a stream that has begun may take its time
    @Test
    void callToolWhenResponseHeadersHaveComeIgnoresTheResponseTimeout() {
        this.server
                .on("tools/call")
                .reply(Reply.streamed(200, "text/event-stream")
                        .event(": soon")
                        .pause(Duration.ofMillis(1500))
                        .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
        try (McpClient hasty =
                client(settings -> settings.timeouts(timeouts -> timeouts.withResponse(Duration.ofSeconds(1))))) {
            assertThat(hasty.callTool("echo", Map.of()).content()).isEmpty();
        }
    }

    // fault G03: streams have connections of their own, so that one call at a time is still one
    @Test
    void callToolWhenAStreamIsOpenDoesNotCountItAgainstTheConcurrencyLimit() {
        try (ScriptedModernServer streaming = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient narrow = this.invariants.build(McpClient.builder("streaming")
                        .url(streaming.url())
                        .limits(limits -> limits.withMaxConcurrentRequests(1))
                        .timeouts(timeouts -> timeouts.withAcquire(SOON))
                        .changeListener(new McpChangeListener() {}))) {
            narrow.session().connect();
            streaming.awaitStreams(1, SOON);

            assertThat(ProgrammingModel.BLOCKING.callTool(narrow).text()).contains("Oslo");
            assertThat(ProgrammingModel.REACTIVE.callTool(narrow).text()).contains("Oslo");
            assertThat(narrow.status().resilience().running()).isZero();
        }
    }

    // fault G13: the context of one caller is never sent with the call of another, queued or repeated
    @Test
    void callToolWhenUsersShareAClientSendsEachCallersOwnContext() {
        this.server
                .on("tools/call")
                .where(request -> request.body().contains("busy"))
                .times(4)
                .reply(Reply.status(429));
        try (McpClient shared = client(settings -> settings.limits(limits -> limits.withMaxConcurrentRequests(3)))) {
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 40)
                    .mapToObj(i -> shared.reactive()
                            .callTool(
                                    "echo",
                                    Map.of("user", "u" + i, "kind", (i % 10 == 0) ? "busy" : "quiet"),
                                    McpCallOptions.defaults().withHeader("X-User", "u" + i))
                            .toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
            assertThat(this.server.requests("tools/call")).hasSize(44).allSatisfy(request -> assertThat(
                            request.json().at("/params/arguments/user").asString())
                    .isEqualTo(request.header("X-User")));
        }
    }
}
