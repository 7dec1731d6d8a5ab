package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.EventFeed;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What hostile views try, against a server over HTTP. */
@Timeout(60)
class AppAbuseTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final AppServer server = new AppServer();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(McpAppSettings settings) {
        return this.invariants.build(this.server.builder(settings));
    }

    private static McpAppSession open(McpClient client, McpAppHost host) {
        return client.extension(McpApps.class)
                .open(AppServer.view(client), host, "session of a user", McpCallOptions.defaults());
    }

    private static AppServer.Front front(McpClient client, McpAppHost host) {
        AppServer.Front front = new AppServer.Front(open(client, host));
        front.initialize("{}");
        return front;
    }

    // APP-24, APP-A02: a tool for models only, one of another server, one that does not exist, and malformed calls
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"think\"}",
                "{\"name\":\"get_forecast\"}",
                "{\"name\":\"weather_get_forecast\"}",
                "{\"name\":7}",
                "{}",
                "{\"name\":\"refresh\",\"arguments\":[1]}"
            })
    void toolThatIsNotForViewsIsNotCalled(String params) {
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, AppServer.host());
            front.request(2, "tools/call", params);
            assertThat(front.error(2)).isEqualTo(-32602);
        }
        assertThat(this.server.http().requests("tools/call")).isEmpty();
    }

    // APP-25, APP-A02
    @Test
    void destructiveToolIsNotCalledWithoutApproval() {
        McpClientBuilder builder = this.server
                .builder(McpAppSettings.defaults())
                .tools(tools -> tools.withApproval(McpApprovalPolicy.DESTRUCTIVE))
                .toolApproval(request -> McpToolApprovalDecision.deny("secret reason"));
        try (McpClient client = this.invariants.build(builder)) {
            AppServer.Front front = front(client, AppServer.host());
            front.request(2, "tools/call", "{\"name\":\"erase\"}");

            assertThat(front.error(2)).isEqualTo(-32000);
            assertThat(front.response(2).toString()).doesNotContain("secret reason");
            front.request(3, "tools/call", "{\"name\":\"refresh\"}");
            assertThat(front.response(3).has("result")).isTrue();
        }
        assertThat(this.server.http().requests("tools/call")).hasSize(1);
    }

    // APP-37, APP-A06
    @Test
    void viewThatSendsTooManyMessagesIsClosed() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            int sent = 0;
            while (sent < 10_000 && front.request(sent + 10, "ping", "{}")) {
                sent++;
            }

            assertThat(sent).isLessThan(1_000);
            assertThat(session.isOpen()).isFalse();
            assertThat(session.closeReason()).contains("50 messages per second");
            assertThat(client.extension(McpApps.class).sessions()).isEmpty();
        }
    }

    // APP-37, APP-A06
    @ParameterizedTest
    @ValueSource(ints = {0, 2_000})
    void viewThatSendsAnEmptyOrHugeMessageIsClosed(int length) {
        try (McpClient client = client(McpAppSettings.defaults().withMaxMessageSize(1_000))) {
            McpAppSession session = open(client, AppServer.host());
            assertThat(session.receive("x".repeat(length))).isFalse();
            assertThat(session.isOpen()).isFalse();
        }
    }

    // APP-37, APP-A06
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[]",
                "{}",
                "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"ui/notifications/unknown\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"ui/notifications/tool-result\",\"params\":{}}",
                "{\"jsonrpc\":\"2.0\",\"method\":7}"
            })
    void messageThatIsMalformedOrThatNobodyAskedForIsRefusedAndTooManyCloseTheView(String message) {
        try (McpClient client = client(McpAppSettings.defaults().withMaxRefusedMessages(3))) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            for (int i = 0; i < 3; i++) {
                assertThat(session.receive(message)).isTrue();
            }
            assertThat(session.refusedMessages()).isEqualTo(3);
            assertThat(session.receive(message)).isFalse();
            assertThat(session.closeReason()).contains("refused");
            assertThat(front.received()).isEmpty();
        }
    }

    // APP-37, APP-A06
    @Test
    void viewWhoseMessagesNobodyTakesIsClosed() {
        try (McpClient client = client(McpAppSettings.defaults().withMaxQueue(4))) {
            McpAppSession session = open(client, AppServer.host());
            for (int i = 0; i < 4; i++) {
                assertThat(session.receive("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"ping\"}"))
                        .isTrue();
            }
            assertThat(session.receive("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}"))
                    .isFalse();
            assertThat(session.closeReason()).contains("4 messages wait");
        }
    }

    // APP-37, APP-A06: so many calls at a time, and none that is left when the view is closed
    @Test
    void requestsInProgressAreBoundedAndCancelledWithTheView() {
        EventFeed feed = new EventFeed();
        this.server.http().on("tools/call").always().reply(Reply.sse().follow(feed));
        try (McpClient client = client(McpAppSettings.defaults().withMaxPendingRequests(2))) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            front.request(2, "tools/call", "{\"name\":\"refresh\"}");
            front.request(3, "tools/call", "{\"name\":\"refresh\"}");
            front.request(4, "tools/call", "{\"name\":\"refresh\"}");
            assertThat(front.error(4)).isEqualTo(-32000);
            this.server.http().awaitRequests("tools/call", 2, SOON);

            session.close();

            this.server.http().awaitDisconnects(2, SOON);
            assertThat(session.receive("{}")).isFalse();
            assertThat(this.server.http().requests("tools/call")).hasSize(2);
        }
        feed.end();
    }

    // APP-38, APP-A07
    @Test
    void viewIsFoundOnlyByItsOwnerWithItsIdentifier() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpApps apps = client.extension(McpApps.class);
            McpAppSession first = open(client, AppServer.host());
            McpAppSession second = open(client, AppServer.host());

            assertThat(first.id()).matches("[A-Za-z0-9_-]{43}").isNotEqualTo(second.id());
            assertThat(apps.find(first.id(), "session of a user")).containsSame(first);
            assertThat(apps.find(first.id(), "session of another user")).isEmpty();
            assertThat(apps.find("A".repeat(43), "session of a user")).isEmpty();
            first.close();
            assertThat(apps.find(first.id(), "session of a user")).isEmpty();
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(
                            () -> apps.open(AppServer.view(client), AppServer.host(), " ", McpCallOptions.defaults()));
        }
    }

    // APP-38
    @Test
    void viewIsClosedWhenItExpires() {
        VirtualTime time = new VirtualTime();
        McpClientBuilder builder = this.server
                .builder(McpAppSettings.defaults().withTimeToLive(Duration.ofMinutes(10)))
                .time(time);
        try (McpClient client = this.invariants.build(builder)) {
            McpAppSession session = open(client, AppServer.host());
            assertThat(session.expiresAt()).isEqualTo(time.instant().plus(Duration.ofMinutes(10)));
            time.advance(Duration.ofMinutes(9));
            assertThat(session.isOpen()).isTrue();
            time.advance(Duration.ofMinutes(1));
            await().atMost(SOON).until(() -> !session.isOpen());
            assertThat(session.closeReason()).isEqualTo("it has expired");
            assertThat(client.extension(McpApps.class).sessions()).isEmpty();
        }
    }

    // APP-38
    @Test
    void numberOfOpenViewsIsBounded() {
        try (McpClient client = client(McpAppSettings.defaults().withMaxSessions(1))) {
            McpAppSession first = open(client, AppServer.host());
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> open(client, AppServer.host()))
                    .extracting(McpRejectedException::reason)
                    .isEqualTo(McpRejectedException.Reason.OVERLOAD);
            first.close();
            assertThat(open(client, AppServer.host()).isOpen()).isTrue();
        }
    }

    // APP-38: calls of a view are made on behalf of the principal that it was opened for, whichever web session sends
    // the message
    @Test
    void callsAreMadeOnBehalfOfThePrincipalOfTheView() {
        List<String> principals = new CopyOnWriteArrayList<>();
        McpClientBuilder builder = this.server
                .builder(McpAppSettings.defaults())
                .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL))
                .toolApproval(request -> {
                    principals.add(String.valueOf(request.principal()));
                    return McpToolApprovalDecision.approve();
                })
                .principals(() -> Mono.just(McpPrincipal.of("other")));
        try (McpClient client = this.invariants.build(builder)) {
            McpAppSession session = client.extension(McpApps.class)
                    .open(
                            AppServer.view(client),
                            AppServer.host(),
                            "session of ada",
                            McpCallOptions.defaults().withPrincipal(McpPrincipal.of("ada")));
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            front.request(2, "tools/call", "{\"name\":\"refresh\"}");
            front.response(2);
            assertThat(principals).singleElement().asString().contains("ada");
        }
    }

    // APP-37: a listener that fails does not end the view
    @Test
    void failedListenerOfTheHostDoesNotEndTheView() {
        McpAppHost host = AppServer.host()
                .withLog((session, log) -> {
                    throw new IllegalStateException("broken");
                })
                .withSizeChanged((session, size) -> {
                    throw new IllegalStateException("broken");
                });
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, host);
            assertThat(front.notification("notifications/message", "{\"level\":\"info\",\"data\":\"x\"}"))
                    .isTrue();
            assertThat(front.notification("ui/notifications/size-changed", "{\"height\":3}"))
                    .isTrue();
            front.request(2, "ping", "{}");
            assertThat(front.response(2).has("result")).isTrue();
        }
    }

    // APP-37: failures of the server reach the view without texts of this client
    @Test
    void failedCallTellsTheViewNothingAboutTheClient() {
        this.server.http().on("tools/call").reply(Reply.error(-32050, "out of stock"));
        this.server.http().on("tools/call").reply(Reply.reset());
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, AppServer.host());
            front.request(2, "tools/call", "{\"name\":\"refresh\"}");
            assertThat(front.response(2).path("error").toString())
                    .isEqualTo("{\"code\":-32050,\"message\":\"out of stock\"}");
            front.request(3, "tools/call", "{\"name\":\"refresh\"}");
            assertThat(front.response(3).path("error").toString())
                    .isEqualTo("{\"code\":-32603,\"message\":\"The call failed\"}");
        }
    }

    // APP-21: a request before the handshake is answered, and logged
    @Test
    void requestBeforeTheHandshakeIsAnswered() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.request(2, "ping", "{}");
            front.request(3, "tools/call", "{\"name\":\"refresh\"}");
            assertThat(front.response(2).has("result")).isTrue();
            assertThat(front.response(3).has("result")).isTrue();
            assertThat(front.methods()).isEmpty();
        }
    }

    // APP-21, APP-37
    @Test
    void requestsBeforeTheHandshakeAreLoggedOnce() {
        CapturedLog log = CapturedLog.of("io.mcpclient.tools").open();
        try (log;
                McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            for (int id = 2; id < 12; id++) {
                front.request(id, "tools/call", "{\"name\":\"think\"}");
                assertThat(front.error(id)).isEqualTo(-32602);
            }
        }
        assertThat(log.messages())
                .filteredOn(message -> message.contains("before it is initialized"))
                .containsExactly("MCP server \"shop\": view ui://shop/chart sends tools/call before it is initialized");
    }

    @Test
    void logOfAViewIsPrintableAndBounded() {
        List<McpAppLog> logs = new CopyOnWriteArrayList<>();
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, AppServer.host().withLog((session, log) -> logs.add(log)));
            front.notification(
                    "notifications/message", "{\"level\":\"info\",\"data\":\"\\u202e" + "x".repeat(5_000) + "\"}");
            assertThat(logs).singleElement().satisfies(log -> {
                assertThat(log.level()).isEqualTo("info");
                assertThat(log.text()).hasSizeLessThan(1_100).doesNotContain("\u202e");
            });
        }
    }

    @Test
    void settingsOutOfRangeAreRejectedWithTheirName() {
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpAppSettings.defaults().withMaxQueue(0))
                .withMessageContaining("apps.maxQueue");
    }
}
