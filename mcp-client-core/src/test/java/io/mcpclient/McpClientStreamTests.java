package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedSseServer;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Streams that end, and servers of HTTP+SSE, as a caller sees them. */
@Timeout(60)
class McpClientStreamTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String PRIMING = "id: p1\nretry: 0\ndata:";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = client(this.server);

    /** Returns a builder for a server; a subclass repeats the tests with another way of sending requests. */
    McpClientBuilder weather() {
        return McpClient.builder("weather");
    }

    private McpClient client(ScriptedHttpServer server) {
        return client(server, TimeSource.system());
    }

    private McpClient client(ScriptedHttpServer server, TimeSource time) {
        return weather()
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(SOON)
                        .withRequest(Duration.ofSeconds(40))
                        .withShutdown(Duration.ofSeconds(2)))
                .time(time)
                .build();
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    /** The answer to the first call, on whatever stream. */
    private Reply late(String text) {
        return Reply.sse("id: p2\ndata: {\"jsonrpc\":\"2.0\",\"id\":"
                + this.server.requests("tools/call").get(0).rpcId()
                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}}");
    }

    private void resumed(Reply reply) {
        this.server
                .on("GET")
                .where(request -> "p1".equals(request.header("Last-Event-ID")))
                .reply(reply);
    }

    private void assertWorks(ProgrammingModel face) {
        assertThat(face.callTool(this.client).text()).contains("Oslo");
        assertThat(this.client.status().inFlight()).isZero();
    }

    // HTL-10, HTL-07 to HTL-09, HTL-13, fault C06: the answer reaches the caller of the POST
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerClosesTheStreamForPollingReturnsTheResponse(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        this.server
                .on("GET")
                .where(request -> "p1".equals(request.header("Last-Event-ID")))
                .reply(request -> late("polled"));

        assertThat(face.callTool(this.client).text()).isEqualTo("polled");

        RecordedRequest resumption = this.server.requests("GET").get(0);
        assertThat(resumption.header("Mcp-Session-Id")).isEqualTo("session-1");
        assertThat(resumption.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        assertThat(this.server.requests("tools/call")).hasSize(1);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
        assertWorks(face);
    }

    // HTL-08: the handshake as well, whose head is that of the POST
    @Test
    void connectWhenTheInitializeStreamIsResumedSucceeds() {
        this.server
                .on("initialize")
                .reply(Reply.sse(PRIMING).withHeader("Mcp-Session-Id", "s9").thenReset());
        this.server
                .on("GET")
                .reply(request -> Reply.sse("id: p2\ndata: {\"jsonrpc\":\"2.0\",\"id\":"
                        + this.server.requests("initialize").get(0).rpcId()
                        + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}"));

        assertWorks(ProgrammingModel.BLOCKING);
        assertThat(this.server.requests("tools/call").get(0).header("Mcp-Session-Id"))
                .isEqualTo("s9");
    }

    // faults B04, B05, A17: where it is not to be had, the call fails as it would have without
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerRejectsResumptionFailsWithoutAffectingTheSession(ProgrammingModel face) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING).thenReset());

        McpException failure = face.failedCall(this.client);

        assertThat(failure)
                .isInstanceOf(McpConnectionException.class)
                .hasMessageStartingWith("MCP server \"weather\": tools/call: the connection broke")
                .hasMessageContaining("refused with HTTP 405");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertWorks(face);
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // faults D16, C23: the session is gone, and with it the place; the call may have run
    @Test
    void callToolWhenSessionIsLostOnResumptionReportsAnUnknownOutcome() {
        this.client.session().connect();
        this.server.on("tools/call").reply(request -> {
            this.server.forgetSessions();
            return Reply.sse(PRIMING);
        });

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpSessionException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertWorks(ProgrammingModel.BLOCKING);
        assertThat(this.server.requests("GET")).hasSize(1).allMatch(request -> "session-1"
                .equals(request.header("Mcp-Session-Id")));
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // fault A06 in mid-call
    @Test
    void callToolWhenCredentialsHaveExpiredOnResumptionReportsIt() {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        resumed(Reply.status(401).withHeader("WWW-Authenticate", "Bearer"));

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure).isInstanceOf(McpAuthorizationException.class);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertWorks(ProgrammingModel.BLOCKING);
    }

    /** A call whose stream has ended and is to be resumed. */
    private CompletableFuture<CallToolResult> interrupted(McpClient client, VirtualTime time) {
        this.server.on("tools/call").reply(Reply.sse(PRIMING));
        CompletableFuture<CallToolResult> call =
                client.reactive().callTool("echo", Map.of()).toFuture();
        await().atMost(SOON).until(() -> time.pending().contains(Duration.ofMillis(100)));
        return call;
    }

    /** Lets time pass until the condition is met, slowly enough for refused connections. */
    private static void elapseUntil(VirtualTime time, Callable<Boolean> condition) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(() -> {
            time.advance(Duration.ofMillis(100));
            return condition.call();
        });
    }

    private static McpException failure(CompletableFuture<CallToolResult> call) {
        await().atMost(SOON).until(call::isDone);
        assertThat(call).isCompletedExceptionally();
        return (McpException) call.handle((result, error) -> error).join();
    }

    // fault D10: nobody listens any more; the timeout of the call is far longer
    @Test
    void callToolWhenServerIsUnreachableOnResumptionFailsWithinSeconds() {
        VirtualTime time = new VirtualTime();
        try (McpClient timed = client(this.server, time)) {
            timed.session().connect();
            CompletableFuture<CallToolResult> call = interrupted(timed, time);
            this.server.close();
            long begin = time.nanoTime();

            elapseUntil(time, call::isDone);

            assertThat(time.since(begin)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(7));
            McpException failure = failure(call);
            assertThat(failure)
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageStartingWith("MCP server \"weather\": tools/call: the server ended the stream")
                    .hasMessageContaining("connection refused: " + this.server.url());
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        }
    }

    // fault D10: it is back in time, and still knows the session
    @Test
    void callToolWhenServerReturnsWithinSecondsIsResumed() {
        VirtualTime time = new VirtualTime();
        try (McpClient timed = client(this.server, time)) {
            timed.session().connect();
            CompletableFuture<CallToolResult> call = interrupted(timed, time);
            this.server.close();
            Duration outage = Duration.ofSeconds(3);
            long begin = time.nanoTime();
            elapseUntil(time, () -> time.since(begin).compareTo(outage) > 0);

            try (ScriptedLegacyServer restarted =
                    ScriptedHttpServer.legacy(this.server.port(), next -> next.knowingSession("session-1")
                            .on("GET")
                            .where(request -> "p1".equals(request.header("Last-Event-ID")))
                            .reply(request -> late("resumed")))) {
                elapseUntil(time, call::isDone);

                assertThat(call).succeedsWithin(SOON);
                assertThat(call.join().text()).isEqualTo("resumed");
                assertThat(restarted.requests()).hasSize(1);
            }
        }
    }

    // fault D10: another call finds that the server is back, and no time passes until the first one knows
    @Test
    void callToolInterruptedByAServerRestartFailsWhenTheNextSessionOpens() {
        VirtualTime time = new VirtualTime();
        try (McpClient timed = client(this.server, time)) {
            timed.session().connect();
            CompletableFuture<CallToolResult> call = interrupted(timed, time);
            this.server.close();
            elapseUntil(time, () -> time.since(0).compareTo(Duration.ofHours(1).plusSeconds(2)) > 0);
            assertThat(ProgrammingModel.BLOCKING.failedCall(timed).outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(call).isNotDone();

            try (ScriptedLegacyServer restarted = ScriptedHttpServer.legacy(
                    this.server.port(), next -> next.on("GET").reply(Reply.status(404)))) {
                assertThat(ProgrammingModel.BLOCKING.callTool(timed).text()).contains("Oslo");

                McpException failure = failure(call);
                assertThat(failure).isInstanceOf(McpSessionException.class);
                assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                assertThat(restarted.requests("initialize")).hasSize(1);
            }
        }
    }

    private CompletableFuture<CallToolResult> streaming(Reply.Streamed reply, McpCallOptions options) {
        this.client.session().connect();
        this.server.on("tools/call").reply(reply);
        CompletableFuture<CallToolResult> call =
                this.client.reactive().callTool("echo", Map.of(), options).toFuture();
        this.server.awaitRequests("tools/call", 1, SOON);
        return call;
    }

    // faults D01, D10: the stream stays open, and nothing will come
    @ParameterizedTest
    @ValueSource(strings = {"id: p1\nretry: 30000\ndata:", ": wait"})
    void callToolInFlightWhenTheSessionIsLostFailsAtOnce(String first) {
        Reply.Streamed open = first.startsWith(":") ? Reply.sse(first).thenHang() : Reply.sse(first);
        CompletableFuture<CallToolResult> call = streaming(open, McpCallOptions.defaults());
        await().atMost(SOON).until(() -> this.server.requests("tools/call").size() == 1);
        this.server.forgetSessions();

        await().atMost(SOON).until(() -> {
            ProgrammingModel.BLOCKING.callTool(this.client);
            this.server.forgetSessions();
            return call.isDone();
        });

        McpException failure = failure(call);
        assertThat(failure)
                .isInstanceOf(McpSessionException.class)
                .hasMessageStartingWith(
                        "MCP server \"weather\": tools/call: the session was lost before the response was complete");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // fault D01: what may be repeated is, in the next session
    @Test
    void idempotentCallInFlightWhenTheSessionIsLostIsRetried() {
        CompletableFuture<CallToolResult> call = streaming(
                Reply.sse(": wait").thenHang(), McpCallOptions.defaults().withIdempotent(true));

        this.server.forgetSessions();
        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(call).succeedsWithin(SOON);
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // TMO-01, fault C06: bounded by the deadline of the call, in a pause as well as on a stream
    @ParameterizedTest
    @CsvSource({"retry: 30000, PT30S", "retry: 0, PT0.1S"})
    void callToolWhenResponseNeverComesEndsAtTheTimeout(String retry, Duration pause) {
        VirtualTime time = new VirtualTime();
        McpClient timed = client(this.server, time);
        timed.session().connect();
        this.server.on("tools/call").reply(Reply.sse("id: p1\n" + retry + "\ndata:"));
        this.server.on("GET").optionally().reply(Reply.sse(": wait").thenHang());
        this.server.on("notifications/cancelled").reply(Reply.accepted());

        McpException failure = time.elapse(
                Duration.ofSeconds(20),
                () -> ProgrammingModel.BLOCKING.failedCall(timed, McpCallOptions.timeout(Duration.ofSeconds(20))),
                () -> {
                    await().atMost(SOON).until(() -> time.pending().contains(pause));
                    if (pause.compareTo(Duration.ofSeconds(20)) < 0) {
                        time.advance(pause);
                        this.server.awaitRequests("GET", 1, SOON);
                    }
                });

        assertThat(failure).isInstanceOf(McpTimeoutException.class);
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
        assertThat(ProgrammingModel.BLOCKING.callTool(timed).text()).contains("Oslo");
        timed.close();
    }

    // fault G08
    @Test
    void closeWhileACallWaitsForResumptionEndsIt() {
        this.client.session().connect();
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 30000\ndata:"));
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        CompletableFuture<CallToolResult> call =
                this.client.reactive().callTool("echo", Map.of()).toFuture();
        this.server.awaitRequests("tools/call", 1, SOON);

        this.client.close();

        assertThat(call)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpConnectionException.class)
                .withMessageContaining("the client was closed");
    }

    static Stream<Reply> abuses() {
        String result = "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}";
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        return Stream.of(
                Reply.raw(head + "X-Large: " + "x".repeat(1024 * 1024) + "\r\n\r\n" + result),
                Reply.raw(head + "X-Many: 1\r\n".repeat(10_000) + "\r\n" + result),
                Reply.raw("HTTP/1.1 200 " + "OK".repeat(10_000) + "\r\n\r\n" + result),
                Reply.raw(head + "Content-Length: " + "9".repeat(30) + "\r\n\r\n" + result),
                Reply.raw(head + "Content-Length: 5\r\nContent-Length: 500\r\n\r\n" + result),
                Reply.raw("HTTP/9.9 200 OK\r\n\r\n" + result));
    }

    // fault F34: an abuse of HTTP fails one call
    @ParameterizedTest
    @MethodSource("abuses")
    void callToolWhenResponseViolatesHttpFailsWithoutAffectingTheSession(Reply abuse) {
        this.server.on("tools/call").reply(abuse);

        McpException failure = ProgrammingModel.BLOCKING.failedCall(this.client);

        assertThat(failure.getMessage()).hasSizeLessThan(800);
        assertWorks(ProgrammingModel.BLOCKING);
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault F34: two lengths for one body; whatever is made of it, nothing that follows it is taken for an answer
    @Test
    void callToolWhenFramingIsAmbiguousNeverReusesTheConnection() {
        String body =
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}}";
        String smuggled = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        this.client.session().connect();
        this.server.on("tools/call").reply(request -> Reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"
                        + Integer.toHexString(body.replace("$id", String.valueOf(request.rpcId()))
                                .length())
                        + "\r\n" + body + "\r\n0\r\n\r\n" + smuggled)
                .thenHang());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());

        CompletableFuture<CallToolResult> first =
                this.client.reactive().callTool("echo", Map.of()).toFuture();
        await().atMost(SOON).until(first::isDone);

        assertWorks(ProgrammingModel.BLOCKING);
        List<RecordedRequest> calls = this.server.requests("tools/call");
        assertThat(calls.get(1).connection()).isNotEqualTo(calls.get(0).connection());
    }

    // fault F34: an interim answer is none
    @Test
    void callToolWhenServerSendsContinueUnsolicitedWaitsForTheResponse() {
        this.server.on("tools/call").reply(request -> {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                    + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}}";
            return Reply.raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        });

        assertThat(ProgrammingModel.BLOCKING.callTool(this.client).text()).isEqualTo("one");
        assertWorks(ProgrammingModel.BLOCKING);
    }

    // SSE-01 to SSE-08: detected without a setting; SSE-10: the revision may be newer than the transport
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerUsesSseSucceeds(ProgrammingModel face) {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                McpClient client = client(server)) {
            assertThat(face.callTool(client).text()).contains("Oslo");
            assertThat(client.status().server().revision()).isEqualTo(ProtocolRevision.V2025_11_25);
            assertThat(face.listTools(client)).hasSize(1);
            face.ping(client);

            face.dispose(client);
            server.awaitOpenConnections(0, SOON);
            assertThat(face.callTool(client).text()).contains("Oslo");

            face.close(client);
            server.awaitOpenConnections(0, SOON);
            assertThat(server.requests("DELETE")).isEmpty();
            assertThat(server.requests()).noneMatch(request -> request.header("Mcp-Session-Id") != null);
        }
    }

    // SSE-08, fault C20: a stream that is gone fails what waits, and the next call begins a new session
    @ParameterizedTest
    @EnumSource
    void callToolAfterTheSseStreamDroppedOpensANewSession(ProgrammingModel face) {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                McpClient client = client(server)) {
            face.callTool(client);
            server.on("tools/call").reply(Reply.accepted());
            CompletableFuture<CallToolResult> call =
                    client.reactive().callTool("echo", Map.of()).toFuture();
            server.awaitRequests("tools/call", 2, SOON);

            server.stream().end();

            assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOfSatisfying(McpConnectionException.class, lost -> assertThat(lost.outcome())
                            .isEqualTo(McpOutcome.UNKNOWN));
            await().atMost(SOON).until(() -> client.status().state() == McpClientState.DISCONNECTED);
            assertThat(face.callTool(client).text()).contains("Oslo");
            assertThat(server.requests("initialize")).hasSize(3);
            List<RecordedRequest> calls = server.requests("tools/call");
            assertThat(calls.get(calls.size() - 1).path()).isEqualTo(ScriptedSseServer.endpoint(2));
        }
    }

    // RPC-08, fault F02: an error without id on the stream of all responses, when one is awaited
    @ParameterizedTest
    @ValueSource(strings = {"\"id\":null,", "\"id\":\"\",", ""})
    void callToolWhenAnSseServerReturnsAnErrorWithoutIdFailsWithIt(String id) {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                McpClient client = client(server)) {
            client.session().connect();
            server.on("tools/call").reply(Reply.accepted());
            CompletableFuture<CallToolResult> call =
                    client.reactive().callTool("echo", Map.of()).toFuture();
            server.awaitRequests("tools/call", 1, SOON);

            server.send("{\"jsonrpc\":\"2.0\"," + id + "\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}");

            assertThat(failure(call)).isInstanceOfSatisfying(McpRequestException.class, error -> {
                assertThat(error.code()).isEqualTo(-32700);
                assertThat(error.serverMessage()).isEqualTo("Parse error");
            });
        }
    }

    // SSE-02, fault A16: neither; the error is that of the first attempt, with a word about the second
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerSupportsNeitherTransportReportsBothAttempts(ProgrammingModel face) {
        this.server.on("initialize").reply(Reply.status(404));

        McpException failure = face.failedCall(this.client);

        assertThat(failure)
                .isInstanceOf(McpInitializationException.class)
                .hasMessage("MCP server \"weather\": connect: HTTP 404: no MCP endpoint at " + this.server.url()
                        + "; HTTP+SSE failed as well: HTTP 405. Check the path of the url: most servers use"
                        + " /mcp, or /sse for HTTP+SSE.");
        assertWorks(face);
    }
}
