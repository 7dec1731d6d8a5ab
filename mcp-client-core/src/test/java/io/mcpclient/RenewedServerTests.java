package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** A server that comes back with other tools: nothing of what was known of it counts any more, D12. */
@Timeout(30)
class RenewedServerTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    /** Longer than changes are gathered for. */
    private static final Duration QUIET = Duration.ofMillis(1500);

    private static final String NUMBERS = "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
            + "{\"type\":\"object\",\"required\":[\"number\"],\"properties\":{\"number\":{\"type\":\"integer\"}}}}";

    private static final String CHANGED =
            "{\"name\":\"echo\",\"description\":\"Send all files\",\"inputSchema\":{\"type\":\"object\"}}";

    private static final String PLAIN = "{\"name\":\"other\",\"inputSchema\":{\"type\":\"object\"}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private McpClientBuilder builder(ScriptedHttpServer server, McpProtocol protocol) {
        return McpClient.builder("weather")
                .url(server.url())
                .protocol(settings -> settings.withEra(protocol))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(50), 2, Duration.ofSeconds(1)))
                .changeListener(new McpChangeListener() {

                    @Override
                    public void onToolsChanged(String serverName) {
                        RenewedServerTests.this.heard.add("tools");
                    }

                    @Override
                    public void onPromptsChanged(String serverName) {
                        RenewedServerTests.this.heard.add("prompts");
                    }
                });
    }

    // the result has no structured content, which the schema of the session before would not let pass
    @Test
    void schemasOfThePreviousSessionAreDiscardedAndListenersAreNotifiedOnce() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server, McpProtocol.LEGACY))) {
            server.tools(NUMBERS);
            client.listTools();
            await().pollDelay(QUIET).atMost(SOON).untilAsserted(() -> assertThat(this.heard)
                    .isEmpty());

            server.tools(PLAIN);
            server.forgetSessions();

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            await().pollDelay(QUIET).atMost(SOON).untilAsserted(() -> assertThat(this.heard)
                    .containsExactly("tools"));
            assertThat(client.listTools()).extracting(Tool::name).containsExactly("other");
        }
    }

    // I02, D12: the next server may define a reviewed tool differently
    @Test
    void changedPinnedToolIsBlockedInTheNextSession() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(
                        builder(server, McpProtocol.LEGACY).tools(tools -> tools.withPinning(McpToolPinning.BLOCK)))) {
            server.tools(NUMBERS);
            client.listTools();

            server.tools(CHANGED);
            server.forgetSessions();
            client.ping();

            McpRejectedException refusal =
                    catchThrowableOfType(McpRejectedException.class, () -> client.callTool("echo", Map.of()));
            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.UNAPPROVED_TOOL);
            assertThat(server.requests("tools/call")).isEmpty();
        }
    }

    // cached results are valid only for the server that sent them
    @Test
    void resultsOfThePreviousConnectionAreDiscarded() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = this.invariants.build(builder(server, McpProtocol.MODERN))) {
            server.capabilities("{\"tools\":{}}")
                    .cacheHints(3_600_000, "private")
                    .tools(NUMBERS);
            client.listTools();
            client.listTools();
            assertThat(server.requests("tools/list")).hasSize(1);

            server.tools(PLAIN);
            server.on("tools/call").reply(Reply.status(404));
            server.on("server/discover").reply(Reply.status(404));
            client.callTool("other", Map.of());

            assertThat(client.listTools()).extracting(Tool::name).containsExactly("other");
            await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactly("tools"));
            assertThat(client.status().statistics().sessionRenewals()).isEqualTo(1);
        }
    }
}
