package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ListenStream;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Notifications from a server of the stateless revision over HTTP. */
@Timeout(60)
class McpClientSubscriptionTests {

    private static final Duration SOON = Duration.ofSeconds(15);

    private static final String LISTEN = "subscriptions/listen";

    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private static final String UPDATED = "notifications/resources/updated";

    private static final String ONE = "test://one";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private final McpChangeListener listener = new McpChangeListener() {

        @Override
        public void onToolsChanged(String serverName) {
            McpClientSubscriptionTests.this.heard.add("tools");
        }

        @Override
        public void onPromptsChanged(String serverName) {
            McpClientSubscriptionTests.this.heard.add("prompts");
        }

        @Override
        public void onResourcesChanged(String serverName) {
            McpClientSubscriptionTests.this.heard.add("resources");
        }

        @Override
        public void onResourceUpdated(String serverName, String uri) {
            McpClientSubscriptionTests.this.heard.add(uri);
        }
    };

    private final McpClient client = build(this.server.url(), builder -> builder);

    private McpClient build(String url, UnaryOperator<McpClientBuilder> settings) {
        return this.invariants.build(settings.apply(McpClient.builder("weather")
                .url(url)
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .timeouts(timeouts ->
                        timeouts.withConnect(SOON).withRequest(SOON).withChangeDebounce(Duration.ofMillis(20)))));
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private ListenStream listen() {
        this.client.listeners().addChangeListener(this.listener);
        this.client.session().connect();
        return this.server.awaitStreams(1, SOON).get(0);
    }

    private void awaitReceived(String... changes) {
        await().atMost(SOON).untilAsserted(() -> assertThat(this.heard)
                .as(() -> "changes; open streams: " + this.server.streams() + " of " + this.server.streamsOpened()
                        + ", ignored: " + this.client.status().ignoredMessages() + ", " + this.client)
                .containsExactlyInAnyOrder(changes));
    }

    private long ignored(Reason reason) {
        return this.client.status().ignoredMessages(reason);
    }

    // SUB-01, SUB-02, SUB-03: asked for with the headers of every request, on a connection of its own
    @Test
    void firstListenerSubscribesToDeclaredChanges() {
        this.client.session().connect();
        assertThat(this.client.listTools()).hasSize(1);
        assertThat(this.server.requests(LISTEN)).isEmpty();

        ListenStream stream = listen();

        assertThat(stream.request().json().at("/params/notifications").toString())
                .isEqualTo("{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true}");
        assertThat(stream.request().connection())
                .isNotIn(this.server.requests("tools/list").stream()
                        .map(RecordedRequest::connection)
                        .toList());
        stream.comment(); // SUB-16
        this.server.notify(TOOLS_CHANGED, "{}");
        this.server.notify("notifications/prompts/list_changed", "{}");
        this.server.notify("notifications/resources/list_changed", "{}");
        awaitReceived("tools", "prompts", "resources");
        assertThat(this.client.status().totalIgnoredMessages()).isZero();
    }

    // RES-09: nothing is asked for that the server has not declared
    @Test
    void doesNotSubscribeToUndeclaredChanges() {
        this.server.capabilities("{\"tools\":{},\"prompts\":{\"listChanged\":true}}");

        assertThat(listen().request().json().at("/params/notifications").toString())
                .isEqualTo("{\"promptsListChanged\":true}");
    }

    @Test
    void closesTheStreamWhenTheLastSubscriberCancels() {
        listen();

        this.client.listeners().removeChangeListener(this.listener);

        this.server.awaitDisconnect(SOON);
        this.server.awaitStreams(0, SOON);
        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("{}");
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // TMO-06, SUB-16: silence is no failure, however long a request may take
    @Test
    void subscriptionOutlivesTheRequestTimeout() {
        try (McpClient hasty = build(
                this.server.url(), builder -> builder.timeouts(timeouts -> timeouts.withRequest(Duration.ofMillis(700)))
                        .changeListener(this.listener))) {
            hasty.session().connect();
            this.server.awaitStreams(1, SOON);
            // On a busy machine the time is over before the request is sent.
            this.server.on("tools/call").optionally().reply(Reply.neverAnswer());

            assertThat(catchThrowable(() -> hasty.callTool("echo", Map.of()))).isInstanceOf(McpTimeoutException.class);

            assertThat(this.server.notify(TOOLS_CHANGED, "{}")).isEqualTo(1);
            awaitReceived("tools");
            assertThat(this.server.streamsOpened()).isEqualTo(1);
        }
    }

    @Test
    void closeEndsTheStream() {
        listen();

        this.client.close();

        this.server.awaitDisconnect(SOON);
        this.server.awaitOpenConnections(0, SOON);
    }

    // RES-10: what is asked for because of a change is not answered from memory
    @Test
    void listRequestedInAChangeListenerIsNotServedFromTheCache() {
        this.server.cacheHints(60_000, "private");
        List<String> names = new CopyOnWriteArrayList<>();
        this.client.listeners().addChangeListener(new McpChangeListener() {

            @Override
            public void onToolsChanged(String serverName) {
                McpClientSubscriptionTests.this.client.listTools().forEach(tool -> names.add(tool.name()));
            }
        });
        assertThat(this.client.listTools()).extracting(Tool::name).containsExactly("echo");
        this.server.awaitStreams(1, SOON);

        this.server.tools("{\"name\":\"new\",\"inputSchema\":{\"type\":\"object\"}}");
        this.server.notify(TOOLS_CHANGED, "{}");

        await().atMost(SOON).untilAsserted(() -> assertThat(names).containsExactly("new"));
        this.server.tools("{\"name\":\"newer\",\"inputSchema\":{\"type\":\"object\"}}");
        this.server.awaitStreams(1, SOON).get(0).cut();
        await().atMost(SOON).untilAsserted(() -> assertThat(names).containsExactly("new", "newer"));
    }

    // resources

    // RES-09, SUB-17
    @ParameterizedTest
    @EnumSource
    void subscribeResourceAddsTheUriToTheFilter(ProgrammingModel face) {
        listen();

        subscribe(face, ONE);
        ListenStream stream = this.server.awaitStreams(1, SOON).get(0);
        assertThat(stream.filter().at("/resourceSubscriptions/0").asString()).isEqualTo(ONE);
        stream.notify(UPDATED, "{\"uri\":\"" + ONE + "\"}");
        stream.notify(UPDATED, "{\"uri\":\"" + ONE + "/below\"}");
        stream.notify(UPDATED, "{\"uri\":\"test://one-too\"}");

        awaitReceived(ONE, ONE + "/below");
        assertThat(ignored(Reason.NOT_NEGOTIATED)).isEqualTo(1);
        assertThat(this.server.requests("resources/subscribe")).isEmpty();

        unsubscribe(face, ONE);
        this.server.awaitStreamsOpened(3, SOON);
        ListenStream last = this.server.awaitStreams(1, SOON).get(0);
        assertThat(last.filter().has("resourceSubscriptions")).isFalse();
    }

    private void subscribe(ProgrammingModel face, String uri) {
        if (face == ProgrammingModel.BLOCKING) {
            this.client.resources().subscribe(uri);
        } else {
            this.client.reactive().resources().subscribe(uri).block(SOON);
        }
    }

    private void unsubscribe(ProgrammingModel face, String uri) {
        if (face == ProgrammingModel.BLOCKING) {
            this.client.resources().unsubscribe(uri);
        } else {
            this.client.reactive().resources().unsubscribe(uri).block(SOON);
        }
    }

    @Test
    void subscribeResourceWhenServerLacksTheCapabilityIsRejectedWithoutARequest() {
        this.server.capabilities("{\"resources\":{\"listChanged\":true}}");

        assertThat(catchThrowable(() -> this.client.resources().subscribe(ONE)))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("resources.subscribe");
        assertThat(this.server.requests(LISTEN)).isEmpty();
    }

    // SUB-05, fault C15: narrower than asked
    @Test
    void subscribeResourceWhenNotAcknowledgedByTheServerFailsAndIsDiscarded() {
        listen();
        EventFeed narrow = new EventFeed().send(acknowledgment("{\"toolsListChanged\":true}"));
        this.server.on(LISTEN).reply(Reply.sse().follow(narrow));

        Throwable refusal = catchThrowable(() -> this.client.resources().subscribe(ONE));

        assertThat(refusal)
                .isInstanceOf(McpRejectedException.class)
                .hasMessageStartingWith("MCP server \"weather\": resources/subscribe: the server does not notify");
        List<ListenStream> streams = this.server.awaitStreamsOpened(2, SOON);
        assertThat(streams.get(streams.size() - 1).filter().has("resourceSubscriptions"))
                .isFalse();
    }

    private static String acknowledgment(String agreed) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":$id},\"notifications\":" + agreed + "}}";
    }

    // a server that refuses the whole because of one part of it
    @Test
    void subscribeResourceWhenRejectedFailsAndKeepsOtherSubscriptions() {
        ListenStream before = listen();
        this.server.on(LISTEN).reply(Reply.error(-32602, "no such resource"));

        assertThat(catchThrowable(() -> this.client.resources().subscribe("test://none")))
                .isInstanceOf(McpRequestException.class)
                .hasMessageContaining("no such resource");

        before.notify(TOOLS_CHANGED, "{}");
        awaitReceived("tools");
        assertThat(this.server.streams()).containsExactly(before);
    }

    @Test
    void subscribeResourceWhenTheServerDoesNotAcknowledgeEndsAtTheTimeout() {
        this.server.on(LISTEN).optionally().reply(Reply.sse(": nothing").thenHang());

        assertThat(catchThrowable(
                        () -> this.client.resources().subscribe(ONE, McpCallOptions.timeout(Duration.ofMillis(700)))))
                .isInstanceOf(McpTimeoutException.class);

        // the subscription ends with its caller
        this.server.awaitDisconnect(SOON);
    }

    // SUB-14: the old stream stays until the new one is acknowledged, and many subscriptions share few streams
    @Test
    void manyConcurrentSubscribeResourceCallsShareFewStreams() {
        ListenStream first = listen();

        Flux.fromStream(IntStream.range(0, 100).mapToObj(i -> "test://" + i))
                .flatMap(uri -> this.client.reactive().resources().subscribe(uri), 100)
                .blockLast(SOON);

        ListenStream last = this.server.awaitStreams(1, SOON).get(0);
        assertThat(last.filter().at("/resourceSubscriptions").size()).isEqualTo(100);
        assertThat(this.server.streamsOpened()).isLessThan(10);
        assertThat(last).isNotSameAs(first);
        assertThat(this.heard).as("no gap").isEmpty();
    }

    // SUB-14
    @Test
    void filterChangeKeepsTheOldStreamUntilTheNewOneIsAcknowledged() {
        ListenStream old = listen();
        EventFeed next = new EventFeed();
        this.server.on(LISTEN).reply(Reply.sse().follow(next));
        var pending = this.client.reactive().resources().subscribe(ONE).toFuture();
        this.server.awaitRequests(LISTEN, 2, SOON);

        old.notify(TOOLS_CHANGED, "{}");
        awaitReceived("tools");
        assertThat(pending).isNotDone();
        assertThat(this.server.streams()).containsExactly(old);

        next.send(acknowledgment("{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                + "\"resourcesListChanged\":true,\"resourceSubscriptions\":[\"" + ONE + "\"]}"));
        assertThat(pending).succeedsWithin(SOON);
        this.server.awaitStreams(0, SOON);
        assertThat(this.server.abandoned())
                .extracting(RecordedRequest::rpcId)
                .containsExactly(old.request().rpcId());
    }

    // endings

    // SUB-10, SUB-11, SUB-13, fault C16: opened again after a pause; everything may have changed in the meantime
    @ParameterizedTest
    @ValueSource(strings = {"end", "endWithoutAnswer", "cut", "reset"})
    void streamThatEndsIsReopenedAfterAPause(String ending) {
        listen();
        this.client.resources().subscribe(ONE);
        ListenStream stream = this.server.awaitStreams(1, SOON).get(0);
        int before = this.server.streamsOpened();
        long ended = System.nanoTime();

        switch (ending) {
            case "end" -> stream.end();
            case "endWithoutAnswer" -> stream.endWithoutAnswer();
            case "cut" -> stream.cut();
            default -> stream.reset();
        }

        this.server.awaitStreamsOpened(before + 1, SOON);
        assertThat(Duration.ofNanos(System.nanoTime() - ended)).isGreaterThan(Duration.ofMillis(900));
        awaitReceived("tools", "prompts", "resources", ONE);
        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("server/discover")).hasSize(1);
    }

    // fault C16: no such method, and it is not asked for again
    @Test
    void listenWhenTheMethodIsUnknownIsNotRetriedInTheSession() {
        this.server
                .on(LISTEN)
                .reply(
                        Reply.json(
                                404,
                                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"));

        assertThat(catchThrowable(() -> this.client.resources().subscribe(ONE)))
                .isInstanceOf(McpRequestException.class)
                .hasMessageContaining("Method not found");
        this.client.listeners().addChangeListener(this.listener);
        assertThat(catchThrowable(() -> this.client.resources().subscribe(ONE)))
                .isInstanceOf(McpRequestException.class);

        await().during(Duration.ofMillis(1500))
                .until(() -> this.server.requests(LISTEN).size() == 1);
        assertThat(this.client.listTools()).hasSize(1);
    }

    // fault H27: in the background, paused, no loop
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void listenWhenCredentialsAreRejectedPauses(int status) {
        this.server.on(LISTEN).reply(Reply.status(status).withHeader("WWW-Authenticate", "Bearer"));
        this.client.session().connect();

        assertThat(catchThrowable(() -> this.client.resources().subscribe(ONE)))
                .isInstanceOf(McpAuthorizationException.class);
        this.client.listeners().addChangeListener(this.listener);

        this.server.awaitStreams(1, SOON);
        List<RecordedRequest> asked = this.server.requests(LISTEN);
        assertThat(asked).hasSize(2);
        assertThat(Duration.ofNanos(asked.get(1).arrivalNanos() - asked.get(0).arrivalNanos()))
                .isGreaterThan(Duration.ofMillis(900));
        assertThat(this.client.status().isConnected()).isTrue();
    }

    // HTM-06, RPC-16, SUB-07, SUB-15, faults C15, C17, C18: what has no business on the stream
    @Test
    void unexpectedMessagesAreIgnoredAndCounted() {
        EventFeed feed = new EventFeed();
        this.server.on(LISTEN).reply(Reply.sse().follow(feed));
        this.client.listeners().addChangeListener(this.listener);
        this.client.listeners().addLogListener((serverName, message) -> this.heard.add("log"));
        this.client.session().connect();

        feed.send(notification(TOOLS_CHANGED, "$id"));
        feed.send(acknowledgment("{\"toolsListChanged\":true}"));
        feed.send("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{}}");
        feed.send(notification("notifications/message", "$id"));
        feed.send(notification("notifications/progress", "$id"));
        feed.send(notification(UPDATED, "$id"));
        feed.send(notification(TOOLS_CHANGED, "4711"));
        feed.send(notification(TOOLS_CHANGED, "\"$id\""));
        feed.send(notification(TOOLS_CHANGED, "$id"));

        awaitReceived("tools");
        assertThat(ignored(Reason.NOT_NEGOTIATED)).isEqualTo(2);
        assertThat(ignored(Reason.SERVER_REQUEST)).isEqualTo(1);
        assertThat(ignored(Reason.UNUSED_NOTIFICATION)).isEqualTo(2);
        assertThat(ignored(Reason.UNKNOWN_ID)).isEqualTo(2);
        assertThat(this.server.requests()).allMatch(request -> request.rpcMethod() != null);
    }

    private static String notification(String method, String subscriptionId) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{\"uri\":\"" + ONE
                + "\",\"level\":\"info\",\"data\":1,\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                + subscriptionId + "}}}";
    }

    // fault D12, SUB-12: the server is gone and comes back; listeners are notified, and subscriptions survive
    @Test
    void reconnectReopensTheStreamAndReportsTheGap() {
        try (RefusedPort port = new RefusedPort();
                ScriptedModernServer first = port.openModern();
                McpClient kept = build(first.url(), builder -> builder.reconnect(reconnect ->
                                reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                        .changeListener(this.listener))) {
            kept.session().start();
            kept.resources().subscribe(ONE);
            assertThat(this.heard).isEmpty();
            first.close();
            await().atMost(SOON).until(() -> !kept.status().isConnected());

            try (ScriptedModernServer second = port.openModern()) {
                ListenStream stream = second.awaitStreams(1, SOON).get(0);

                assertThat(stream.filter().at("/resourceSubscriptions/0").asString())
                        .isEqualTo(ONE);
                awaitReceived("tools", "prompts", "resources", ONE);
                kept.close();
            }
        }
    }

    // fault C24: the server closes after each event
    @Test
    void streamsThatEndImmediatelyAreReopenedWithBackoff() {
        this.server
                .on(LISTEN)
                .optionally()
                .reply(Reply.sse(acknowledgment("{\"toolsListChanged\":true}"))
                        .event(notification(TOOLS_CHANGED, "$id")));
        this.client.listeners().addChangeListener(this.listener);
        this.client.session().connect();

        List<RecordedRequest> asked = this.server.awaitRequests(LISTEN, 3, SOON);

        assertThat(Duration.ofNanos(asked.get(1).arrivalNanos() - asked.get(0).arrivalNanos()))
                .isGreaterThan(Duration.ofMillis(900));
        assertThat(Duration.ofNanos(asked.get(2).arrivalNanos() - asked.get(1).arrivalNanos()))
                .isGreaterThan(Duration.ofMillis(1800));
        assertThat(this.heard).contains("tools");
        McpException none = this.client.status().lastError();
        assertThat(none).isNull();
    }
}
