package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedSseServer;
import io.mcpclient.transport.HttpStatusException;

import static io.mcpclient.internal.http.HttpFixture.HEADERS;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** One address that may belong to either transport; {@link SseFallbackTests} has the table of answers. */
@Timeout(60)
class AutoHttpTransportTests {

    private static HttpFixture fixture(ScriptedHttpServer server) {
        HttpFixture http = new HttpFixture(server.url(), McpHttpTransportType.AUTO, Duration.ofSeconds(2));
        http.open();
        return http;
    }

    private static Throwable failed(CompletableFuture<?> call) {
        Throwable thrown = catchThrowable(() -> call.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(RuntimeException.class);
        return thrown.getCause();
    }

    private static List<String> requests(ScriptedHttpServer server) {
        return server.requests().stream()
                .map(request -> request.method() + " " + request.path())
                .toList();
    }

    // SSE-01, SSE-02: success of the first message decides
    @Test
    void streamableServerIsUsedAsSuch() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            server.on("initialize").reply(Reply.result("{}"));
            server.on("tools/call").reply(Reply.result("{}"));
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);
            assertThat(http.call()).succeedsWithin(SOON);

            assertThat(requests(server)).containsExactly("POST /mcp", "POST /mcp");
        }
    }

    // SSE-01, SSE-02, SSE-05: after the endpoint event everything goes there
    @Test
    void sseServerIsDetectedAndUsedFromThenOn() {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                HttpFixture http = fixture(server)) {
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);
            http.transport
                    .send(new JsonRpcNotification("notifications/initialized", null), HEADERS)
                    .block(SOON);
            assertThat(http.call()).succeedsWithin(SOON);

            String endpoint = "POST " + ScriptedSseServer.endpoint(1);
            assertThat(requests(server)).containsExactly("POST /mcp", "GET /mcp", endpoint, endpoint, endpoint);
            assertThat(server.requests("initialize"))
                    .extracting(RecordedRequest::body)
                    .allMatch(body ->
                            body.equals(server.requests("initialize").get(0).body()));
        }
    }

    // SSE-08: the end of the stream is the end of the connection
    @Test
    void sseServerThatEndsItsStreamIsReported() {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                HttpFixture http = fixture(server)) {
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);

            server.stream().end();

            assertThat(http.closed).succeedsWithin(SOON);
        }
    }

    // the verdict outlives the session: no POST to the stream's address for the next one
    @Test
    void openWhenSseWasDetectedBeginsWithTheStream() {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                HttpFixture http = fixture(server)) {
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);

            http.open();
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);

            assertThat(requests(server))
                    .containsExactly(
                            "POST /mcp",
                            "GET /mcp",
                            "POST " + ScriptedSseServer.endpoint(1),
                            "GET /mcp",
                            "POST " + ScriptedSseServer.endpoint(2));
        }
    }

    // but not the server: a newer one in its place is noticed
    @Test
    void openWhenSseIsNoLongerSupportedResetsTheDetection() {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                HttpFixture http = fixture(server)) {
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);
            server.on("GET").reply(Reply.status(405));
            server.on("initialize").reply(Reply.result("{}"));

            assertThat(catchThrowable(http::open)).isInstanceOf(HttpStatusException.class);
            http.open();
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);

            assertThat(requests(server).subList(3, 5)).containsExactly("GET /mcp", "POST /mcp");
        }
    }

    static Stream<Reply> noEndpoints() {
        return Stream.of(
                Reply.status(404),
                Reply.status(405),
                Reply.status(401),
                Reply.status(500),
                Reply.status(200, "text/html", "<p>"),
                Reply.reset(),
                Reply.sse(": hello"),
                Reply.sse(": hello").thenHang(),
                Reply.neverAnswer(),
                Reply.sse("event: endpoint\ndata: http://evil.invalid/"));
    }

    // SSE-02, SSE-09, fault A16: the first refusal counts, with a word about the second
    @ParameterizedTest
    @MethodSource("noEndpoints")
    void initializeWhenNeitherIsSupportedFailsWithTheFirstRejection(Reply reply) {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            server.on("initialize").reply(Reply.status(404));
            server.on("GET").reply(reply);

            assertThat(failed(http.exchange("initialize")))
                    .isInstanceOfSatisfying(HttpStatusException.class, refusal -> {
                        assertThat(refusal.status()).isEqualTo(404);
                        assertThat(refusal.note()).startsWith("HTTP+SSE failed as well: ");
                        assertThat(refusal.getSuppressed()).hasSize(1);
                    });
            server.awaitOpenConnections(1, SOON);
        }
    }

    // SSE-02, SSE-03: anything else says nothing about the transport
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 503})
    void initializeWhenRejectedForOtherReasonsDoesNotTrySse(int status) {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            server.on("initialize").reply(Reply.status(status));

            assertThat(failed(http.exchange("initialize"))).isInstanceOf(HttpStatusException.class);
            assertThat(requests(server)).containsExactly("POST /mcp");
        }
    }

    // SSE-02: a server of the stateless revisions is no server of HTTP+SSE alone
    @Test
    void initializeWhenRejectedByAModernServerDoesNotTrySse() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            server.on("initialize")
                    .reply(Reply.json(
                            400, "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32022,\"message\":\"no\"}}"));

            assertThat(failed(http.exchange("initialize"))).isInstanceOf(HttpStatusException.class);
            assertThat(requests(server)).containsExactly("POST /mcp");
        }
    }

    // SSE-02: other messages never decide
    @Test
    void rejectedCallDoesNotTrySse() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            server.on("tools/call").reply(Reply.status(404));

            assertThat(failed(http.call())).isInstanceOf(HttpStatusException.class);
            assertThat(requests(server)).containsExactly("POST /mcp");
        }
    }

    @Test
    void initializeWhenServerIsUnavailableReportsIt() {
        try (RefusedPort port = new RefusedPort();
                HttpFixture http = new HttpFixture(port.url(), McpHttpTransportType.AUTO)) {
            http.open();

            assertThat(failed(http.exchange("initialize"))).isInstanceOf(McpConnectionException.class);
        }
    }

    // HTL-23, SSE-08: what is asked for ends the session of the transport in use
    @Test
    void endSessionEndsTheStreamOrDeletesTheSession() {
        try (ScriptedSseServer server = ScriptedHttpServer.sse();
                HttpFixture http = fixture(server)) {
            assertThat(http.exchange("initialize")).succeedsWithin(SOON);
            TransportFeatures.endSession(http.transport, Map.of()).block(SOON);
            server.awaitDisconnect(SOON);
            assertThat(http.closed).isNotDone();
        }
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                HttpFixture http = fixture(server)) {
            TransportFeatures.endSession(http.transport, Map.of()).block(SOON);
            assertThat(server.requests()).isEmpty();

            server.on("DELETE").reply(Reply.status(200));
            TransportFeatures.endSession(http.transport, HEADERS).block(SOON);
        }
    }
}
