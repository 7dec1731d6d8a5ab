package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Notifications from a server of the stateless revision on a shared channel. */
@Timeout(60)
class McpClientStdioSubscriptionTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private static final String UPDATED = "notifications/resources/updated";

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private final McpChangeListener listener = new McpChangeListener() {

        @Override
        public void onToolsChanged(String serverName) {
            McpClientStdioSubscriptionTests.this.heard.add("tools");
        }

        @Override
        public void onResourceUpdated(String serverName, String uri) {
            McpClientStdioSubscriptionTests.this.heard.add(uri);
        }
    };

    private @Nullable McpClient open;

    private McpClient client(String... modes) {
        String[] all = new String[modes.length + 1];
        all[0] = "modern";
        System.arraycopy(modes, 0, all, 1, modes.length);
        List<String> command = StdioServer.command(all);
        McpClient client = McpClient.builder("weather")
                .command(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                .timeouts(timeouts -> timeouts.withChangeDebounce(Duration.ofMillis(20)))
                .changeListener(this.listener)
                .build();
        this.open = client;
        return client;
    }

    @AfterEach
    void close() {
        if (this.open != null) {
            this.open.close();
        }
    }

    private static Map<?, ?> ask(McpClient client, String method, Map<String, ?> params) {
        return client.raw().request(method, params, Map.class, McpCallOptions.defaults());
    }

    private static void awaitListening(McpClient client, int streams) {
        await().atMost(SOON).untilAsserted(() -> assertThat(
                        ask(client, "test/listening", Map.of()).get("streams"))
                .isEqualTo(streams));
    }

    private void awaitReceived(String... changes) {
        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactlyInAnyOrder(changes));
    }

    // STD-11, SUB-06
    @Test
    void notificationsOfTheSubscriptionAreReceived() {
        McpClient client = client();
        client.session().connect();
        awaitListening(client, 1);
        client.resources().subscribe("test://one");
        awaitListening(client, 1); // the one before was cancelled by a message (SUB-09, SUB-14, CAN-03)

        ask(client, "test/notify", Map.of("name", TOOLS_CHANGED));
        ask(client, "test/notify", Map.of("name", UPDATED, "uri", "test://one/below"));
        ask(client, "test/notify", Map.of("name", UPDATED, "uri", "test://two"));
        ask(client, "test/notify", Map.of("name", "notifications/progress"));

        awaitReceived("tools", "test://one/below");
        assertThat(client.status().ignoredMessages(Reason.NOT_NEGOTIATED)).isEqualTo(1);
        assertThat(client.status().ignoredMessages(Reason.UNUSED_NOTIFICATION)).isEqualTo(1);

        client.resources().unsubscribe("test://one");
        client.listeners().removeChangeListener(this.listener);
        awaitListening(client, 0);
    }

    // SUB-10, SUB-11: answer or cancellation, either way it is over, and opened again
    @ParameterizedTest
    @ValueSource(strings = {"test/end", "test/cancel"})
    void subscriptionThatEndsIsReopened(String ending) {
        McpClient client = client();
        client.resources().subscribe("test://one");
        awaitListening(client, 1);

        ask(client, ending, Map.of());

        awaitListening(client, 1);
        awaitReceived("tools", "test://one"); // SUB-13
        assertThat(client.status().totalIgnoredMessages()).isZero();
    }

    // STD-17, SUB-12: a new process has no subscriptions of the old one
    @Test
    void processRestartReopensTheSubscriptionAndReportsTheGap() {
        McpClient client = client();
        client.session().start();
        client.resources().subscribe("test://one");
        awaitListening(client, 1);
        Object pid = client.callTool("pid", Map.of()).text();

        assertThat(catchThrowable(() -> ask(client, "test/break", Map.of()))).isNotNull();

        awaitReceived("tools", "test://one");
        awaitListening(client, 1);
        assertThat(client.callTool("pid", Map.of()).text()).isNotEqualTo(pid);
    }

    // faults C17, C18, F31, CAN-10, RPC-16: what belongs to nothing is counted, and everything goes on
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "UNKNOWN_ID | {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\","
                        + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":4711}}}",
                "UNKNOWN_ID | {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
                "UNKNOWN_ID | {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\","
                        + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"a\"},\"notifications\":{}}}",
                "UNKNOWN_ID | {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":4711}}",
                "UNKNOWN_ID | {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
                "SERVER_REQUEST | {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{}}"
            })
    void unrelatedMessageIsIgnoredAndCounted(Reason reason, String message) {
        McpClient client = client("say-on=test/stray=" + message, "ask-on-call=" + message);
        client.session().connect();
        awaitListening(client, 1);

        Throwable unknown = catchThrowable(() -> ask(client, "test/stray", Map.of()));

        assertThat(unknown).isNull();
        assertThat(client.status().ignoredMessages(reason)).isGreaterThanOrEqualTo(1);
        awaitListening(client, 1);
        assertThat(this.heard).isEmpty();
    }
}
