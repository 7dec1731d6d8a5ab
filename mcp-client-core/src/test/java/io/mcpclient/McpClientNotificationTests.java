package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Task;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** What a server tells of its own accord, and what becomes of it. */
@Timeout(60)
class McpClientNotificationTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String ANSWER =
            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private McpClient client = build(builder -> builder);

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpClient build(UnaryOperator<McpClientBuilder> settings) {
        return this.invariants.build(settings.apply(
                McpClient.builder("weather").url(this.server.url()).timeouts(timeouts -> timeouts.withConnect(SOON)
                        .withRequest(SOON)
                        .withChangeDebounce(Duration.ofMillis(50)))));
    }

    private void use(UnaryOperator<McpClientBuilder> settings) {
        this.client.close();
        this.client = build(settings);
    }

    private void declare(String capabilities) {
        this.server.on("initialize").optionally().reply(request -> Reply.result(initializeResult(capabilities))
                .withHeader(SESSION_HEADER, "s1"));
    }

    private static String initializeResult(String capabilities) {
        return "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                + ",\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    }

    private static String notification(String method, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":" + params + "}";
    }

    private static String progress(RecordedRequest request, String progress) {
        String token = request.json().at("/params/_meta/progressToken").toString();
        return notification("progress", "{\"progressToken\":" + token + ",\"progress\":" + progress + "}");
    }

    private CallToolResult call(McpCallOptions options) {
        return this.client.callTool("echo", Map.of(), options);
    }

    /** A listener for progress that has a hard time. */
    private void hearSlowly(McpProgress progress) {
        if (this.heard.isEmpty()) {
            await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        }
        this.heard.add(progress.method() + " " + progress.progress() + " " + progress.message());
    }

    // progress

    // PRG-01, PRG-03, PRG-04, F18: in order, before the answer, and only what grows
    @Test
    void progressIsReportedInOrderAndBeforeTheResponse() {
        this.server.on("tools/call").reply(request -> Reply.sse(progress(request, "1,\"message\":\"one\""))
                .event(progress(request, "1"))
                .event(progress(request, "0.5"))
                .event(progress(request, "\"2\""))
                .event(progress(request, "1e999"))
                .event(progress(request, "2.5,\"total\":0,\"message\":\"" + "x".repeat(10_000) + "\""))
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults().withProgress(this::hearSlowly));

        assertThat(this.heard).containsExactly("tools/call 1.0 one", "tools/call 2.5 " + "x".repeat(4096));
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(4);
    }

    // PRG-04: on the thread that reads, in order, and before the response
    @Test
    void progressReachesAListenerThatDoesNotBlockOnTheThreadThatReads() {
        this.server.on("tools/call").reply(request -> Reply.sse(progress(request, "1"))
                .event(progress(request, "0.5"))
                .event(progress(request, "2"))
                .event(ANSWER)
                .thenEnd());
        List<String> threads = new CopyOnWriteArrayList<>();
        McpProgressListener listener = McpProgressListener.nonBlocking(progress -> {
            threads.add(Thread.currentThread().getName());
            this.heard.add(String.valueOf(progress.progress()));
            throw new IllegalStateException("affects nothing else");
        });

        call(McpCallOptions.defaults().withProgress(listener));

        assertThat(this.heard).containsExactly("1.0", "2.0");
        assertThat(threads).allSatisfy(thread -> assertThat(thread).startsWith("reactor-http"));
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(1);
    }

    // B13, PRG-05: a token that is not ours, or of a call that is over
    @ParameterizedTest
    @ValueSource(strings = {"4711", "\"4711\"", "{}", "null"})
    void progressForAnUnknownTokenIsCounted(String token) {
        String foreign = notification("progress", "{\"progressToken\":" + token + ",\"progress\":1}");
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse(foreign).event(ANSWER).thenEnd());

        call(McpCallOptions.defaults().withProgress(this::hearSlowly));

        assertThat(this.heard).isEmpty();
        assertThat(this.client.status().ignoredMessages(Reason.UNKNOWN_ID)).isEqualTo(1);
    }

    // PRG-06, F18: of a flood that the listener does not keep up with, a few wait and the others are counted
    @Test
    void progressBeyondTheQueueLimitIsDropped() {
        int reports = 1_000;
        this.server.on("tools/call").reply(request -> {
            Reply.Streamed flood = Reply.sse();
            for (int i = 1; i <= reports; i++) {
                flood = flood.event(progress(request, String.valueOf(i)));
            }
            return flood.event(ANSWER).thenEnd();
        });
        CountDownLatch flooded = new CountDownLatch(1);
        List<Double> told = new CopyOnWriteArrayList<>();
        CompletableFuture<CallToolResult> call = this.client
                .reactive()
                .callTool(
                        "echo",
                        Map.of(),
                        McpCallOptions.timeout(Duration.ofSeconds(30)).withProgress(progress -> {
                            awaitOpen(flooded);
                            told.add(progress.progress());
                        }))
                .toFuture();

        await().atMost(Duration.ofSeconds(20))
                .until(() -> this.client.status().ignoredMessages(Reason.OVERFLOW) >= reports - 65);
        flooded.countDown();

        assertThat(call).succeedsWithin(Duration.ofSeconds(20));
        assertThat(told).startsWith(1.0).hasSizeBetween(64, 65).isSorted();
        assertThat(this.client.status().ignoredMessages(Reason.OVERFLOW) + told.size())
                .isEqualTo(reports);
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    // RPC-05: a server that only has floating numbers returns 7 as 7.0, which is the same number
    @Test
    void progressAndAnswerReachTheirCallWhenIdsAreWrittenAsFloatingNumbers() {
        this.server.on("tools/call").reply(request -> Reply.sse(
                        notification("progress", "{\"progressToken\":$id.0,\"progress\":1,\"message\":\"one\"}"))
                .event(ANSWER.replace("$id", "$id.0"))
                .thenEnd());

        assertThat(call(McpCallOptions.defaults().withProgress(this::hearSlowly))
                        .text())
                .isEqualTo("fine");
        assertThat(this.heard).containsExactly("tools/call 1.0 one");
        assertThat(this.client.status().totalIgnoredMessages()).isZero();
    }

    @Test
    void noProgressTokenIsSentWithoutAProgressListener() {
        call(McpCallOptions.defaults());

        assertThat(this.server
                        .requests("tools/call")
                        .get(0)
                        .json()
                        .at("/params/_meta")
                        .isMissingNode())
                .isTrue();
    }

    // PRG-01, PRG-02: every request asks for it, with tokens that differ, and keeps the entries of the caller
    @Test
    void aClientWideProgressListenerReceivesProgressOfAllRequests() {
        use(builder -> builder.progressListener(this::hearSlowly));
        this.server.on("tools/list").reply(request -> Reply.sse(progress(request, "3"))
                .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"tools\":[]}}")
                .thenEnd());

        this.client.listTools();
        this.client
                .tools()
                .call(
                        CallToolParams.of("echo", Map.of()).withMeta(Map.of("progressToken", "mine")),
                        McpCallOptions.defaults().withMeta("com.example/a", 1));

        assertThat(this.heard).containsExactly("tools/list 3.0 null");
        RecordedRequest call = this.server.requests("tools/call").get(0);
        assertThat(call.json().at("/params/_meta/com.example~1a").asInt()).isEqualTo(1);
        // META-13: the protocol's own key wins
        assertThat(call.json().at("/params/_meta/progressToken").isIntegralNumber())
                .isTrue();
        assertThat(call.json().at("/params/_meta/progressToken"))
                .isNotEqualTo(this.server.requests("tools/list").get(0).json().at("/params/_meta/progressToken"));
    }

    /** Reports progress in the call, and waits until it was heard. */
    private void report(EventFeed feed, int progress) {
        feed.send(progress(this.server.awaitRequests("tools/call", 1, SOON).get(0), String.valueOf(progress)));
        await().atMost(SOON).until(() -> this.heard.size() == progress + 1);
    }

    /** A call in virtual time, whose stream the test fills. */
    private EventFeed streamedCall(VirtualTime time) {
        use(builder -> builder.time(time).progressListener(progress -> this.heard.add("heard")));
        this.client.session().connect();
        EventFeed feed = new EventFeed();
        this.server.on("tools/call").reply(Reply.sse().follow(feed));
        return feed;
    }

    static Stream<McpCallOptions> extended() {
        McpCallOptions minute = McpCallOptions.timeout(Duration.ofMinutes(1));
        return Stream.of(minute, minute.withTimeoutExtendedByProgress(true), minute.withProgress(progress -> {}));
    }

    // TMO-03: a call that would be over without its progress, which the listener of the client requests
    @ParameterizedTest
    @MethodSource("extended")
    void progressExtendsTheDeadline(McpCallOptions options) {
        VirtualTime time = new VirtualTime();
        EventFeed feed = streamedCall(time);

        CallToolResult result = time.elapse(Duration.ZERO, () -> call(options), () -> {
            for (int i = 0; i < 4; i++) {
                report(feed, i);
                time.advance(Duration.ofSeconds(50));
            }
            feed.send(ANSWER).end();
        });

        assertThat(result.text()).isEqualTo("fine");
    }

    // TMO-04, B12: progress forever
    @Test
    void progressDoesNotExtendTheDeadlineBeyondTheMaximumTimeout() {
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        VirtualTime time = new VirtualTime();
        EventFeed feed = streamedCall(time);
        McpCallOptions options = McpCallOptions.timeout(Duration.ofMinutes(1))
                .withMaxTimeout(Duration.ofSeconds(150))
                .withProgress(progress -> {});

        Throwable failure = time.elapse(Duration.ofSeconds(50), () -> catchThrowable(() -> call(options)), () -> {
            for (int i = 0; i < 3; i++) {
                if (i > 0) {
                    time.advance(Duration.ofSeconds(50));
                }
                report(feed, i);
            }
        });

        assertThat(failure).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> assertThat(timeout.timeout())
                .isEqualTo(Duration.ofSeconds(150)));
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
    }

    @Test
    void progressDoesNotExtendTheDeadlineOfACallThatExcludesIt() {
        this.server.on("notifications/cancelled").reply(Reply.accepted());
        VirtualTime time = new VirtualTime();
        EventFeed feed = streamedCall(time);
        McpCallOptions options = McpCallOptions.timeout(Duration.ofMinutes(1)).withTimeoutExtendedByProgress(false);

        Throwable failure = time.elapse(Duration.ofSeconds(10), () -> catchThrowable(() -> call(options)), () -> {
            report(feed, 0);
            time.advance(Duration.ofSeconds(50));
            report(feed, 1);
        });

        assertThat(failure).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> assertThat(timeout.timeout())
                .isEqualTo(Duration.ofMinutes(1)));
        this.server.awaitRequests("notifications/cancelled", 1, SOON);
    }

    // B20: an exception of a listener affects nothing else
    @Test
    void aListenerThatFailsDoesNotFailTheCall() {
        this.server.on("tools/call").reply(request -> Reply.sse(progress(request, "1"))
                .event(ANSWER)
                .thenEnd());

        CallToolResult result = call(McpCallOptions.defaults().withProgress(progress -> {
            throw new IllegalStateException("on purpose");
        }));

        assertThat(result.text()).isEqualTo("fine");
    }

    // listeners that throw

    /** Not a lambda, so that its name is known; an error affects nothing else either. */
    private final class ThrowingLogListener implements McpLogListener {

        @Override
        public void onLog(String serverName, LoggingMessageParams message) {
            throw new AssertionError("no disk\nspace");
        }
    }

    // the server decides how often a listener is called, so a failing one must not fill the log
    @Test
    void listenersThatThrowAreLoggedOnceEachWithServerAndReason() {
        CapturedLog log = CapturedLog.of(Loggers.HANDLERS).open();
        declare("{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}}");
        use(builder -> builder.logListener(new ThrowingLogListener())
                .logListener((name, message) -> this.heard.add("log"))
                .progressListener(progress -> failing("progress"))
                .changeListener(new McpChangeListener() {

                    @Override
                    public void onResourceUpdated(String serverName, String uri) {
                        failing("change");
                    }
                })
                .statusListener(status -> failing("state")));
        this.client.raw().onNotification("notifications/custom", (name, params) -> failing("custom"));
        this.server.on("tools/call").times(2).reply(request -> {
            Reply.Streamed stream = Reply.sse();
            for (int i = 1; i <= 10; i++) {
                stream = stream.event(progress(request, String.valueOf(i)))
                        .event(notification("message", "{\"level\":\"info\",\"data\":1}"))
                        .event(notification("custom", "{}"))
                        .event(notification("resources/updated", "{\"uri\":\"test://1\"}"));
            }
            return stream.event(ANSWER).thenEnd();
        });
        try (log) {
            for (int i = 0; i < 2; i++) {
                String call = "call " + i; // a listener of its own for each call
                call(McpCallOptions.defaults().withProgress(progress -> failing(call)));
            }
            await().atMost(SOON).until(() -> this.heard.size() == 20);
            await().atMost(SOON).until(() -> log.events().size() >= 2 * 10 * 5);
            this.client.close();
        }

        List<ILoggingEvent> warnings = log.events().stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .toList();
        String start = "MCP server \"weather\": the listener ";
        String lambda = start + McpClientNotificationTests.class.getName() + " for ";
        String end = ". Its further failures are logged at debug level.";
        assertThat(warnings)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        start + ThrowingLogListener.class.getName()
                                + " for log messages failed: AssertionError: no disk space" + end,
                        lambda + "progress failed: IllegalStateException: progress" + end,
                        lambda + "progress failed: IllegalStateException: call 0" + end,
                        lambda + "notifications/custom failed: IllegalStateException: custom" + end,
                        start + McpClientNotificationTests.class.getName()
                                + "$1 for changes failed: IllegalStateException: change" + end,
                        lambda + "states failed: IllegalStateException: state" + end);
        assertThat(warnings).allMatch(event -> event.getThrowableProxy() != null);
        assertThat(log.events())
                .filteredOn(event -> event.getLevel() != Level.WARN)
                .allMatch(event -> event.getLevel() == Level.DEBUG && event.getThrowableProxy() == null)
                .anyMatch(event -> event.getFormattedMessage().contains("failed, 20 times so far: IllegalState"));
    }

    private static void failing(String reason) {
        throw new IllegalStateException(reason);
    }

    // log messages

    // LOG-02, LOG-06, LIFE-04: in order, from the first moment on, whatever the data
    @Test
    void logMessagesAreReportedInOrderFromTheHandshakeOn() {
        use(builder -> builder.logListener(
                (name, message) -> this.heard.add(name + " " + message.level().value() + " " + message.data())));
        this.server.on("initialize").reply(request -> Reply.sse(
                        notification("message", "{\"level\":\"info\",\"data\":\"before\"}"))
                .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + initializeResult("{\"tools\":{}}") + "}")
                .thenEnd());
        this.server.on("tools/call").reply(request -> Reply.sse(
                        notification("message", "{\"level\":\"error\",\"logger\":\"db\",\"data\":{\"a\":1}}"))
                .event(notification("message", "{\"level\":\"loud\",\"data\":null}"))
                .event(notification("message", "{\"data\":\"no level\"}"))
                .event(notification("message", "{\"level\":null,\"data\":\"null\"}"))
                .event(notification("message", "{\"level\":4,\"data\":\"number\"}"))
                .event(notification("message", "{\"level\":\"WARN\",\"data\":\"synonym\"}"))
                .event(notification("message", "{}"))
                .event(notification("message", "{\"level\":\"debug\",\"data\":[1]}"))
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults());

        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard)
                .containsExactly(
                        "weather info before",
                        "weather error {a=1}",
                        "weather loud null",
                        "weather warning no level",
                        "weather warning null",
                        "weather warning number",
                        "weather warning synonym",
                        "weather debug [1]"));
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(1);
    }

    // G04, F12, B20: a listener that is too slow for a flood holds up nothing, and what it cannot take is counted
    @Test
    void aFloodOfLogMessagesIsBounded() throws InterruptedException {
        CountDownLatch slow = new CountDownLatch(1);
        use(builder -> builder.logListener((name, message) -> {
            this.heard.add("heard");
            awaitQuietly(slow);
        }));
        String flood = (notification("message", "{\"level\":\"info\",\"data\":\"x\"}") + "\n\n").repeat(5_000);
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse().chunk(flood).event(ANSWER).thenEnd());

        assertThat(call(McpCallOptions.defaults()).text()).isEqualTo("fine");

        assertThat(this.client.status().ignoredMessages(Reason.OVERFLOW)).isBetween(3_000L, 4_000L);
        slow.countDown();
        await().atMost(SOON).until(() -> this.heard.size() >= 1_000);
    }

    // G06, F12: the queue is bounded by size, not only by number
    @Test
    void aFloodOfLargeLogMessagesIsBoundedBySize() {
        CountDownLatch slow = new CountDownLatch(1);
        use(builder -> builder.logListener((name, message) -> {
            this.heard.add("heard");
            awaitQuietly(slow);
        }));
        String flood = (largeNotification() + "\n\n").repeat(40);
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse().chunk(flood).event(ANSWER).thenEnd());

        assertThat(call(McpCallOptions.defaults()).text()).isEqualTo("fine");

        assertThat(this.client.status().ignoredMessages(Reason.OVERFLOW)).isBetween(35L, 38L);
        slow.countDown();
        await().atMost(SOON)
                .until(() -> this.heard.size() + this.client.status().ignoredMessages(Reason.OVERFLOW) == 40);
    }

    // G06, LIFE-04
    @Test
    void largeNotificationsBeforeTheEndOfTheHandshakeAreBoundedBySize() {
        use(builder -> builder.logListener((name, message) -> this.heard.add("heard")));
        String flood = (largeNotification() + "\n\n").repeat(40);
        this.server.on("initialize").reply(request -> Reply.sse()
                .chunk(flood)
                .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + initializeResult("{\"tools\":{}}") + "}")
                .thenEnd());

        this.client.ping();

        assertThat(this.client.status().ignoredMessages(Reason.OVERFLOW)).isBetween(35L, 38L);
        await().atMost(SOON)
                .until(() -> this.heard.size() + this.client.status().ignoredMessages(Reason.OVERFLOW) == 40);
    }

    /** 60 KB on the wire, and twenty times as much when it is read. */
    private static String largeNotification() {
        return notification(
                "message", "{\"level\":\"info\",\"data\":[" + "{},".repeat(3_000) + "\"" + "x".repeat(50_000) + "\"]}");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    // changes

    private void hearChanges() {
        this.client.listeners().addChangeListener(new McpChangeListener() {
            @Override
            public void onToolsChanged(String name) {
                McpClientNotificationTests.this.heard.add("tools");
            }

            @Override
            public void onPromptsChanged(String name) {
                McpClientNotificationTests.this.heard.add("prompts");
            }

            @Override
            public void onResourcesChanged(String name) {
                McpClientNotificationTests.this.heard.add("resources");
            }

            @Override
            public void onResourceUpdated(String name, String uri) {
                McpClientNotificationTests.this.heard.add(name + " " + uri);
            }

            @Override
            public void onElicitationComplete(String name, String elicitationId) {
                McpClientNotificationTests.this.heard.add("elicitation " + elicitationId);
            }

            @Override
            public void onTaskStatus(String name, Task task) {
                McpClientNotificationTests.this.heard.add(
                        task.taskId() + " " + task.status().value());
            }
        });
    }

    // TOOL-23, PRM-08, RES-10, F19: a storm is one change now and then
    @Test
    void listChangesAreDebounced() {
        declare("{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
                + "\"resources\":{\"listChanged\":true}}");
        this.server.on("GET").optionally().reply(Reply.status(405));
        hearChanges();
        String storm = (notification("tools/list_changed", "{}") + "\n\n").repeat(1_000);
        this.server.on("tools/call").reply(request -> Reply.sse(notification("prompts/list_changed", "{}"))
                .event(notification("resources/list_changed", "{}"))
                .chunk(storm)
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults());

        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).contains("tools", "prompts", "resources"));
        assertThat(this.heard).hasSizeLessThan(6);
    }

    @Test
    void changeThatIsPendingWhenTheClientIsClosedIsNoOverflow() {
        VirtualTime time = new VirtualTime();
        declare("{\"tools\":{\"listChanged\":true}}");
        this.server.on("GET").optionally().reply(Reply.status(405));
        use(builder -> builder.time(time));
        hearChanges();
        this.server.on("tools/call").reply(request -> Reply.sse(notification("tools/list_changed", "{}"))
                .event(ANSWER)
                .thenEnd());
        call(McpCallOptions.defaults());

        this.client.close();
        time.advance(SOON);

        assertThat(this.heard).isEmpty();
        assertThat(this.client.status().totalIgnoredMessages()).isZero();
    }

    // F35, LIFE-05: undeclared notifications are not delivered
    @Test
    void undeclaredChangesAreCounted() {
        hearChanges();
        this.server.on("tools/call").reply(request -> Reply.sse(notification("tools/list_changed", "{}"))
                .event(notification("prompts/list_changed", "{}"))
                .event(notification("resources/updated", "{\"uri\":\"file:///a\"}"))
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults());

        assertThat(this.client.status().ignoredMessages(Reason.NOT_NEGOTIATED)).isEqualTo(3);
        assertThat(this.heard).isEmpty();
    }

    // RES-08, ELI-26, TSKL-09
    @Test
    void resourcesElicitationsAndTasksAreReported() {
        declare("{\"tools\":{},\"resources\":{\"subscribe\":true}}");
        hearChanges();
        this.server.on("tools/call").reply(request -> Reply.sse(
                        notification("resources/updated", "{\"uri\":\"file:///a\"}"))
                .event(notification("elicitation/complete", "{\"elicitationId\":\"e1\"}"))
                .event(notification(
                        "tasks/status", "{\"taskId\":\"t1\",\"status\":\"working\",\"createdAt\":\"x\",\"ttl\":null}"))
                .event(notification("resources/updated", "{}"))
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults());

        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard)
                .containsExactly("weather file:///a", "elicitation e1", "t1 working"));
        assertThat(this.client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(1);
    }

    // SUB-17: the updated resource may lie below the subscribed one
    @Test
    void updatesOfResourcesBelowTheWatchedOneAreReported() {
        declare("{\"tools\":{},\"resources\":{\"subscribe\":true}}");
        hearChanges();
        this.server.on("resources/subscribe").reply(Reply.result("{}"));
        this.server.on("tools/call").reply(request -> Reply.sse(
                        notification("resources/updated", "{\"uri\":\"file:///a/b/c\"}"))
                .event(ANSWER)
                .thenEnd());

        this.client.resources().subscribe("file:///a");
        call(McpCallOptions.defaults());

        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactly("weather file:///a/b/c"));
    }

    // RPC-22: a method of one's own has a listener, any other is counted
    @Test
    void notificationsOfOtherMethodsGoToTheirListener() {
        this.client.raw().onNotification("notifications/mood", (name, params) -> this.heard.add(name + " " + params));
        this.server.on("tools/call").reply(request -> Reply.sse(notification("mood", "{\"is\":\"good\"}"))
                .event(notification("weather", "{}"))
                .event(ANSWER)
                .thenEnd());

        call(McpCallOptions.defaults());

        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactly("weather {is=good}"));
        assertThat(this.client.status().ignoredMessages(Reason.UNUSED_NOTIFICATION))
                .isEqualTo(1);
    }

    // a removed listener receives nothing more
    @Test
    void aLogListenerThatWasRemovedReceivesNothing() {
        declare("{\"tools\":{},\"logging\":{}}");
        McpLogListener listener = (server, message) -> this.heard.add(String.valueOf(message.data()));
        this.server
                .on("tools/call")
                .times(2)
                .reply(Reply.sse(notification("message", "{\"level\":\"info\",\"data\":\"hot\"}"), ANSWER));
        this.client.listeners().addLogListener(listener);
        call(McpCallOptions.defaults());
        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactly("hot"));

        this.client.listeners().removeLogListener(listener);
        call(McpCallOptions.defaults());

        assertThat(this.client.status().ignoredMessages(Reason.UNUSED_NOTIFICATION))
                .isEqualTo(1);
        assertThat(this.heard).hasSize(1);
    }

    // state that outlives a session

    // LIFE-14, D19, LOG-01: told again, once, after "initialized"
    @Test
    void logLevelAndSubscriptionsAreRestoredInANewSession() {
        use(builder -> builder.protocol(protocol -> protocol.withLogLevel(LoggingLevel.WARNING)));
        declare("{\"tools\":{},\"logging\":{},\"resources\":{\"subscribe\":true}}");
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("logging/setLevel").always().reply(Reply.result("{}"));
        this.server.on("resources/subscribe").always().reply(Reply.result("{}"));
        this.server.on("resources/unsubscribe").always().reply(Reply.result("{}"));
        this.client.session().connect();
        this.server.awaitRequests("logging/setLevel", 1, SOON);
        this.client.session().setLoggingLevel(LoggingLevel.ERROR);
        this.client.resources().subscribe("file:///a");
        this.client.resources().subscribe("file:///b");
        this.client.resources().unsubscribe("file:///b");
        assertThat(levels()).containsExactly("warning", "error");

        this.server.forgetSessions();
        catchThrowable(this.client::ping);
        this.client.session().connect();

        this.server.awaitRequests("resources/subscribe", 3, SOON);
        this.server.awaitRequests("logging/setLevel", 3, SOON);
        assertThat(levels()).containsExactly("warning", "error", "error");
        assertThat(this.server.requests("resources/subscribe"))
                .extracting(request -> request.json().at("/params/uri").asString())
                .containsExactly("file:///a", "file:///b", "file:///a");
    }

    // D01: the server has not accepted it, so it is sent again, once
    @ParameterizedTest
    @ValueSource(ints = {404, 400}) // after a plain 400, a ping decides
    void notificationThatIsLostWithItsSessionIsResentInTheNextSession(int status) {
        this.client.session().connect();
        this.server
                .on("notifications/mine")
                .where(McpClientNotificationTests::isOfFirstSession)
                .reply(request -> {
                    this.server.forgetSessions();
                    return Reply.status(status);
                });
        this.server.on("notifications/mine").reply(Reply.accepted());

        this.client.raw().notify("notifications/mine", Map.of("n", 1));

        assertThat(this.server.requests("notifications/mine"))
                .extracting(request -> request.header(SESSION_HEADER))
                .containsExactly("session-1", "session-2");
        assertThat(this.server.requests("notifications/mine"))
                .extracting(request -> request.json().at("/params/n").asInt())
                .containsExactly(1, 1);
    }

    private static boolean isOfFirstSession(RecordedRequest request) {
        return "session-1".equals(request.header(SESSION_HEADER));
    }

    private List<String> levels() {
        return this.server.requests("logging/setLevel").stream()
                .map(request -> request.json().at("/params/level").asString())
                .toList();
    }

    // LOG-03: these revisions have one level for the session: that of a call has no effect, which is said once
    @Test
    void aLogLevelOfACallHasNoEffectAndIsLogged() {
        declare("{\"tools\":{},\"logging\":{}}");
        CapturedLog log = CapturedLog.of(Loggers.CALLS).open();
        try (log) {
            call(McpCallOptions.defaults().withLogLevel(LoggingLevel.DEBUG));
            call(McpCallOptions.defaults().withLogLevel(LoggingLevel.ERROR));
        }

        assertThat(this.server.requests("tools/call"))
                .hasSize(2)
                .allMatch(request -> request.json().at("/params/_meta").isMissingNode());
        assertThat(levels()).isEmpty();
        assertThat(log.messages())
                .singleElement()
                .isEqualTo(
                        "MCP server \"weather\": tools/call: the log level \"debug\" of this call and of later ones has no"
                                + " effect: revision 2025-11-25 of the server has one level for the whole session."
                                + " Use log-level or setLoggingLevel instead");
    }

    // D19: a server that refuses them is used all the same
    @Test
    void aLogLevelThatIsRejectedInANewSessionDoesNotFailCalls() {
        use(builder -> builder.protocol(protocol -> protocol.withLogLevel(LoggingLevel.WARNING)));
        declare("{\"tools\":{},\"logging\":{}}");
        this.server.on("logging/setLevel").reply(Reply.error(-32603, "no"));

        assertThat(call(McpCallOptions.defaults()).text()).isNotEmpty();

        this.server.awaitRequests("logging/setLevel", 1, SOON);
        assertThat(catchThrowable(() -> {
                    this.server.on("logging/setLevel").reply(Reply.error(-32602, "Invalid log level"));
                    this.client.session().setLoggingLevel(LoggingLevel.DEBUG);
                }))
                .isInstanceOf(McpRequestException.class);
    }

    // the stream to listen on

    private static final String OFFERS_ALL = "{\"tools\":{\"listChanged\":true},\"logging\":{},"
            + "\"prompts\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}}";

    // HTL-11: without a listener no stream is opened
    @Test
    void noStreamIsOpenedWithoutSubscribers() {
        declare(OFFERS_ALL);

        call(McpCallOptions.defaults());
        this.client.ping();

        assertThat(this.server.requests("GET")).isEmpty();
    }

    // HTL-11, HTL-14: opened with the first listener, closed with the last, opened again
    @Test
    void streamIsOpenAsLongAsThereAreListeners() {
        declare(OFFERS_ALL);
        EventFeed feed = new EventFeed();
        this.server.on("GET").always().reply(request -> Reply.sse().follow(feed).thenHang());
        this.client.session().connect();
        McpChangeListener listener = new McpChangeListener() {
            @Override
            public void onToolsChanged(String name) {
                McpClientNotificationTests.this.heard.add("tools");
            }
        };

        this.client.listeners().addChangeListener(listener);
        RecordedRequest get = this.server.awaitRequests("GET", 1, SOON).get(0);
        feed.send(notification("tools/list_changed", "{}"));

        assertThat(get.header("Accept")).isEqualTo("text/event-stream");
        assertThat(get.header(SESSION_HEADER)).isEqualTo("s1");
        assertThat(get.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).containsExactly("tools"));

        this.client.listeners().removeChangeListener(listener);
        this.server.awaitDisconnect(SOON);
        this.client.listeners().addLogListener((name, message) -> this.heard.add("log"));
        this.server.awaitRequests("GET", 2, SOON);
    }

    // progress that a server sends on its other stream may come just after the result, which is nobody's fault
    @Test
    void progressThatArrivesAfterTheResultIsCountedWithoutAWarning() {
        declare(OFFERS_ALL);
        EventFeed feed = new EventFeed();
        this.server.on("GET").always().reply(request -> Reply.sse().follow(feed).thenHang());
        use(builder -> builder.progressListener(progress -> this.heard.add("progress"))
                .changeListener(new McpChangeListener() {}));
        this.client.session().connect();
        this.server.awaitRequests("GET", 1, SOON);
        CapturedLog log = CapturedLog.of(Loggers.MESSAGES).open();
        try (log) {
            call(McpCallOptions.defaults());
            feed.send(progress(this.server.requests("tools/call").get(0), "1"));

            await().atMost(SOON).until(() -> this.client.status().ignoredMessages(Reason.UNKNOWN_ID) == 1);
        }
        assertThat(log.events()).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.INFO));
        assertThat(this.heard).isEmpty();
    }

    // A17, HTL-12: a server without such a stream is used like any other, and not asked again
    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 501})
    void aRejectedStreamRequestIsIgnoredAndNotRepeated(int status) {
        declare(OFFERS_ALL);
        this.server.on("GET").reply(Reply.status(status));
        hearChanges();

        call(McpCallOptions.defaults());
        this.server.awaitRequests("GET", 1, SOON);
        this.client.listeners().addLogListener((name, message) -> {});

        assertThat(call(McpCallOptions.defaults()).text()).isNotEmpty();
        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("GET")).hasSize(1);
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // A17: neither does a page, nor the way to one
    @ParameterizedTest
    @ValueSource(ints = {200, 302})
    void anHtmlPageOrRedirectInsteadOfTheStreamIsIgnored(int status) {
        declare(OFFERS_ALL);
        this.server
                .on("GET")
                .reply(Reply.status(status, "text/html", "<html>Welcome</html>").withHeader("Location", "/login"));
        hearChanges();

        call(McpCallOptions.defaults());
        this.server.awaitRequests("GET", 1, SOON);

        await().during(Duration.ofMillis(2500)).atMost(SOON).untilAsserted(() -> assertThat(this.server.requests("GET"))
                .hasSize(1));
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // PNG-03 in effect: a listener notices that the server is gone, without a call
    @Test
    void lossOfTheServerIsDetectedThroughTheOpenStream() {
        declare(OFFERS_ALL);
        this.server.on("GET").reply(Reply.sse(": hello").thenHang());
        hearChanges();
        this.client.session().connect();
        this.server.awaitRequests("GET", 1, SOON);

        this.server.close();

        await().atMost(Duration.ofSeconds(20)).until(() -> !this.client.status().isConnected());
        assertThat(this.client.status().lastError()).hasMessageContaining("connection refused");
    }

    // C24, D12 in small: possibly missed changes count as changes
    @Test
    void aBrokenStreamIsReopenedAndListsCountAsChanged() {
        declare(OFFERS_ALL);
        this.server.on("GET").reply(Reply.sse(": hello").thenReset());
        this.server.on("GET").reply(Reply.sse(": hello").thenHang());
        hearChanges();

        this.client.session().connect();

        this.server.awaitRequests("GET", 2, SOON);
        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard).contains("tools", "prompts"));
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // HTL-06, HTL-14, PNG-01: the server asks on the stream, the answer is a POST
    @Test
    void requestsOnTheStreamAreAnswered() {
        declare(OFFERS_ALL);
        this.server
                .on("GET")
                .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"method\":\"ping\"}")
                        .event("data: {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"com.example/ask\"}")
                        .thenHang());
        this.server
                .on("POST")
                .where(request -> request.json().has("result"))
                .times(2)
                .reply(Reply.accepted());
        this.client.raw().onRequest("com.example/ask", (params, context) -> Map.of("by", context.serverName()));

        this.client.session().connect();

        await().atMost(SOON).untilAsserted(() -> assertThat(this.server.requests().stream()
                        .filter(request -> request.body().contains("\"result\""))
                        .map(request ->
                                request.json().get("id") + " " + request.json().get("result"))
                        .toList())
                .containsExactlyInAnyOrder("\"p1\" {}", "5 {\"by\":\"weather\"}"));
    }

    // D21, B22: streams end with the client
    @Test
    void closingTheClientEndsTheStream() {
        declare(OFFERS_ALL);
        this.server.on("GET").reply(Reply.sse(": hello").thenHang());
        hearChanges();
        this.client.session().connect();
        this.server.awaitRequests("GET", 1, SOON);

        this.client.close();

        this.server.awaitDisconnect(SOON);
        this.server.awaitOpenConnections(0, SOON);
    }
}
