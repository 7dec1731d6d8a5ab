package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import tools.jackson.databind.JsonNode;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Rules that hold for whatever a client sends, and what it keeps to itself. */
@Timeout(60)
class McpClientWireTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

    private static final String ANSWER = "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + RESULT + "}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(this.server.url())
                        .timeouts(timeouts ->
                                timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2))))
                .build();
    }

    private void opens(String revision, String session) {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .withHeader(SESSION_HEADER, session));
    }

    private static String request(String id, String method, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static void callOften(McpClient client, int times) {
        List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, times)
                .mapToObj(
                        i -> client.reactive().callTool("echo", Map.of("n", i)).toFuture())
                .toList();
        assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
    }

    // RPC-13, RPC-14, LIFE-07: one object each, many at once or not; META-05, HTL-28: nothing of the stateless revision
    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void everyMessageIsASingleObjectInTheFormatOfItsRevision(String revision) {
        opens(revision, "s1");
        this.server.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                + "{\"n\":{\"type\":\"number\",\"x-mcp-header\":\"not a token\"}}}}");
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        this.server.on("notifications/mine").reply(Reply.accepted());
        try (McpClient client = client(builder -> builder)) {
            assertThat(client.listTools()).extracting(Tool::name).containsExactly("echo");
            callOften(client, 8);
            client.ping();
            client.raw().notify("notifications/mine", null);
            this.server.on("tools/call").reply(Reply.neverAnswer());
            Disposable call = client.reactive().callTool("echo", Map.of()).subscribe();
            this.server.awaitRequests("tools/call", 9, SOON);
            call.dispose();
            this.server.awaitRequests("notifications/cancelled", 1, SOON);
        }

        List<RecordedRequest> posts = this.server.requests().stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
        assertThat(posts).hasSize(2 + 1 + 9 + 1 + 2);
        assertThat(posts).allSatisfy(post -> {
            assertThat(post.json().isObject()).isTrue();
            assertThat(post.rpcMethod()).isNotNull();
            assertThat(post.body()).doesNotContain("io.modelcontextprotocol/");
            assertThat(post.headers().keySet().stream().map(name -> name.toLowerCase(Locale.ROOT)))
                    .noneMatch(name -> name.startsWith("mcp-method")
                            || name.startsWith("mcp-name")
                            || name.startsWith("mcp-param"));
        });
    }

    // HDR-05: names of headers in any case, values as they are
    @Test
    void sessionIdHeaderIsReadInAnyCaseAndSentBackUnchanged() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .withHeader("mCP-sESSION-iD", "aBc-XyZ"));
        try (McpClient client = client(builder -> builder)) {
            client.callTool("echo", Map.of());
        }

        assertThat(this.server.requests().subList(1, 4))
                .extracting(request -> request.header(SESSION_HEADER))
                .containsOnly("aBc-XyZ");
    }

    static Stream<Reply> failures(String session) {
        String words = "No such session: " + session;
        return Stream.of(
                Reply.status(404, "text/plain", words),
                Reply.json(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"" + words + "\"}}"),
                Reply.status(500),
                Reply.reset(),
                Reply.sse("data: {no json"),
                Reply.status(302));
    }

    // HTL-20: not in logs, addresses or errors, whatever happens to the session
    @Test
    void sessionIdAppearsOnlyInItsHeader() {
        String secret = "5e551on-5ecret";
        this.server.on("initialize").optionally().reply(request -> Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                .withHeader(SESSION_HEADER, secret));
        this.server.on("DELETE").optionally().reply(Reply.status(500));
        failures(secret).forEach(failure -> this.server.on("tools/call").reply(failure));
        StringBuilder told = new StringBuilder();
        CapturedLog log = CapturedLog.of("io.mcpclient").at(Level.TRACE).open();
        try (log;
                McpClient client = client(builder -> builder)) {
            failures(secret)
                    .skip(1)
                    .forEach(
                            any -> { // the first two come to one call, which is repeated
                                McpException failure = ProgrammingModel.BLOCKING.failedCall(client);
                                for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                                    told.append(cause).append('\n');
                                }
                                told.append(client.status()).append('\n');
                            });
            client.callTool("echo", Map.of());
            told.append(client);
        }
        log.messages().forEach(line -> told.append(line).append('\n'));

        assertThat(told.toString()).contains("weather").doesNotContain(secret);
        assertThat(this.server.requests())
                .noneMatch(request ->
                        request.path().contains(secret) || request.body().contains(secret));
        assertThat(this.server.requests("tools/call"))
                .allMatch(request -> secret.equals(request.header(SESSION_HEADER)));
    }

    // LIFE-13, HTL-20: what is of one server stays with its client
    @Test
    void clientsDoNotShareSessionsOrListeners() {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        opens("2025-11-25", "of-one");
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/mood\",\"params\":{}}", ANSWER));
        try (ScriptedLegacyServer other = ScriptedHttpServer.legacy();
                McpClient one = client(builder -> builder.http(http -> http.withHeader("X-Key", "one")));
                McpClient two = McpClient.builder("other")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(other.url())
                        .http(http -> http.withHeader("X-Key", "two"))
                        .build()) {
            two.raw().onNotification("notifications/mood", (method, params) -> heard.add("two"));
            one.raw().onNotification("notifications/mood", (method, params) -> heard.add("one"));
            two.callTool("echo", Map.of());
            one.callTool("echo", Map.of());
            two.callTool("echo", Map.of());

            await().atMost(SOON).untilAsserted(() -> assertThat(heard).containsExactly("one"));
            assertThat(keys(this.server)).containsExactly("one");
            assertThat(keys(other)).containsExactly("two");
            assertThat(sessions(this.server)).containsExactly("of-one");
            assertThat(sessions(other)).containsExactly("session-1");
        }
    }

    private static Set<String> keys(ScriptedHttpServer server) {
        return values(server, "X-Key");
    }

    private static Set<String> sessions(ScriptedHttpServer server) {
        return values(server, SESSION_HEADER);
    }

    private static Set<String> values(ScriptedHttpServer server, String header) {
        return server.requests().stream()
                .map(request -> String.valueOf(request.header(header)))
                .filter(value -> !value.equals("null"))
                .collect(Collectors.toSet());
    }

    // META-09: unexpected values of reserved keys are passed on
    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "[{}]", "\"x\"", "{\"taskId\":{}}"})
    void reservedMetaKeysWithUnexpectedValuesAreTolerated(String value) {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/related-task\":" + value
                + ",\"io.modelcontextprotocol/serverInfo\":" + value + ",\"traceparent\":" + value + "}";
        this.server.on("POST").reply(Reply.accepted());
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        request("\"r1\"", "ping", "{" + meta + "}"),
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{" + meta
                                + "}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]," + meta + "}}"));
        try (McpClient client = client(builder -> builder)) {
            CallToolResult result = client.callTool("echo", Map.of());

            assertThat(result.meta()).containsKeys("io.modelcontextprotocol/related-task", "traceparent");
            assertThat(this.server
                            .awaitRequests("POST", 1, SOON)
                            .get(0)
                            .json()
                            .path("result")
                            .isObject())
                    .isTrue();
        }
    }

    // RPC-28: one short sentence, and nothing of what went wrong here
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no/such                | {}",
                "sampling/createMessage | {}",
                "roots/list             | {}",
                "elicitation/create     | {\"mode\":\"voice\"}",
                "elicitation/create     | {\"message\":7}",
                "elicitation/create     | {\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}}",
                "elicitation/create     | {\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}"
            })
    void errorMessagesSentToTheServerAreOneShortSentence(String method, String params) {
        this.server.on("POST").reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.sse(request("1", method, params), ANSWER));
        try (McpClient client = client(builder -> builder.elicitation((form, context) -> {
                    throw new IllegalStateException("no\nuser.\tGo away. " + "x".repeat(1000));
                })
                .roots(context -> {
                    throw new IllegalStateException("/srv/ada is gone");
                }))) {
            client.callTool("echo", Map.of());

            JsonNode error =
                    this.server.awaitRequests("POST", 1, SOON).get(0).json().path("error");
            assertThat(error.path("code").isInt()).isTrue();
            assertThat(error.path("message").asString())
                    .hasSizeBetween(5, 80)
                    .doesNotContain("\n", ". ", "user", "ada");
        }
    }

    // ELI-31: whatever the user does at an address, the credentials of the client stay the same
    @Test
    void urlElicitationDoesNotChangeTheCredentials() {
        this.server.on("POST").reply(Reply.accepted());
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        request(
                                "1",
                                "elicitation/create",
                                "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e1\","
                                        + "\"url\":\"https://example.com/login?token=other\"}"),
                        ANSWER));
        try (McpClient client = client(builder -> builder.http(http -> http.withHeader("Authorization", "Bearer t0p"))
                .urlElicitation((params, context) -> ElicitResult.accept(Map.of("token", "other"))))) {
            client.callTool("echo", Map.of());
            this.server.awaitRequests("POST", 1, SOON);
            client.callTool("echo", Map.of());
        }

        assertThat(this.server.requests("POST").get(0).json().path("result").toString())
                .isEqualTo("{\"action\":\"accept\"}");
        assertThat(this.server.requests()).hasSizeGreaterThan(5).allMatch(request -> "Bearer t0p"
                .equals(request.header("Authorization")));
    }
}
