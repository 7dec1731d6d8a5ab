package io.mcpclient.internal.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

import static io.mcpclient.internal.http.HttpFixture.ANSWER;
import static io.mcpclient.internal.http.HttpFixture.HEADERS;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The stream for messages that a server sends outside of responses. */
@Timeout(60)
class StandaloneStreamTests {

    private static final String NOTIFICATION = "data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.STREAMABLE_HTTP);

    @BeforeEach
    void open() {
        this.http.open();
    }

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private CompletableFuture<Void> listen() {
        return TransportFeatures.listen(this.http.transport, new ListenRequest(HEADERS))
                .toFuture();
    }

    // HTL-11, HTL-14, HTL-18, HTL-24, HTL-26
    @Test
    void listenDeliversMessagesToTheListener() throws Exception {
        EventFeed feed = new EventFeed();
        this.server.on("GET").reply(Reply.sse().withHeader("X-Node", "n1").follow(feed));
        CompletableFuture<Void> listening = listen();

        feed.send(NOTIFICATION).send("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");

        ReceivedMessage first = this.http.hear();
        assertThat(first.message()).isInstanceOf(JsonRpcNotification.class);
        assertThat(first.head().header("x-node")).isEqualTo("n1");
        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcRequest.class);
        assertThat(listening).isNotDone();
        RecordedRequest request = this.server.requests("GET").get(0);
        assertThat(request.header("Accept")).isEqualTo("text/event-stream");
        assertThat(request.header("Mcp-Session-Id")).isEqualTo("s1");
        assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        assertThat(request.header("X-Tenant")).isEqualTo("acme");
        assertThat(request.header("Last-Event-ID")).isNull();
        feed.end();
        assertThat(listening).succeedsWithin(SOON);
    }

    // fault F04: batches too
    @Test
    void listenWhenMessagesComeInABatchDeliversEach() throws Exception {
        this.server
                .on("GET")
                .reply(Reply.sse(
                        "data: [{\"jsonrpc\":\"2.0\",\"method\":\"a\"},{\"jsonrpc\":\"2.0\",\"method\":\"b\"}]"));
        assertThat(listen()).succeedsWithin(SOON);

        assertThat(List.of(this.http.hear(), this.http.hear())).allMatch(ReceivedMessage::batched);
    }

    // HTL-12, fault A17
    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 405, 501, 503})
    void listenWhenRefusedFailsWithTheStatus(int status) {
        this.server.on("GET").reply(Reply.status(status));

        assertThat(listen())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(HttpStatusException.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(status));
        assertThat(this.http.closed).isNotDone();
    }

    // fault A17: a page is no stream
    @Test
    void listenWhenResponseIsHtmlFails() {
        this.server.on("GET").reply(Reply.status(200, "text/html", "<p>hello"));

        assertThat(listen())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpProtocolException.class)
                .withMessageContaining("text/html");
    }

    // fault B05: broken, and nowhere to go on from
    @Test
    void listenWhenStreamBreaksWithoutIdsFails() {
        this.server.on("GET").reply(Reply.sse(NOTIFICATION).thenReset());

        assertThat(listen())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpConnectionException.class);
    }

    // HTL-13: one with ids goes on, also one that the server ended in good order
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listenWhenStreamEndsWithIdsIsResumed(boolean broken) throws Exception {
        Reply.Streamed first = Reply.sse("id: 1\nretry: 0\n" + NOTIFICATION);
        this.server.on("GET").reply(broken ? first.thenReset() : first);
        this.server
                .on("GET")
                .where(request -> "1".equals(request.header("Last-Event-ID")))
                .reply(Reply.sse("id: 1\n" + NOTIFICATION, "id: 2\n" + NOTIFICATION)
                        .thenHang());

        CompletableFuture<Void> listening = listen();

        this.http.hear();
        this.http.hear();
        assertThat(this.http.heard).isEmpty();
        assertThat(listening).isNotDone();
    }

    // HTL-13: a server that does not resume has such a stream all the same
    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405})
    void listenWhenResumptionIsRejectedFailsAsALostStream(int status) {
        this.server.on("GET").reply(Reply.sse("id: 1\nretry: 0\ndata:"));
        this.server.on("GET").reply(Reply.status(status));

        assertThat(listen())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpConnectionException.class)
                .withMessageContaining("the server ended the stream; resuming it was refused with HTTP " + status);
    }

    // fault C03
    @Test
    void listenWhenServerKeepsTheStreamAliveWithCommentsReceivesWhatComesAfterThem() throws Exception {
        this.server
                .on("GET")
                .reply(Reply.sse()
                        .chunk(": alive\n\n".repeat(100_000))
                        .event("data:")
                        .event(NOTIFICATION));
        assertThat(listen()).succeedsWithin(SOON);

        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcNotification.class);
        assertThat(this.http.ignored.total()).isZero();
    }

    // fault C12
    @Test
    void listenWhenOneEventIsMalformedSkipsIt() throws Exception {
        this.server.on("GET").reply(Reply.sse("data: {oops", "event: other\ndata: x", NOTIFICATION));
        assertThat(listen()).succeedsWithin(SOON);

        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcNotification.class);
        assertThat(this.http.ignored.count(Reason.MALFORMED)).isEqualTo(1);
    }

    // fault C12: ten in a row end this stream alone
    @Test
    void listenWhenEventsAreMalformedFailsWithoutAffectingCalls() {
        Reply.Streamed nonsense = Reply.sse();
        for (int i = 0; i < 10; i++) {
            nonsense = nonsense.event("id: " + i + "\ndata: oops");
        }
        this.server.on("GET").reply(nonsense.thenHang());
        this.server.on("tools/call").reply(Reply.result("{}"));

        assertThat(listen())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpProtocolException.class);

        this.server.awaitDisconnect(SOON);
        assertThat(this.http.call()).succeedsWithin(SOON);
    }

    @Test
    void listenWhenCancelledClosesTheStream() {
        this.server.on("GET").reply(Reply.sse(": wait").thenHang());
        Disposable listening = TransportFeatures.listen(this.http.transport, new ListenRequest(HEADERS))
                .subscribe();
        this.server.awaitRequests("GET", 1, SOON);

        listening.dispose();

        this.server.awaitDisconnect(SOON);
    }

    // promise 11: a stream that is always open takes no connection away from the calls
    @Test
    void listenDoesNotUseConnectionsOfCalls() {
        this.server.on("GET").times(4).reply(Reply.sse(": wait").thenHang());
        this.server.on("tools/call").reply(Reply.result("{}"));
        for (int i = 0; i < 4; i++) {
            listen();
        }
        this.server.awaitRequests("GET", 4, SOON);

        assertThat(this.http.call()).succeedsWithin(SOON);
    }

    // fault G08
    @Test
    void closeEndsTheStream() {
        this.server.on("GET").reply(Reply.sse(": wait").thenHang());
        CompletableFuture<Void> listening = listen();
        this.server.awaitRequests("GET", 1, SOON);

        this.http.close();

        assertThat(listening)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpConnectionException.class)
                .withMessageContaining("the client was closed");
        this.server.awaitOpenConnections(0, SOON);
    }

    // HTL-14: routed by id, whatever the stream
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listenDeliversTheResponseOfAnInterruptedExchangeToItsCaller(boolean resumed) {
        EventFeed feed = new EventFeed();
        this.server
                .on("GET")
                .where(request -> request.header("Last-Event-ID") == null)
                .reply(Reply.sse().follow(feed));
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: " + (resumed ? 0 : 30_000) + "\ndata:"));
        if (resumed) {
            this.server
                    .on("GET")
                    .where(request -> request.header("Last-Event-ID") != null)
                    .reply(Reply.sse(": wait").thenHang());
        }
        listen();
        this.server.awaitRequests("GET", 1, SOON);
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        if (resumed) {
            this.server.awaitRequests("GET", 2, SOON);
        }
        InterruptedExchanges interrupted = ((HttpTransport) this.http.transport).interrupted();
        await().atMost(SOON).until(() -> interrupted.size() == 1);

        feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"n\":1}}");

        assertThat(call).succeedsWithin(SOON);
        assertThat(call.join()).singleElement().satisfies(received -> assertThat(received.message())
                .isInstanceOfSatisfying(JsonRpcResult.class, result -> assertThat(result.result())
                        .isEqualTo(Map.of("n", 1))));
        assertThat(interrupted.size()).isZero();
        assertThat(this.http.heard).isEmpty();
    }

    // HTL-14: responses without a pending exchange, or with a separate stream, are ignored here
    @Test
    void listenDeliversUnmatchedResponsesToTheListener() throws Exception {
        this.server.on("GET").reply(Reply.sse("data: " + ANSWER));
        this.server.on("tools/call").reply(Reply.sse("id: p1\ndata:").thenHang());
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        this.server.awaitRequests("tools/call", 1, SOON);

        assertThat(listen()).succeedsWithin(SOON);

        assertThat(this.http.hear().message()).isInstanceOf(JsonRpcResult.class);
        assertThat(call).isNotDone();
    }
}
