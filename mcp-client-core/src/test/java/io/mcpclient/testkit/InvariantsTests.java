package io.mcpclient.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.settings.McpProtocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Each invariant is broken on purpose, and has to be reported together with what was left. */
@Timeout(60)
class InvariantsTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Invariants invariants = Invariants.ofEachTest();

    private static McpClientBuilder builder(ScriptedHttpServer server) {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(server.url())
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2)));
    }

    /** What is broken remains broken: there is no need to wait for it, unlike for what holds. */
    private void assertBroken(String what, ThrowingCallable check) {
        this.invariants.within(Duration.ofMillis(500));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(check)
                .withMessageStartingWith("invariant broken: ")
                .withMessageContaining(what);
        this.invariants.within(SOON);
    }

    private void assertHolds() {
        assertThatCode(() -> {
                    this.invariants.begin(null);
                    this.invariants.checkNothingIsInFlight();
                    this.invariants.checkNothingIsLeft();
                })
                .doesNotThrowAnyException();
    }

    @Test
    void checkWithoutViolationsPasses() throws Exception {
        this.invariants.secrets("tr0ub4dor&3").withHeapSlack(50_000_000);
        this.invariants.begin(null);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client =
                        this.invariants.build(builder(server).http(http -> http.withHeader("X-Key", "tr0ub4dor&3")))) {
            client.callTool("echo", Map.of());
            this.invariants.checkNothingIsInFlight();
        }
        this.invariants.checkNothingIsLeft();
    }

    @Test
    void checkWhenACallIsPendingNamesClientConnectionAndRequest() {
        this.invariants.begin(null);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server))) {
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            client.session().connect();
            CompletableFuture<?> call =
                    client.reactive().callTool("echo", Map.of()).toFuture();
            server.awaitRequests("tools/call", 1, SOON);

            // The last exchange of the handshake may not have returned its connection yet.
            Awaitility.await().atMost(SOON).untilAsserted(() -> {
                assertThat(LeasedConnections.of(client)).isEqualTo(1);
                assertThat(server.openRequests()).singleElement().matches(request -> request.is("tools/call"));
            });
            assertBroken("McpClient[weather, CONNECTED] has 1", this.invariants::checkNothingIsInFlight);

            call.cancel(true);
            this.invariants.checkNothingIsInFlight();
        }
        assertThatCode(this.invariants::checkNothingIsLeft).doesNotThrowAnyException();
    }

    @Test
    void checkWhenAServerStillAnswersNamesTheRequest() throws Exception {
        this.invariants.begin(null);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient other = builder(server).build()) {
            server.on("tools/call").reply(Reply.neverAnswer());
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            other.reactive().callTool("echo", Map.of()).subscribe(result -> {}, error -> {});
            server.awaitRequests("tools/call", 1, SOON);

            assertBroken("POST /mcp tools/call", this.invariants::checkNothingIsInFlight);
        }
        this.invariants.checkNothingIsLeft();
    }

    @Test
    void checkWhenAThreadIsLeakedNamesItAndItsStack() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        this.invariants.begin(null);
        Thread thread = new Thread(() -> await(end), "left-over-thread");
        thread.start();

        assertBroken("\"left-over-thread\" #", this.invariants::checkNothingIsLeft);

        end.countDown();
        thread.join();
        assertHolds();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** In a package of the library, not of the testkit: code of ours that holds a thread that others need. */
    private static void holdAThread(CountDownLatch end) {
        io.mcpclient.HeldThread.hold(end);
    }

    @Test
    void checkWhenASharedThreadIsHeldNamesIt() {
        CountDownLatch end = new CountDownLatch(1);
        this.invariants.begin(null);
        Schedulers.boundedElastic().schedule(() -> holdAThread(end));
        Awaitility.await().atMost(SOON).until(() -> Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(io.mcpclient.HeldThread.class.getName())));

        assertBroken("\"boundedElastic-", this.invariants::checkNothingIsLeft);

        end.countDown();
        assertHolds();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "sleep is a command of Unix")
    void checkWhenAChildProcessIsLeakedNamesIt() throws IOException, InterruptedException {
        this.invariants.begin(null);
        Process child = new ProcessBuilder("sleep", "600").start();

        assertBroken("process " + child.pid(), this.invariants::checkNothingIsLeft);

        child.destroyForcibly().waitFor();
        assertHolds();
    }

    @Test
    void checkWhenTheHeapHasGrownReportsByHowMuch() {
        this.invariants.withHeapSlack(1_000_000);
        this.invariants.begin(null);
        List<byte[]> kept = new ArrayList<>();
        kept.add(new byte[200_000_000]); // more than tests before this one have left, and is released in the meantime

        assertBroken("[B (java.base", this.invariants::checkNothingIsLeft);

        assertThat(kept).hasSize(1);
    }

    @Test
    void checkWhenASecretIsLoggedAtDebugQuotesTheLine() {
        this.invariants.secrets("tr0ub4dor&3");
        this.invariants.begin(null);

        LoggerFactory.getLogger("io.mcpclient.transport.Careless").debug("key {}", "tr0ub4dor&3");

        assertBroken("in the log: DEBUG io.mcpclient.transport.Careless key", this.invariants::checkNothingIsLeft);
    }

    @Test
    void checkWhenASecretIsInAFailureOrAMetricReportsWhere() {
        this.invariants.secrets("tr0ub4dor&3").reading("the metrics", () -> "calls{key=tr0ub4dor&3} 1");
        this.invariants.begin(null);
        this.invariants.failed(new IllegalStateException("outer", new IOException("Bearer tr0ub4dor&3")));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(this.invariants::checkNothingIsLeft)
                .withMessageContaining("in a failure: java.lang.IllegalStateException: outer")
                .withMessageContaining("in the metrics: calls");
    }

    @Test
    void checkWhenASessionIdIsLoggedFindsItByItself() {
        this.invariants.begin(null);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server))) {
            client.callTool("echo", Map.of());
        }
        LoggerFactory.getLogger("some.library").warn("session-1 is gone");

        assertBroken("\"session-1\" in the log", this.invariants::checkNothingIsLeft);
    }

    @Test
    void checkWhenAnErrorWasDroppedQuotesIt() {
        this.invariants.begin(null);

        Operators.onErrorDropped(new IllegalStateException("nobody wants me"), Context.empty());

        assertBroken("nobody wants me", this.invariants::checkNothingIsLeft);
    }

    @Test
    void checkWhenTheSecondServerIsAffectedReportsHow() {
        try (HealthySecondServer neighbour = new HealthySecondServer()) {
            this.invariants.begin(neighbour);

            neighbour.stopServer();

            assertBroken("MCP server \"neighbour\"", this.invariants::checkNothingIsLeft);
        }
    }

    @Test
    void secondServerServesOneTestAfterAnother() {
        try (HealthySecondServer neighbour = new HealthySecondServer()) {
            for (int test = 0; test < 3; test++) {
                this.invariants.begin(neighbour);
                assertThatCode(this.invariants::checkNothingIsLeft).doesNotThrowAnyException();
            }
        }
    }
}
