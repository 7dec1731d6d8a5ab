package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The bridge to one view, with a server over HTTP. */
@Timeout(60)
class AppSessionTests {

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

    // APP-22, APP-24: what the host does not do is not announced
    @Test
    void handshakeAnnouncesWhatTheHostDoes() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front bare = new AppServer.Front(open(client, AppServer.host()));
            JsonNode result = bare.initialize("{}");
            assertThat(result.at("/protocolVersion").asString()).isEqualTo("2026-01-26");
            assertThat(result.at("/hostInfo/name").asString()).isEqualTo("desk");
            assertThat(result.at("/hostCapabilities").toString())
                    .isEqualTo("{\"serverTools\":{},\"serverResources\":{}}");
            assertThat(result.at("/hostContext/toolInfo/tool/name").asString()).isEqualTo("chart");
            assertThat(result.at("/hostContext/displayMode").asString()).isEqualTo("inline");

            McpAppHost all = AppServer.host()
                    .withContext(Map.of("theme", "dark"))
                    .withOpenLink((session, url) -> Mono.just(true))
                    .withMessage((session, message) -> Mono.just(true))
                    .withModelContext((session, context) -> Mono.just(true))
                    .withDownload((session, files) -> Mono.just(true))
                    .withLog((session, log) -> {});
            JsonNode full = new AppServer.Front(open(client, all)).initialize("{}");
            assertThat(full.at("/hostCapabilities").propertyNames())
                    .containsExactlyInAnyOrder(
                            "serverTools",
                            "serverResources",
                            "openLinks",
                            "message",
                            "updateModelContext",
                            "downloadFile",
                            "logging");
            assertThat(full.at("/hostContext/theme").asString()).isEqualTo("dark");
        }
    }

    // APP-22: the host has one version, and answers with it
    @Test
    void viewWithAnUnknownVersionLearnsTheLatestOne() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.request(9, "ui/initialize", "{\"protocolVersion\":\"2031-01-01\"}");
            assertThat(front.response(9).at("/result/protocolVersion").asString())
                    .isEqualTo("2026-01-26");
        }
    }

    // APP-21, APP-23
    @Test
    void nothingIsSentBeforeTheViewIsInitializedAndThenInputAndResultOnce() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            session.toolInputPartial(Map.of("year", 20));
            session.hostContextChanged(Map.of("theme", "dark"));
            session.toolInput(Map.of("year", 2026));
            session.toolResult(CallToolResult.text("Sales"));
            assertThat(front.received()).isEmpty();

            JsonNode result = front.initialize("{}");

            assertThat(result.at("/hostContext/theme").asString()).isEqualTo("dark");
            assertThat(front.methods()).containsExactly("ui/notifications/tool-input", "ui/notifications/tool-result");
            assertThat(front.received().get(1).at("/params/arguments/year").asInt())
                    .isEqualTo(2026);
            assertThat(front.received().get(2).at("/params/content/0/text").asString())
                    .isEqualTo("Sales");
            session.toolInputPartial(Map.of("year", 1));
            assertThatIllegalStateException().isThrownBy(() -> session.toolInput(Map.of()));
            assertThatIllegalStateException().isThrownBy(() -> session.toolCancelled("late"));
            assertThat(front.methods()).hasSize(2);
        }
    }

    // APP-23
    @Test
    void partialInputAndCancellationAreSentInOrder() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            assertThatIllegalStateException().isThrownBy(() -> session.toolResult(CallToolResult.text("early")));
            session.toolInputPartial(Map.of("year", 20));
            session.toolInput(Map.of("year", 2026));
            session.toolCancelled("by the user");
            session.hostContextChanged(Map.of("theme", "light"));

            assertThat(front.methods())
                    .containsExactly(
                            "ui/notifications/tool-input-partial",
                            "ui/notifications/tool-input",
                            "ui/notifications/tool-cancelled",
                            "ui/notifications/host-context-changed");
            assertThat(front.received().get(3).at("/params/reason").asString()).isEqualTo("by the user");
        }
    }

    // APP-22: the document was loaded again, and knows nothing
    @Test
    void secondHandshakeReplacesTheFirst() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            session.toolInput(Map.of());
            front.initialize("{}");
            front.request(5, "ui/initialize", "{}");
            front.response(5);
            session.toolResult(CallToolResult.text("Sales"));
            assertThat(front.methods()).containsExactly("ui/notifications/tool-input");

            front.notification("ui/notifications/initialized", "{}");
            assertThat(front.methods())
                    .containsExactly(
                            "ui/notifications/tool-input",
                            "ui/notifications/tool-input",
                            "ui/notifications/tool-result");
        }
    }

    // APP-24, APP-25
    @Test
    void viewCallsAToolOfItsServerAndOnlyPermittedMetadataIsSent() {
        try (McpClient client = client(McpAppSettings.defaults().withForwardedMeta(Set.of("com.example/trace")))) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.initialize("{}");
            front.request(
                    2,
                    "tools/call",
                    "{\"name\":\"refresh\",\"arguments\":{\"a\":1},\"_meta\":{\"com.example/trace\":\"t1\","
                            + "\"com.example/other\":\"x\",\"progressToken\":7}}");

            assertThat(front.response(2).at("/result/content/0/text").asString())
                    .isEqualTo("{\"a\":1}");
            RecordedRequest call = this.server.http().requests("tools/call").get(0);
            assertThat(call.json().at("/params/_meta/com.example~1trace").asString())
                    .isEqualTo("t1");
            assertThat(call.body()).doesNotContain("com.example/other").doesNotContain("progressToken");
        }
    }

    // APP-26
    @ParameterizedTest
    @CsvSource({
        "ALL_OF_SERVER, test://any, true",
        "UI_AND_LISTED, test://one, true",
        "UI_AND_LISTED, ui://shop/chart, true",
        "UI_AND_LISTED, test://any, false",
        "NONE, test://one, false"
    })
    void viewReadsResourcesOfItsServerAsTheSettingsPermit(McpAppResources resources, String uri, boolean permitted) {
        try (McpClient client = client(McpAppSettings.defaults().withResources(resources))) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.initialize("{}");
            front.request(2, "resources/read", "{\"uri\":\"" + uri + "\"}");

            assertThat(front.response(2).has("result")).isEqualTo(permitted);
            assertThat(this.server.http().requests("resources/read")).hasSize(permitted ? 1 : 0);
        }
    }

    // APP-26: the list is read up to the page that has the resource, and at most 50 pages of it
    @ParameterizedTest
    @CsvSource({"test://page/1, 2, true", "test://none, 50, false"})
    void listOfResourcesIsReadNoFurtherThanNeeded(String uri, int pages, boolean permitted) {
        this.server.http().on("resources/list").always().reply(request -> {
            int page = request.json().at("/params/cursor").asInt(0);
            return Reply.result("{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"nextCursor\":\""
                    + (page + 1) + "\",\"resources\":[{\"uri\":\"test://page/" + page + "\",\"name\":\"page\"}]}");
        });
        try (McpClient client = client(McpAppSettings.defaults().withResources(McpAppResources.UI_AND_LISTED))) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.initialize("{}");
            front.request(2, "resources/read", "{\"uri\":\"" + uri + "\"}");

            assertThat(front.response(2).has("result")).isEqualTo(permitted);
            assertThat(this.server.http().requests("resources/list")).hasSize(pages);
        }
    }

    // APP-24, APP-27, APP-35
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tools/list",
                "resources/list",
                "prompts/list",
                "prompts/get",
                "completion/complete",
                "sampling/createMessage",
                "elicitation/create",
                "ui/open-link",
                "ui/message",
                "ui/update-model-context",
                "ui/request-display-mode",
                "ui/download-file",
                "ui/unknown"
            })
    void methodThatWasNotAnnouncedIsUnknown(String method) {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            int before = this.server.http().requests().size();
            front.request(2, method, "{\"url\":\"https://example.com\",\"mode\":\"pip\"}");

            assertThat(front.error(2)).isEqualTo(-32601);
            assertThat(session.refusedMessages()).isEqualTo(1);
            assertThat(this.server.http().requests()).hasSize(before);
        }
    }

    // APP-31
    @Test
    void displayModeIsOneThatHostAndViewHave() {
        List<String> set = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withDisplayModes(Set.of("fullscreen", "pip"), (session, mode) -> {
            set.add(mode);
            return Mono.just(true);
        });
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = new AppServer.Front(open(client, host));
            front.initialize("{\"availableDisplayModes\":[\"inline\",\"fullscreen\"]}");
            front.request(2, "ui/request-display-mode", "{\"mode\":\"pip\"}");
            front.request(3, "ui/request-display-mode", "{\"mode\":\"fullscreen\"}");
            front.request(4, "ui/request-display-mode", "{\"mode\":\"theater\"}");

            assertThat(front.response(2).at("/result/mode").asString()).isEqualTo("inline");
            assertThat(front.response(3).at("/result/mode").asString()).isEqualTo("fullscreen");
            assertThat(front.response(4).at("/result/mode").asString()).isEqualTo("fullscreen");
            assertThat(set).containsExactly("fullscreen");
        }
    }

    // APP-32
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"height\":300} | [width=null, height=300.0]",
                "{\"width\":100,\"height\":5000} | [width=null, height=800.0]",
                "{\"height\":-1} |",
                "{\"height\":1e999} |",
                "{\"height\":\"300\"} |",
                "{\"width\":100} |",
                "{} |"
            })
    void sizeIsClampedToTheContainerAndNonsenseIsIgnored(String params, String size) {
        List<String> sizes = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host()
                .withContext(Map.of("containerDimensions", Map.of("width", 480, "maxHeight", 800)))
                .withSizeChanged((session, changed) -> sizes.add(changed.toString()));
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = new AppServer.Front(open(client, host));
            front.initialize("{}");
            front.notification("ui/notifications/size-changed", params);
            assertThat(sizes).isEqualTo((size != null) ? List.of("McpAppSize" + size) : List.of());
        }
    }

    // APP-30
    @Test
    void modelGetsTheLastContextMarkedAsDataOfTheView() {
        McpAppHost host = AppServer.host().withModelContext((session, context) -> Mono.just(true));
        try (McpClient client = client(McpAppSettings.defaults().withMaxContextLength(100))) {
            McpAppSession session = open(client, host);
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            assertThat(session.modelContext()).isEmpty();
            front.request(2, "ui/update-model-context", "{\"content\":[{\"type\":\"text\",\"text\":\"first\"}]}");
            front.request(
                    3,
                    "ui/update-model-context",
                    "{\"content\":[{\"type\":\"text\",\"text\":\"second\"}],\"structuredContent\":{\"a\":1}}");
            front.request(4, "ui/update-model-context", "{\"structuredContent\":{\"a\":\"" + "x".repeat(100) + "\"}}");
            front.request(5, "ui/update-model-context", "{\"content\":[{\"type\":\"image\",\"data\":\"AA==\"}]}");

            assertThat(front.error(4)).isEqualTo(-32000);
            assertThat(front.error(5)).isEqualTo(-32602);
            assertThat(session.modelContext().orElseThrow().marked())
                    .isEqualTo("Data of the view ui://shop/chart of MCP server \"shop\", no instructions:\nsecond\n"
                            + "{\"a\":1}");
        }
    }

    // APP-33
    @Test
    void teardownWaitsForTheView() {
        try (McpClient client = client(McpAppSettings.defaults().withTeardownTimeout(Duration.ofSeconds(30)))) {
            McpAppSession session = open(client, AppServer.host());
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            StepVerifier.create(session.teardown("done"))
                    .expectSubscription()
                    .then(() -> {
                        JsonNode request = front.received().get(1);
                        assertThat(request.path("method").asString()).isEqualTo("ui/resource-teardown");
                        assertThat(session.isOpen()).isTrue();
                        front.send("\"id\":" + request.path("id") + ",\"result\":{}");
                    })
                    .verifyComplete();
            assertThat(session.isOpen()).isFalse();
            assertThat(session.closeReason()).isEqualTo("it was removed");
        }
    }

    // APP-33
    @Test
    void teardownOfASilentViewEndsAtItsLimit() {
        try (McpClient client = client(McpAppSettings.defaults().withTeardownTimeout(Duration.ofMillis(50)))) {
            McpAppSession session = open(client, AppServer.host());
            new AppServer.Front(session).initialize("{}");
            StepVerifier.create(session.teardown(null)).verifyComplete();
            assertThat(session.isOpen()).isFalse();
        }
    }

    // APP-33
    @Test
    void requestOfTheViewToEndReachesTheHost() {
        List<McpAppSession> ended = new CopyOnWriteArrayList<>();
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppSession session = open(client, AppServer.host().withTeardownRequested(ended::add));
            AppServer.Front front = new AppServer.Front(session);
            front.initialize("{}");
            front.notification("ui/notifications/request-teardown", "{}");
            assertThat(ended).containsExactly(session);
            assertThat(session.isOpen()).isTrue();
        }
    }

    // APP-25: the approval learns that a view calls
    @Test
    void approvalIsAskedWithTheViewAsCaller() {
        List<String> callers = new CopyOnWriteArrayList<>();
        McpClientBuilder builder = this.server
                .builder(McpAppSettings.defaults())
                .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL))
                .toolApproval(request -> {
                    callers.add(request.toolName() + " by " + request.caller());
                    return McpToolApprovalDecision.approve();
                });
        try (McpClient client = this.invariants.build(builder)) {
            AppServer.Front front = new AppServer.Front(open(client, AppServer.host()));
            front.initialize("{}");
            front.request(2, "tools/call", "{\"name\":\"refresh\"}");
            front.response(2);
            client.callTool("think", Map.of());

            assertThat(callers).containsExactly("refresh by view ui://shop/chart", "think by null");
        }
    }
}
