package io.mcpclient.internal.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedSseServer;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

import static io.mcpclient.internal.http.HttpFixture.HEADERS;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The transport of 2024-11-05, without an era above it. */
@Timeout(60)
class SseTransportTests {

    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}";

    private final ScriptedSseServer server = ScriptedHttpServer.sse();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.SSE);

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private static Throwable failed(CompletableFuture<?> call) {
        Throwable thrown = catchThrowable(() -> call.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(RuntimeException.class);
        return thrown.getCause();
    }

    private CompletableFuture<List<ReceivedMessage>> call(int id) {
        JsonRpcRequest request =
                new JsonRpcRequest(JsonRpcId.of(id), "tools/call", Map.of("arguments", Map.of("n", id)));
        return this.http
                .transport
                .exchange(new ExchangeRequest(request, Map.class, HEADERS, ExchangeKind.RESUMABLE))
                .collectList()
                .toFuture();
    }

    private void assertWorks() {
        CompletableFuture<List<ReceivedMessage>> call = call(99);
        assertThat(call).succeedsWithin(SOON);
        assertThat(call.join())
                .singleElement()
                .satisfies(answer -> assertThat(answer.message().toString()).contains("{\"n\":99}"));
    }

    // SSE-04 to SSE-06, HTL-26
    @Test
    void exchangePostsToTheEndpointAndIsAnsweredOnTheStream() {
        this.http.open();

        assertWorks();

        RecordedRequest stream = this.server.requests("GET").get(0);
        assertThat(stream.path()).isEqualTo("/mcp");
        assertThat(stream.header("Accept")).isEqualTo("text/event-stream");
        assertThat(stream.header("X-Tenant")).isEqualTo("acme");
        RecordedRequest post = this.server.requests("tools/call").get(0);
        assertThat(post.method()).isEqualTo("POST");
        assertThat(post.path()).isEqualTo(ScriptedSseServer.endpoint(1));
        assertThat(post.header("Content-Type")).isEqualTo("application/json");
        assertThat(post.header("X-Tenant")).isEqualTo("acme");
    }

    // SSE-06: each to its own caller, in whatever order
    @Test
    void concurrentExchangesGetTheirOwnResponses() {
        this.http.open();

        List<CompletableFuture<List<ReceivedMessage>>> calls =
                IntStream.range(0, 50).mapToObj(this::call).toList();

        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i)).succeedsWithin(SOON);
            assertThat(calls.get(i).join())
                    .singleElement()
                    .extracting(answer -> ((JsonRpcResult) answer.message()).id())
                    .isEqualTo(JsonRpcId.of(i));
        }
    }

    // SSE-06: the body of the POST's answer is none, whatever it says
    @Test
    void exchangeWhenPostIsAnsweredWithABodyWaitsForTheStream() {
        this.server.on("tools/call").reply(Reply.json(200, HttpFixture.ANSWER.replace("{\"n\":1}", "{\"n\":2}")));
        this.http.open();
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        this.server.awaitRequests("tools/call", 1, SOON);
        assertThat(call).isNotDone();

        this.server.send(HttpFixture.ANSWER);

        assertThat(call).succeedsWithin(SOON);
        assertThat(call.join().get(0).message().toString()).contains("{n=1}");
    }

    // SSE-06: a POST that is never answered holds no connection after the answer
    @Test
    void exchangeWhenPostIsNeverAnsweredEndsWithTheResponseOnTheStream() {
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.http.open();
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        this.server.awaitRequests("tools/call", 1, SOON);

        this.server.send(HttpFixture.ANSWER);

        assertThat(call).succeedsWithin(SOON);
        this.server.awaitDisconnect(SOON);
    }

    // faults B09, F17
    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 429, 500, 503})
    void exchangeWhenPostIsRejectedFailsOnlyThatExchange(int status) {
        this.server.on("tools/call").reply(Reply.status(status));
        this.http.open();

        assertThat(failed(this.http.call()))
                .isInstanceOfSatisfying(HttpStatusException.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(status));
        assertWorks();
        assertThat(this.server.streamsOpened()).isEqualTo(1);
    }

    // fault F17
    @Test
    void exchangeWhenPostIsRedirectedDoesNotFollow() {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server.on("tools/call").reply(Reply.redirect(307, victim.url()));
            this.http.open();

            assertThat(failed(this.http.call()))
                    .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(McpProtocolException.Reason.REDIRECT));
            assertThat(victim.connectionsAccepted()).isZero();
        }
    }

    // SSE-06, faults C04, F04: what is no answer, with and without the event's name
    @Test
    void listenerReceivesMessagesThatAreNotResponses() throws Exception {
        this.http.open();

        this.server.stream().send("data: " + NOTIFICATION).send(": comment").send("data: [" + NOTIFICATION + "]");
        this.server.send(HttpFixture.ANSWER);

        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcNotification.class);
        assertThat(this.http.hear().batched()).isTrue();
        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcResult.class);
    }

    // fault C12
    @Test
    void streamContinuesAfterAMalformedEvent() {
        this.http.open();

        this.server.stream().send("data: {oops").send("event: other\ndata: x");

        assertWorks();
        assertThat(this.http.ignored.count(Reason.MALFORMED)).isEqualTo(1);
    }

    @Test
    void sendPostsToTheEndpoint() {
        this.http.open();

        this.http
                .transport
                .send(new JsonRpcNotification("notifications/x", null), HEADERS)
                .block(SOON);

        assertThat(this.server.requests("notifications/x")).singleElement().satisfies(post -> assertThat(post.path())
                .isEqualTo(ScriptedSseServer.endpoint(1)));
    }

    static Stream<Reply> refusals() {
        return Stream.of(
                Reply.status(401),
                Reply.status(404),
                Reply.status(405),
                Reply.status(500),
                Reply.redirect(302, "/other"),
                Reply.status(200, "text/html", "<p>hello"),
                Reply.status(204),
                Reply.reset(),
                Reply.sse(),
                Reply.sse(": hello"),
                Reply.sse(": hello").thenReset(),
                // fault A16
                Reply.sse("event: endpoint\ndata:").thenHang(),
                Reply.sse("event: endpoint\ndata:  \t ").thenHang());
    }

    // fault A16: no endpoint, no connection; and the next attempt begins afresh
    @ParameterizedTest
    @MethodSource("refusals")
    void openWithoutEndpointEventFails(Reply refusal) {
        this.server.on("GET").reply(refusal);

        Throwable failure = catchThrowable(this.http::open);

        assertThat(failure instanceof McpException || failure instanceof HttpStatusException)
                .as(() -> String.valueOf(failure))
                .isTrue();
        this.http.open();
        assertWorks();
        assertThat(this.http.closed).isNotDone();
    }

    // fault A16: silence is ended by the deadline of the caller
    @Test
    void openWhenCancelledClosesTheStream() {
        this.server.on("GET").reply(Reply.sse(": wait").thenHang());
        Disposable opening = this.http.transport.open(this.http).subscribe();
        this.server.awaitRequests("GET", 1, SOON);

        opening.dispose();

        this.server.awaitDisconnect(SOON);
        assertThat(this.http.closed).isNotDone();
    }

    // the response may arrive at the moment of cancellation
    @Test
    void openWhenCancelledAtAnyMomentLeavesNoConnection() {
        this.server.on("GET").always().reply(Reply.sse(": wait").thenHang());
        for (int i = 0; i < 300; i++) {
            Disposable opening = this.http.transport.open(this.http).subscribe();
            long until = System.nanoTime() + i * 10_000L;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            opening.dispose();
        }

        this.server.awaitOpenConnections(0, SOON);
    }

    // SSE-07, fault H17
    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:$port/messages", "//localhost:$port/", "https://127.0.0.1:$port/x"})
    void openWhenEndpointIsOnAnotherOriginIsRejected(String endpoint) {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server
                    .on("GET")
                    .reply(Reply.sse("event: endpoint\ndata: "
                                    + endpoint.replace("$port", String.valueOf(victim.port())))
                            .thenHang());

            McpProtocolException refusal = catchThrowableOfType(McpProtocolException.class, () -> this.http.open());

            assertThat(refusal.reason()).isEqualTo(McpProtocolException.Reason.SECURITY);
            assertThat(refusal)
                    .hasMessageContaining(":" + victim.port())
                    .hasMessageContaining("http://127.0.0.1:" + this.server.port());
            this.server.awaitDisconnect(SOON);
            assertThat(failed(this.http.call())).isInstanceOf(McpConnectionException.class);
            assertThat(victim.connectionsAccepted()).isZero();
            assertThat(this.server.requests()).hasSize(1);
        }
    }

    // fault C21
    @Test
    void secondEndpointReplacesTheFirstUnlessOnAnotherOrigin() {
        this.http.open();

        this.server.stream().send("event: endpoint\ndata: " + ScriptedSseServer.endpoint(1));
        this.server.stream().send("event: endpoint\ndata: http://evil.invalid/messages");
        this.server.stream().send("event: endpoint\ndata:");
        assertWorks();
        assertThat(this.http.ignored.count(Reason.NOT_NEGOTIATED)).isEqualTo(2);

        this.server.on("tools/call").path("/elsewhere").reply(Reply.status(418));
        this.server.stream().send("event: endpoint\ndata: /elsewhere").send("data: " + NOTIFICATION);
        assertThat(catchThrowable(this.http::hear)).isNull();
        assertThat(failed(this.http.call())).isInstanceOf(HttpStatusException.class);
        assertThat(this.http.closed).isNotDone();
    }

    // SSE-08, fault C20: the end of the stream is the end of all that waits on it
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endOfTheStreamFailsAllPendingExchangesAndTheNextOpensANewSession(boolean broken) {
        CompletableFuture<Void> cut = new CompletableFuture<>();
        Reply.Streamed stream =
                Reply.sse("event: endpoint\nid: 1\ndata: /messages?stream=1").until(cut);
        this.server.on("GET").reply(broken ? stream.thenReset() : stream);
        this.server.on("tools/call").times(2).reply(Reply.accepted());
        this.http.open();
        List<CompletableFuture<List<ReceivedMessage>>> calls = List.of(call(1), call(2));
        this.server.awaitRequests("tools/call", 2, SOON);

        cut.complete(null);

        for (CompletableFuture<?> call : calls) {
            assertThat(failed(call)).isInstanceOfSatisfying(McpConnectionException.class, lost -> {
                assertThat(lost.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                assertThat(lost.operation()).isEqualTo("tools/call");
            });
        }
        assertThat(this.http.closed).succeedsWithin(SOON).isInstanceOf(McpConnectionException.class);
        assertThat(failed(call(3)))
                .isInstanceOfSatisfying(McpConnectionException.class, lost -> assertThat(lost.outcome())
                        .isEqualTo(McpOutcome.NOT_SENT));
        assertThat(this.server.requests("tools/call")).hasSize(2);

        this.http.open();
        assertWorks();
        assertThat(this.server.requests("GET")).hasSize(2).allMatch(request -> request.header("Last-Event-ID") == null);
    }

    // SSE-08: reopening ends the previous stream silently
    @Test
    void openWhenAStreamIsOpenReplacesIt() {
        this.http.open();
        this.http.open();

        this.server.awaitDisconnect(SOON);
        assertThat(this.http.closed).isNotDone();
        assertWorks();
        assertThat(this.server.requests("tools/call").get(0).path()).isEqualTo(ScriptedSseServer.endpoint(2));
    }

    // SSE-08: no DELETE
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endSessionAndCloseEndTheStreamSilently(boolean forGood) {
        this.server.on("tools/call").reply(Reply.accepted());
        this.http.open();
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        this.server.awaitRequests("tools/call", 1, SOON);

        if (forGood) {
            this.http.close();
        } else {
            TransportFeatures.endSession(this.http.transport, HEADERS).block(SOON);
        }

        assertThat(failed(call)).isInstanceOf(McpConnectionException.class);
        this.server.awaitDisconnect(SOON);
        assertThat(this.http.closed).isNotDone();
        assertThat(this.server.requests("DELETE")).isEmpty();
    }

    // HTL-14: the stream is there anyway
    @Test
    void listenOpensNoAdditionalStream() {
        this.http.open();

        CompletableFuture<Void> listening = TransportFeatures.listen(this.http.transport, new ListenRequest(HEADERS))
                .toFuture();

        assertWorks();
        assertThat(listening).isNotDone();
        assertThat(this.server.requests("GET")).hasSize(1);
    }
}
