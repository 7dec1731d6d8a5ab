package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

class McpToolRegistryTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String SEND = tool("send");

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private McpClient add(String name, String url) {
        McpClient client = McpClient.builder(name)
                .url(url)
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                .build();
        this.clients.add(client);
        return client;
    }

    private McpClient start(String name, String url) {
        McpClient client = add(name, url);
        client.session().start();
        return client;
    }

    private void awaitNames(String... names) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.registry.snapshot().tools())
                .extracting(McpRegisteredTool::name)
                .containsExactly(names));
    }

    @Test
    void snapshotListsToolsOfAllServersInAStableOrder() {
        try (ScriptedLegacyServer beta = ScriptedHttpServer.legacy().tools(tool("z"), tool("a"));
                ScriptedLegacyServer alpha = ScriptedHttpServer.legacy().tools(tool("m"))) {
            start("beta", beta.url());
            start("alpha", alpha.url());
            awaitNames("m", "z", "a");
            assertThat(this.registry.snapshot().ofServer("beta"))
                    .extracting(tool -> tool.tool().name())
                    .containsExactly("z", "a");
            this.clients.close();
        }
    }

    @Test
    void awaitReadyReturnsWhenAllServersAreListedAndConnectsThoseThatConnectOnDemand() {
        try (ScriptedLegacyServer alpha = ScriptedHttpServer.legacy().tools(tool("m"));
                ScriptedLegacyServer beta = ScriptedHttpServer.legacy().tools(tool("z"))) {
            start("alpha", alpha.url());
            McpClient onDemand = McpClient.builder("beta").url(beta.url()).build();
            this.clients.add(onDemand);
            assertThat(this.registry.snapshot().missing())
                    .last()
                    .extracting(McpMissingServer::server, McpMissingServer::reason)
                    .containsExactly("beta", McpMissingServer.Reason.NOT_CONNECTED);

            McpToolSnapshot ready = this.registry.awaitReady(LIMIT);
            assertThat(ready.tools()).extracting(McpRegisteredTool::name).containsExactly("m", "z");
            assertThat(ready.missing()).isEmpty();
            this.clients.close();
        }
    }

    @Test
    void awaitReadyReportsMissingServersWithTheReason() {
        try (ScriptedLegacyServer alpha = ScriptedHttpServer.legacy().tools(tool("m"));
                RefusedPort refused = new RefusedPort();
                ScriptedLegacyServer broken = ScriptedHttpServer.legacy()) {
            broken.on("tools/list").always().reply(Reply.error(-32603, "no database"));
            start("alpha", alpha.url());
            start("beta", refused.url());
            start("gamma", broken.url());

            Duration pause = Duration.ofMillis(50);
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            this.registry.awaitReady(pause).missing())
                    .extracting(McpMissingServer::server, McpMissingServer::reason)
                    .containsExactly(
                            tuple("beta", McpMissingServer.Reason.FAILED),
                            tuple("gamma", McpMissingServer.Reason.NOT_LISTED)));
            McpToolSnapshot known = this.registry.awaitReady(pause);
            assertThat(known.tools()).extracting(McpRegisteredTool::name).containsExactly("m");
            assertThat(known.missing().get(0).description())
                    .startsWith("MCP server \"beta\": the last attempt to connect failed: ")
                    .contains("refused");
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            this.registry.snapshot().missing().get(1).description())
                    .contains("connected, but not listed yet", "no database"));
            this.clients.close();
        }
    }

    @Test
    void awaitReadyOfNoServersReturnsAtOnceAndRejectsNull() {
        assertThat(this.registry.awaitReady(Duration.ZERO).missing()).isEmpty();
        assertThat(this.registry.awaitReady(Duration.ofSeconds(Long.MAX_VALUE)).tools())
                .isEmpty();
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.registry.awaitReady(null))
                .withMessageContaining("limit");
    }

    @Test
    void selectReturnsTheToolsOfTheSelectionInTheOrderOfTheRegistry() {
        try (ScriptedLegacyServer beta = ScriptedHttpServer.legacy().tools(tool("z"), tool("a"));
                ScriptedLegacyServer alpha = ScriptedHttpServer.legacy().tools(tool("m"))) {
            start("beta", beta.url());
            start("alpha", alpha.url());
            awaitNames("m", "z", "a");
            McpToolSelection ofBeta = McpToolSelection.all().forServers("beta");

            assertThat(this.registry.select(McpToolSelection.all())).isSameAs(this.registry.snapshot());
            assertThat(selected(ofBeta)).containsExactly("z", "a");
            assertThat(selected(ofBeta.filter(tool -> !tool.name().equals("z"))))
                    .containsExactly("a");
            assertThat(selected(ofBeta.filter(tool -> !tool.name().equals("z"))
                            .filter(tool -> !tool.name().equals("a"))))
                    .isEmpty();
            assertThat(selected(ofBeta.forServers(List.of("alpha", "gamma")))).containsExactly("m");
            assertThat(selected(ofBeta.forServers())).isEmpty();
            assertThat(selected(McpToolSelection.all()
                            .principal(McpPrincipal.of("ann"))
                            .query("send")))
                    .containsExactly("m", "z", "a");
            assertThat(this.registry.select(ofBeta).find("m")).isEmpty();
            assertThat(this.registry.select(ofBeta).version())
                    .isEqualTo(this.registry.snapshot().version());
            assertThat(beta.requests("tools/list")).hasSize(1);
            this.clients.close();
        }
    }

    private List<String> selected(McpToolSelection selection) {
        return this.registry.select(selection).tools().stream()
                .map(McpRegisteredTool::name)
                .toList();
    }

    @Test
    void selectionPassesPrincipalAndQueryAndRejectsNull() {
        McpToolSelection selection =
                McpToolSelection.all().principal(McpPrincipal.of("ann")).query("send a mail");

        assertThat(selection.forServers("mail").filter(tool -> true).principal())
                .isEqualTo(McpPrincipal.of("ann"));
        assertThat(selection.forServers("mail").filter(tool -> true).query()).isEqualTo("send a mail");
        assertThat(McpToolSelection.all().principal()).isNull();
        assertThat(McpToolSelection.all().query()).isNull();
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> selection.forServers("mail", (String) null))
                .withMessageContaining("the argument \"name\" is null");
    }

    // I03, I26: a call under a prefixed name reaches the server that the name says; both call themselves the same
    @Test
    void callToolWhenNamesConflictReachesTheRightServer() {
        try (ScriptedLegacyServer mail = ScriptedHttpServer.legacy().tools(SEND);
                ScriptedLegacyServer chat = ScriptedHttpServer.legacy().tools(SEND)) {
            add("mail", mail.url());
            add("chat", chat.url());
            this.clients.all().forEach(client -> client.session().start());
            awaitNames("chat_send", "mail_send");

            assertThat(this.registry.callTool("mail_send", Map.of("to", "me")).text())
                    .contains("me");
            assertThat(mail.requests("tools/call")).hasSize(1);
            assertThat(mail.requests("tools/call")
                            .get(0)
                            .json()
                            .at("/params/name")
                            .asString())
                    .isEqualTo("send");
            assertThat(chat.requests("tools/call")).isEmpty();
            this.clients.close();
        }
    }

    private record Message(String to, @Nullable String subject) {}

    @Test
    void callToolTakesRecordsAndBindsResults() {
        ParameterizedTypeReference<Map<String, String>> texts = new ParameterizedTypeReference<>() {};
        Message message = new Message("me", null);
        try (ScriptedLegacyServer mail = ScriptedHttpServer.legacy().tools(SEND)) {
            start("mail", mail.url());
            awaitNames("send");

            assertThat(this.registry.callTool("send", message).text()).isEqualTo("{\"to\":\"me\"}");
            assertThat(this.registry.callTool("send", message, Message.class)).isEqualTo(message);
            assertThat(this.registry.callTool("send", Map.of("to", "me"), texts))
                    .isEqualTo(Map.of("to", "me"));
            assertThat(this.registry
                            .callToolReactive("send", message, Message.class, McpCallOptions.defaults())
                            .block(LIMIT))
                    .isEqualTo(message);
            assertThat(this.registry
                            .callToolReactive("send", message, texts, McpCallOptions.defaults())
                            .block(LIMIT))
                    .isEqualTo(Map.of("to", "me"));
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> this.registry.callTool("send", "me"))
                    .withMessageContaining("the arguments of tool \"send\" are a string, not a JSON object");
            assertThat(mail.requests("tools/call")).hasSize(5);
            this.clients.close();
        }
    }

    @Test
    void callToolWhenNameIsUnknownIsRejectedWithoutARequest() {
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.registry.callTool("nobody", Map.of()))
                .satisfies(error -> {
                    assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_TOOL);
                    assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(error).hasMessage("MCP: tools/call: no tool is named \"nobody\". There are no tools.");
                    assertThat(error.serverName()).isEmpty();
                });
    }

    // nearest names, such as those that a conflict has led to
    @Test
    void callToolWhenNameIsUnknownSuggestsTheNearest() {
        try (ScriptedLegacyServer mail = ScriptedHttpServer.legacy().tools(SEND, tool("delete"));
                ScriptedLegacyServer chat = ScriptedHttpServer.legacy().tools(SEND)) {
            add("mail", mail.url());
            add("chat", chat.url());
            this.clients.all().forEach(client -> client.session().start());
            awaitNames("chat_send", "mail_send", "delete");

            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> this.registry.callTool("send", Map.of()))
                    .withMessage(
                            "MCP: tools/call: no tool is named \"send\". Did you mean \"chat_send\" or \"mail_send\"?"
                                    + " Known tools: chat_send, mail_send, delete.");
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> this.registry
                            .callToolReactive("delte", Map.of(), McpCallOptions.defaults())
                            .block(LIMIT))
                    .withMessageContaining("Did you mean \"delete\"?");
            this.clients.close();
        }
    }

    // A05: a server that is away at the start joins later by itself
    @Test
    void snapshotWhenServerBecomesAvailableLaterContainsItsTools() {
        try (RefusedPort port = new RefusedPort()) {
            start("late", port.url());
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> this.clients.get("late").status().lastError() != null);
            assertThat(this.registry.snapshot().tools()).isEmpty();
            try (ScriptedLegacyServer late = port.openLegacy()) {
                late.tools(SEND);
                Awaitility.await()
                        .atMost(LIMIT)
                        .until(() -> this.clients.get("late").status().isConnected());
                this.registry.refresh();
                awaitNames("send");
                this.clients.close();
            }
        }
    }

    @Test
    void snapshotWhenServerBecomesUnavailableKeepsItsToolsAsUnavailable() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(SEND);
        McpClient client = start("gone", server.url());
        awaitNames("send");
        assertThat(this.registry.snapshot().find("send"))
                .hasValueSatisfying(tool -> assertThat(tool.available()).isTrue());

        server.close();
        Disconnection.await(client);

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.registry.snapshot().find("send"))
                .hasValueSatisfying(tool -> assertThat(tool.available()).isFalse()));
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThatExceptionOfType(McpException.class)
                .isThrownBy(() -> this.registry.callTool("send", Map.of()))
                .satisfies(error -> {
                    assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(error.serverName()).isEqualTo("gone");
                    assertThat(error).hasMessageContaining("connection refused");
                }));
    }

    // F35: a list that fails is asked for again, the connection stays
    @Test
    void snapshotAfterAFailedListIsFilledByARetry() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(SEND)) {
            server.on("tools/list").reply(Reply.error(-32603, "not now"));
            McpClient client = start("slow", server.url());
            awaitNames("send");
            assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
            assertThat(server.requests("tools/list")).hasSize(2);
            this.clients.close();
        }
    }

    // F09: what a limit leaves of a list is a list: the server is not missing, which would be a reason to list again
    @Test
    void snapshotWhenAListExceedsALimitHasItsFirstTools() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/list").always().reply(request -> {
                int page = server.requests("tools/list").size();
                return Reply.result("{\"nextCursor\":\"" + page + "\",\"tools\":[" + tool("t" + page) + "]}");
            });
            McpClient client = McpClient.builder("alpha")
                    .url(server.url())
                    .lists(lists -> lists.withMaxPages(2))
                    .build();
            this.clients.add(client);
            client.session().start();

            McpToolSnapshot ready = this.registry.awaitReady(LIMIT);
            assertThat(ready.tools())
                    .extracting(McpRegisteredTool::name, McpRegisteredTool::available)
                    .containsExactly(tuple("t1", true), tuple("t2", true));
            assertThat(ready.missing()).isEmpty();
            assertThat(client.status().list("tools/list").orElseThrow().incomplete())
                    .isTrue();
            assertThat(server.requests("tools/list")).hasSize(2);
            this.clients.close();
        }
    }

    @Test
    void listenerIsNotifiedOfChangesOnceEach() {
        List<Long> versions = new CopyOnWriteArrayList<>();
        this.registry.addListener(snapshot -> versions.add(snapshot.version()));
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(SEND)) {
            start("mail", server.url());
            awaitNames("send");
            this.registry.refresh();
            server.awaitRequests("tools/list", 2, LIMIT);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> this.clients.get("mail").status().inFlight() == 0);
            assertThat(versions).containsExactly(1L);
            this.clients.close();
        }
    }

    @Test
    void snapshotWhenClientIsRemovedLosesItsTools() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(SEND)) {
            start("mail", server.url());
            awaitNames("send");
            this.clients.remove("mail").orElseThrow().close();
            assertThat(this.registry.snapshot().tools()).isEmpty();
        }
    }

    // CAP-07: a server that offers no tools is not asked for them
    @Test
    void snapshotWhenServerLacksTheToolsCapabilitySendsNoRequest() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize")
                    .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                            + "\"serverInfo\":{\"name\":\"bare\",\"version\":\"1\"}}"));
            McpClient client = start("bare", server.url());
            Awaitility.await().atMost(LIMIT).until(() -> client.status().isConnected());
            client.ping();
            assertThat(server.requests("tools/list")).isEmpty();
            assertThat(this.registry.snapshot().version()).isZero();
            this.clients.close();
        }
    }
}
