package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** A listener that never returns, at one of two servers. Fault F18. */
class BlockingListenerTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** More than any pool that all clients share has threads. */
    private static final int CALLS = 10 * Runtime.getRuntime().availableProcessors() + 10;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    /** Reports progress once before it answers. */
    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.on("tools/call").always().reply(BlockingListenerTests::answer);
        return server;
    }

    private static Reply answer(RecordedRequest request) {
        String token = request.json().at("/params/_meta/progressToken").toString();
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token + ",\"progress\":1}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.json().at("/id")
                        + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}");
    }

    @Test
    void listenerThatNeverReturnsDelaysNeitherItsOwnCallsNorAnotherServer() {
        CountDownLatch never = new CountDownLatch(1);
        List<McpProgress> heard = new CopyOnWriteArrayList<>();
        try (ScriptedLegacyServer first = server();
                ScriptedLegacyServer second = server();
                McpClient blocked = this.invariants.build(McpClient.builder("blocked")
                        .url(first.url())
                        .limits(limits -> limits.withMaxConcurrentRequests(CALLS))
                        .progressListener(progress -> await(never)));
                McpClient other = this.invariants.build(
                        McpClient.builder("other").url(second.url()).progressListener(heard::add))) {
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, CALLS)
                    .mapToObj(i -> blocked.reactive().callTool("echo", Map.of()).toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call)
                    .succeedsWithin(LIMIT)
                    .extracting(CallToolResult::text)
                    .isEqualTo("done"));
            assertThat(other.reactive().callTool("echo", Map.of()).toFuture())
                    .succeedsWithin(LIMIT)
                    .extracting(CallToolResult::text)
                    .isEqualTo("done");
            assertThat(heard).hasSize(1);
            assertThat(never.getCount()).isEqualTo(1);
        } finally {
            never.countDown();
        }
    }

    /** Ends when the client is closed, which interrupts it. */
    private static void await(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
