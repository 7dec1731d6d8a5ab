package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
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
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.RequestState;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What a client requests, and what it has in its cache, over real HTTP: requests are counted at the server. */
@Timeout(60)
class McpClientCachingTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final McpCallOptions DEFAULTS = McpCallOptions.defaults();

    private static final McpCallOptions REFRESH = DEFAULTS.withCache(McpCacheUse.REFRESH);

    private static final McpCallOptions BYPASS = DEFAULTS.withCache(McpCacheUse.BYPASS);

    private final ScriptedModernServer server = ScriptedHttpServer.modern().cacheHints(600_000, "public");

    private final McpClient client = build(builder -> builder);

    private volatile Map<String, Reply> pages = Map.of();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpClient build(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .url(this.server.url())
                        .timeouts(timeouts -> timeouts.withRequest(LIMIT)))
                .build();
    }

    private int asked(String method) {
        return this.server.requests(method).size();
    }

    private static McpCallOptions token(String token) {
        return DEFAULTS.withHeader("Authorization", "Bearer " + token);
    }

    /** One way to ask for something that may be kept. */
    private record Question(String method, String face, BiFunction<McpClient, McpCallOptions, Object> asker) {

        static Stream<Question> of(
                String method,
                BiFunction<McpClient, McpCallOptions, Object> blocking,
                BiFunction<ReactiveMcpClient, McpCallOptions, Mono<?>> reactive) {
            return Stream.of(
                    new Question(method, "blocking", blocking),
                    new Question(method, "reactive", (client, options) -> answer(reactive, client, options)));
        }

        private static Object answer(
                BiFunction<ReactiveMcpClient, McpCallOptions, Mono<?>> reactive,
                McpClient client,
                McpCallOptions options) {
            @Nullable Object answer = reactive.apply(client.reactive(), options).block(LIMIT);
            if (answer == null) {
                throw new AssertionError("empty");
            }
            return answer;
        }

        Object ask(McpClient client, McpCallOptions options) {
            return this.asker.apply(client, options);
        }

        @Override
        public String toString() {
            return this.method + ", " + this.face;
        }
    }

    static Stream<Question> questions() {
        return Stream.of(
                        Question.of("tools/list", McpClient::listTools, ReactiveMcpClient::listTools),
                        Question.of("prompts/list", McpClient::listPrompts, ReactiveMcpClient::listPrompts),
                        Question.of("resources/list", McpClient::listResources, ReactiveMcpClient::listResources),
                        Question.of(
                                "resources/templates/list",
                                (client, options) -> client.resources().listTemplates(options),
                                (client, options) -> client.resources().listTemplates(options)),
                        Question.of(
                                "resources/read",
                                (client, options) -> client.readResource("test://one", options),
                                (client, options) -> client.readResource("test://one", options)),
                        Question.of(
                                "tools/list",
                                (client, options) -> client.tools().page(null, options),
                                (client, options) -> client.tools().page(null, options)))
                .flatMap(both -> both);
    }

    // CACHE-01, CACHE-03: what holds is not asked for again, unless the caller says so
    @ParameterizedTest
    @MethodSource("questions")
    void cachedResultIsRequestedAgainOnlyIfTheCallOptionsSaySo(Question question) {
        Object first = question.ask(this.client, DEFAULTS);
        assertThat(question.ask(this.client, DEFAULTS)).isEqualTo(first);
        assertThat(asked(question.method())).isEqualTo(1);

        question.ask(this.client, REFRESH);
        assertThat(asked(question.method())).isEqualTo(2);
        question.ask(this.client, DEFAULTS);
        assertThat(asked(question.method())).isEqualTo(2);

        question.ask(this.client, BYPASS);
        assertThat(asked(question.method())).isEqualTo(3);
        question.ask(this.client, DEFAULTS);
        assertThat(asked(question.method())).isEqualTo(3);
    }

    // CACHE-03, CACHE-04: a server that says 0, or says nothing, is asked each time
    @ParameterizedTest
    @MethodSource("questions")
    void resultWithZeroTtlIsRequestedEachTime(Question question) {
        this.server.cacheHints(0, "public");
        question.ask(this.client, DEFAULTS);
        question.ask(this.client, DEFAULTS);
        assertThat(asked(question.method())).isEqualTo(2);
    }

    // CACHE-07, CACHE-12, Q-23, F32: what one token brought is not for another, even if the server calls it public
    @ParameterizedTest
    @MethodSource("questions")
    void resultsAreNotSharedBetweenCallsWithDifferentCredentials(Question question) {
        Stream.of(token("one"), token("two"), DEFAULTS, token("one"), token("two"), DEFAULTS)
                .forEach(options -> question.ask(this.client, options));

        assertThat(this.server.requests(question.method()).stream()
                        .map(request -> String.valueOf(request.header("Authorization"))))
                .containsExactly("Bearer one", "Bearer two", "null");
    }

    // TOOL-24: lists may differ by token, and each token sees its own
    @Test
    void listToolsGivesEachTokenItsOwnList() {
        this.server.on("tools/list").times(2).reply(request -> page(tool(token(request)), null, 600_000));
        for (int i = 0; i < 2; i++) {
            assertThat(this.client.listTools(token("one")))
                    .extracting(Tool::name)
                    .containsExactly("one");
            assertThat(this.client.listTools(token("two")))
                    .extracting(Tool::name)
                    .containsExactly("two");
        }
    }

    private static String token(RecordedRequest request) {
        return String.valueOf(request.header("Authorization")).replace("Bearer ", "");
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private static Reply page(String tools, @Nullable String next, long ttlMs) {
        return page(tools, next, ttlMs, "private");
    }

    private static Reply page(String tools, @Nullable String next, long ttlMs, String scope) {
        String cursor = (next != null) ? "\"nextCursor\":\"" + next + "\"," : "";
        return Reply.result("{\"resultType\":\"complete\",\"tools\":[" + tools + "]," + cursor + "\"ttlMs\":" + ttlMs
                + ",\"cacheScope\":\"" + scope + "\"}");
    }

    // CACHE-13: tools that cannot be called are in no list, kept or not; what the others want is known all the same
    @ParameterizedTest
    @EnumSource
    void listToolsOmitsInvalidToolsFromCachedListsToo(ProgrammingModel face) {
        this.server.tools(
                "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                        + "{\"city\":{\"type\":\"string\",\"x-mcp-header\":\"City\"}}}}",
                "{\"name\":\"bad\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                        + "{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}}}");
        for (int i = 0; i < 2; i++) {
            assertThat(face.listTools(this.client)).extracting(Tool::name).containsExactly("echo");
        }
        face.callTool(this.client);

        assertThat(asked("tools/list")).isEqualTo(1);
        assertThat(this.server.requests("tools/call").get(0).header("Mcp-Param-City"))
                .isEqualTo("Oslo");
    }

    // CACHE-12: clients know nothing of each other, not even of the same server
    @Test
    void clientsDoNotShareACache() {
        try (McpClient other = build(builder -> builder)) {
            this.client.listTools();
            other.listTools();
            assertThat(asked("tools/list")).isEqualTo(2);
        }
    }

    // methods other than lists and resources go to the server each time, regardless of the cache
    @Test
    void callsAreNotCached() {
        this.server.tools(tool("echo"));
        for (int i = 0; i < 2; i++) {
            this.client.callTool("echo", Map.of("city", "Oslo"));
            assertThat(this.client.callTool("echo", Map.of("city", "Oslo"), Map.class))
                    .containsEntry("city", "Oslo");
            this.client.getPrompt("greet", Map.of("who", "you"));
            this.client.complete(CompleteParams.of(PromptReference.of("greet"), "who", "y"));
            this.client.ping();
            this.client.raw().request("tools/list", Map.of(), Map.class, DEFAULTS);
        }
        assertThat(asked("tools/call")).isEqualTo(4);
        assertThat(asked("prompts/get")).isEqualTo(2);
        assertThat(asked("completion/complete")).isEqualTo(2);
        assertThat(asked("server/discover")).isEqualTo(3);
        assertThat(asked("tools/list")).isEqualTo(2);
    }

    // CAP-14: what a server offers is kept like everything else that holds
    @Test
    void discoverResultIsCached() {
        for (int i = 0; i < 2; i++) {
            DiscoverResult result = this.client.raw().request("server/discover", null, DiscoverResult.class, DEFAULTS);
            assertThat(result.capabilities().hasTools()).isTrue();
        }
        assertThat(asked("server/discover")).isEqualTo(2); // once to connect
    }

    // CACHE-03: and afterwards it is asked for again
    @ParameterizedTest
    @EnumSource
    void listToolsWhenTtlHasExpiredRequestsAgain(ProgrammingModel face) {
        this.server.cacheHints(100, "private");
        face.listTools(this.client);
        await().atMost(LIMIT).untilAsserted(() -> {
            face.listTools(this.client);
            assertThat(asked("tools/list")).isGreaterThan(2);
        });
    }

    // CACHE-05: nothing is requested without a caller
    @Test
    void listToolsWhenTtlHasExpiredIsNotRequestedWithoutACaller() {
        this.server.cacheHints(1, "private");
        this.client.listTools();
        await().during(Duration.ofMillis(300)).atMost(LIMIT).until(() -> asked("tools/list") == 1);
    }

    // cached results are not carried over to the next session: it may be another server
    @ParameterizedTest
    @EnumSource
    void disposeClearsTheCache(ProgrammingModel face) {
        face.listTools(this.client);
        face.dispose(this.client);
        face.listTools(this.client);
        assertThat(asked("tools/list")).isEqualTo(2);
    }

    static Stream<Arguments> switches() {
        UnaryOperator<McpClientBuilder> off = builder -> builder.protocol(protocol -> protocol.withCaching(false));
        UnaryOperator<McpClientBuilder> customized = builder -> builder.webClient(http -> {});
        UnaryOperator<McpClientBuilder> insisting =
                builder -> builder.webClient(http -> {}).protocol(protocol -> protocol.withCaching(true));
        return Stream.of(
                Arguments.argumentSet("switched off", off, 2),
                Arguments.argumentSet("filters may say who asks", customized, 2),
                Arguments.argumentSet("filters that say nothing", insisting, 1));
    }

    @ParameterizedTest
    @MethodSource("switches")
    void cachingCanBeSwitchedOnAndOff(UnaryOperator<McpClientBuilder> settings, int asked) {
        try (McpClient switched = build(settings)) {
            switched.listTools();
            switched.listTools();
            assertThat(asked("tools/list")).isEqualTo(asked);
        }
    }

    // CACHE-11: an error is for the one who got it
    @Test
    void readResourceWhenRejectedRequestsAgain() {
        this.server.on("resources/read").reply(Reply.error(-32602, "Unknown resource"));
        assertThat(catchThrowableOfType(McpRequestException.class, () -> this.client.readResource("test://one")))
                .hasFieldOrPropertyWithValue("code", -32602);
        assertThat(this.client.readResource("test://one").contents()).hasSize(1);
        assertThat(asked("resources/read")).isEqualTo(2);
    }

    // MRTR-14, CACHE-11: neither questions nor what was answered after them
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readResourceWhenInputIsRequiredIsNotCached(boolean manual) {
        McpCallOptions options = manual ? DEFAULTS.withManualInput() : DEFAULTS;
        this.server
                .on("resources/read")
                .where(request -> request.json().at("/params/requestState").isMissingNode())
                .times(2)
                .reply(Reply.result(
                        "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"ttlMs\":600000,\"contents\":[]}"));
        for (int i = 0; i < 2; i++) {
            assertThat(this.client.readResource("test://one", options).contents())
                    .hasSize(manual ? 0 : 1);
        }
        assertThat(asked("resources/read")).isEqualTo(manual ? 2 : 4);
    }

    // MRTR-14: what answers a question is for that question alone
    @Test
    void readResourceWithInputIsNotCached() {
        ReadResourceParams retry = ReadResourceParams.of("test://one").withInput(null, new RequestState("s"));
        this.client.resources().read(retry, DEFAULTS);
        this.client.resources().read(retry, DEFAULTS);
        this.client.readResource("test://one");
        assertThat(asked("resources/read")).isEqualTo(3);
    }

    // RES-10: after a watch is confirmed, a read returns nothing older than the confirmation
    @Test
    void subscribeResourceEvictsTheCachedResource() {
        this.client.readResource("test://one");
        this.client.readResource("test://two");
        this.client.resources().subscribe("test://one");
        this.client.readResource("test://one");
        this.client.readResource("test://two");
        assertThat(asked("resources/read")).isEqualTo(3);
    }

    private static final Map<String, String> CHANGES = Map.of(
            "tools/list", "notifications/tools/list_changed",
            "prompts/list", "notifications/prompts/list_changed",
            "resources/list", "notifications/resources/list_changed",
            "resources/templates/list", "notifications/resources/list_changed",
            "resources/read", "notifications/resources/updated");

    private void tellChangeOf(String method) {
        await().atMost(LIMIT).until(() -> this.server.notify(CHANGES.get(method), "{\"uri\":\"test://one\"}") > 0);
    }

    // CACHE-09, RES-10: what the server says has changed is asked for again, and nothing else
    @ParameterizedTest
    @MethodSource("questions")
    void changeNotificationInvalidatesOnlyTheChangedResult(Question question) {
        this.client.listeners().addChangeListener(new McpChangeListener() {});
        this.client.resources().subscribe("test://one");
        this.client.readResource("test://two");
        question.ask(this.client, DEFAULTS);
        int before = asked(question.method());

        tellChangeOf(question.method());

        await().atMost(LIMIT).untilAsserted(() -> {
            question.ask(this.client, DEFAULTS);
            assertThat(asked(question.method())).isGreaterThan(before);
        });
        int others = asked("resources/read");
        this.client.readResource("test://two");
        assertThat(asked("resources/read")).isEqualTo(others);
    }

    // hints are of one revision: servers of others mean something else by such names, if anything
    @Test
    void listToolsInTheHandshakeEraIsNotCached() {
        try (ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();
                McpClient old = McpClient.builder("old")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(legacy.url())
                        .build()) {
            legacy.on("tools/list").times(2).reply(page(tool("a"), null, 600_000));
            old.listTools();
            old.listTools();
            assertThat(legacy.requests("tools/list")).hasSize(2);
        }
    }

    // pages

    /** From now on there are these pages, by cursor. */
    private void pages(Map<String, Reply> now) {
        if (this.pages.isEmpty()) {
            this.server
                    .on("tools/list")
                    .optionally()
                    .reply(request -> this.pages.getOrDefault(cursor(request), Reply.error(-32602, "Unknown cursor")));
        }
        this.pages = now;
    }

    private static String cursor(RecordedRequest request) {
        return request.json().at("/params/cursor").asString("first");
    }

    private List<String> cursors() {
        return this.server.requests("tools/list").stream()
                .map(McpClientCachingTests::cursor)
                .toList();
    }

    private List<String> names(McpCallOptions options) {
        return this.client.listTools(options).stream().map(Tool::name).toList();
    }

    // CACHE-10, PAG-01, PAG-06, TOOL-24: each page has a time of its own, and the order stays
    @Test
    void listToolsRequestsOnlyExpiredPages() {
        pages(Map.of(
                "first", page(tool("z"), "2", 600_000),
                "2", page("", "3", 0),
                "3", page(tool("b") + "," + tool("a"), null, 600_000)));

        assertThat(names(DEFAULTS)).containsExactly("z", "b", "a");
        assertThat(names(DEFAULTS)).containsExactly("z", "b", "a");
        assertThat(cursors()).containsExactly("first", "2", "3", "2");

        assertThat(names(REFRESH)).containsExactly("z", "b", "a");
        assertThat(cursors()).containsExactly("first", "2", "3", "2", "first", "2", "3");
    }

    // PAG-09, CACHE-07: the pages of a list may differ in their scopes; whose page it is, its list is
    @Test
    void listToolsDoesNotMixPagesOfDifferentCallers() {
        this.server.on("tools/list").optionally().reply(request -> {
            String caller = String.valueOf(request.header("Authorization")).replace("Bearer ", "");
            return cursor(request).equals("first")
                    ? page(tool(caller + "-shared"), "2", 600_000, "public")
                    : page(tool(caller + "-own"), null, 600_000, "private");
        });
        for (int round = 0; round < 2; round++) {
            assertThat(names(token("alice"))).containsExactly("alice-shared", "alice-own");
            assertThat(names(token("bob"))).containsExactly("bob-shared", "bob-own");
            assertThat(names(DEFAULTS)).containsExactly("null-shared", "null-own");
        }

        assertThat(cursors()).containsExactly("first", "2", "first", "2", "first", "2");
    }

    // CACHE-10, PAG-08, F11: an invalid cursor of a cached page: all pages are requested again
    @Test
    void listToolsWhenCursorOfACachedPageIsRejectedStartsOver() {
        pages(Map.of("first", page(tool("a"), "old", 600_000), "old", page(tool("b"), null, 0)));
        names(DEFAULTS);
        pages(Map.of("first", page(tool("c"), "new", 600_000), "new", page(tool("d"), null, 600_000)));

        assertThat(names(DEFAULTS)).containsExactly("c", "d");
        assertThat(names(DEFAULTS)).containsExactly("c", "d");
        assertThat(cursors()).containsExactly("first", "old", "old", "first", "new");
    }

    // PAG-08, F11: once; the error of a server that refuses again is passed on
    @Test
    void listToolsWhenCursorIsRejectedTwiceFails() {
        pages(Map.of("first", page(tool("a"), "2", 600_000)));
        assertThat(catchThrowableOfType(McpRequestException.class, this.client::listTools))
                .hasFieldOrPropertyWithValue("code", -32602);
        assertThat(cursors()).containsExactly("first", "2", "first", "2");
    }

    // PAG-02, PAG-04, F10: an empty cursor is one
    @Test
    void listToolsFollowsAnEmptyCursor() {
        pages(Map.of("first", page(tool("a"), "", 600_000), "", page(tool("b"), null, 600_000)));
        assertThat(names(DEFAULTS)).containsExactly("a", "b");
        assertThat(cursors()).containsExactly("first", "");
        assertThat(this.client.tools().page("", DEFAULTS).tools())
                .extracting(Tool::name)
                .containsExactly("b");
        assertThat(cursors()).hasSize(2);
    }

    // F10: and if it was meant as the end, it is one the second time
    @Test
    void listToolsWhenEmptyCursorIsRepeatedEnds() {
        pages(Map.of("first", page(tool("a"), "", 0), "", page(tool("a"), "", 0)));
        assertThat(names(DEFAULTS)).containsExactly("a");
        assertThat(cursors()).containsExactly("first", "");
    }

    // PAG-07, F09: cached lists are bounded, too
    @Test
    void listToolsWhenCursorsFormACycleEnds() {
        pages(Map.of(
                "first", page(tool("a"), "2", 600_000),
                "2", page(tool("b"), "3", 600_000),
                "3", page(tool("c"), "2", 600_000)));
        for (int i = 0; i < 2; i++) {
            assertThat(names(DEFAULTS)).containsExactly("a", "b", "c");
        }
        assertThat(cursors()).containsExactly("first", "2", "3");
    }
}
