package io.mcpclient;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.protocol.McpClientState;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Signs of life that a client asks for while nobody calls: PNG-02, PNG-03, B17, D24. */
@Timeout(60)
class McpClientKeepAliveTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = this.invariants.build(McpClient.builder("weather")
            .url(this.server.url())
            .keepAlive(Duration.ofMillis(500))
            .reconnect(Duration.ofMillis(100), 2, Duration.ofSeconds(1)));

    /** A ping that is under way at the end, or had no answer, is cancelled. */
    @BeforeEach
    void letPingsBeCancelled() {
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -32601})
    void aServerThatAnswersStaysConnected(int error) {
        this.server.on("ping").always().reply((error == 0) ? Reply.result("{}") : Reply.error(error, "no ping"));
        this.client.connect();

        this.server.awaitRequests("ping", 4, SOON);

        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    @Test
    void aServerThatDoesNotAnswerTwiceIsConnectedAnew() {
        this.server.on("ping").times(2).reply(Reply.neverAnswer());
        this.client.start();

        this.server.awaitRequests("initialize", 2, SOON);
        await().atMost(SOON).until(() -> this.client.status().state() == McpClientState.CONNECTED);
        this.server.awaitRequests("ping", 3, SOON);
    }

    @Test
    void nothingIsAskedAfterTheEnd() {
        this.client.connect();
        this.server.awaitRequests("ping", 1, SOON);

        this.client.dispose();
        int asked = this.server.requests("ping").size();

        await().during(Duration.ofMillis(1500))
                .atMost(SOON)
                .untilAsserted(() -> assertThat(this.server.requests("ping")).hasSize(asked));
    }
}
