package io.mcpclient.support.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

import io.mcpclient.support.net.UntrustedHttpClient.Answer;
import io.mcpclient.support.net.UntrustedHttpClient.Limits;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What is sent, what is taken, and how it ends when it does not go well: SEC-07, SEC-08, AUTH-13; H16, H22, H29. */
@Timeout(60)
class UntrustedHttpClientTests {

    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Limits LIMITS = new Limits(LIMIT, 1024, 3);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest().secrets("s3cret-query", "s3cret-value");

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final UntrustedHttpClient http = client(HostResolver.SYSTEM);

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private UntrustedHttpClient client(HostResolver hosts) {
        McpNetworkPolicy policy = McpNetworkPolicy.of(this.server.uri(), Set.of());
        return new UntrustedHttpClient(
                policy, UntrustedHttpClient.Tls.OF_RUNTIME, Duration.ofSeconds(5), null, hosts, TimeSource.system());
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + this.server.port() + path);
    }

    private Answer get(String path, Limits limits) {
        return get(url(path), limits);
    }

    private Answer get(URI url, Limits limits) {
        Answer answer = this.http.send("GET", url, Map.of(), null, limits).block(LIMIT.multipliedBy(2));
        assertThat(answer).isNotNull();
        return answer;
    }

    private Throwable failure(Mono<Answer> exchange) {
        Throwable failure = catchThrowable(() -> exchange.block(LIMIT.multipliedBy(2)));
        Throwable real = Exceptions.unwrap(failure);
        assertThat(real).isInstanceOf(IOException.class);
        assertThat(real.getMessage()).doesNotContain("s3cret");
        return real;
    }

    private Throwable failureOfGet(String path, Limits limits) {
        return failure(this.http.send("GET", url(path), Map.of("X-Key", "s3cret-value"), null, limits));
    }

    private String host() {
        return "127.0.0.1:" + this.server.port();
    }

    // H16, SEC-08, AUTH-13: nothing of the client, no cookies, and what HTTP itself needs
    @Test
    void getSendsOnlyTheGivenHeaders() {
        this.server
                .on("GET")
                .times(2)
                .reply(Reply.json(200, "{\"a\":1}")
                        .withHeader("Set-Cookie", "node=a; Path=/")
                        .withHeader("X-Twice", "1")
                        .withHeader("x-twice", "2"));

        for (int i = 0; i < 2; i++) {
            Answer answer = this.http
                    .send("GET", url("/.well-known/x?a=b%20c"), Map.of("Accept", "application/json"), null, LIMITS)
                    .block(LIMIT);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}");
            assertThat(answer.headers())
                    .containsEntry("content-type", "application/json")
                    .containsEntry("x-twice", "1");
            assertThat(answer).hasToString("Answer[status=200]");
        }

        for (RecordedRequest request : this.server.requests()) {
            assertThat(request.path()).isEqualTo("/.well-known/x?a=b%20c");
            assertThat(request.headers().keySet())
                    .containsExactlyInAnyOrder("Accept", "accept-encoding", "connection", "host", "user-agent");
            assertThat(request.header("user-agent")).isEqualTo("mcp-client");
            assertThat(request.header("host")).isEqualTo(host());
            assertThat(request.header("accept")).isEqualTo("application/json");
        }
        assertThat(this.server.requests().get(0).connection())
                .isNotEqualTo(this.server.requests().get(1).connection());
        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void postSendsItsBody() {
        this.server.on("POST").reply(Reply.json(400, "{\"error\":\"invalid_grant\"}"));

        Answer answer = this.http
                .send(
                        "POST",
                        url("/token"),
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        "grant_type=x".getBytes(StandardCharsets.US_ASCII),
                        LIMITS)
                .block(LIMIT);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("invalid_grant");
        RecordedRequest request = this.server.requests().get(0);
        assertThat(request.body()).isEqualTo("grant_type=x");
        assertThat(request.headers().keySet())
                .containsExactlyInAnyOrder(
                        "accept",
                        "accept-encoding",
                        "connection",
                        "content-length",
                        "Content-Type",
                        "host",
                        "user-agent");
    }

    @Test
    void postWithoutBodyAndEmptyResponseSucceeds() {
        this.server.on("POST").reply(Reply.status(204));

        Answer answer =
                this.http.send("POST", url("/revoke"), Map.of(), null, LIMITS).block(LIMIT);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(this.server.requests().get(0).body()).isEmpty();
    }

    @Test
    void sendSendsOnceForEachSubscription() {
        this.server.on("GET").times(2).reply(Reply.json(200, "{}"));
        Mono<Answer> exchange = this.http.send("GET", url("/"), Map.of(), null, LIMITS);
        assertThat(this.server.connectionsAccepted()).isZero();

        exchange.block(LIMIT);
        exchange.block(LIMIT);

        assertThat(this.server.requests()).hasSize(2);
    }

    // H22, H29, SEC-07: bodies up to the limit, and not one byte more, whatever the length says
    @Test
    void bodyOfTheMaximumSizeIsAccepted() {
        this.server.on("GET").reply(Reply.json(200, "x".repeat(1024)));

        assertThat(get("/", LIMITS).body()).hasSize(1024);
    }

    static List<Reply> tooLarge() {
        return List.of(
                Reply.json(200, "x".repeat(1025)),
                Reply.endlessBody("application/json"),
                Reply.json(500, "x".repeat(10_000_000)),
                Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n" + "x".repeat(1025)),
                Reply.raw("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1025)));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void bodyThatIsTooLargeIsRejected(Reply reply) {
        this.server.on("GET").reply(reply);

        assertThat(failureOfGet("/?key=s3cret-query", LIMITS))
                .hasMessage("the response from " + host() + " is larger than 1024 bytes");
        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void bodyIsCutAtItsContentLength() {
        this.server.on("GET").reply(Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" + "x".repeat(100_000)));

        assertThat(get("/", LIMITS).body()).hasSize(2);
        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void bodyThatIsShorterThanItsContentLengthIsAnError() {
        this.server.on("GET").reply(Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"));

        assertThat(failureOfGet("/?key=s3cret-query", LIMITS))
                .hasMessage(host() + " closed the connection before its response was complete");
    }

    // H29: a small body that becomes a large one
    @Test
    void compressedBodyIsRejected() {
        this.server.on("GET").reply(Reply.json(200, "x").withHeader("Content-Encoding", "gzip"));

        assertThat(failureOfGet("/", LIMITS))
                .hasMessage(
                        "the response from " + host() + " is compressed (gzip), although no compression was requested");
    }

    @Test
    void responseWithTooLargeHeadersFails() {
        this.server.on("GET").reply(Reply.json(200, "{}").withHeader("X-Large", "x".repeat(40_000)));

        assertThat(failureOfGet("/", LIMITS)).hasMessage("the response headers from " + host() + " are too large");
        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void interimResponseIsNotTheResponse() {
        this.server.on("GET").reply(Reply.raw("""
                HTTP/1.1 103 Early Hints\r
                \r
                HTTP/1.1 200 OK\r
                Content-Length: 2\r
                \r
                {}"""));

        assertThat(get("/", LIMITS).status()).isEqualTo(200);
    }

    @Test
    void statusOutsideTheHttpRangeIsAnError() {
        this.server.on("GET").reply(Reply.raw("HTTP/1.1 42 Odd\r\nContent-Length: 0\r\n\r\n"));

        assertThat(failureOfGet("/", LIMITS))
                .hasMessage("the response from " + host()
                        + " is malformed: HTTP status 42 is outside the range 100 to 599");
    }

    // SEC-07: nothing of what a server said gets into errors
    @Test
    void nonHttpResponseIsAnError() {
        this.server.on("GET").reply(Reply.raw("<planted>\r\nX: planted\r\n\r\nplanted"));

        Throwable failure = failureOfGet("/", LIMITS);

        assertThat(failure)
                .hasMessage("the response from " + host() + " is not valid HTTP")
                .hasNoCause();
        assertThat(failure.getMessage()).doesNotContain("planted");
    }

    // H29: from the first byte to the last, in one limit
    static List<Reply> slow() {
        return List.of(
                Reply.neverAnswer(),
                Reply.streamed(200, "application/json").chunk("{").thenHang(),
                Reply.trickle("application/json", "x".repeat(1000), Duration.ofMillis(100)),
                Reply.raw("HTTP/1.1 200 OK\r\n").thenHang());
    }

    @ParameterizedTest
    @MethodSource("slow")
    void responseThatTakesTooLongTimesOut(Reply reply) {
        this.server.on("GET").reply(reply);

        assertThat(failureOfGet("/?key=s3cret-query", new Limits(Duration.ofMillis(700), 1024, 0)))
                .hasMessage("no complete response from " + host() + " within 700 ms");
        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void cancellingEndsTheRequest() {
        this.server.on("GET").reply(Reply.streamed(200, "text/plain").chunk("x").thenHang());
        Disposable request =
                this.http.send("GET", url("/"), Map.of(), null, LIMITS).subscribe();
        this.server.awaitRequests("GET", 1, LIMIT);

        request.dispose();

        this.server.awaitOpenConnections(0, LIMIT);
    }

    @Test
    void closeFailsInFlightAndLaterRequests() throws Exception {
        this.server.on("GET").reply(Reply.neverAnswer());
        CountDownLatch ended = new CountDownLatch(1);
        this.http
                .send("GET", url("/"), Map.of(), null, LIMITS)
                .doOnError(IOException.class, error -> ended.countDown())
                .onErrorComplete()
                .subscribe();
        this.server.awaitRequests("GET", 1, LIMIT);

        this.http.close();
        this.http.close();

        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
        this.server.awaitOpenConnections(0, LIMIT);
        assertThat(failureOfGet("/", LIMITS)).hasMessage("the client is closed");
    }

    @Test
    void refusedConnectionIsAnError() {
        try (RefusedPort port = new RefusedPort()) {
            URI url = URI.create("http://127.0.0.1:" + port.port() + "/?key=s3cret-query");

            assertThat(failure(this.http.send("GET", url, Map.of(), null, LIMITS)))
                    .hasMessage("connection refused: 127.0.0.1:" + port.port());
        }
    }

    @Test
    void unknownHostIsAnError() {
        UntrustedHttpClient client = client(host -> Mono.error(new UnknownHostException(host)));
        try {
            assertThat(failure(client.send(
                            "GET", URI.create("https://as.example.com/?key=s3cret-query"), Map.of(), null, LIMITS)))
                    .hasMessage("host not found: as.example.com:443");
        } finally {
            client.close();
        }
    }

    // H22: nothing that could begin another header
    @ParameterizedTest
    @CsvSource({"Authorization, 'x\r\nX-Planted: s3cret-value'", "'X\nY', s3cret-value", "'', s3cret-value"})
    void malformedHeaderIsNotSent(String name, String value) {
        assertThat(failure(this.http.send("GET", url("/"), Map.of(name, value), null, LIMITS)))
                .hasMessage("a header of the request to " + host() + " contains illegal characters");
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    @Test
    void resetIsAnError() {
        this.server.on("GET").reply(Reply.reset());

        assertThat(failureOfGet("/", LIMITS)).hasMessageContaining(host());
    }

    /** A resolver with these hosts. */
    static HostResolver knowing(Map<String, String> hosts) {
        return host -> Mono.fromCallable(() -> {
            @Nullable String address = hosts.get(host);
            if (address == null) {
                throw new UnknownHostException(host);
            }
            return List.of(InetAddress.getByName(address));
        });
    }
}
