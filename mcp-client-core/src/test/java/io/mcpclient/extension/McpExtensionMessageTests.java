package io.mcpclient.extension;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ListenStream;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Notifications and requests of a server for an extension, over HTTP, in both eras. */
@Timeout(60)
class McpExtensionMessageTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String DONE =
            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"resultType\":\"complete\"}}";

    private static final String NOTIFICATION = "notifications/probe";

    private static final String REQUEST = "probe/ask";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedModernServer modern = ScriptedHttpServer.modern();

    private final ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.modern.close();
        this.legacy.close();
    }

    private McpClient client(ScriptedHttpServer server) {
        String extensions = "\"extensions\":{\"" + ProbeExtension.ID + "\":{}}";
        this.modern.capabilities("{\"tools\":{\"listChanged\":true}," + extensions + "}");
        this.legacy
                .on("initialize")
                .optionally()
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{" + extensions
                        + "},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}"));
        return this.invariants.build(McpClient.builder("weather")
                .url(server.url())
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .extension(new ProbeExtension(Map.of())));
    }

    private static ProbeExtension.Api api(McpClient client) {
        return client.extension(ProbeExtension.Api.class);
    }

    private static List<Object> notifications(McpClient client) {
        return api(client).reactive().notifications();
    }

    private static String message(String members) {
        return "data: {\"jsonrpc\":\"2.0\"," + members + "}";
    }

    private static String notification(String params) {
        return message("\"method\":\"" + NOTIFICATION + "\"" + params);
    }

    private JsonNode answerTo(String id) {
        this.legacy.awaitRequests("POST", 1, SOON);
        return this.legacy.requests("POST").stream()
                .map(RecordedRequest::json)
                .filter(json -> json.path("id").toString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    // EXT-09
    @Test
    void notificationOfAServerReachesTheExtensionInTheHandshakeEra() {
        this.legacy
                .on(ProbeExtension.READ)
                .reply(Reply.sse(notification(",\"params\":{\"n\":1}"), notification(""), DONE));
        try (McpClient client = client(this.legacy)) {
            api(client).call(ProbeExtension.READ);

            await().atMost(SOON).until(() -> notifications(client).size() == 2);
            assertThat(notifications(client)).containsExactly(Map.of("n", 1), Map.of());
        }
    }

    // EXT-03: what no extension and no listener handles is counted, and the call goes on
    @Test
    void unknownNotificationOfAServerIsCounted() {
        this.legacy
                .on(ProbeExtension.READ)
                .reply(Reply.sse(message("\"method\":\"notifications/probe/other\",\"params\":{}"), DONE));
        try (McpClient client = client(this.legacy)) {
            api(client).call(ProbeExtension.READ);

            assertThat(client.status().ignoredMessages(Reason.UNUSED_NOTIFICATION))
                    .isEqualTo(1);
            assertThat(notifications(client)).isEmpty();
        }
    }

    // EXT-09: a listener never gets anything but an object
    @ParameterizedTest
    @ValueSource(strings = {"[1]", "\"text\"", "1"})
    void messageWhoseParametersAreNoObjectIsCountedAndNotDelivered(String params) {
        this.legacy
                .on(ProbeExtension.READ)
                .reply(Reply.sse(
                        notification(",\"params\":" + params),
                        message("\"id\":7,\"method\":\"" + REQUEST + "\",\"params\":" + params),
                        notification(",\"params\":{\"last\":true}"),
                        DONE));
        try (McpClient client = client(this.legacy)) {
            api(client).call(ProbeExtension.READ);

            await().atMost(SOON).until(() -> !notifications(client).isEmpty());
            assertThat(notifications(client)).containsExactly(Map.of("last", true));
            assertThat(client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(2);
        }
        assertThat(this.legacy.requests("POST")).isEmpty();
    }

    // EXT-01
    @Test
    void requestOfAServerIsHandledByTheExtensionInTheHandshakeEra() {
        this.legacy.on("POST").reply(Reply.accepted());
        this.legacy
                .on(ProbeExtension.READ)
                .reply(Reply.sse(message("\"id\":\"q1\",\"method\":\"" + REQUEST + "\",\"params\":{\"a\":1}"), DONE));
        try (McpClient client = client(this.legacy)) {
            api(client).call(ProbeExtension.READ);

            assertThat(answerTo("\"q1\"").path("result").toString()).isEqualTo("{\"told\":true}");
        }
    }

    // EXT-03
    @ParameterizedTest
    @CsvSource({"probe/other", "probe/read", "io.modelcontextprotocol/unknown"})
    void requestThatNoExtensionHandlesIsAnsweredWithMethodNotFound(String method) {
        this.legacy.on("POST").reply(Reply.accepted());
        this.legacy
                .on(ProbeExtension.READ)
                .reply(Reply.sse(message("\"id\":1,\"method\":\"" + method + "\",\"params\":{}"), DONE));
        try (McpClient client = client(this.legacy)) {
            api(client).call(ProbeExtension.READ);

            assertThat(answerTo("1").at("/error/code").asInt()).isEqualTo(-32601);
        }
    }

    // EXT-09: the revision has no requests of servers, and its calls carry progress and log messages alone
    @Test
    void messagesInAResponseOfTheStatelessEraAreCountedAndHaveNoEffect() {
        this.modern
                .on(ProbeExtension.READ)
                .reply(Reply.sse(
                        notification(",\"params\":{\"n\":1}"),
                        message("\"id\":1,\"method\":\"" + REQUEST + "\",\"params\":{}"),
                        message("\"id\":2,\"method\":\"probe/other\",\"params\":{}"),
                        DONE));
        try (McpClient client = client(this.modern)) {
            assertThat((Map<?, ?>) api(client).call(ProbeExtension.READ)).isEqualTo(Map.of("resultType", "complete"));

            assertThat(client.status().ignoredMessages(Reason.SERVER_REQUEST)).isEqualTo(2);
            assertThat(client.status().ignoredMessages(Reason.NOT_NEGOTIATED)).isEqualTo(1);
            assertThat(notifications(client)).isEmpty();
        }
        assertThat(this.modern.requests("POST")).isEmpty();
    }

    // EXT-09: the same on the stream of a subscription, which extends to lists and resources alone
    @Test
    void messagesInASubscriptionOfTheStatelessEraAreCountedAndHaveNoEffect() {
        try (McpClient client = client(this.modern)) {
            client.session().connect();
            client.listeners().addChangeListener(new McpChangeListener() {});
            ListenStream stream = this.modern.awaitStreams(1, SOON).get(0);
            stream.notify(NOTIFICATION, "{\"n\":1}");
            stream.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + REQUEST + "\",\"params\":{}}");

            await().atMost(SOON).until(() -> client.status().ignoredMessages(Reason.SERVER_REQUEST) == 1);
            assertThat(client.status().ignoredMessages(Reason.NOT_NEGOTIATED)).isEqualTo(1);
            assertThat(notifications(client)).isEmpty();
        }
        assertThat(this.modern.requests("POST")).isEmpty();
    }

    // EXT-09: results of extensions cannot ask for input, and no call can ask for that of an extension
    @ParameterizedTest
    @ValueSource(strings = {"tools/call", ProbeExtension.READ})
    void inputRequestWithAMethodOfAnExtensionFailsTheCall(String method) {
        this.modern
                .on(method)
                .reply(Reply.result("{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\""
                        + REQUEST + "\",\"params\":{}}}}"));
        try (McpClient client = client(this.modern)) {
            McpProtocolException failure = catchThrowableOfType(McpProtocolException.class, () -> {
                if (method.equals(ProbeExtension.READ)) {
                    api(client).call(method);
                } else {
                    client.callTool("echo", Map.of());
                }
            });

            assertThat(failure.outcome()).isEqualTo(McpOutcome.ANSWERED);
            assertThat(failure).hasMessageContaining("\"weather\"");
        }
        assertThat(this.modern.requests(method)).hasSize(1);
    }
}
