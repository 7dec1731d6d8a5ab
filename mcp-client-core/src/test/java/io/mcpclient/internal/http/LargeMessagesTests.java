package io.mcpclient.internal.http;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;

import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Event loops, which serve the connections of all servers, do not decode large messages. */
@Timeout(60)
class LargeMessagesTests {

    private static final String DECODER = "mcp-decoder-weather-";

    /** Runs when a result is decoded, on the thread that decodes it. */
    private static volatile Consumer<Result> onDecoded = result -> {};

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.STREAMABLE_HTTP);

    private final CountDownLatch release = new CountDownLatch(1);

    private final CountDownLatch decoding = new CountDownLatch(1);

    record Result(int n) {

        @JsonCreator
        Result(@JsonProperty("n") int n) {
            this.n = n;
            onDecoded.accept(this);
        }
    }

    private enum Form {
        BODY,
        EVENT,
        /** The body ends while the event is being decoded. */
        LAST_EVENT;

        Reply reply(String message) {
            Reply.Streamed stream = Reply.sse("data: " + message);
            return switch (this) {
                case BODY -> Reply.json(200, message);
                case EVENT -> stream.thenHang();
                case LAST_EVENT -> stream;
            };
        }
    }

    @AfterEach
    void close() {
        onDecoded = result -> {};
        this.release.countDown();
        this.http.close();
        this.server.close();
    }

    /** A response of at least a size. The padding is a string, and so no token that takes long to read. */
    private static String response(int n, int size) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"n\":" + n + ",\"_meta\":\"" + "x".repeat(size) + "\"}}";
    }

    private static String notification(String method, int size) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{\"text\":\"" + "x".repeat(size) + "\"}}";
    }

    private Flux<ReceivedMessage> call(String method) {
        ExchangeRequest request = HttpFixture.request(method);
        return this.http.transport.exchange(
                new ExchangeRequest(request.request(), Result.class, HttpFixture.HEADERS, request.kind()));
    }

    private static String thread() {
        return Schedulers.isInNonBlockingThread() ? Thread.currentThread().getName() : "a thread that may block";
    }

    /** Makes the decoding of results with the number 1 wait. */
    private void holdDecoding() {
        onDecoded = result -> {
            if (result.n() == 1) {
                this.decoding.countDown();
                awaitRelease();
            }
        };
    }

    private void awaitRelease() {
        try {
            this.release.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private String threadThatDecodes(Form form, int size) {
        CompletableFuture<String> thread = new CompletableFuture<>();
        onDecoded = result -> thread.complete(thread());
        this.server.on("tools/call").reply(form.reply(response(1, size)));

        assertThat(call("tools/call").collectList().toFuture()).succeedsWithin(SOON);

        return thread.join();
    }

    @ParameterizedTest
    @EnumSource
    void largeResponseIsDecodedOnAThreadOfTheClient(Form form) {
        assertThat(threadThatDecodes(form, 64 * 1024)).startsWith(DECODER);
    }

    @ParameterizedTest
    @EnumSource
    void smallResponseIsDecodedOnTheThreadThatReadsIt(Form form) {
        assertThat(threadThatDecodes(form, 60 * 1024)).startsWith("reactor-http-");
    }

    // HTTP+SSE has one stream for all calls.
    @Test
    void largeMessageOfTheStreamOfAnHttpSseServerIsDecodedOnAThreadOfTheClient() {
        CompletableFuture<String> thread = new CompletableFuture<>();
        try (var sse = ScriptedHttpServer.sse();
                HttpFixture client = new HttpFixture(sse.url(), McpHttpTransportType.SSE)) {
            client.transport
                    .open(new HttpListener(message -> thread.complete(thread())))
                    .block(SOON);

            sse.send(notification("n", 64 * 1024));

            assertThat(thread).succeedsWithin(SOON).asString().startsWith(DECODER);
        }
    }

    @Test
    void messagesOfAStreamKeepTheirOrder() {
        String large = "data: " + notification("large", 70_000);
        String small = "data: " + notification("small", 10);
        this.server
                .on("tools/call")
                .reply(Reply.sse(small, large, small, small, large, large, small, "data: " + response(1, 70_000)));

        CompletableFuture<List<String>> methods = call("tools/call")
                .map(received -> received.message() instanceof JsonRpcNotification message ? message.method() : "end")
                .collectList()
                .toFuture();

        assertThat(methods).succeedsWithin(SOON);
        assertThat(methods.join())
                .containsExactly("small", "large", "small", "small", "large", "large", "small", "end");
    }

    @ParameterizedTest
    @EnumSource
    void smallResponsesAreReadWhileLargeOnesAreBeingDecoded(Form form) throws Exception {
        holdDecoding();
        this.server.on("large").times(3).reply(form.reply(response(1, 70_000)));
        this.server.on("small").times(10).reply(Reply.json(200, response(2, 10)));
        List<CompletableFuture<List<ReceivedMessage>>> large = Stream.of(1, 2, 3)
                .map(n -> call("large").collectList().toFuture())
                .toList();
        this.decoding.await();
        this.server.awaitRequests("large", 3, SOON);
        for (int n = 0; n < 10; n++) {
            assertThat(call("small").collectList().toFuture()).succeedsWithin(SOON);
        }

        assertThat(large).noneMatch(CompletableFuture::isDone);
        this.release.countDown();
        assertThat(large).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
    }

    @ParameterizedTest
    @EnumSource
    void messageOfACancelledCallIsDiscarded(Form form) throws Exception {
        holdDecoding();
        this.server.on("tools/call").times(2).reply(form.reply(response(1, 70_000)));
        Disposable call = call("tools/call").subscribe(message -> {}, error -> {});
        this.decoding.await();

        call.dispose();
        this.release.countDown();

        assertThat(call("tools/call").collectList().toFuture()).succeedsWithin(SOON);
        assertThat(this.http.ignored.count(Reason.UNKNOWN_ID)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void closeWhileMessagesWaitForDecodingFailsTheirCalls(Form form) throws Exception {
        holdDecoding();
        this.server.on("tools/call").times(3).reply(form.reply(response(1, 70_000)));
        List<CompletableFuture<List<ReceivedMessage>>> calls = Stream.of(1, 2, 3)
                .map(n -> call("tools/call").collectList().toFuture())
                .toList();
        this.decoding.await();
        this.server.awaitRequests("tools/call", 3, SOON);

        this.http.close();
        this.release.countDown();

        await().atMost(SOON).until(() -> calls.stream().allMatch(CompletableFuture::isDone));
        await().atMost(SOON).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith(DECODER)));
    }

    /** Receives the messages of a stream. */
    private record HttpListener(Consumer<ReceivedMessage> messages) implements TransportListener {

        @Override
        public void onMessage(ReceivedMessage message) {
            this.messages.accept(message);
        }

        @Override
        public void onClosed(Throwable cause) {}
    }
}
