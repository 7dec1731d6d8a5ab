package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Sizes and pools. What goes over the wire otherwise is proved from outside, see {@code McpClientHttpTests}. */
@Timeout(60)
class HttpTransportTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClientBuilder builder(String name) {
        return McpClient.builder(name).url(this.server.url()).timeouts(timeouts -> timeouts.withConnect(SOON)
                .withRequest(Duration.ofSeconds(40))
                .withShutdown(Duration.ofSeconds(1)));
    }

    private static McpException failedCall(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of()));
    }

    private static CompletableFuture<CallToolResult> hang(McpClient client, int number) {
        return client.reactive().callTool("echo", Map.of("hang", number)).toFuture();
    }

    private static Reply large(int size, boolean stream) {
        String message = "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                + "ö".repeat(size / 2) + "\"}]}}";
        return stream ? Reply.sse("data: " + message) : Reply.json(200, message);
    }

    // fault G06: a response within the limit succeeds in both forms
    @ParameterizedTest
    @CsvSource({"300000, false", "300000, true", "5000000, false", "5000000, true"})
    void exchangeWhenResponseIsLargeReadsIt(int size, boolean stream) {
        this.server.on("tools/call").reply(large(size, stream));
        try (McpClient client = this.invariants.build(builder("weather"))) {
            assertThat(client.callTool("echo", Map.of()).text()).hasSize(size / 2);
        }
    }

    // SEC-28, faults C13, F36: what is not is cut off, and only that
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exchangeWhenResponseIsTooLargeFailsAndTheNextOneWorks(boolean stream) {
        this.server.on("tools/call").reply(large(64 * 1024 * 1024, stream));
        try (McpClient client = this.invariants.build(builder("weather"))) {
            McpException failure = failedCall(client);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(Reason.LIMIT))
                    .hasMessageContaining("16777216 bytes")
                    .hasMessageContaining("max-message-size");
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    // fault C13: an event that never ends, a body that never ends, and one that is only announced
    @ParameterizedTest
    @ValueSource(strings = {"event", "body", "announced"})
    void exchangeWhenResponseNeverEndsFailsAtTheLimit(String kind) {
        Reply endless =
                switch (kind) {
                    case "event" -> Reply.endlessBody(200, "text/event-stream", "data: and so on\n");
                    case "body" -> Reply.endlessBody(200, "application/json", "[[\"and so on\"],");
                    default ->
                        Reply.raw(
                                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{")
                                .thenHang();
                };
        this.server.on("tools/call").reply(endless);
        try (McpClient client =
                this.invariants.build(builder("weather").limits(limits -> limits.withMaxMessageSize(100_000)))) {
            McpException failure = failedCall(client);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(Reason.LIMIT));
            this.server.awaitDisconnect(SOON);
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    // fault G01: one server's hanging calls do not starve others, not even at the same address
    @Test
    void exchangeWhenAnotherClientHangsAtTheSameAddressIsNotHeldUp() {
        this.server
                .on("tools/call")
                .where(request -> request.body().contains("hang"))
                .times(4)
                .reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient hanging = this.invariants.build(
                        builder("hanging").limits(limits -> limits.withMaxConcurrentRequests(4)));
                McpClient healthy = this.invariants.build(
                        builder("healthy").limits(limits -> limits.withMaxConcurrentRequests(4)))) {
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 20)
                    .mapToObj(i -> hanging.reactive()
                            .callTool("echo", Map.of("hang", i))
                            .toFuture())
                    .toList();
            this.server.awaitRequests("tools/call", 4, SOON);

            assertThat(healthy.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(healthy.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");

            assertThat(calls).noneMatch(CompletableFuture::isDone);
            assertThat(hanging.status().inFlight()).isEqualTo(20);
        }
    }

    // fault G02: every call that timed out gives its connection back
    @Test
    void exchangeWhenHangingCallsHaveTimedOutWorksAtOnce() {
        this.server
                .on("tools/call")
                .where(request -> request.body().contains("hang"))
                .optionally()
                .reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient client =
                this.invariants.build(builder("weather").limits(limits -> limits.withMaxConcurrentRequests(4)))) {
            client.session().connect();
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 20)
                    .mapToObj(i -> client.reactive()
                            .callTool("echo", Map.of("hang", i), McpCallOptions.timeout(Duration.ofMillis(300)))
                            .toFuture())
                    .toList();
            assertThat(calls).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(McpTimeoutException.class));

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(client.status().inFlight()).isZero();
            this.server.awaitOpenConnections(5, SOON);
        }
    }

    // faults G01, G06: more than may wait are refused here, not sent
    @Test
    void exchangeWhenTooManyWaitIsRefused() {
        this.server
                .on("tools/call")
                .where(request -> request.body().contains("hang"))
                .optionally()
                .reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient client = this.invariants.build(builder("weather")
                .limits(limits -> limits.withMaxConcurrentRequests(1).withMaxQueuedRequests(16)))) {
            client.session().connect();
            // The first call alone, until it holds the connection: that of the handshake may still be on its way back.
            List<CompletableFuture<CallToolResult>> calls = new ArrayList<>(List.of(hang(client, 0)));
            this.server.awaitRequests("tools/call", 1, SOON);
            IntStream.rangeClosed(1, 16).forEach(i -> calls.add(hang(client, i)));

            McpException failure = failedCall(client);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(McpRejectedException.Reason.OVERLOAD));
            assertThat(calls).noneMatch(CompletableFuture::isDone);
        }
    }

    // a connection that is being returned to the pool may be missed once, but not repeatedly
    @Test
    void exchangeKeepsConnectionsForCallsInSequence() {
        try (McpClient client = this.invariants.build(builder("weather"))) {
            for (int i = 0; i < 20; i++) {
                client.callTool("echo", Map.of());
            }

            assertThat(this.server.connectionsAccepted()).isLessThan(5);
        }
    }
}
