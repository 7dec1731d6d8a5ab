package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static io.mcpclient.UserServers.APPLICATION;
import static io.mcpclient.UserServers.LIMIT;
import static io.mcpclient.UserServers.as;
import static io.mcpclient.UserServers.tool;
import static io.mcpclient.UserServers.userOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** One client under several identities, over real HTTP: who the server sees, and who gets what it answers. */
@Timeout(60)
class McpClientPrincipalTests {

    private static final String ALICE = "alice";

    private static final String BOB = "bob";

    private final List<AutoCloseable> open = new ArrayList<>();

    /** Both eras of the protocol. */
    enum Spoken {
        LEGACY {
            @Override
            ScriptedHttpServer server() {
                return ScriptedHttpServer.legacy();
            }
        },
        MODERN {
            @Override
            ScriptedHttpServer server() {
                return ScriptedHttpServer.modern();
            }
        };

        abstract ScriptedHttpServer server();
    }

    /** Both notions of a current user, each with the programming model that it belongs to. */
    enum Caller {
        BLOCKING {
            @Override
            CallToolResult callTool(McpClient client, String user) {
                return as(user, () -> client.callTool("echo", Map.of("user", user)));
            }

            @Override
            List<Tool> listTools(McpClient client, String user) {
                return as(user, () -> client.listTools());
            }
        },
        REACTIVE {
            @Override
            CallToolResult callTool(McpClient client, String user) {
                return get(client.reactive()
                        .callTool("echo", Map.of("user", user))
                        .contextWrite(UserServers.inContext(user)));
            }

            @Override
            List<Tool> listTools(McpClient client, String user) {
                return get(client.reactive().listTools().contextWrite(UserServers.inContext(user)));
            }
        };

        abstract CallToolResult callTool(McpClient client, String user);

        abstract List<Tool> listTools(McpClient client, String user);
    }

    static Stream<Arguments> spokenAndCallers() {
        return Stream.of(Spoken.values())
                .flatMap(spoken -> Stream.of(Caller.values()).map(caller -> Arguments.of(spoken, caller)));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        this.open.add(closeable);
        return closeable;
    }

    private McpClient client(ScriptedHttpServer server) {
        return client(server, builder -> builder);
    }

    private McpClient client(ScriptedHttpServer server, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = UserServers.client(server, settings);
        this.open.add(0, client); // before its server
        return client;
    }

    private static String textOf(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static <T> T get(Mono<T> mono) {
        T value = mono.block(LIMIT);
        assertThat(value).isNotNull();
        return value;
    }

    private static Set<String> names(List<Tool> tools) {
        return Set.copyOf(tools.stream().map(Tool::name).toList());
    }

    // faults G13, H26; SEC-22, SEC-27: 32 threads that belong to alice, to bob and to no user in turn: each request
    // bears the credentials of its own caller, and no session is used in two names
    @ParameterizedTest
    @EnumSource
    void requestsOnPooledThreadsAreSentOnBehalfOfTheirCallers(Spoken spoken) throws Exception {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.tellUser(server);
        McpClient client = client(server);
        List<@Nullable String> users = Arrays.asList(ALICE, BOB, null);
        ExecutorService threads = Executors.newFixedThreadPool(32);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                String user = users.get(i % 3);
                calls.add(threads.submit(() -> {
                    start.await();
                    String seen =
                            as(user, () -> client.callTool("echo", Map.of("user", (user != null) ? user : APPLICATION))
                                    .text());
                    assertThat(seen).isEqualTo((user != null) ? user : APPLICATION);
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> call : calls) {
                call.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertNothingWasMixedUp(server, 600);
        assertThat(client.status().principalConnections()).isEqualTo(2);
    }

    // the same without threads of one's own: what tells users apart is the context of the subscriber
    @ParameterizedTest
    @EnumSource
    void reactiveRequestsAreSentOnBehalfOfTheirSubscribers(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.tellUser(server);
        McpClient client = client(server);
        List<String> users = List.of(ALICE, BOB, "carol");

        List<String> seen = get(Flux.range(0, 600)
                .flatMap(
                        i -> client.reactive()
                                .callTool("echo", Map.of("user", users.get(i % 3)))
                                .map(result -> users.get(i % 3) + "=" + result.text())
                                .subscribeOn(Schedulers.parallel())
                                .contextWrite(UserServers.inContext(users.get(i % 3))),
                        32)
                .collectList());

        assertThat(seen).hasSize(600);
        assertThat(Set.copyOf(seen)).containsExactlyInAnyOrder("alice=alice", "bob=bob", "carol=carol");
        assertNothingWasMixedUp(server, 600);
    }

    private static void assertNothingWasMixedUp(ScriptedHttpServer server, int calls) {
        assertThat(server.requests("tools/call")).hasSize(calls).allSatisfy(request -> assertThat(userOf(request))
                .isEqualTo(request.json().at("/params/arguments/user").asString("")));
        assertThat(UserServers.usersBySession(server))
                .allSatisfy((session, users) -> assertThat(users).hasSize(1));
    }

    // CACHE-07, CACHE-08, CACHE-12, SEC-27; fault H26: what is kept is kept for one user, whatever the server calls
    // public
    @ParameterizedTest
    @MethodSource("spokenAndCallers")
    void cachedListIsNotSharedBetweenPrincipals(Spoken spoken, Caller caller) {
        for (String scope : List.of("private", "public")) {
            ScriptedHttpServer server = opened(spoken.server());
            UserServers.listToolsOfUser(server, ",\"ttlMs\":600000,\"cacheScope\":\"" + scope + "\"");
            McpClient client = client(server);

            for (int i = 0; i < 3; i++) {
                assertThat(names(caller.listTools(client, ALICE))).containsExactlyInAnyOrder("echo", "of-alice");
                assertThat(names(caller.listTools(client, BOB))).containsExactlyInAnyOrder("echo", "of-bob");
                assertThat(names(client.listTools())).containsExactlyInAnyOrder("echo", "of-application");
            }

            int each = (spoken == Spoken.MODERN) ? 1 : 3;
            assertThat(server.requests("tools/list")).hasSize(3 * each);
        }
    }

    // fault H26: the tool definitions of alice are separate from those of bob
    @ParameterizedTest
    @EnumSource
    void toolSchemaIsValidatedPerPrincipal(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        server.on("tools/list")
                .optionally()
                .reply(request -> Reply.result("{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\","
                        + "\"tools\":["
                        + (userOf(request).equals(ALICE)
                                ? tool("echo", "\"outputSchema\":{\"type\":\"object\",\"required\":[\"city\"]}")
                                : tool("echo"))
                        + "]}"));
        server.on("tools/call")
                .optionally()
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{}}"));
        McpClient client = client(server);
        as(ALICE, () -> client.listTools());
        as(BOB, () -> client.listTools());

        assertThatThrownBy(() -> Caller.BLOCKING.callTool(client, ALICE)).isInstanceOf(McpProtocolException.class);
        assertThat(Caller.BLOCKING.callTool(client, BOB).hasStructuredContent()).isTrue();
    }

    // fault G13: the second page is requested on another thread, which has no user
    @ParameterizedTest
    @EnumSource
    void allPagesOfAListAreRequestedOnBehalfOfOnePrincipal(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        server.on("tools/list").optionally().reply(request -> {
            int page = request.json().at("/params/cursor").asInt(0);
            return Reply.result("{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"tools\":["
                    + tool(userOf(request) + "-" + page) + "]"
                    + ((page < 3) ? ",\"nextCursor\":\"" + (page + 1) + "\"" : "") + "}");
        });
        McpClient client = client(server);

        assertThat(as(ALICE, () -> client.listTools()))
                .extracting(Tool::name)
                .containsExactly("alice-0", "alice-1", "alice-2", "alice-3");
        assertThat(UserServers.users(server.requests())).containsExactly(ALICE);
    }

    // faults G13, H26; SEC-22: the server loses all sessions; each is re-established on behalf of its principal
    @ParameterizedTest
    @EnumSource
    void connectionThatIsLostIsReestablishedForItsPrincipal(Caller caller) {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        McpClient client = client(server);
        as(ALICE, () -> {
            client.session().start();
            return null;
        });
        await().atMost(LIMIT).until(() -> client.status().isConnected());
        caller.callTool(client, ALICE);
        caller.callTool(client, BOB);
        server.forgetSessions();

        assertThat(caller.callTool(client, BOB).text()).contains(BOB);
        assertThat(client.status().isConnected())
                .as("nobody has noticed that the application's session is gone")
                .isTrue();
        assertThat(caller.callTool(client, ALICE).text()).contains(ALICE);
        client.ping();

        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .containsExactly(APPLICATION, ALICE, BOB, BOB, ALICE, APPLICATION);
        assertThat(UserServers.usersBySession(server)).hasSize(6).allSatisfy((session, users) -> assertThat(users)
                .hasSize(1));
    }

    @ParameterizedTest
    @EnumSource
    void contextThatNamesAPrincipalTakesPrecedenceOverTheThread(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.tellUser(server);
        McpClient client = client(server);

        CallToolResult result = as(
                ALICE,
                () -> get(client.reactive()
                        .callTool("echo", Map.of())
                        .contextWrite(McpPrincipalContext.of(McpPrincipal.of(BOB)))));

        assertThat(result.text()).isEqualTo(BOB);
    }

    // fault G13: work of an interceptor belongs to its call, on any thread
    @ParameterizedTest
    @EnumSource
    void nestedCallIsMadeOnBehalfOfTheSamePrincipal(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.tellUser(server);
        List<McpClient> itself = new ArrayList<>();
        List<@Nullable McpPrincipal> seen = new CopyOnWriteArrayList<>();
        McpClient client = client(
                server,
                builder -> builder.interceptor((call, next) -> Mono.deferContextual(context -> {
                    seen.add(McpPrincipalContext.current(context));
                    return !"first".equals(argument(call.params()))
                            ? next.handle(call)
                            : Mono.delay(Duration.ofMillis(1))
                                    .then(itself.get(0).reactive().callTool("echo", Map.of("n", "second")))
                                    .then(next.handle(call));
                })));
        itself.add(client);

        as(ALICE, () -> client.callTool("echo", Map.of("n", "first")));

        assertThat(server.requests("tools/call")).hasSize(2);
        assertThat(UserServers.users(server.requests("tools/call"))).containsExactly(ALICE);
        assertThat(seen).containsExactly(McpPrincipal.of(ALICE), McpPrincipal.of(ALICE));
    }

    private static @Nullable Object argument(@Nullable Object params) {
        return (params instanceof CallToolParams call && call.arguments() != null)
                ? call.arguments().get("n")
                : null;
    }

    // the limit: the unused session is ended on behalf of its principal before there are too many
    @ParameterizedTest
    @EnumSource
    void unusedSessionIsEndedToAdmitAnotherPrincipal(Caller caller) {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        UserServers.tellUser(server);
        McpClient client = client(
                server,
                builder -> builder.principalSettings(
                        users -> users.withMaxPrincipals(1).withIdleTimeout(Duration.ofMinutes(1))));

        caller.callTool(client, ALICE);
        caller.callTool(client, BOB);
        List<RecordedRequest> ends = server.awaitRequests("DELETE", 1, LIMIT);
        caller.callTool(client, ALICE);

        assertThat(userOf(ends.get(0))).isEqualTo(ALICE);
        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .containsExactly(ALICE, BOB, ALICE);
        assertThat(client.status().principalConnections()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("spokenAndCallers")
    void principalIsRejectedWhenAllSessionsAreInUse(Spoken spoken, Caller caller) throws Exception {
        ScriptedHttpServer server = opened(spoken.server());
        CountDownLatch held = new CountDownLatch(1);
        server.on("tools/call")
                .where(request -> userOf(request).equals(ALICE))
                .times(1)
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[]}")
                        .after(held));
        UserServers.tellUser(server);
        McpClient client = client(
                server,
                builder -> builder.principalSettings(
                        users -> users.withMaxPrincipals(1).withIdleTimeout(Duration.ofMinutes(1))));
        Future<?> busy;
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            busy = thread.submit(() -> caller.callTool(client, ALICE));
            server.awaitRequests("tools/call", 1, LIMIT);

            McpRejectedException refusal =
                    catchThrowableOfType(McpRejectedException.class, () -> caller.callTool(client, BOB));

            assertThat(refusal.reason()).isEqualTo(Reason.OVERLOAD);
            assertThat(refusal.remedy()).contains("max-principals");
            assertThat(refusal.getMessage()).doesNotContain(ALICE, BOB);
            assertThat(client.callTool("echo", Map.of()).text())
                    .as("the application needs no place")
                    .isEqualTo(APPLICATION);
            held.countDown();
            busy.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            thread.shutdownNow();
        }
        assertThat(caller.callTool(client, BOB).text()).isEqualTo(BOB);
    }

    // SEC-22: each session is ended on behalf of its principal
    @ParameterizedTest
    @EnumSource
    void closeEndsTheSessionsOfAllPrincipals(ProgrammingModel face) {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        UserServers.tellUser(server);
        McpClient client = client(server);
        client.ping();
        Caller.BLOCKING.callTool(client, ALICE);
        Caller.BLOCKING.callTool(client, BOB);

        face.close(client);

        assertThat(server.requests("DELETE").stream().map(UserServers::userOf))
                .containsExactlyInAnyOrder(APPLICATION, ALICE, BOB);
        assertThat(client.status().principalConnections()).isZero();
        McpException refusal = ProgrammingModel.failure(() -> Caller.BLOCKING.callTool(client, ALICE));
        assertThat(refusal).isInstanceOfSatisfying(McpRejectedException.class, rejected -> assertThat(rejected.reason())
                .isEqualTo(Reason.CLOSED));
        server.awaitOpenConnections(0, LIMIT);
    }

    @ParameterizedTest
    @EnumSource
    void disposeAndReconnectEndAllSessionsAndLaterCallsOpenNewOnes(ProgrammingModel face) {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        UserServers.tellUser(server);
        McpClient client = client(server);
        Caller.BLOCKING.callTool(client, ALICE);
        face.dispose(client);
        assertThat(server.requests("DELETE").stream().map(UserServers::userOf)).containsExactly(ALICE);
        Caller.BLOCKING.callTool(client, ALICE);
        as(ALICE, () -> {
            face.reconnect(client);
            return null;
        });

        assertThat(server.requests("DELETE")).hasSize(2);
        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .containsExactly(ALICE, ALICE, APPLICATION);
        assertThat(Caller.BLOCKING.callTool(client, ALICE).text()).isEqualTo(ALICE);
    }

    // faults H23, G11, A06: a refusal to one principal does not affect others
    @ParameterizedTest
    @MethodSource("spokenAndCallers")
    void authorizationErrorOfOnePrincipalDoesNotAffectOthers(Spoken spoken, Caller caller) {
        ScriptedHttpServer server = opened(spoken.server());
        server.onAny()
                .where(request -> userOf(request).equals(BOB))
                .always()
                .reply(Reply.status(401).withHeader("WWW-Authenticate", "Bearer error=\"invalid_token\""));
        UserServers.tellUser(server);
        McpClient client = client(server);
        client.ping();
        caller.callTool(client, ALICE);

        for (int i = 0; i < 8; i++) {
            assertThatThrownBy(() -> caller.callTool(client, BOB)).isInstanceOf(McpException.class);
            assertThat(caller.callTool(client, ALICE).text()).isEqualTo(ALICE);
        }

        assertThat(client.status().isConnected()).isTrue();
        assertThat(client.status().resilience().circuit()).isEqualTo(McpCircuitState.CLOSED);
        assertThat(client.status().statistics().connects()).isEqualTo(1);
        assertThat(server.requests("initialize").stream()
                        .map(UserServers::userOf)
                        .filter(ALICE::equals))
                .hasSizeLessThanOrEqualTo(1);
    }

    // SEC-27: users start with the application's knowledge of the server; the knowledge of a user is not shared
    @Test
    void eraDetectedByTheApplicationIsUsedForPrincipals() {
        ScriptedLegacyServer server = opened(ScriptedHttpServer.legacy());
        McpClient client = client(server, builder -> builder.protocol(protocol -> protocol.withEra(McpProtocol.AUTO)));
        Caller.BLOCKING.callTool(client, BOB);
        client.ping();

        Caller.BLOCKING.callTool(client, ALICE);

        assertThat(server.requests("server/discover").stream().map(UserServers::userOf))
                .containsExactly(BOB, APPLICATION);
        assertThat(server.requests("initialize").stream().map(UserServers::userOf))
                .containsExactly(BOB, APPLICATION, ALICE);
    }

    // CACHE-12: the cached results of this user only are dropped with the tokens; SEC-22: the session is ended on
    // behalf of its principal
    @ParameterizedTest
    @MethodSource("spokenAndFaces")
    void logoutEndsThePrincipalsSessionAndEvictsItsCachedResults(Spoken spoken, ProgrammingModel face) {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.listToolsOfUser(server, ",\"ttlMs\":600000,\"cacheScope\":\"private\"");
        McpClient client = client(server);
        as(ALICE, () -> client.listTools());
        as(BOB, () -> client.listTools());

        as(ALICE, () -> {
            if (face == ProgrammingModel.BLOCKING) {
                client.session().logout();
            } else {
                client.reactive().session().logout().block(LIMIT);
            }
            return null;
        });

        assertThat(client.status().principalConnections()).isEqualTo(1);
        if (spoken == Spoken.LEGACY) {
            assertThat(UserServers.users(server.requests("DELETE"))).containsExactly(ALICE);
        }
        as(ALICE, () -> client.listTools());
        as(BOB, () -> client.listTools());
        assertThat(server.requests("tools/list").stream()
                        .map(UserServers::userOf)
                        .filter(ALICE::equals))
                .hasSize(2);
    }

    static Stream<Arguments> spokenAndFaces() {
        return Stream.of(Spoken.values())
                .flatMap(spoken -> Stream.of(ProgrammingModel.values()).map(face -> Arguments.of(spoken, face)));
    }

    // a client without a resolver resolves no principal
    @ParameterizedTest
    @EnumSource
    void principalsAreNotResolvedUnlessConfigured(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        McpClient client = McpClient.builder("weather")
                .url(server.url())
                .timeouts(timeouts -> timeouts.withRequest(LIMIT))
                .build();
        this.open.add(0, client);

        as(ALICE, () -> client.callTool("echo", Map.of(), McpCallOptions.defaults()));
        as(BOB, () -> client.callTool("echo", Map.of(), McpCallOptions.defaults()));

        assertThat(client.status().principalConnections()).isZero();
        assertThat(client.status().statistics().connects()).isEqualTo(1);
    }

    // faults G13, H26: a user who got lost on the way to another thread is not the application
    @ParameterizedTest
    @EnumSource
    void whenAPrincipalIsRequiredThenACallWithoutOneIsNotSent(Spoken spoken) {
        ScriptedHttpServer server = opened(spoken.server());
        UserServers.tellUser(server);
        McpClient client = client(server, builder -> builder.principalSettings(users -> users.withRequired(true)));
        client.session().connect();
        int sent = server.requests().size();

        assertThat(as(ALICE, () -> CompletableFuture.supplyAsync(() -> client.callTool("echo", Map.of()))))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(McpAuthorizationException.class)
                .withMessageContaining("\"weather\"")
                .withMessageContaining("the call has no user");
        assertThatThrownBy(() -> get(client.reactive().listTools())).isInstanceOf(McpAuthorizationException.class);
        assertThatThrownBy(client.session()::logout).isInstanceOf(McpAuthorizationException.class);
        assertThat(server.requests()).hasSize(sent);

        assertThat(textOf(Caller.BLOCKING.callTool(client, ALICE))).isEqualTo(ALICE);
        assertThat(textOf(client.callTool("echo", Map.of(), McpCallOptions.asApplication())))
                .isEqualTo(APPLICATION);
        assertThat(textOf(as(ALICE, () -> client.callTool("echo", Map.of(), McpCallOptions.asApplication()))))
                .isEqualTo(APPLICATION);
    }
}
