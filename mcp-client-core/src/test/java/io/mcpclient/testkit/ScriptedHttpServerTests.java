package io.mcpclient.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(30)
class ScriptedHttpServerTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(SOON)
            .build();

    // strictness

    @Test
    void verifyWhenRequestIsNotScriptedFails() throws Exception {
        ScriptedHttpServer server = new ScriptedHttpServer();

        assertThat(post(server, rpc("1", "tools/call")).statusCode()).isEqualTo(599);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::verify)
                .withMessageContaining("tools/call");
        assertThatExceptionOfType(AssertionError.class).isThrownBy(server::close);
        server.close();
    }

    @Test
    void verifyWhenRuleIsExhaustedFails() throws Exception {
        ScriptedHttpServer server = new ScriptedHttpServer();
        server.on("ping").reply(Reply.result("{}"));

        assertThat(post(server, rpc("1", "ping")).statusCode()).isEqualTo(200);
        server.verify();
        assertThat(post(server, rpc("2", "ping")).statusCode()).isEqualTo(599);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("id 2");
    }

    @Test
    void verifyWhenRuleIsNotUsedOftenEnoughFails() throws Exception {
        ScriptedHttpServer server = new ScriptedHttpServer();
        server.on("never").reply(Reply.accepted());
        server.on("not once").always().reply(Reply.accepted());
        server.on("maybe").optionally().reply(Reply.accepted());
        server.on("ping").times(2).reply(Reply.accepted());
        post(server, rpc("1", "ping"));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("on(never) was used 0 of 1")
                .withMessageContaining("on(not once)")
                .withMessageContaining("on(ping) was used 1 of 2")
                .withMessageNotContaining("maybe");
    }

    @Test
    void verifyWhenRequestIsNotHttpFails() throws Exception {
        ScriptedHttpServer server = new ScriptedHttpServer();

        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
            socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, '\n'});
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("no request line");
    }

    @Test
    void verifyWhenScriptItselfFailsFails() {
        ScriptedHttpServer server = new ScriptedHttpServer();
        server.on("ping").reply(request -> {
            throw new IllegalArgumentException("broken script");
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> post(server, rpc("1", "ping")));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("broken script");
        assertThat(server.disconnects()).isZero();
    }

    @Test
    void closeWithoutVerificationDoesNotFail() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer().withoutVerification()) {
            post(server, rpc("1", "ping"));
        }
    }

    // script

    @Test
    void rulesAreUsedInTheOrderOfTheScript() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("ping").reply(Reply.status(500));
            server.on("ping").times(2).reply(Reply.status(503));
            server.onAny().where(request -> "7".equals(request.rpcId())).reply(Reply.status(404));
            server.onAny().always().reply(Reply.accepted());

            List<Integer> statuses = new ArrayList<>();
            for (int id = 4; id <= 8; id++) {
                statuses.add(post(server, rpc("" + id, "ping")).statusCode());
            }

            assertThat(statuses).containsExactly(500, 503, 503, 404, 202);
        }
    }

    @Test
    void requestsAreRecordedAsTheyArrived() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.onAny().always().reply(Reply.accepted());
            long before = System.nanoTime();

            post(server, rpc("\"a-1\"", "ping"));
            post(server, "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
            send(request(server).GET());
            send(request(server)
                    .header("X-Test", "1")
                    .POST(BodyPublishers.ofInputStream(() -> stream("\u20acuro".repeat(50_000)))));

            RecordedRequest ping = server.requests("ping").get(0);
            assertThat(ping.rpcId()).isEqualTo("\"a-1\"");
            assertThat(ping.path()).isEqualTo("/mcp");
            assertThat(ping.header("content-TYPE")).isEqualTo("application/json");
            assertThat(ping.header("none")).isNull();
            assertThat(ping.json().path("method").asString()).isEqualTo("ping");
            assertThat(ping.arrivalNanos()).isBetween(before, System.nanoTime());
            RecordedRequest answer = server.requests("POST").get(0);
            assertThat(answer.rpcMethod()).isNull();
            assertThat(answer.rpcId()).isEqualTo("5");
            assertThat(server.requests("GET").get(0).body()).isEmpty();
            RecordedRequest chunked = server.requests().get(3);
            assertThat(chunked.header("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(chunked.body()).isEqualTo("\u20acuro".repeat(50_000));
            assertThat(server.requests())
                    .extracting(RecordedRequest::connection)
                    .containsOnly(1);
            assertThat(server.connectionsAccepted()).isEqualTo(1);
        }
    }

    @Test
    void repliesHaveStatusContentTypeHeadersAndTheRequestId() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("a").reply(Reply.result("{\"x\":1}"));
            server.on("b").reply(Reply.error(-32601, "no"));
            server.on("c")
                    .reply(Reply.status(418, "text/plain", "tea", "X-One", "1").withHeader("X-Two", "2"));
            server.on("d").reply(Reply.redirect(307, "http://127.0.0.1:1/"));
            server.on("e").reply(Reply.status(204));
            server.on("f").reply(Reply.result("{}").withHeader("Connection", "close"));

            HttpResponse<String> result = post(server, rpc("\"q\"", "a"));
            assertThat(result.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"x\":1}}");
            assertThat(result.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(post(server, rpc("7", "b")).body()).contains("\"id\":7", "-32601");
            HttpResponse<String> teapot = post(server, rpc("8", "c"));
            assertThat(teapot.statusCode()).isEqualTo(418);
            assertThat(teapot.body()).isEqualTo("tea");
            assertThat(teapot.headers().firstValue("X-One")).hasValue("1");
            assertThat(teapot.headers().firstValue("X-Two")).hasValue("2");
            HttpResponse<String> redirect = post(server, rpc("9", "d"));
            assertThat(redirect.statusCode()).isEqualTo(307);
            assertThat(redirect.headers().firstValue("Location")).hasValue("http://127.0.0.1:1/");
            assertThat(post(server, rpc("10", "e")).statusCode()).isEqualTo(204);
            assertThat(post(server, rpc("11", "f")).statusCode()).isEqualTo(200);
            server.awaitOpenConnections(0, SOON);
            assertThat(server.disconnects()).isZero();
        }
    }

    @Test
    void streamedReplyArrivesStepByStepAndKeepsTheConnection() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("tools/call")
                    .reply(Reply.sse("event: message\ndata: first")
                            .until(latch)
                            .event("data: {\"id\":$id}")
                            .pause(Duration.ofMillis(10))
                            .chunk(": cut")
                            .chunk("")
                            .chunk("\n\n"));
            server.on("ping").reply(Reply.result("{}"));

            HttpResponse<InputStream> response =
                    this.client.send(rpcRequest(server, rpc("3", "tools/call")), BodyHandlers.ofInputStream());

            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            String first = "event: message\ndata: first\n\n";
            assertThat(read(response.body(), first.length())).isEqualTo(first);
            latch.countDown();
            assertThat(new String(response.body().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("data: {\"id\":3}\n\n: cut\n\n");
            post(server, rpc("4", "ping"));
            assertThat(server.connectionsAccepted()).isEqualTo(1);
            assertThat(server.disconnects()).isZero();
        }
    }

    @Test
    void feedIsStreamedDuringTheTest() throws Exception {
        EventFeed feed = new EventFeed().send("data: early");
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("GET").reply(Reply.sse().follow(feed).event("data: last"));

            HttpResponse<InputStream> response =
                    this.client.send(request(server).GET().build(), BodyHandlers.ofInputStream());

            assertThat(read(response.body(), 13)).isEqualTo("data: early\n\n");
            feed.send("data: later");
            assertThat(read(response.body(), 13)).isEqualTo("data: later\n\n");
            feed.end();
            assertThat(read(response.body(), 100)).isEqualTo("data: last\n\n");
        }
    }

    @Test
    void heldReplyWaitsForTheTest() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> stage = new CompletableFuture<>();
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("a").reply(Reply.result("{}").after(latch).withHeader("X-Held", "1"));
            server.on("b").reply(Reply.result("{}").after(stage));

            CompletableFuture<HttpResponse<String>> a = postAsync(server, rpc("1", "a"));
            CompletableFuture<HttpResponse<String>> b = postAsync(server, rpc("2", "b"));
            server.awaitRequests("a", 1, SOON);
            server.awaitRequests("b", 1, SOON);
            assertThat(a).isNotDone();
            assertThat(b).isNotDone();
            latch.countDown();
            stage.completeExceptionally(new IllegalStateException("opens the gate as well"));

            assertThat(a.get(5, TimeUnit.SECONDS).headers().firstValue("X-Held"))
                    .hasValue("1");
            assertThat(b.get(5, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void trickleArrivesWhole() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.onAny().reply(Reply.trickle("application/json", "{\"id\":$id}", Duration.ofMillis(1)));

            assertThat(post(server, rpc("1", "x")).body()).isEqualTo("{\"id\":1}");
        }
    }

    @Test
    void rawReplyIsSentUnchanged() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("text").reply(Reply.raw("HTTP/1.1 203 Odd\r\nContent-Length: 1\r\nConnection: close\r\n\r\n$id"));
            server.on("cut").reply(Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
            server.on("bytes").reply(Reply.raw("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));

            HttpResponse<String> odd = post(server, rpc("5", "text"));
            assertThat(odd.statusCode()).isEqualTo(203);
            assertThat(odd.body()).isEqualTo("5");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> post(server, rpc("6", "cut")));
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> post(server, rpc("7", "bytes")));
        }
    }

    @Test
    void withHeaderWhenReplyHasNoHeadFails() {
        assertThatIllegalStateException().isThrownBy(() -> Reply.neverAnswer().withHeader("X", "1"));
    }

    // misbehaviour

    static Stream<Reply> lostConnections() {
        return Stream.of(
                Reply.reset(),
                Reply.closeBeforeAnswer(),
                Reply.sse("data: x").thenReset(),
                Reply.sse("data: x").thenClose(),
                Reply.reset().after(CompletableFuture.completedFuture(null)));
    }

    @ParameterizedTest
    @MethodSource("lostConnections")
    void lostConnectionFailsTheRequestAndIsNoDisconnectOfTheClient(Reply reply) {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.onAny().always().reply(reply);

            assertThatExceptionOfType(IOException.class).isThrownBy(() -> post(server, rpc("1", "x")));

            server.awaitOpenConnections(0, SOON);
            assertThat(server.disconnects()).isZero();
        }
    }

    static Stream<Reply> openReplies() {
        return Stream.of(
                Reply.neverAnswer(),
                Reply.sse("data: x").thenHang(),
                Reply.endlessBody("text/plain"),
                Reply.trickle("text/plain", "slow", Duration.ofSeconds(20)),
                Reply.sse("data: x").pause(Duration.ofSeconds(20)),
                Reply.sse("data: x").until(new CountDownLatch(1)),
                Reply.sse().follow(new EventFeed()),
                Reply.accepted().after(new CompletableFuture<>()));
    }

    @ParameterizedTest
    @MethodSource("openReplies")
    void disconnectOfTheClientIsNoticedWhileTheReplyIsOpen(Reply reply) throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.onAny().reply(reply);

            CompletableFuture<HttpResponse<String>> answer = postAsync(server, rpc("1", "x"));
            server.awaitRequests("x", 1, SOON);
            assertThat(server.openConnections()).isEqualTo(1);
            assertThat(server.disconnects()).isZero();
            answer.cancel(true);

            server.awaitDisconnect(SOON);
            server.awaitOpenConnections(0, SOON);
            assertThat(server.abandoned()).extracting(RecordedRequest::rpcId).containsExactly("1");
        }
    }

    @ParameterizedTest
    @Timed
    @MethodSource("openReplies")
    void closeEndsOpenRepliesAndAllThreads(Reply reply) {
        ScriptedHttpServer server = new ScriptedHttpServer();
        server.onAny().reply(reply);
        CompletableFuture<HttpResponse<String>> answer = postAsync(server, rpc("1", "x"));
        server.awaitRequests("x", 1, SOON);

        long before = System.nanoTime();
        server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        assertThat(answer).failsWithin(SOON).withThrowableOfType(ExecutionException.class);
        assertThat(server.disconnects()).isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("scripted-http-" + server.port()));
    }

    @Test
    void awaitRequestsWhenTheyDoNotComeFails() {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> server.awaitRequests("ping", 1, Duration.ofMillis(20)))
                    .withMessageContaining("1 x ping");
        }
    }

    // legacy

    @Test
    void legacyServerSupportsACompleteSession() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            HttpResponse<String> initialize = post(server, initialize("2025-06-18"));
            String session = initialize.headers().firstValue("Mcp-Session-Id").orElseThrow();

            assertThat(session).isEqualTo("session-1");
            assertThat(initialize.body()).contains("\"2025-06-18\"", "\"capabilities\":{\"tools\":{}}");
            assertThat(inSession(server, session, "{\"method\":\"notifications/initialized\"}")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(inSession(server, session, rpc("2", "ping")).body()).contains("\"result\":{}");
            assertThat(inSession(server, session, rpc("3", "tools/list")).body())
                    .contains("\"echo\"");
            server.tools("{\"name\":\"other\"}");
            assertThat(inSession(server, session, rpc("4", "tools/list")).body())
                    .contains("{\"tools\":[{\"name\":\"other\"}]}");
            assertThat(inSession(
                                    server,
                                    session,
                                    "{\"id\":5,\"method\":\"tools/call\",\"params\":{\"arguments\":{\"a\":1}}}")
                            .body())
                    .contains("\"text\":\"{\\\"a\\\":1}\"");
            assertThat(send(request(server).header("Mcp-Session-Id", session).GET())
                            .statusCode())
                    .isEqualTo(405);
            assertThat(send(request(server).header("Mcp-Session-Id", session).DELETE())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(inSession(server, session, rpc("6", "ping")).statusCode())
                    .isEqualTo(404);
            assertThat(server.sessionsOpened()).isEqualTo(1);
        }
    }

    @Test
    void legacyServerWhenSessionsAreLostReturns404() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            post(server, initialize("2030-01-01"));
            server.forgetSessions();

            assertThat(inSession(server, "session-1", rpc("1", "ping")).statusCode())
                    .isEqualTo(404);
            HttpResponse<String> again = post(server, initialize("2030-01-01"));
            assertThat(again.headers().firstValue("Mcp-Session-Id")).hasValue("session-2");
            assertThat(again.body()).contains("\"2025-11-25\"");
            assertThat(inSession(server, "session-2", rpc("2", "ping")).statusCode())
                    .isEqualTo(200);
            assertThat(server.sessionsOpened()).isEqualTo(2);
        }
    }

    @Test
    void legacyServerRejectsUnexpectedRequests() throws Exception {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        post(server, initialize("2025-11-25"));

        assertThat(post(server, rpc("1", "ping")).statusCode()).isEqualTo(400);
        assertThat(inSession(server, "session-1", rpc("2", "prompts/list")).statusCode())
                .isEqualTo(599);
        assertThat(inSession(server, "session-1", initialize("2025-11-25")).statusCode())
                .isEqualTo(599);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("no session id")
                .withMessageContaining("prompts/list")
                .withMessageContaining("initialize with a session id");
    }

    @Test
    void legacyServerRejectsDiscoveryWith400() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            assertThat(post(server, rpc("1", "server/discover")).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void legacyServerPrefersScriptedRulesToItsDefaults() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize").reply(Reply.result("{}").withHeader("mcp-session-id", "mine"));
            server.on("ping").reply(Reply.status(500));

            post(server, initialize("2025-11-25"));

            assertThat(inSession(server, "mine", rpc("1", "ping")).statusCode()).isEqualTo(500);
            assertThat(inSession(server, "mine", rpc("2", "ping")).statusCode()).isEqualTo(200);
            assertThat(server.sessionsOpened()).isZero();
        }
    }

    // A21
    @Test
    void legacyServerWithoutSessionsRequiresNoId() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().withoutSessions()) {
            assertThat(post(server, initialize("2025-11-25")).headers().firstValue("Mcp-Session-Id"))
                    .isEmpty();
            assertThat(post(server, rpc("1", "ping")).statusCode()).isEqualTo(200);
        }
    }

    // ports

    // A01
    @Test
    void refusedPortRefusesConnectionsUntilOpened() throws Exception {
        try (RefusedPort port = new RefusedPort()) {
            HttpRequest ping = HttpRequest.newBuilder(URI.create(port.url()))
                    .POST(BodyPublishers.ofString(rpc("1", "ping")))
                    .build();
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> this.client.send(ping, BodyHandlers.ofString()));

            try (ScriptedHttpServer server =
                    port.open(opened -> opened.on("ping").reply(Reply.result("{}")))) {
                assertThat(server.url()).isEqualTo(port.url());
                assertThat(this.client.send(ping, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
            }
            try (ScriptedLegacyServer server = port.openLegacy()) {
                assertThat(post(server, initialize("2025-11-25")).statusCode()).isEqualTo(200);
            }
        }
    }

    // A18
    @Test
    void blackHoleAcceptsConnectionsAndNeverResponds() {
        try (BlackHole hole = new BlackHole()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(hole.url()))
                    .timeout(Duration.ofMillis(200))
                    .build();

            assertThatExceptionOfType(HttpTimeoutException.class)
                    .isThrownBy(() -> this.client.send(request, BodyHandlers.ofString()));
            assertThat(hole.connections()).isEqualTo(1);
        }
    }

    private static String rpc(String id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    private static String initialize(String revision) {
        return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + revision
                + "\"}}";
    }

    private HttpResponse<String> post(ScriptedHttpServer server, String body) throws IOException, InterruptedException {
        return this.client.send(rpcRequest(server, body), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> postAsync(ScriptedHttpServer server, String body) {
        return this.client.sendAsync(rpcRequest(server, body), BodyHandlers.ofString());
    }

    private HttpResponse<String> inSession(ScriptedHttpServer server, String session, String body)
            throws IOException, InterruptedException {
        return send(request(server).header("Mcp-Session-Id", session).POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return this.client.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest rpcRequest(ScriptedHttpServer server, String body) {
        return request(server)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static HttpRequest.Builder request(ScriptedHttpServer server) {
        return HttpRequest.newBuilder(server.uri()).timeout(Duration.ofSeconds(20));
    }

    private static String read(InputStream in, int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
