package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpSessionException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ListenStream;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.StallingProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Streams that stop delivering without an error: B17. */
@Timeout(60)
class HalfOpenStreamTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    /** Between two comments of the server: short, and far below the shortest silence that is noticed. */
    private static final Duration BEAT = Duration.ofMillis(200);

    /** Number of bytes sent by a server that keeps the stream open; the head is shorter than half of it. */
    private static final int HEARD_BYTES = 400;

    private static final String COMMENT = ": still here, as you can hear from this comment that is long enough\n\n";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private McpClientBuilder builder(StallingProxy proxy, McpProtocol protocol) {
        return McpClient.builder("weather")
                .url(proxy.uri())
                .protocol(settings -> settings.withEra(protocol))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(5)))
                .changeListener(new McpChangeListener() {

                    @Override
                    public void onToolsChanged(String serverName) {
                        HalfOpenStreamTests.this.heard.add("tools");
                    }
                });
    }

    private ScriptedLegacyServer legacy(int streams) {
        ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
        server.on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":"
                                + "{\"listChanged\":true}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-1"));
        server.on("GET").times(streams).reply(beating());
        server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        return server;
    }

    private static Reply beating() {
        Reply.Streamed stream = Reply.sse(": hello");
        for (int i = 0; i < 200; i++) {
            stream = stream.pause(BEAT).chunk(COMMENT);
        }
        return stream.thenHang();
    }

    // the server answers a ping, so it is there, and only the stream is not
    @Test
    void aStreamThatIsBrokenSilentlyIsReopened() {
        try (ScriptedLegacyServer server = legacy(2);
                StallingProxy proxy = new StallingProxy(server.port());
                McpClient client = this.invariants.build(builder(proxy, McpProtocol.LEGACY))) {
            client.session().connect();
            await().atMost(SOON).until(() -> proxy.answered("GET /mcp") > HEARD_BYTES);
            assertThat(server.requests("ping")).isEmpty();

            proxy.stall("GET /mcp");

            server.awaitRequests("ping", 1, SOON);
            server.awaitRequests("GET", 2, SOON);
            await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).contains("tools"));
            assertThat(client.status().isConnected()).isTrue();
            assertThat(client.status().statistics().connects()).isEqualTo(1);
        }
    }

    // fault A17: a server that was restarted refuses the stream that it had opened; whether it has the session, a
    // ping tells
    @Test
    void aStreamThatIsRejectedAfterAServerRestartCountsAsALostSession() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                StallingProxy proxy = new StallingProxy(server.port());
                McpClient client = this.invariants.build(builder(proxy, McpProtocol.LEGACY))) {
            server.on("initialize")
                    .reply(Reply.result(
                                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":"
                                            + "{\"listChanged\":true}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                            .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-1"));
            server.on("GET").reply(Reply.sse(": hello").thenReset());
            client.session().connect();
            server.awaitRequests("GET", 1, SOON);

            server.forgetSessions();

            await().atMost(SOON).until(() -> !client.status().isConnected());
            assertThat(client.status().lastError()).isInstanceOf(McpSessionException.class);
            assertThat(server.requests("GET")).hasSize(2);
        }
    }

    // nothing comes through at all: the connection is lost and reported as lost, even without calls
    @Test
    void anUnreachableServerIsDetectedByItsSilence() {
        try (ScriptedLegacyServer server = legacy(1);
                StallingProxy proxy = new StallingProxy(server.port());
                McpClient client = this.invariants.build(builder(proxy, McpProtocol.LEGACY))) {
            client.session().connect();
            await().atMost(SOON).until(() -> proxy.answered("GET /mcp") > HEARD_BYTES);

            proxy.stallAll();

            await().atMost(SOON).until(() -> !client.status().isConnected());
            assertThat(client.status().lastError()).hasMessageContaining("the connection ended");
        }
    }

    // the stateless revision: another subscription takes the place of the one that is silent
    @Test
    void aSubscriptionThatIsBrokenSilentlyIsReplaced() {
        ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                StallingProxy proxy = new StallingProxy(server.port());
                McpClient client = this.invariants.build(builder(proxy, McpProtocol.MODERN))) {
            client.session().connect();
            ListenStream first = server.awaitStreams(1, SOON).get(0);
            beats.scheduleAtFixedRate(first::comment, 0, BEAT.toMillis(), TimeUnit.MILLISECONDS);
            await().atMost(SOON).until(() -> proxy.answered("subscriptions/listen") > HEARD_BYTES);

            proxy.stall("subscriptions/listen");

            server.awaitStreams(2, SOON);
            await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).contains("tools"));
            assertThat(client.status().statistics().connects()).isEqualTo(1);
        } finally {
            beats.shutdownNow();
        }
    }

    // a server that never sends anything is occasionally asked again, which affects no caller
    @Test
    void aSubscriptionOfASilentServerIsReplacedWithoutAGap() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                StallingProxy proxy = new StallingProxy(server.port());
                McpClient client = this.invariants.build(builder(proxy, McpProtocol.MODERN)
                        .timeouts(timeouts -> timeouts.withKeepAlive(Duration.ofMillis(400))))) {
            client.session().connect();

            server.awaitRequests("subscriptions/listen", 3, SOON);

            assertThat(this.heard).isEmpty();
            assertThat(client.status().isConnected()).isTrue();
        }
    }
}
