package io.mcpclient.internal.stdio;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Many callers, large messages, and a server that does not read. */
@Timeout(90)
class StdioLoadTests {

    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private McpClient client(StdioTransportSettings settings) {
        return this.invariants.build(McpClient.builder("weather")
                .transport(new StdioTransportProvider(settings))
                .timeouts(
                        timeouts -> timeouts.withConnect(Duration.ofSeconds(30)).withRequest(Duration.ofSeconds(60))));
    }

    // fault E17, STD-04, RPC-30
    @Test
    void manyThreadsCallAtOnceAndEachGetsItsOwnAnswers() throws Exception {
        int threads = 64;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try (McpClient client = client(StdioServer.java())) {
            List<Future<List<String>>> results = IntStream.range(0, threads)
                    .mapToObj(caller -> callers.submit(() -> callsOf(client, caller)))
                    .toList();

            for (int caller = 0; caller < threads; caller++) {
                String prefix = caller + "-";
                assertThat(results.get(caller).get(60, TimeUnit.SECONDS))
                        .isEqualTo(IntStream.range(0, 100)
                                .mapToObj(n -> "{\"n\":\"" + prefix + n + "\"}")
                                .toList());
            }
            assertThat(client.status().inFlight()).isZero();
            assertThat(client.status().totalIgnoredMessages()).isZero();
        } finally {
            callers.shutdownNow();
        }
    }

    private static List<String> callsOf(McpClient client, int caller) {
        List<String> texts = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            texts.add(client.callTool("echo", Map.of("n", caller + "-" + n)).text());
        }
        return texts;
    }

    // fault E17: reactive callers in a burst
    @Test
    void thousandsOfCallsOfOneCallerLoseNone() {
        int calls = Repetitions.of(2_000, 10_000);
        try (McpClient client = client(StdioServer.java())) {
            Long good = Flux.range(0, calls)
                    .flatMap(
                            n -> client.reactive()
                                    .callTool("echo", Map.of("n", n))
                                    .filter(result -> result.text().equals("{\"n\":" + n + "}")),
                            256)
                    .count()
                    .block(Duration.ofSeconds(60));

            assertThat(good).isEqualTo(calls);
        }
    }

    // STD-07, faults C13, F36: one message too large fails its call at once, and only that
    @Test
    void callToolWhenResponseIsTooLargeFailsAtOnceAndTheNextOneWorks() {
        try (McpClient client = client(StdioServer.java().withMaxMessageSize(100_000))) {
            assertThat(client.callTool("echo", Map.of("n", "x".repeat(50_000))).text())
                    .hasSize(50_008);

            McpException failure = catchThrowableOfType(
                    McpException.class, () -> client.callTool("echo", Map.of("n", "x".repeat(200_000))));

            assertThat(failure)
                    .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(McpProtocolException.Reason.LIMIT))
                    .hasMessageContaining("100000 bytes")
                    .hasMessageContaining("max-message-size");
            assertThat(client.status().ignoredMessages(Reason.TOO_LARGE)).isEqualTo(1);
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    // RPC-11: a server on Windows that writes in the charset of the system
    @Test
    void requestWhoseResponseIsNotUtf8FailsAtOnceAndTheNextOneWorks() {
        try (McpClient client = client(StdioServer.java())) {
            McpException failure = catchThrowableOfType(McpException.class, () -> client.raw()
                    .request("test/latin1", Map.of(), Map.class, McpCallOptions.defaults()));

            assertThat(failure)
                    .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(McpProtocolException.Reason.MALFORMED))
                    .hasMessageContaining("the response is not UTF-8. Let the server write UTF-8");
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    // the server counts its requests like this client
    @Test
    void requestOfTheServerThatIsNotUtf8FailsNoRequestOfTheClient() {
        try (McpClient client = client(StdioServer.java())) {
            Map<?, ?> result =
                    client.raw().request("test/latin1-request", Map.of(), Map.class, McpCallOptions.defaults());

            assertThat(result.get("n")).isEqualTo(1);
            assertThat(client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(1);
        }
    }

    @Test
    void callToolTransfersLargeMessagesInBothDirections() {
        try (McpClient client = client(StdioServer.java())) {
            String text = "ö".repeat(1_000_000);
            assertThat(client.callTool("echo", Map.of("n", text)).text()).isEqualTo("{\"n\":\"" + text + "\"}");
        }
    }

    private static McpTransport open(StdioTransportSettings settings) {
        McpTransport transport = new StdioTransport(
                new TransportProvider.Context(
                        "weather", new JsonCodec(JsonLimits.DEFAULT), new McpIgnoredMessages("w")),
                settings);
        transport
                .open(new TransportListener() {

                    @Override
                    public void onMessage(ReceivedMessage message) {
                        // no messages are sent here
                    }

                    @Override
                    public void onClosed(Throwable cause) {
                        // told by the calls too
                    }
                })
                .block(SOON);
        return transport;
    }

    private static CompletableFuture<Void> send(McpTransport transport, int size) {
        JsonRpcMessage message = new JsonRpcNotification("test/note", Map.of("text", "x".repeat(size)));
        return transport.send(message, Map.of()).toFuture();
    }

    // faults E17, G06: no caller is blocked, and a message that exceeds the queue is refused before it is sent
    @Test
    @Timed
    void sendWhenServerDoesNotReadNeverBlocksAndRejectsMessagesBeyondTheQueue() {
        McpTransport transport = open(StdioServer.java("deaf").withShutdownTimeout(Duration.ofSeconds(1)));
        try {
            long begin = System.nanoTime();
            List<CompletableFuture<Void>> sent = IntStream.range(0, 2000)
                    .mapToObj(i -> send(transport, 1000))
                    .toList();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));

            CompletableFuture<Void> refused = sent.get(1999);
            assertThat(refused)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOfSatisfying(McpRejectedException.class, refusal -> {
                        assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.OVERLOAD);
                        assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    });
            // The pipe has taken some, the queue holds the next, and the rest was refused.
            assertThat(sent.stream().filter(CompletableFuture::isCompletedExceptionally))
                    .hasSizeBetween(
                            2000 - 2 * OutgoingMessages.MAX_MESSAGES + 500, 2000 - OutgoingMessages.MAX_MESSAGES);

            transport.close().block(SOON);
            assertThat(sent).allMatch(CompletableFuture::isDone);
        } finally {
            transport.close().block(SOON);
        }
    }

    // TMO-01: a message that is still in the queue is taken back when its caller gives up
    @Test
    void exchangeWhenServerDoesNotReadAndTheCallerCancelsReleasesItsCapacity() {
        McpTransport transport = open(StdioServer.java("deaf").withShutdownTimeout(Duration.ofSeconds(1)));
        try {
            CompletableFuture<Void> stuck = send(transport, 1_000_000);
            for (int round = 0; round < 3; round++) {
                List<CompletableFuture<?>> calls = new ArrayList<>();
                for (int i = 0; i < 1000; i++) {
                    JsonRpcRequest request = new JsonRpcRequest(JsonRpcId.of(round * 1000L + i), "test/echo", Map.of());
                    calls.add(transport
                            .exchange(new ExchangeRequest(request, Object.class, Map.of(), ExchangeKind.SINGLE))
                            .timeout(Duration.ofMillis(300))
                            .collectList()
                            .toFuture());
                }
                assertThat(calls).allSatisfy(call -> assertThat(call)
                        .failsWithin(SOON)
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(TimeoutException.class));
            }
            assertThat(stuck).isNotDone();
        } finally {
            transport.close().block(SOON);
        }
    }

    // TMO-01: through the client
    @Test
    void callToolWhenServerStopsReadingEndsAtItsDeadline() {
        try (McpClient client = client(StdioServer.java("deaf-on=tools/list"))) {
            client.session().connect();
            client.reactive().listTools().subscribe(tools -> {}, error -> {});
            McpException failure = catchThrowableOfType(
                    McpException.class,
                    () -> client.callTool(
                            "echo",
                            Map.of("n", "x".repeat(1_000_000)),
                            McpCallOptions.timeout(Duration.ofMillis(500))));

            assertThat(failure).isInstanceOf(McpTimeoutException.class);
        }
    }
}
