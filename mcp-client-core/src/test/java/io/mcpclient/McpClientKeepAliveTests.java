package io.mcpclient;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Keep-alive pings without calls: PNG-02, PNG-03, B17, D24. */
@Timeout(60)
class McpClientKeepAliveTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    /** Of virtual time, and far longer than any other limit. */
    private static final Duration INTERVAL = Duration.ofHours(1);

    /** Limit of a call, longer than all timers of pings. */
    private static final Duration CALL = INTERVAL.multipliedBy(24);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final VirtualTime time = new VirtualTime();

    private final McpClient client = this.invariants.build(McpClient.builder("weather")
            .url(this.server.url())
            .timeouts(timeouts -> timeouts.withKeepAlive(INTERVAL))
            .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(100), 2, Duration.ofSeconds(1)))
            .time(this.time));

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

    /** The longest timer of pings is that of the next one, or if one is under way, that of its answer: exactly one interval. */
    private void letTimePassUntilPing(int count) {
        await().atMost(SOON)
                .until(() ->
                        longestTimer().compareTo(SOON) > 0 && !longestTimer().equals(INTERVAL));
        this.time.advance(longestTimer());
        this.server.awaitRequests("ping", count, SOON);
    }

    private Duration longestTimer() {
        return this.time.pending().stream()
                .filter(timer -> timer.compareTo(CALL) < 0)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "\"pong\"", "null", ""})
    void aServerThatAnswersPingsStaysConnected(String result) {
        this.server.on("ping").always().reply(result.isEmpty() ? Reply.error(-32601, "no ping") : Reply.result(result));
        this.client.session().connect();

        for (int pings = 1; pings <= 4; pings++) {
            letTimePassUntilPing(pings);
        }

        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    @Test
    void aServerThatMissesTwoPingsIsReconnected() {
        this.server.on("ping").times(2).reply(Reply.neverAnswer());
        this.client.session().start();
        await().atMost(SOON).until(() -> this.client.status().isConnected());

        for (int pings = 1; pings <= 2; pings++) {
            letTimePassUntilPing(pings);
            this.time.advance(INTERVAL);
        }

        this.server.awaitRequests("initialize", 2, SOON);
        await().atMost(SOON).until(() -> this.client.status().state() == McpClientState.CONNECTED);
        letTimePassUntilPing(3);
    }

    /** A call whose stream is open while the session is replaced, because pings were not answered. */
    private CompletableFuture<CallToolResult> callInReplacedSession(EventFeed stream, Runnable beforeReplacement) {
        this.server.on("ping").times(2).reply(Reply.neverAnswer());
        this.server
                .on("tools/call")
                .reply(Reply.streamed(200, "text/event-stream").follow(stream));
        this.client.session().start();
        await().atMost(SOON).until(() -> this.client.status().isConnected());
        CompletableFuture<CallToolResult> call = this.client
                .reactive()
                .callTool("echo", Map.of(), McpCallOptions.timeout(CALL.plus(CALL)))
                .toFuture();
        this.server.awaitRequests("tools/call", 1, SOON);
        for (int pings = 1; pings <= 2; pings++) {
            letTimePassUntilPing(pings);
            if (pings == 2) {
                beforeReplacement.run();
            }
            this.time.advance(INTERVAL);
        }
        this.server.awaitRequests("initialize", 2, SOON);
        this.server.awaitRequests("ping", 3, SOON);
        assertThat(this.server.requests("ping").get(2).header("Mcp-Session-Id")).isEqualTo("session-1");
        return call;
    }

    // fault D10: the server still knows the session, and serves the stream
    @Test
    void aCallInAReplacedSessionThatTheServerStillKnowsIsAnswered() {
        EventFeed stream = new EventFeed();
        CompletableFuture<CallToolResult> call = callInReplacedSession(stream, () -> {});

        stream.send("data: {\"jsonrpc\":\"2.0\",\"id\":"
                        + this.server.requests("tools/call").get(0).rpcId()
                        + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}}")
                .end();

        assertThat(call).succeedsWithin(SOON);
        assertThat(call.join().text()).isEqualTo("late");
    }

    // fault D10: no answer will come on the stream, which nothing closes
    @Test
    void aCallInAReplacedSessionThatTheServerForgotFails() {
        CompletableFuture<CallToolResult> call = callInReplacedSession(new EventFeed(), this.server::forgetSessions);

        assertThat(call)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(McpSessionException.class, failure -> assertThat(failure.outcome())
                        .isEqualTo(McpOutcome.UNKNOWN));
    }

    @Test
    void noPingIsSentAfterDispose() {
        this.client.session().connect();
        letTimePassUntilPing(1);

        this.client.session().dispose();

        await().atMost(SOON).until(() -> longestTimer().compareTo(SOON) <= 0);
        this.time.advance(INTERVAL.multipliedBy(3));
        assertThat(longestTimer()).isZero();
        assertThat(this.server.requests("ping")).hasSize(1);
    }
}
