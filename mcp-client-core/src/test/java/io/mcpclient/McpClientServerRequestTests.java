package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.Root;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What a server asks of us in the middle of a call, and what it gets back, over the wire. */
@Timeout(60)
class McpClientServerRequestTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String ANSWER =
            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    /** Ends the streams that a test leaves open. */
    private final EventFeed feed = new EventFeed();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        // A server whose standalone stream is not needed; the stream of the call is enough.
        this.server.on("GET").optionally().reply(Reply.status(405));
        return this.invariants.build(settings.apply(
                McpClient.builder("weather").url(this.server.url()).timeouts(timeouts -> timeouts.withConnect(SOON)
                        .withRequest(Duration.ofSeconds(20))
                        .withShutdown(Duration.ofSeconds(2)))));
    }

    private static String request(String id, String method, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** Answers our calls with a stream that the test fills. */
    private void streamCalls() {
        this.server.on("POST").optionally().reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.sse().follow(this.feed));
    }

    private static CompletableFuture<CallToolResult> call(McpClient client) {
        return client.reactive().callTool("echo", Map.of()).toFuture();
    }

    private JsonNode answerTo(String id) {
        return this.server.requests("POST").stream()
                .map(RecordedRequest::json)
                .filter(json -> json.path("id").toString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void awaitAnswers(int count) {
        this.server.awaitRequests("POST", count, SOON);
    }

    // HTL-06, ROOT-02: asked on the stream of a call, answered by a POST in its session
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerSendsARequestRespondsByASeparatePost(ProgrammingModel face) {
        this.server.on("POST").reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.sse(request("\"r1\"", "roots/list", "{}"), ANSWER));
        try (McpClient client = client(builder -> builder.roots(context -> List.of(Root.of("file:///work"))))) {
            assertThat(face.callTool(client).text()).isEqualTo("fine");

            awaitAnswers(1);
            RecordedRequest answer = this.server.requests("POST").get(0);
            assertThat(answer.body())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"result\":{\"roots\":[{\"uri\":\"file:///work\"}]}}");
            assertThat(answer.header("Mcp-Session-Id")).isEqualTo("session-1");
            assertThat(answer.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            assertThat(this.server
                            .requests("initialize")
                            .get(0)
                            .json()
                            .at("/params/capabilities")
                            .toString())
                    .isEqualTo("{\"roots\":{\"listChanged\":true}}");
        }
    }

    // ROOT-04: told where they were declared, and not where there are none
    @Test
    void notifyRootsChangedNotifiesTheServerWhereRootsAreDeclared() {
        this.server.on("notifications/roots/list_changed").reply(Reply.accepted());
        try (McpClient withRoots = client(builder -> builder.roots(context -> List.of()));
                McpClient without = client(builder -> builder)) {
            withRoots.session().connect();
            without.session().connect();

            without.session().notifyRootsChanged();
            withRoots.session().notifyRootsChanged();

            assertThat(this.server.requests("notifications/roots/list_changed"))
                    .extracting(request -> request.header("Mcp-Session-Id"))
                    .containsExactly("session-1");
        }
    }

    // ELI-14, PRG-07: progress while the user fills in the form, then the form with its defaults
    @Test
    void elicitationIsFilledWithDefaultsAndReportsProgress() throws Exception {
        streamCalls();
        this.server.on("notifications/progress").reply(Reply.accepted());
        try (McpClient client = client(builder -> builder.elicitation((params, context) -> {
            assertThat(context.serverName()).isEqualTo("weather");
            context.reportProgress(1, 2.0, "shown");
            return ElicitResult.accept(Map.of("name", "Ada"));
        }))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(request(
                    "7",
                    "elicitation/create",
                    "{\"message\":\"who?\",\"_meta\":{\"progressToken\":\"p\"},\"requestedSchema\":{\"type\":\"object\","
                            + "\"properties\":{\"name\":{\"type\":\"string\"},"
                            + "\"age\":{\"type\":\"integer\",\"default\":30}},\"required\":[\"name\"]}}"));
            awaitAnswers(1);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
            assertThat(answerTo("7").path("result").toString())
                    .isEqualTo("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"age\":30}}");
            List<RecordedRequest> all = this.server.requests();
            RecordedRequest progress =
                    this.server.requests("notifications/progress").get(0);
            assertThat(progress.json().at("/params").toString())
                    .isEqualTo("{\"progressToken\":\"p\",\"progress\":1.0,\"total\":2.0,\"message\":\"shown\"}");
            assertThat(all.indexOf(progress))
                    .isLessThan(all.indexOf(this.server.requests("POST").get(0)));
        }
    }

    // ELI-08: the form of a tool that is written with pydantic
    @Test
    void elicitationByAPydanticModelIsFilledIn() throws Exception {
        streamCalls();
        try (McpClient client = client(builder -> builder.elicitation((params, context) -> {
            assertThat(params.requestedSchema().properties().values())
                    .extracting(FormField::kind)
                    .containsExactly(FormField.Kind.SINGLE_SELECT, FormField.Kind.TEXT, FormField.Kind.INTEGER);
            return ElicitResult.accept(Map.of("meal", "soup"));
        }))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(
                    request(
                            "7",
                            "elicitation/create",
                            "{\"message\":\"what?\",\"requestedSchema\":{\"$defs\":{\"Meal\":{\"enum\":[\"soup\",\"cake\"],"
                                    + "\"title\":\"Meal\",\"type\":\"string\"}},\"properties\":{\"meal\":{\"$ref\":\"#/$defs/Meal\"},"
                                    + "\"note\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"title\":\"Note\"},"
                                    + "\"guests\":{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}],\"default\":null,"
                                    + "\"title\":\"Guests\"}},\"required\":[\"meal\",\"note\"],\"title\":\"Order\",\"type\":\"object\"}}"));
            awaitAnswers(1);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
            assertThat(answerTo("7").path("result").toString())
                    .isEqualTo("{\"action\":\"accept\",\"content\":{\"meal\":\"soup\",\"note\":null}}");
        }
    }

    // G05, B19, B20: 200 requests for a handler that is stuck, and a ping behind them
    @Test
    @Timed
    void floodOfServerRequestsDoesNotDelayPings() throws Exception {
        streamCalls();
        CountDownLatch stuck = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        try (McpClient client = client(builder -> builder.limits(limits -> limits.withMaxInboundRequests(4))
                .roots(context -> {
                    running.incrementAndGet();
                    stuck.await();
                    return List.of();
                }))) {
            CompletableFuture<CallToolResult> call = call(client);
            IntStream.range(0, 200).forEach(id -> this.feed.send(request(String.valueOf(id), "roots/list", "{}")));
            this.feed.send(request("\"first\"", "ping", "{}"));
            // 132 refusals, since 4 are handled and 64 wait, and the ping
            awaitAnswers(133);
            assertThat(answerTo("\"first\"").path("result").toString()).isEqualTo("{}");
            long asked = System.nanoTime();
            this.feed.send(request("\"second\"", "ping", "{}"));
            RecordedRequest pong = this.server.awaitRequests("POST", 134, SOON).get(133);

            assertThat(pong.rpcId()).isEqualTo("\"second\"");
            assertThat(Duration.ofNanos(pong.arrivalNanos() - asked)).isLessThan(Duration.ofSeconds(5));
            assertThat(answerTo("199").at("/error/message").stringValue()).isEqualTo("Too many requests");
            assertThat(running).hasValue(4);
            assertThat(client.reactive().ping().toFuture()).succeedsWithin(SOON);

            stuck.countDown();
            awaitAnswers(202);
            this.feed.send(ANSWER).end();
            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
        }
    }

    // CAN-09, F31, B15: the server takes its request back; ids are compared with their type
    @Test
    void cancellationByTheServerInterruptsTheHandler() throws Exception {
        streamCalls();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        McpRequestHandler handler = (params, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.countDown();
                throw ex;
            }
            return Map.of();
        };
        try (McpClient client = client(builder ->
                builder.requestHandler("x/wait", handler).requestHandler("x/echo", (params, context) -> Map.of()))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(request("1", "x/wait", "{}"));
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            this.feed.send(cancelled("\"1\"")).send(cancelled("99")).send(request("2", "x/echo", "{}"));
            awaitAnswers(1);
            assertThat(interrupted.getCount()).isEqualTo(1);

            this.feed.send(cancelled("1"));
            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            this.feed.send(request("3", "x/echo", "{}"));
            awaitAnswers(2);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
            assertThat(this.server.requests("POST"))
                    .extracting(RecordedRequest::rpcId)
                    .containsExactly("2", "3");
        }
    }

    // B19: calls that hold all connections wait for the server, and the server for us
    @Test
    void serverRequestsAreAnsweredWhenCallsUseAllConnections() throws Exception {
        streamCalls();
        try (McpClient client = client(builder ->
                builder.limits(limits -> limits.withMaxConcurrentRequests(1)).roots(context -> List.of()))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(request("1", "ping", "{}")).send(request("2", "roots/list", "{}"));
            awaitAnswers(2);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
        }
    }

    private static String cancelled(String id) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                + "}}";
    }

    // the session ends: its handlers are cancelled
    @Test
    void closeInterruptsHandlers() throws Exception {
        streamCalls();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient client = client(builder -> builder.roots(context -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.countDown();
                throw ex;
            }
            return List.of();
        }))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(request("1", "roots/list", "{}"));
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

            client.close();

            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(call).failsWithin(SOON);
            assertThat(this.server.requests("POST")).isEmpty();
        }
        this.feed.end();
    }

    // B20, B15: the error text of a handler is not sent to the server
    @Test
    void errorTextOfAHandlerIsNotSentToTheServer() throws Exception {
        streamCalls();
        try (CapturedLog log = CapturedLog.of("reactor.core").open();
                McpClient client = client(builder -> builder.requestHandler("x/throw", (params, context) -> {
                            throw new IllegalStateException("password=s3cret");
                        })
                        .reactiveRequestHandler(
                                "x/error", (params, context) -> Mono.error(new DiskFullException("password=s3cret")))
                        .requestHandler("x/odd", (params, context) -> "s3cret")
                        .elicitation((params, context) -> ElicitResult.accept(Map.of("f", "s3cret"))))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed
                    .send(request("1", "x/throw", "{}"))
                    .send(request("2", "x/error", "{}"))
                    .send(request("3", "x/odd", "{}"))
                    .send(request("4", "x/none", "{}"))
                    .send(request("5", "sampling/createMessage", "{\"maxTokens\":1,\"messages\":[]}"))
                    .send(request(
                            "6",
                            "elicitation/create",
                            "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\","
                                    + "\"properties\":{\"f\":{\"type\":\"integer\"}}}}"));
            awaitAnswers(6);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
            for (String id : List.of("1", "2", "3", "6")) {
                assertThat(answerTo(id).path("error").toString())
                        .isEqualTo("{\"code\":-32603,\"message\":\"Internal error\"}");
            }
            for (String id : List.of("4", "5")) {
                assertThat(answerTo(id).path("error").toString())
                        .isEqualTo("{\"code\":-32601,\"message\":\"Method not found\"}");
            }
            assertThat(this.server.requests())
                    .noneMatch(request -> request.body().contains("s3cret"));
            assertThat(log.events()).isEmpty();
        }
    }

    private static final class DiskFullException extends RuntimeException {

        DiskFullException(String message) {
            super(message);
        }
    }

    // TMO-08, TMO-04: a person takes longer than a call may, but not longer than the longest time
    @Test
    @Timed
    void callToolWhenServerWaitsForTheClientDoesNotTimeOut() {
        CountDownLatch person = new CountDownLatch(1);
        streamCalls();
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        try (McpClient client = client(builder -> builder.roots(context -> {
            person.await();
            return List.of();
        }))) {
            client.session().connect();
            this.feed.send(request("1", "roots/list", "{}"));
            McpCallOptions options =
                    McpCallOptions.timeout(Duration.ofSeconds(1)).withMaxTimeout(Duration.ofSeconds(3));
            long begun = System.nanoTime();

            assertThatExceptionOfType(McpTimeoutException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of(), options));

            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(2500), Duration.ofSeconds(10));
            person.countDown();
        }
        this.feed.end();
    }

    // F21: a capability that was not declared is not served, whatever the revision says of it
    @Test
    void elicitationOfAnUndeclaredModeIsRejected() throws Exception {
        streamCalls();
        try (McpClient client = client(builder -> builder.elicitation((params, context) -> ElicitResult.decline()))) {
            CompletableFuture<CallToolResult> call = call(client);
            this.feed.send(request(
                    "1",
                    "elicitation/create",
                    "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e\",\"url\":\"https://example.com/\"}"));
            awaitAnswers(1);
            this.feed.send(ANSWER).end();

            assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
            assertThat(answerTo("1").at("/error/code").intValue()).isEqualTo(-32602);
        }
    }
}
