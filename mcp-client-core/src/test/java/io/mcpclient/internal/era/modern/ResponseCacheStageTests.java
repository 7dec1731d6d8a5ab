package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.RequestState;
import io.mcpclient.support.schema.RequestParams;
import io.mcpclient.time.TimeSource;

import static io.mcpclient.internal.era.modern.CacheFixture.call;
import static io.mcpclient.internal.era.modern.CacheFixture.json;
import static io.mcpclient.internal.era.modern.CacheFixture.read;
import static io.mcpclient.internal.era.modern.CacheFixture.refusal;
import static io.mcpclient.internal.era.modern.CacheFixture.tools;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(60)
class ResponseCacheStageTests {

    private static final McpCallOptions DEFAULTS = McpCallOptions.defaults();

    private final CacheFixture fixture = new CacheFixture(3);

    private final ResponseCacheStage cache = this.fixture.cache;

    private final AtomicInteger asked = new AtomicInteger();

    /** Counts what comes through, and answers with what it is given. */
    private CallHandler server(String answer) {
        return call -> Mono.fromSupplier(() -> {
            this.asked.incrementAndGet();
            return json(answer, call.resultType());
        });
    }

    private CallHandler failing(McpException error) {
        return call -> Mono.error(() -> {
            this.asked.incrementAndGet();
            return error;
        });
    }

    private static String fresh(long millis) {
        return "{\"tools\":[],\"contents\":[],\"capabilities\":{},\"ttlMs\":" + millis
                + ",\"cacheScope\":\"public\",\"resultType\":\"complete\"}";
    }

    private void ask(McpCall call) {
        this.fixture.answer(call, server(fresh(60_000)));
    }

    private void isAsked(int times, McpCall... calls) {
        this.asked.set(0);
        for (McpCall call : calls) {
            ask(call);
        }
        assertThat(this.asked).hasValue(times);
    }

    // CACHE-01: what is kept, and that it is the same object
    static Stream<Arguments> kept() {
        return Stream.of(
                Arguments.of(call("server/discover", null, DiscoverResult.class, DEFAULTS)),
                Arguments.of(call("server/discover", RequestParams.empty(), DiscoverResult.class, DEFAULTS)),
                Arguments.of(tools()),
                Arguments.of(call("prompts/list", PaginatedParams.first(), ListPromptsResult.class, DEFAULTS)),
                Arguments.of(call("resources/list", null, ListResourcesResult.class, DEFAULTS)),
                Arguments.of(call(
                        "resources/templates/list",
                        PaginatedParams.of(""),
                        ListResourceTemplatesResult.class,
                        DEFAULTS)),
                Arguments.of(read("file:///a")));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void handleReturnsTheCachedResultUntilItExpires(McpCall call) {
        Object first = this.fixture.answer(call, server(fresh(60_000)));
        Object second = this.fixture.answer(call, server(fresh(60_000)));

        assertThat(second).isSameAs(first);
        assertThat(this.asked).hasValue(1);
    }

    // CACHE-01, MRTR-14: everything else goes to the server each time
    static Stream<Arguments> notKept() {
        return Stream.of(
                Arguments.of(call("tools/call", CallToolParams.of("t", null), CallToolResult.class, DEFAULTS)),
                Arguments.of(call("prompts/get", GetPromptParams.of("p", null), GetPromptResult.class, DEFAULTS)),
                Arguments.of(call("tools/list", PaginatedParams.first(), Map.class, DEFAULTS)),
                Arguments.of(call("tools/list", Map.of(), ListToolsResult.class, DEFAULTS)),
                Arguments.of(call(
                        "tools/list",
                        new RequestParams(null, Map.of("requestState", "s")),
                        ListToolsResult.class,
                        DEFAULTS)),
                Arguments.of(call("example/list", null, ListToolsResult.class, DEFAULTS)),
                Arguments.of(call("resources/read", Map.of("uri", "a:b"), ReadResourceResult.class, DEFAULTS)),
                Arguments.of(call(
                        "resources/read",
                        ReadResourceParams.of("a:b").withInput(Map.of(), null),
                        ReadResourceResult.class,
                        DEFAULTS)),
                Arguments.of(call(
                        "resources/read",
                        ReadResourceParams.of("a:b").withInput(null, new RequestState("")),
                        ReadResourceResult.class,
                        DEFAULTS)));
    }

    @ParameterizedTest
    @MethodSource("notKept")
    void handleDoesNotCacheOtherMethods(McpCall call) {
        isAsked(2, call, call);
        assertThat(this.cache.results().size()).isZero();
    }

    // CACHE-02, CACHE-07, CACHE-12, Q-23: what an answer depends on
    static Stream<Arguments> differences() {
        McpCallOptions token = DEFAULTS.withHeader("Authorization", "Bearer one");
        return Stream.of(
                Arguments.of(tools(null, DEFAULTS), tools("", DEFAULTS)),
                Arguments.of(tools("a", DEFAULTS), tools("b", DEFAULTS)),
                Arguments.of(
                        tools(null, DEFAULTS),
                        call("resources/list", PaginatedParams.first(), ListResourcesResult.class, DEFAULTS)),
                Arguments.of(read("file:///a"), read("file:///A")),
                Arguments.of(tools(null, DEFAULTS), tools(null, token)),
                Arguments.of(tools(null, token), tools(null, DEFAULTS.withHeader("Authorization", "Bearer two"))),
                Arguments.of(tools(null, token), tools(null, token.withHeader("X-Tenant", "acme"))),
                Arguments.of(tools(null, DEFAULTS), tools(null, DEFAULTS.withMeta("com.example/view", "short"))),
                Arguments.of(tools(null, DEFAULTS), tools(null, DEFAULTS.withMeta("baggage", "user=1"))),
                Arguments.of(tools(null, DEFAULTS), tools(null, DEFAULTS.withManualInput())),
                Arguments.of(
                        tools(null, DEFAULTS),
                        call(
                                "tools/list",
                                PaginatedParams.first().withMeta(Map.of("com.example/view", "short")),
                                ListToolsResult.class,
                                DEFAULTS)));
    }

    @ParameterizedTest
    @MethodSource("differences")
    void handleCachesDifferentRequestsSeparately(McpCall one, McpCall other) {
        isAsked(2, one, other, other, one);
    }

    // traces differ from call to call: what comes back does not
    @Test
    void handleIgnoresTraceContextInTheKey() {
        McpCall traced =
                tools(null, DEFAULTS.withMeta("traceparent", "00-1-1-01").withMeta("tracestate", "a=b"));
        McpCall inParams = call(
                "tools/list",
                PaginatedParams.first().withMeta(Map.of("traceparent", "00-2-2-01")),
                ListToolsResult.class,
                DEFAULTS.withMeta("traceparent", "00-3-3-01"));

        isAsked(1, traced, tools(null, DEFAULTS.withMeta("traceparent", "00-4-4-01")));
        isAsked(1, inParams, inParams);
    }

    // a caller who goes on to change what it gave us changes no key
    @Test
    void handleIgnoresLaterChangesOfTheParameters() {
        Map<String, Object> meta = new HashMap<>(Map.of("com.example/view", "short"));
        McpCall call = call("tools/list", PaginatedParams.first().withMeta(meta), ListToolsResult.class, DEFAULTS);
        ask(call);

        meta.put("com.example/view", "long");

        isAsked(1, call);
        meta.put("com.example/view", "short");
        isAsked(0, call);
    }

    @Test
    void handleWhenParametersCannotBeSerializedBypassesTheCache() {
        McpCall call = tools(null, DEFAULTS.withMeta("com.example/self", new Object() {
            @SuppressWarnings("unused")
            public Object getSelf() {
                throw new IllegalStateException("no");
            }
        }));
        isAsked(2, call, call);
    }

    // CACHE-03: now < received + ttl, on our clock
    @Test
    void handleRequestsAgainOnceTheTtlHasExpired() {
        this.fixture.answer(tools(), server(fresh(1000)));
        this.fixture.pass(Duration.ofMillis(1000).minusNanos(1));
        isAsked(0, tools());
        this.fixture.pass(Duration.ofNanos(1));
        isAsked(1, tools());
    }

    // CACHE-03: the time begins when the answer is there, not when it is asked for
    @Test
    void handleMeasuresTheTtlFromTheResponse() {
        this.fixture.answer(tools(), call -> {
            this.fixture.pass(Duration.ofMinutes(5));
            return server(fresh(1000)).handle(call);
        });
        this.fixture.pass(Duration.ofMillis(999));
        isAsked(0, tools());
    }

    // CACHE-04, F32: hints that are none
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "null", "0.9", "\"soon\"", "\"60000\"", "true", "{}", "[60000]", "-1e400"})
    void handleCachesNothingWithAnInvalidTtl(String ttl) {
        CallHandler server = server("{\"tools\":[],\"ttlMs\":" + ttl + "}");
        this.fixture.answer(tools(), server);
        this.fixture.answer(tools(), server);
        assertThat(this.asked).hasValue(2);
        assertThat(this.cache.results().size()).isZero();
    }

    @Test
    void handleCachesNothingWithoutATtl() {
        this.fixture.answer(tools(), server("{\"tools\":[]}"));
        assertThat(this.cache.results().size()).isZero();
    }

    // F32: ten years, or what does not fit any number, are an hour
    @ParameterizedTest
    @ValueSource(strings = {"315360000000", "9223372036854775807", "1e300", "3600001"})
    void handleCachesNothingForLongerThanAnHour(String ttl) {
        this.fixture.answer(tools(), server("{\"tools\":[],\"ttlMs\":" + ttl + "}"));
        this.fixture.pass(Duration.ofHours(1).minusNanos(1));
        isAsked(0, tools());
        this.fixture.pass(Duration.ofNanos(1));
        isAsked(1, tools());
    }

    // CACHE-08: a scope that is missing, unknown or of another type changes nothing for the one who asked
    @ParameterizedTest
    @ValueSource(strings = {"\"private\"", "\"galaxy\"", "null", "5", "[\"public\"]"})
    void handleReturnsTheCachedResultToTheSameCallerWhateverTheScope(String scope) {
        this.fixture.answer(tools(), server("{\"tools\":[],\"ttlMs\":5000,\"cacheScope\":" + scope + "}"));
        isAsked(0, tools());
        isAsked(1, tools(null, DEFAULTS.withHeader("Authorization", "Bearer other")));
    }

    // options of a call
    @Test
    void handleWithRefreshRequestsAgainAndCachesTheResult() {
        Object first = this.fixture.answer(tools(), server(fresh(60_000)));
        Object second =
                this.fixture.answer(tools(null, DEFAULTS.withCache(McpCacheUse.REFRESH)), server(fresh(60_000)));
        assertThat(second).isNotSameAs(first);
        assertThat(this.fixture.answer(tools(), server(fresh(60_000)))).isSameAs(second);
        assertThat(this.asked).hasValue(2);
    }

    @Test
    void handleWithRefreshAndAnUncacheableResultEvictsTheOldOne() {
        ask(tools());
        this.fixture.answer(tools(null, DEFAULTS.withCache(McpCacheUse.REFRESH)), server(fresh(0)));
        isAsked(1, tools());
    }

    @Test
    void handleWithBypassRequestsAgainAndLeavesTheCacheUnchanged() {
        McpCall bypass = tools(null, DEFAULTS.withCache(McpCacheUse.BYPASS));
        isAsked(2, bypass, bypass);
        assertThat(this.cache.results().size()).isZero();

        Object kept = this.fixture.answer(tools(), server(fresh(60_000)));
        isAsked(1, bypass);
        assertThat(this.fixture.answer(tools(), server(fresh(60_000)))).isSameAs(kept);
    }

    @Test
    void handleWhenCachingIsDisabledRequestsEachTime() {
        ResponseCacheStage off = new ResponseCacheStage(CacheFixture.CODEC, false, TimeSource.system());
        off.handle(tools(), server(fresh(60_000))).block(Duration.ofSeconds(20));
        off.handle(tools(), server(fresh(60_000))).block(Duration.ofSeconds(20));
        assertThat(this.asked).hasValue(2);
    }

    // CACHE-09: all pages of that list, and nothing else
    @ParameterizedTest
    @ValueSource(
            strings = {"tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"})
    void invalidateEvictsAllPagesOfTheList(String changed) {
        CacheFixture roomy = new CacheFixture(20);
        Map<String, Class<?>> lists = Map.of(
                "tools/list", ListToolsResult.class,
                "prompts/list", ListPromptsResult.class,
                "resources/list", ListResourcesResult.class,
                "resources/templates/list", ListResourceTemplatesResult.class,
                "resources/read", ReadResourceResult.class);
        lists.forEach((method, type) -> pages(method, type).forEach(page -> roomy.answer(page, server(fresh(60_000)))));

        roomy.cache.invalidate(changed);

        lists.forEach((method, type) -> {
            this.asked.set(0);
            pages(method, type).forEach(page -> roomy.answer(page, server(fresh(60_000))));
            assertThat(this.asked.get()).as(method).isEqualTo(method.equals(changed) ? 2 : 0);
        });
    }

    private static List<McpCall> pages(String method, Class<?> type) {
        return method.endsWith("/read")
                ? List.of(read("file:///a"), read("file:///b"))
                : List.of(
                        call(method, PaginatedParams.first(), type, DEFAULTS),
                        call(method, PaginatedParams.of("2"), type, DEFAULTS));
    }

    // RES-10, SUB-17: what was read of a resource, above it, below it
    @ParameterizedTest
    @CsvSource({
        "file:///dir/a, 1",
        "file:///dir/, 1",
        "file:///dir/a/deeper, 1",
        "file:///dir/b, 0",
        "FILE:///dir/a, 0",
        "other:a, 0"
    })
    void invalidateResourceEvictsResourcesAboveAndBelowIt(String updated, int asked) {
        ask(read("file:///dir/a"));
        ask(tools());
        this.cache.invalidateResource(updated);
        isAsked(asked, read("file:///dir/a"));
        isAsked(0, tools());
    }

    // SUB-17: what acts as a directory has contents with other URIs
    @Test
    void invalidateResourceEvictsResultsThatContainIt() {
        String directory = "{\"contents\":[{\"uri\":\"row:7\",\"text\":\"x\"}],\"ttlMs\":60000}";
        this.fixture.answer(read("table:all"), server(directory));
        this.cache.invalidateResource("row:7");
        isAsked(1, read("table:all"));
    }

    @Test
    void invalidateAllEvictsEverything() {
        McpCall[] calls = {tools(), read("a:b"), call("server/discover", null, DiscoverResult.class, DEFAULTS)};
        Stream.of(calls).forEach(this::ask);
        this.cache.invalidateAll();
        isAsked(3, calls);
    }

    // CACHE-09, F11: what was asked for before a change is old when it comes after it
    @Test
    void handleWhenListChangesDuringTheRequestDoesNotCacheTheResponse() {
        Sinks.One<Object> slow = Sinks.one();
        Disposable waiting = this.cache.handle(tools(), call -> slow.asMono()).subscribe();

        this.cache.invalidate("tools/list");
        slow.tryEmitValue(json(fresh(60_000), ListToolsResult.class));

        assertThat(waiting.isDisposed()).isTrue();
        isAsked(1, tools());
    }

    // a slow answer does not replace that of a request that began later
    @Test
    void handleWhenALaterRequestIsAnsweredFirstKeepsItsResult() {
        Sinks.One<Object> slow = Sinks.one();
        Disposable waiting = this.cache.handle(tools(), call -> slow.asMono()).subscribe();
        Object later = this.fixture.answer(tools(), server(fresh(60_000)));

        slow.tryEmitValue(json(fresh(60_000), ListToolsResult.class));

        assertThat(waiting.isDisposed()).isTrue();
        assertThat(this.fixture.answer(tools(), server(fresh(60_000)))).isSameAs(later);
    }

    // a response that arrives during cancellation is not cached
    @Test
    void handleWhenResponseComesAfterTheCallWasCancelledDoesNotCacheIt() {
        AtomicReference<CoreSubscriber<? super Object>> late = new AtomicReference<>();
        Disposable waiting = this.cache
                .handle(
                        tools(),
                        call -> Mono.fromDirect(subscriber -> {
                            late.set(Operators.toCoreSubscriber(subscriber));
                            subscriber.onSubscribe(Operators.emptySubscription());
                        }))
                .subscribe();

        waiting.dispose();
        this.cache.invalidate("tools/list");
        late.get().onNext(json(fresh(60_000), ListToolsResult.class));

        isAsked(1, tools());
    }

    // CACHE-10, F11: an invalid cursor drops all pages, so that the next attempt starts over
    @Test
    void handleWhenCursorIsRejectedEvictsAllPages() {
        ask(tools());
        ask(tools("2", DEFAULTS));
        assertThatThrownBy(() -> this.fixture.answer(tools("3", DEFAULTS), failing(refusal(-32602))))
                .isInstanceOf(McpRequestException.class);
        isAsked(2, tools(), tools("2", DEFAULTS));
    }

    // CACHE-11: errors are not kept; one that the server gives instead of a page concerns that page
    @ParameterizedTest
    @CsvSource({"3, -32603", ", -32602"})
    void handleWhenAPageFailsForAnotherReasonKeepsOtherPages(@Nullable String cursor, int code) {
        McpCall refused = tools(cursor, DEFAULTS.withCache(McpCacheUse.REFRESH));
        ask(refused);
        ask(tools("2", DEFAULTS));
        catchThrowableOfType(McpRequestException.class, () -> this.fixture.answer(refused, failing(refusal(code))));
        isAsked(0, tools("2", DEFAULTS));
        isAsked(1, tools(cursor, DEFAULTS));
    }

    // CACHE-06: a server that cannot be reached has not said that anything changed
    @Test
    void handleWhenRefreshFailsKeepsTheCachedResult() {
        ask(tools());
        McpConnectionException error =
                new McpConnectionException(McpErrorDetails.of("weather", "tools/list", McpOutcome.NOT_SENT, "refused"));
        assertThatThrownBy(
                        () -> this.fixture.answer(tools(null, DEFAULTS.withCache(McpCacheUse.REFRESH)), failing(error)))
                .isSameAs(error);
        isAsked(0, tools());
    }

    // MRTR-14, CACHE-11: questions are no answer, whatever hints they come with
    @ParameterizedTest
    @ValueSource(strings = {"input_required", "task", "later"})
    void handleWhenResultIsNotCompleteDoesNotCacheIt(String type) {
        CallHandler server = server("{\"contents\":[],\"ttlMs\":60000,\"resultType\":\"" + type + "\"}");
        this.fixture.answer(read("a:b"), server);
        this.fixture.answer(read("a:b"), server);
        assertThat(this.asked).hasValue(2);
    }

    // MRTR-14: what depends on input is for that one call
    @Test
    void handleWhenInputWasRequiredDoesNotCacheTheResponse() {
        this.fixture.answer(read("a:b"), call -> {
            call.progress().markInputRequested();
            return server(fresh(60_000)).handle(call);
        });
        isAsked(1, read("a:b"));
    }

    // bounded: the longest unused one goes first
    @Test
    void handleEvictsTheLeastRecentlyUsedResultBeyondTheLimit() {
        Stream.of("1", "2", "3").forEach(cursor -> ask(tools(cursor, DEFAULTS)));
        isAsked(0, tools("1", DEFAULTS));
        isAsked(1, tools("4", DEFAULTS));
        assertThat(this.cache.results().size()).isEqualTo(3);
        isAsked(0, tools("1", DEFAULTS), tools("3", DEFAULTS), tools("4", DEFAULTS));
        isAsked(1, tools("2", DEFAULTS));
    }

    // bounded: neither long texts nor long lists nor long cursors
    @Test
    void handleDoesNotCacheLargeResults() {
        String large = "x".repeat(ResponseCache.MAX_WEIGHT);
        String tool = "{\"name\":\"t\",\"inputSchema\":{}}";
        keepsNothing(read("a:b"), "\"contents\":[{\"uri\":\"a:b\",\"text\":\"" + large + "\"}]");
        keepsNothing(read("a:b"), "\"contents\":[{\"uri\":\"a:b\",\"blob\":\"" + large + "\"}]");
        keepsNothing(tools(large, DEFAULTS), "\"tools\":[]");
        keepsNothing(tools(), "\"tools\":[" + (tool + ",").repeat(1024) + tool + "]");
    }

    private void keepsNothing(McpCall call, String members) {
        this.fixture.answer(call, server("{" + members + ",\"ttlMs\":60000}"));
        assertThat(this.cache.results().size()).as(call.method()).isZero();
    }

    // bounded: many of middling size go as well, the eldest first
    @Test
    void handleEvictsTheOldestResultsBeyondTheSizeLimit() {
        CacheFixture roomy = new CacheFixture(1000);
        String text = "x".repeat(ResponseCache.MAX_WEIGHT / 2);
        String answer = "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"" + text + "\"}],\"ttlMs\":60000}";
        for (int i = 0; i < 200; i++) {
            roomy.answer(read("a:" + i), server(answer));
        }
        assertThat(roomy.cache.results().size()).isBetween(60, 64);
        roomy.cache.invalidateAll();
        roomy.answer(read("a:0"), server(answer));
        assertThat(roomy.cache.results().size()).isOne();
    }

    // what does not hold any more is not held for long
    @Test
    void handleRemovesExpiredResultsWithTheNextRequest() {
        this.fixture.answer(read("a:1"), server(fresh(1000)));
        this.fixture.answer(read("a:2"), server(fresh(1000)));
        this.fixture.pass(Duration.ofSeconds(1));
        ask(tools());
        assertThat(this.cache.results().size()).isOne();
    }

    // nothing is left of requests that ended in whatever way
    @Test
    void handleRemovesCompletedRequests() {
        ask(tools());
        catchThrowableOfType(
                McpRequestException.class, () -> this.fixture.answer(read("a:b"), failing(refusal(-32602))));
        Disposable waiting =
                this.cache.handle(read("a:b"), call -> Mono.never()).subscribe();
        assertThat(this.cache.results().underWay()).isOne();
        waiting.dispose();
        assertThat(this.cache.results().underWay()).isZero();
    }

    @Test
    void handleRequestsOnEachSubscriptionAndNotBefore() {
        Mono<Object> answer = this.cache.handle(tools(), server(fresh(0)));
        assertThat(this.cache.results().underWay()).isZero();
        answer.block(Duration.ofSeconds(20));
        answer.block(Duration.ofSeconds(20));
        assertThat(this.asked).hasValue(2);
    }

    @Test
    void keyToStringOmitsSecrets() {
        CacheKey key = CacheKey.of(
                tools("secret", DEFAULTS.withHeader("Authorization", "Bearer secret")), null, CacheFixture.CODEC);
        assertThat(key).asString().isEqualTo("CacheKey[tools/list]");
    }
}
