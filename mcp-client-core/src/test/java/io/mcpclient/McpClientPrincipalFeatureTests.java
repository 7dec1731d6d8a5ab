package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Task;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.ListenStream;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static io.mcpclient.UserServers.APPLICATION;
import static io.mcpclient.UserServers.LIMIT;
import static io.mcpclient.UserServers.as;
import static io.mcpclient.UserServers.userOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Server requests, notifications and subscriptions in the sessions of several users: each stays with its user. */
@Timeout(60)
class McpClientPrincipalFeatureTests {

    private static final String ALICE = "alice";

    private static final String BOB = "bob";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
    }

    private <T extends ScriptedHttpServer> T opened(T server) {
        this.open.add(server);
        return server;
    }

    private McpClient client(ScriptedHttpServer server, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = UserServers.client(server, settings);
        this.open.add(0, client); // before its server
        return client;
    }

    private static void call(McpClient client, String user) {
        as(user, () -> client.callTool("ask", Map.of()));
    }

    /** How a handler learns who is asked. */
    enum Handler {
        BLOCKING {
            @Override
            McpClientBuilder on(McpClientBuilder builder, List<String> asked) {
                McpElicitationHandler handler = (params, context) -> {
                    asked.add(params.message() + " asks " + context.principal().name());
                    return ElicitResult.decline();
                };
                return builder.elicitation(handler);
            }
        },
        REACTIVE {
            @Override
            McpClientBuilder on(McpClientBuilder builder, List<String> asked) {
                ReactiveMcpElicitationHandler handler = (params, request) -> Mono.deferContextual(context -> {
                    @Nullable McpPrincipal principal = McpPrincipalContext.current(context);
                    assertThat(principal).isEqualTo(request.principal());
                    asked.add(params.message() + " asks " + request.principal().name());
                    return Mono.just(ElicitResult.decline());
                });
                return builder.reactiveElicitation(handler);
            }
        };

        abstract McpClientBuilder on(McpClientBuilder builder, List<String> asked);
    }

    // SEC-27; fault H26: a user is prompted in their own session
    @ParameterizedTest
    @EnumSource
    void requestHandlerReceivesThePrincipalOfTheSession(Handler handler) {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        server.on("tools/call")
                .always()
                .reply(request -> Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\""
                                + userOf(request)
                                + "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
        server.on("POST").optionally().reply(Reply.accepted());
        List<String> asked = new CopyOnWriteArrayList<>();
        McpClient client = client(server, builder -> handler.on(builder, asked));

        call(client, ALICE);
        call(client, BOB);
        client.callTool("ask", Map.of());

        await().atMost(LIMIT).untilAsserted(() -> assertThat(asked)
                .containsExactlyInAnyOrder("alice asks alice", "bob asks bob", "application asks application"));
        server.awaitRequests("POST", 3, LIMIT);
        assertThat(UserServers.users(server.requests("POST"))).containsExactlyInAnyOrder(ALICE, BOB, APPLICATION);
        assertThat(UserServers.usersBySession(server))
                .allSatisfy((session, users) -> assertThat(users).hasSize(1));
    }

    // SEC-27, MRTR-01: the same for what a result of the stateless revision asks for
    @ParameterizedTest
    @EnumSource
    void inputHandlerReceivesThePrincipalOfTheCall(Handler handler) {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        server.tools(UserServers.tool("ask"));
        server.on("tools/call")
                .where(request -> request.json().at("/params/inputResponses").isMissingNode())
                .always()
                .reply(request -> Reply.result("{\"resultType\":\"input_required\",\"inputRequests\":{\"one\":{"
                        + "\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\""
                        + userOf(request)
                        + "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}}}"));
        List<String> asked = new CopyOnWriteArrayList<>();
        McpClient client = client(server, builder -> handler.on(builder, asked));

        call(client, ALICE);
        call(client, BOB);
        client.callTool("ask", Map.of());

        assertThat(asked).containsExactly("alice asks alice", "bob asks bob", "application asks application");
    }

    // MRTR-18: a call goes on with the principal that began it, not with that of the thread on which the answers go
    // back
    @Test
    void callKeepsItsPrincipalBetweenTheRounds() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        server.tools(UserServers.tool("ask"));
        server.on("tools/call")
                .where(request -> request.json().at("/params/requestState").isMissingNode())
                .always()
                .reply(request -> Reply.result("{\"resultType\":\"input_required\",\"requestState\":\"of-"
                        + userOf(request)
                        + "\",\"inputRequests\":{\"one\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\","
                        + "\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}}}"));
        AtomicReference<String> user = new AtomicReference<>(ALICE);
        McpElicitationHandler handler = (params, context) -> {
            user.set(BOB);
            return ElicitResult.decline();
        };
        McpClient client = client(server, builder -> builder.elicitation(handler)
                .principals(() -> Mono.fromSupplier(() -> UserServers.principal(user.get()))));

        client.callTool("ask", Map.of());
        client.callTool("ask", Map.of());

        assertThat(server.requests("tools/call"))
                .extracting(request -> userOf(request) + " "
                        + request.json().at("/params/requestState").asString("-"))
                .containsExactly("alice -", "alice of-alice", "bob -", "bob of-bob");
    }

    // SEC-27; fault H26: what a server says in the session of a user is for that user only
    @Test
    void listenersReceiveThePrincipalOfTheSession() {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        server.on("tools/call").always().reply(McpClientPrincipalFeatureTests::toldAllThereIs);
        List<String> heard = new CopyOnWriteArrayList<>();
        McpClient client = client(server, builder -> builder.logListener(new McpLogListener() {
                    @Override
                    public void onLog(String serverName, LoggingMessageParams message) {
                        heard.add("log of nobody");
                    }

                    @Override
                    public void onLog(McpSource source, LoggingMessageParams message) {
                        heard.add("log " + message.data() + " to " + nameIn(source));
                    }
                })
                .changeListener(new McpChangeListener() {
                    @Override
                    public void onElicitationComplete(McpSource source, String elicitationId) {
                        heard.add("page " + elicitationId + " to " + nameIn(source));
                    }

                    @Override
                    public void onTaskStatus(McpSource source, Task task) {
                        heard.add("task " + task.taskId() + " to " + nameIn(source));
                    }
                })
                .progressListener(progress -> heard.add("progress " + progress.message() + " to "
                        + progress.principal().name())));
        client.raw().onNotification("notifications/mood", new McpNotificationListener() {
            @Override
            public void onNotification(String serverName, Map<String, Object> params) {
                heard.add("mood of nobody");
            }

            @Override
            public void onNotification(McpSource source, Map<String, Object> params) {
                heard.add("mood " + params.get("of") + " to " + nameIn(source));
            }
        });

        call(client, ALICE);
        call(client, BOB);
        client.callTool("ask", Map.of());

        List<String> expected = Stream.of(ALICE, BOB, APPLICATION)
                .flatMap(user -> Stream.of(
                        "log " + user + " to " + user,
                        "progress " + user + " to " + user,
                        "page " + user + " to " + user,
                        "task task-of-" + user + " to " + user,
                        "mood " + user + " to " + user))
                .toList();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(heard).containsExactlyInAnyOrderElementsOf(expected));
    }

    private static String nameIn(McpSource source) {
        return source.principal().name();
    }

    /** A call during which the server says everything that it can, each time with the name of the user. */
    private static Reply toldAllThereIs(RecordedRequest request) {
        String user = userOf(request);
        return Reply.sse(
                notification("message", "\"level\":\"info\",\"data\":\"" + user + "\""),
                notification(
                        "progress",
                        "\"progressToken\":" + request.json().at("/params/_meta/progressToken")
                                + ",\"progress\":1,\"message\":\"" + user + "\""),
                notification("elicitation/complete", "\"elicitationId\":\"" + user + "\""),
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\",\"params\":"
                        + task(user, "working") + "}",
                notification("mood", "\"of\":\"" + user + "\""),
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}");
    }

    private static String notification(String name, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + name + "\",\"params\":{" + params + "}}";
    }

    // TOOL-22, SEC-27: the caller, if users are distinguished
    @Test
    void auditLogNamesTheUserOfACall() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        server.tools(UserServers.tool("ask"));
        CapturedLog lines = CapturedLog.of(ToolAudit.LOGGER).at(Level.DEBUG).open();
        try (lines) {
            McpClient client = client(server, builder -> builder);
            call(client, ALICE);
            call(client, BOB);
            client.callTool("ask", Map.of());
        }

        assertThat(lines.events())
                .extracting(line -> line.getFormattedMessage().replaceFirst("\\d+ ms$", "n ms"))
                .containsExactly(
                        "MCP server \"weather\": tool \"ask\" for user \"alice\": ok after n ms",
                        "MCP server \"weather\": tool \"ask\" for user \"bob\": ok after n ms",
                        "MCP server \"weather\": tool \"ask\": ok after n ms");
    }

    // SEC-27; fault H26: what alice's list has become is nothing that the lists of the application are made of
    @Test
    void listChangeOfAPrincipalIsNotReportedToTheApplicationsListeners() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        List<String> heard = new CopyOnWriteArrayList<>();
        McpChangeListener listener = new McpChangeListener() {
            @Override
            public void onToolsChanged(String serverName) {
                heard.add("tools");
            }

            @Override
            public void onResourceUpdated(McpSource source, String uri) {
                heard.add(uri + " to " + source.principal().name());
            }
        };
        McpClient client = client(server, builder -> builder.changeListener(listener));
        client.ping();
        as(ALICE, () -> {
            client.resources().subscribe("test://hers");
            return null;
        });
        List<ListenStream> streams = server.awaitStreams(2, LIMIT);
        ListenStream hers = streams.stream()
                .filter(stream -> userOf(stream.request()).equals(ALICE))
                .findFirst()
                .orElseThrow();
        ListenStream ours = streams.stream()
                .filter(stream -> userOf(stream.request()).equals(APPLICATION))
                .findFirst()
                .orElseThrow();

        hers.notify("notifications/tools/list_changed", "{}");
        hers.notify("notifications/resources/updated", "{\"uri\":\"test://hers\"}");
        await().atMost(LIMIT).until(() -> heard.contains("test://hers to alice"));
        ours.notify("notifications/tools/list_changed", "{}");
        await().atMost(LIMIT).until(() -> heard.contains("tools"));

        assertThat(heard).containsExactly("test://hers to alice", "tools");
    }

    // CACHE-09, CACHE-12: the change drops what alice has kept, and nothing of bob's
    @Test
    void listChangeOfAPrincipalEvictsOnlyItsCachedList() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        UserServers.listToolsOfUser(server, ",\"ttlMs\":600000,\"cacheScope\":\"private\"");
        McpClient client = client(server, builder -> builder.changeListener(new McpChangeListener() {}));
        for (String user : List.of(ALICE, BOB)) {
            as(user, () -> client.listTools());
        }
        ListenStream hers = server.awaitStreams(2, LIMIT).stream()
                .filter(stream -> userOf(stream.request()).equals(ALICE))
                .findFirst()
                .orElseThrow();
        hers.notify("notifications/tools/list_changed", "{}");

        await().atMost(LIMIT).until(() -> {
            as(ALICE, () -> client.listTools());
            return server.requests("tools/list").size() > 2;
        });
        as(BOB, () -> client.listTools());

        assertThat(server.requests("tools/list").stream().map(UserServers::userOf))
                .filteredOn(BOB::equals)
                .hasSize(1);
    }

    // subscriptions of a user survive a time without calls
    @Test
    void sessionWithAResourceSubscriptionIsNotIdle() {
        ScriptedModernServer server = opened(ScriptedHttpServer.modern());
        McpClient client = client(
                server,
                builder -> builder.principalSettings(
                        users -> users.withMaxPrincipals(10).withIdleTimeout(Duration.ofMillis(200))));
        as(ALICE, () -> {
            client.resources().subscribe("test://hers");
            return null;
        });
        as(BOB, () -> {
            client.ping();
            return null;
        });

        await().atMost(LIMIT).until(() -> client.status().principalConnections() == 1);

        assertThat(server.awaitStreams(1, LIMIT))
                .singleElement()
                .satisfies(stream -> assertThat(userOf(stream.request())).isEqualTo(ALICE));
    }

    private static final String TASKS =
            "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}},\"cancel\":{}}}";

    /** A server of tasks that end when they are asked about for the second time. */
    private ScriptedLegacyServer taskServer() {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        server.on("initialize").optionally().reply(request -> Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + TASKS
                                + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-of-" + userOf(request)));
        server.on("tools/call")
                .optionally()
                .reply(request -> Reply.result("{\"task\":" + task(userOf(request), "working") + "}"));
        server.on("tasks/get").optionally().reply(request -> Reply.result(task(userOf(request), "completed")));
        server.on("tasks/result")
                .optionally()
                .reply(request ->
                        Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + userOf(request) + "\"}]}"));
        return server;
    }

    private static String task(String user, String status) {
        return "{\"taskId\":\"task-of-" + user + "\",\"status\":\"" + status
                + "\",\"ttl\":60000,\"pollInterval\":100,\"createdAt\":\"2026-01-01T00:00:00Z\","
                + "\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\"}";
    }

    // SEC-27, TSKL-13; fault H26: a task is asked about on behalf of the principal that began it, not of the one that
    // waits
    @Test
    void taskBelongsToThePrincipalThatCreatedIt() {
        ScriptedLegacyServer server = taskServer();
        McpClient client = client(server, builder -> builder);
        McpTask ofAlice = as(ALICE, () -> client.tasks()
                .callTool(CallToolParams.of("ask", Map.of()), null, McpCallOptions.defaults()));

        assertThat(as(BOB, ofAlice::await).text()).isEqualTo(ALICE);
        assertThat(ofAlice.await().text()).isEqualTo(ALICE);

        assertThat(UserServers.users(server.requests("tasks/get"))).containsExactly(ALICE);
        assertThat(UserServers.users(server.requests("tasks/result"))).containsExactly(ALICE);
    }

    // the session in which it was begun is gone by then: it is asked about in the next one of the same user
    @Test
    void taskOutlivesTheSessionOfItsPrincipal() {
        ScriptedLegacyServer server = taskServer();
        McpClient client = client(
                server,
                builder -> builder.principalSettings(
                        users -> users.withMaxPrincipals(1).withIdleTimeout(Duration.ofMinutes(1))));
        McpTask ofAlice = as(ALICE, () -> client.tasks()
                .callTool(CallToolParams.of("ask", Map.of()), null, McpCallOptions.defaults()));
        as(BOB, () -> {
            client.ping();
            return null;
        });
        server.awaitRequests("DELETE", 1, LIMIT);

        assertThat(ofAlice.await().text()).isEqualTo(ALICE);

        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .containsExactly(ALICE, BOB, ALICE);
    }

    @Test
    void resumedTaskBelongsToThePrincipalThatCreatedIt() {
        ScriptedLegacyServer server = taskServer();
        McpClient client = client(server, builder -> builder);
        McpTaskHandle handle = as(ALICE, () -> client.tasks()
                .callTool(CallToolParams.of("ask", Map.of()), null, McpCallOptions.defaults())
                .handle());
        McpTask resumed = client.tasks().resume(handle);

        assertThat(resumed.id()).isEqualTo("task-of-alice");
        assertThat(as(ALICE, resumed::await).text()).isEqualTo(ALICE);
        assertThat(as(BOB, resumed::await).text()).isEqualTo(ALICE);

        assertThat(UserServers.users(server.requests("tasks/result"))).containsExactly(ALICE);
    }

    // SEC-22, SEC-27; faults H26, J04: after a restart alice resumes only her own session; the store does not
    // contain her name
    @Test
    void storedSessionIsResumedOnlyForItsPrincipal() {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        InMemoryMcpSessionStore store = new InMemoryMcpSessionStore();
        List<String> keys = new CopyOnWriteArrayList<>();
        McpSessionSettings sessions =
                McpSessionSettings.of(new KeyedStore(store, keys)).withKeepOnShutdown(true);
        UnaryOperator<McpClientBuilder> remembering = builder -> builder.sessions(sessions);
        McpClient before = client(server, remembering);
        before.ping();
        for (String user : List.of(ALICE, BOB)) {
            as(user, () -> before.callTool("echo", Map.of()));
        }
        before.close();
        assertThat(server.requests("initialize")).hasSize(3);

        McpClient after = client(server, remembering);
        for (String user : List.of(BOB, ALICE)) {
            as(user, () -> after.callTool("echo", Map.of()));
        }
        after.ping();
        as("carol", () -> after.callTool("echo", Map.of()));

        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .as("three sessions are gone on with, and only carol is new")
                .containsExactly(APPLICATION, ALICE, BOB, "carol");
        assertThat(UserServers.usersBySession(server))
                .allSatisfy((session, users) -> assertThat(users).hasSize(1));
        assertThat(keys).isNotEmpty().noneMatch(key -> key.contains(ALICE) || key.contains(BOB));
    }

    /** Tells under which keys something is remembered. */
    private record KeyedStore(InMemoryMcpSessionStore store, List<String> keys) implements McpSessionStore {

        @Override
        public @Nullable McpStoredValue load(String key) {
            this.keys.add(key);
            return this.store.load(key);
        }

        @Override
        public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
            return this.store.replace(key, expectedVersion, value, timeToLive);
        }

        @Override
        public boolean remove(String key, long expectedVersion) {
            return this.store.remove(key, expectedVersion);
        }
    }
}
