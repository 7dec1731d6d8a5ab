package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Time of approvals, in virtual time. */
@Timeout(60)
class McpClientApprovalTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final VirtualTime time = new VirtualTime();

    private final Sinks.Empty<Void> asked = Sinks.empty();

    private final Sinks.One<McpToolApprovalDecision> decision = Sinks.one();

    private final McpClient client = this.invariants.build(McpClient.builder("files")
            .url(this.server.url())
            .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL).withApprovalTimeout(Duration.ofHours(1)))
            .reactiveToolApproval(request -> {
                this.asked.tryEmitEmpty();
                return this.decision.asMono();
            })
            .time(this.time));

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    /** A call that has waited for its approval far longer than its deadline. */
    private CompletableFuture<CallToolResult> approvedLate() {
        this.client.session().connect();
        Mono<CallToolResult> call =
                this.client.reactive().callTool("delete", Map.of(), McpCallOptions.timeout(DEADLINE));
        CompletableFuture<CallToolResult> result = call.toFuture();
        this.asked.asMono().block(LIMIT);
        this.time.advance(DEADLINE.multipliedBy(100));
        assertThat(result).isNotDone();
        this.decision.tryEmitValue(McpToolApprovalDecision.approve());
        return result;
    }

    // the application's code usually fails when it is interrupted, which concerns nobody any longer
    @Test
    void approvalThatTimesOutIsInterruptedWithoutAnErrorInTheLog() {
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        List<Throwable> dropped = new CopyOnWriteArrayList<>();
        Hooks.onErrorDropped(dropped::add);
        try (McpClient blocking = this.invariants.build(McpClient.builder("files")
                .url(this.server.url())
                .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL).withApprovalTimeout(Duration.ofHours(1)))
                .toolApproval(request -> {
                    waiting.complete(Thread.currentThread());
                    return interrupted();
                })
                .time(this.time))) {
            blocking.session().connect();
            CompletableFuture<CallToolResult> result =
                    blocking.reactive().callTool("delete").toFuture();
            Thread thread = waiting.join();
            this.time.advance(Duration.ofHours(1));

            assertThat(result)
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("there was no decision within 3600000 ms");
            Awaitility.await().atMost(LIMIT).until(() -> Stream.of(thread.getStackTrace())
                    .noneMatch(frame -> frame.getClassName().startsWith("io.mcpclient")
                            || frame.getClassName().startsWith("reactor.core.publisher")));
            assertThat(dropped).isEmpty();
        } finally {
            Hooks.resetOnErrorDropped();
        }
    }

    private static McpToolApprovalDecision interrupted() {
        try {
            new CountDownLatch(1).await();
            return McpToolApprovalDecision.approve();
        } catch (InterruptedException ex) {
            throw new IllegalStateException("interrupted", ex);
        }
    }

    @Test
    void approvalTimeDoesNotCountAgainstTheCallDeadline() {
        this.server.on("tools/call").reply(Reply.result("{\"content\":[]}"));
        assertThat(approvedLate()).succeedsWithin(LIMIT);
    }

    @Test
    void callDeadlineStartsWhenTheCallIsApproved() {
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        this.server.on("tools/call").reply(Reply.neverAnswer());
        CompletableFuture<CallToolResult> result = approvedLate();
        this.server.awaitRequests("tools/call", 1, LIMIT);
        this.time.advance(DEADLINE);
        assertThatThrownBy(() -> Mono.fromFuture(result).block(LIMIT)).isInstanceOf(McpTimeoutException.class);
    }
}
