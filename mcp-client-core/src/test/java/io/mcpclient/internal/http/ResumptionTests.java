package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

import static io.mcpclient.internal.http.HttpFixture.ANSWER;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Exchanges whose stream ends before their answer. What it means to a caller: {@code McpClientStreamTests}. */
@Timeout(60)
class ResumptionTests {

    private static final String PRIMING = "id: p1\nretry: 100\ndata:";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.STREAMABLE_HTTP);

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private static String notification(String id, int number) {
        return "id: " + id + "\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n" + number + "\"}";
    }

    private static String answer(String id) {
        return "id: " + id + "\ndata: " + ANSWER;
    }

    private void resumed(String lastEventId, Reply reply) {
        this.server
                .on("GET")
                .where(request -> lastEventId.equals(request.header("Last-Event-ID")))
                .reply(reply);
    }

    private static List<String> said(CompletableFuture<List<ReceivedMessage>> call) {
        assertThat(call).succeedsWithin(SOON);
        return call.join().stream()
                .map(ReceivedMessage::message)
                .map(ResumptionTests::name)
                .toList();
    }

    private static String name(JsonRpcMessage message) {
        return (message instanceof JsonRpcNotification notification)
                ? notification.method()
                : (message instanceof JsonRpcResult) ? "answer" : "other";
    }

    private static Throwable failed(CompletableFuture<List<ReceivedMessage>> call) {
        Throwable thrown = catchThrowable(() -> call.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(RuntimeException.class);
        return thrown.getCause();
    }

    static Stream<Reply> endings() {
        return Stream.of(
                Reply.sse(PRIMING),
                Reply.sse(PRIMING).thenClose(),
                Reply.sse(PRIMING).thenReset(),
                // the end in the middle of an event, which is lost with it
                Reply.sse(PRIMING).chunk("id: p2\ndata: {\"jsonrpc\"").thenReset());
    }

    // HTL-07, HTL-08, HTL-11, HTL-13, HTL-18, HTL-24, HTL-26, faults B05, C06
    @ParameterizedTest
    @MethodSource("endings")
    void exchangeWhenStreamEndsAfterAnIdIsResumedWithTheSameHeaders(Reply ending) {
        this.server.on("tools/call").reply(ending);
        resumed("p1", Reply.sse(answer("p2")));

        assertThat(said(this.http.call())).containsExactly("answer");

        RecordedRequest resumption = this.server.requests("GET").get(0);
        assertThat(resumption.path()).isEqualTo("/mcp");
        assertThat(resumption.header("Accept")).isEqualTo("text/event-stream");
        assertThat(resumption.header("Mcp-Session-Id")).isEqualTo("s1");
        assertThat(resumption.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        assertThat(resumption.header("X-Tenant")).isEqualTo("acme");
        assertThat(resumption.header("Content-Type")).isNull();
        assertThat(this.http.ignored.total()).isZero();
    }

    // HTL-09, fault C01, conformance sse-retry: not earlier than the server asks for
    @Test
    void exchangeWaitsForTheRetryDelayOfTheServer() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 700\ndata:"));
        resumed("p1", Reply.sse(answer("p2")));

        assertThat(said(this.http.call())).containsExactly("answer");

        long pause = this.server.requests("GET").get(0).arrivalNanos()
                - this.server.requests("tools/call").get(0).arrivalNanos();
        assertThat(Duration.ofNanos(pause)).isGreaterThan(Duration.ofMillis(690));
    }

    // HTL-13: always from the last id of the stream, over any number of legs; fault C24: with a pause between them
    @Test
    void exchangeWhenStreamEndsRepeatedlyResumesFromTheLastId() {
        this.server
                .on("tools/call")
                .reply(Reply.sse("retry: 0", notification("1", 1), "data: {\"jsonrpc\":\"2.0\",\"method\":\"n2\"}"));
        resumed("1", Reply.sse(notification("2", 3), notification("3", 4)));
        resumed("3", Reply.sse(": nothing new"));
        resumed("3", Reply.sse("id: 4").thenReset());
        resumed("4", Reply.sse(notification("5", 5)).thenClose());
        resumed("5", Reply.sse(answer("6")));

        assertThat(said(this.http.call())).containsExactly("n1", "n2", "n3", "n4", "n5", "answer");

        List<RecordedRequest> legs = this.server.requests("GET");
        for (int i = 1; i < legs.size(); i++) {
            assertThat(legs.get(i).arrivalNanos() - legs.get(i - 1).arrivalNanos())
                    .isGreaterThan(Duration.ofMillis(95).toNanos());
        }
    }

    // HTL-15, fault C07
    @Test
    void exchangeWhenReplayRepeatsEventsDeliversThemOnce() {
        this.server
                .on("tools/call")
                .reply(Reply.sse("retry: 0", notification("1", 1), notification("2", 2), notification("3", 3)));
        resumed(
                "3",
                Reply.sse(
                        notification("1", 1),
                        notification("2", 2),
                        notification("3", 3),
                        notification("4", 3),
                        answer("5")));

        assertThat(said(this.http.call())).containsExactly("n1", "n2", "n3", "n3", "answer");
    }

    // fault C07: some servers give all events of a stream the same id, which makes none of them a repetition
    @Test
    void exchangeWhenAllEventsHaveTheSameIdMissesNone() {
        this.server.on("tools/call").reply(Reply.sse("retry: 0", notification("s", 1), notification("s", 2)));
        resumed("s", Reply.sse(notification("s", 2), notification("s", 3), answer("s")));

        assertThat(said(this.http.call())).containsExactly("n1", "n2", "n3", "answer");
    }

    static Stream<String> uselessIds() {
        return Stream.of("i".repeat(1025), "p\u0000q", "\u00fcmlaut", "esc\u001b[31m", "");
    }

    // faults B04, C11: an id that cannot be sent back is as good as none
    @ParameterizedTest
    @MethodSource("uselessIds")
    void exchangeWhenEventIdIsNotAValidHeaderEndsWithTheStream(String id) {
        this.server.on("tools/call").reply(Reply.sse("id: " + id + "\nretry: 0\ndata:"));

        assertThat(said(this.http.call())).isEmpty();

        assertThat(this.server.requests("GET")).isEmpty();
    }

    // fault C11: it takes back the one before, which is not where the stream stands any more
    @Test
    void exchangeWhenLastEventIdIsNotAValidHeaderEndsWithTheStream() {
        this.server
                .on("tools/call")
                .reply(Reply.sse(notification("1", 1), notification("\u00fc", 2))
                        .thenReset());

        assertThat(failed(this.http.call())).isInstanceOf(McpConnectionException.class);
        assertThat(this.server.requests("GET")).isEmpty();
    }

    // HTL-12, fault A17: a server without GET
    @ParameterizedTest
    @ValueSource(ints = {400, 405, 406, 501})
    void exchangeWhenServerRejectsResumptionFailsWithTheOriginalError(int status) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING).thenReset());
        this.server.on("GET").reply(Reply.status(status));

        Throwable failure = failed(this.http.call());

        assertThat(failure)
                .isInstanceOfSatisfying(McpConnectionException.class, lost -> {
                    assertThat(lost.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                    assertThat(lost.operation()).isEqualTo("tools/call");
                })
                .hasMessageContaining("the connection broke")
                .hasMessageContaining("resuming it was refused with HTTP " + status);
        assertThat(failure).rootCause().hasMessageContaining("reset");
    }

    // fault D16: what may concern session or credentials is left to the era, with the outcome UNKNOWN
    @ParameterizedTest
    @ValueSource(ints = {401, 402, 403, 404, 410})
    void exchangeWhenResumptionErrorMayConcernTheSessionReportsTheStatus(int status) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        this.server.on("GET").reply(Reply.status(status).withHeader("WWW-Authenticate", "Bearer"));

        assertThat(failed(this.http.call())).isInstanceOfSatisfying(HttpStatusException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(status);
            assertThat(refusal.challenge()).isEqualTo("Bearer");
            assertThat(refusal.loss())
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining("the server ended the stream; resuming");
        });
    }

    static Stream<Reply> noStreams() {
        return Stream.of(
                Reply.status(200, "text/html", "<p>hello"),
                Reply.json(200, ANSWER),
                Reply.redirect(302, "http://elsewhere.invalid/"));
    }

    // fault A17: an answer that is no stream does not resume one
    @ParameterizedTest
    @MethodSource("noStreams")
    void exchangeWhenResumptionResponseIsNotAnEventStreamFails(Reply reply) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        this.server.on("GET").reply(reply);

        Throwable failure = failed(this.http.call());

        assertThat(failure).hasMessageContaining("tools/call");
        assertThat(failure instanceof McpConnectionException || failure instanceof McpProtocolException)
                .isTrue();
        assertThat(this.server.requests("GET")).hasSize(1);
    }

    // faults B05, B09: temporary failures are retried
    @Test
    void exchangeWhenResumptionFailsTemporarilyIsRetried() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 0\ndata:"));
        resumed("p1", Reply.status(503));
        resumed("p1", Reply.reset());
        resumed("p1", Reply.sse(answer("p2")));

        assertThat(said(this.http.call())).containsExactly("answer");
    }

    // fault C12: ten malformed events in a row are no interruption
    @Test
    void exchangeWhenResumedStreamContainsOnlyMalformedEventsFails() {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        Reply.Streamed nonsense = Reply.sse();
        for (int i = 0; i < 10; i++) {
            nonsense = nonsense.event("data: oops");
        }
        this.server.on("GET").reply(nonsense.thenHang());

        assertThat(failed(this.http.call())).isInstanceOf(McpProtocolException.class);
        assertThat(this.http.ignored.count(Reason.MALFORMED)).isEqualTo(10);
        this.server.awaitDisconnect(SOON);
    }

    // fault C19: nothing is left open after the answer
    @Test
    void exchangeWhenResumedStreamStaysOpenAfterTheResponseClosesIt() {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        resumed("p1", Reply.sse(answer("p2")).thenHang());

        assertThat(said(this.http.call())).containsExactly("answer");
        this.server.awaitDisconnect(SOON);
    }

    // CAN-01, fault B15: the caller's deadline ends it wherever it stands
    @Test
    void exchangeWhenCancelledDuringThePauseIsNotResumed() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 400\ndata:"));
        Disposable call = this.http.subscribe();
        this.server.awaitRequests("tools/call", 1, SOON);
        await().atMost(SOON).until(() -> interrupted() == 1);

        call.dispose();

        await().during(Duration.ofSeconds(1))
                .atMost(SOON)
                .until(() -> this.server.requests("GET").isEmpty());
    }

    @Test
    void exchangeWhenCancelledOnAResumedStreamClosesIt() {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        this.server.on("GET").reply(Reply.sse(": wait").thenHang());
        Disposable call = this.http.subscribe();
        this.server.awaitRequests("GET", 1, SOON);

        call.dispose();

        this.server.awaitDisconnect(SOON);
    }

    // faults B14, G08: the response may start at the moment of cancellation
    @Test
    void exchangeWhenCancelledAtAnyMomentLeavesNoConnection() {
        this.server.on("tools/call").always().reply(Reply.sse(": wait").thenHang());
        Disposable first = this.http.subscribe();
        this.server.awaitRequests("tools/call", 1, SOON); // the first request takes longer than the moments below
        first.dispose();
        for (int i = 0; i < 300; i++) {
            Disposable call = this.http.subscribe();
            long until = System.nanoTime() + i * 10_000L;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            call.dispose();
        }

        this.server.awaitOpenConnections(0, SOON);
    }

    // fault G08: closing does not wait for the end of a pause
    @Test
    void closeWhileExchangesWaitForResumptionEndsThemAtOnce() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 30000\ndata:"));
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        this.server.awaitRequests("tools/call", 1, SOON);
        await().atMost(SOON).until(() -> interrupted() == 1);

        this.http.close();

        assertThat(failed(call))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("the client was closed");
        assertThat(interrupted()).isZero();
    }

    private int interrupted() {
        return ((HttpTransport) this.http.transport).interrupted().size();
    }

    // fault F12: notifications without end
    @Test
    void exchangeWhenStreamIsEndlessFailsAtTheLimit() {
        this.server
                .on("tools/call")
                .reply(Reply.endlessBody(200, "text/event-stream", ": " + "and so on ".repeat(10_000) + "\n"));

        assertThat(failed(this.http.call()))
                .isInstanceOfSatisfying(McpProtocolException.class, broken -> assertThat(broken.reason())
                        .isEqualTo(McpProtocolException.Reason.LIMIT))
                .hasMessageContaining("67108864 bytes");
        this.server.awaitDisconnect(SOON);
    }

    // an era without resumption
    @Test
    void nonResumableExchangeEndsWithTheStream() {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        ExchangeRequest request = HttpFixture.request("tools/call");
        ExchangeRequest once =
                new ExchangeRequest(request.request(), request.resultType(), request.headers(), ExchangeKind.SINGLE);

        assertThat(this.http.transport.exchange(once).collectList().block(SOON)).isEmpty();
        assertThat(this.server.requests("GET")).isEmpty();
    }
}
