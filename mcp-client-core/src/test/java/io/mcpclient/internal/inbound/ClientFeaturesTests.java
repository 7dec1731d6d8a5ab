package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.McpUrlElicitationHandler;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is declared, what is not answered, and what becomes of handlers that fail. */
@Timeout(60)
class ClientFeaturesTests {

    private static final ProtocolRevision LATEST = ProtocolRevision.V2025_11_25;

    private static final Duration SHORT = Duration.ofMillis(500);

    private static final String FORM =
            "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}";

    private static final ReactiveMcpSamplingHandler WITH_TOOLS = new ReactiveMcpSamplingHandler() {
        @Override
        public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
            return Mono.empty();
        }

        @Override
        public boolean supportsTools() {
            return true;
        }
    };

    private static final McpHandlers ALL = McpHandlers.none()
            .with(ReactiveMcpSamplingHandler.class, WITH_TOOLS)
            .with(ReactiveMcpElicitationHandler.class, (params, context) -> Mono.empty())
            .with(ReactiveMcpUrlElicitationHandler.class, (params, context) -> Mono.empty())
            .with(ReactiveMcpRootsProvider.class, context -> Mono.empty());

    private static McpHandlers roots(McpRootsProvider provider) {
        return McpHandlers.none().with(ReactiveMcpRootsProvider.class, ReactiveMcpRootsProvider.of(provider));
    }

    // CAP-01, CAP-02, CAP-04, CAP-05, SMP-01, ROOT-01, ELI-01: in the words of each revision
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            V2024_11_05|{"roots":{"listChanged":true},"sampling":{}}
            V2025_03_26|{"roots":{"listChanged":true},"sampling":{}}
            V2025_06_18|{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}
            V2025_11_25|{"roots":{"listChanged":true},"sampling":{"tools":{}},"elicitation":{"form":{},"url":{}}}
            V2026_07_28|{"roots":{},"sampling":{"tools":{}},"elicitation":{"form":{},"url":{}}}
            """)
    void capabilitiesContainOnlyFeaturesWithAHandler(ProtocolRevision revision, String json) {
        try (ServerRequestFixture asked = new ServerRequestFixture(ALL)) {
            assertThat(ServerRequestFixture.CODEC.toJson(asked.features.capabilities(revision)))
                    .isEqualTo(json);
        }
        try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none())) {
            assertThat(ServerRequestFixture.CODEC.toJson(asked.features.capabilities(revision)))
                    .isEqualTo("{}");
        }
    }

    // CAP-04: addresses alone
    @Test
    void capabilitiesWithOnlyUrlElicitationOmitForms() {
        try (ServerRequestFixture asked = new ServerRequestFixture(
                McpHandlers.none().with(ReactiveMcpUrlElicitationHandler.class, (params, context) -> Mono.empty()))) {
            assertThat(ServerRequestFixture.CODEC.toJson(asked.features.capabilities(LATEST)))
                    .isEqualTo("{\"elicitation\":{\"url\":{}}}");
            assertThat(ServerRequestFixture.CODEC.toJson(asked.features.capabilities(ProtocolRevision.V2025_06_18)))
                    .isEqualTo("{}");
        }
    }

    // RPC-17, SMP-01, ROOT-06, F21: not declared, or not known; not even a handler for other methods is called
    @ParameterizedTest
    @CsvSource({
        "roots/list, V2025_11_25",
        "sampling/createMessage, V2025_11_25",
        "elicitation/create, V2025_11_25",
        "tasks/get, V2025_11_25",
        "no/such, V2024_11_05",
        "'', V2024_11_05",
    })
    void answerWhenNotDeclaredIsMethodNotFound(String method, ProtocolRevision revision) {
        try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none())) {
            if (method.contains("/create") || method.equals("roots/list")) {
                asked.listeners.onRequest(method, (params, context) -> Mono.just(Map.of("called", true)));
            }
            assertThat(asked.refusal(method, FORM, revision)).isEqualTo("-32601 Method not found");
        }
    }

    // ELI-01, F21: older revisions do not know the feature, even if newer ones were offered it
    @Test
    void answerWhenRevisionLacksElicitationIsMethodNotFound() {
        try (ServerRequestFixture asked = new ServerRequestFixture(ALL)) {
            assertThat(asked.refusal("elicitation/create", FORM, ProtocolRevision.V2025_03_26))
                    .isEqualTo("-32601 Method not found");
        }
    }

    static Stream<McpRequestHandler> failing() {
        return Stream.of(
                (params, context) -> {
                    throw new IllegalStateException("jdbc:secret");
                },
                (params, context) -> {
                    throw new NoClassDefFoundError("jdbc:secret");
                },
                (params, context) -> null,
                (params, context) -> "no object",
                (params, context) -> List.of(1),
                (params, context) -> new Object() {
                    @SuppressWarnings("unused")
                    public String getBroken() {
                        throw new IllegalStateException("jdbc:secret");
                    }
                });
    }

    // B20: whatever a handler does, the server gets a response that reveals nothing
    @ParameterizedTest
    @MethodSource("failing")
    void answerWhenHandlerFailsIsAGenericErrorAndLogsAWarning(McpRequestHandler handler) {
        try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none())) {
            asked.listeners.onRequest("x/y", ReactiveMcpRequestHandler.of(handler));

            assertThat(asked.refusal("x/y", null, LATEST)).isEqualTo("-32603 Internal error");
            assertThat(asked.warnings()).contains("WARN MCP server \"weather\": its request x/y failed");
        }
    }

    // B20: the same for handlers without a thread of their own
    @Test
    void answerWhenReactiveHandlerThrowsOrReturnsNothingIsAGenericError() {
        List<ReactiveMcpRequestHandler> handlers = List.of(
                (params, context) -> {
                    throw new IllegalStateException("jdbc:secret");
                },
                (params, context) -> null,
                (params, context) -> Mono.empty(),
                (params, context) -> Mono.error(new IllegalStateException("jdbc:secret")));
        for (ReactiveMcpRequestHandler handler : handlers) {
            try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none())) {
                asked.listeners.onRequest("x/y", handler);

                assertThat(asked.refusal("x/y", null, LATEST)).isEqualTo("-32603 Internal error");
            }
        }
    }

    // SMP-13: what the handler wants to say it says
    @Test
    void answerWhenHandlerRejectsSendsItsMessage() {
        try (ServerRequestFixture asked = new ServerRequestFixture(roots(context -> {
            throw McpRequestRefusedException.byUser();
        }))) {
            assertThat(asked.refusal("roots/list", null, LATEST)).isEqualTo("-1 User rejected the request");
            assertThat(asked.warnings()).isEmpty();
        }
    }

    @Test
    void customMethodMayReturnAnyObject() {
        try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none())) {
            asked.listeners.onRequest("x/y", (params, context) -> Mono.just(Root.of("file:///" + params.get("a"))));

            assertThat(asked.answer("x/y", "{\"a\":1}", LATEST)).isEqualTo("{\"uri\":\"file:///1\"}");
            assertThat(asked.answer("x/y", null, LATEST)).isEqualTo("{\"uri\":\"file:///null\"}");
        }
    }

    // B20: a handler has a time of its own; blocking ones are interrupted
    @Test
    void answerWhenHandlerTakesTooLongTimesOut() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        VirtualTime time = new VirtualTime();
        try (ServerRequestFixture asked = new ServerRequestFixture(
                roots(context -> {
                    started.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException ex) {
                        interrupted.countDown();
                    }
                    return List.of();
                }),
                SHORT,
                time)) {
            String refusal =
                    time.elapse(SHORT, () -> asked.refusal("roots/list", null, LATEST), () -> awaitOpen(started));
            assertThat(refusal).isEqualTo("-32603 No response in time");
            assertThat(asked.warnings()).contains("roots/list timed out: no response from the handler within 500 ms");
            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    // B20, ELI-17: a user who does not react has cancelled
    @Test
    void answerWhenUserDoesNotRespondIsCancel() {
        try (ServerRequestFixture asked = new ServerRequestFixture(
                McpHandlers.none().with(ReactiveMcpElicitationHandler.class, (params, context) -> Mono.never()),
                SHORT)) {
            assertThat(asked.answer("elicitation/create", FORM, LATEST)).isEqualTo("{\"action\":\"cancel\"}");
        }
    }

    // CAN-09, B15: the caller has cancelled
    @Test
    void answerWhenCancelledInterruptsTheHandler() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        McpElicitationHandler handler = (params, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.countDown();
                throw ex;
            }
            throw new AssertionError("not reached");
        };
        try (ServerRequestFixture asked = new ServerRequestFixture(McpHandlers.none()
                .with(ReactiveMcpElicitationHandler.class, ReactiveMcpElicitationHandler.of(handler)))) {
            Disposable answer = asked.features
                    .answer(
                            "elicitation/create",
                            ServerRequestFixture.CODEC.fromJson(FORM, Object.class),
                            LATEST,
                            new ServerRequestFixture.Context())
                    .subscribe();
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            answer.dispose();
            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(asked.warnings()).isEmpty();
        }
    }

    // MRTR-12, MRTR-15, F23: whether a request is in order is known before anybody is bothered with it
    @Test
    void prepareValidatesAndCallsNoHandlerBeforeSubscription() {
        AtomicInteger called = new AtomicInteger();
        try (ServerRequestFixture asked = new ServerRequestFixture(
                McpHandlers.none().with(ReactiveMcpElicitationHandler.class, (params, context) -> {
                    called.incrementAndGet();
                    return Mono.just(ElicitResult.decline());
                }))) {
            Mono<Object> answer = asked.prepare("elicitation/create", FORM);
            for (String invalid : List.of("{}", "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\"}")) {
                assertThatThrownBy(() -> asked.prepare("elicitation/create", invalid))
                        .isInstanceOf(McpRequestRefusedException.class);
            }
            assertThatThrownBy(() -> asked.prepare("roots/list", "{}"))
                    .isInstanceOf(McpRequestRefusedException.class)
                    .hasMessage("Method not found");
            assertThat(called).hasValue(0);

            assertThat(answer.block(Duration.ofSeconds(20))).isEqualTo(ElicitResult.decline());
            assertThat(called).hasValue(1);
        }
    }

    // B20: handlers run away from the threads that move messages, those that should not block too
    @Test
    void answerRunsHandlersOnOtherThreads() {
        AtomicReference<@Nullable String> blocking = new AtomicReference<>();
        AtomicReference<@Nullable Thread> reactive = new AtomicReference<>();
        try (ServerRequestFixture asked = new ServerRequestFixture(roots(context -> {
            blocking.set(Thread.currentThread().getName());
            return List.of();
        }))) {
            asked.listeners.onRequest("x/y", (params, context) -> {
                reactive.set(Thread.currentThread());
                return Mono.just(Map.of());
            });
            asked.answer("roots/list", null, LATEST);
            asked.answer("x/y", null, LATEST);

            assertThat(blocking.get()).startsWith("mcp-handler");
            assertThat(reactive.get()).isNotNull().isNotSameAs(Thread.currentThread());
        }
    }

    /** CAP-04: one class may serve both modes. */
    private static final class BothModes implements McpElicitationHandler, McpUrlElicitationHandler {

        @Override
        public ElicitResult elicit(ElicitFormParams params, McpRequestContext context) {
            return ElicitResult.decline();
        }

        @Override
        public ElicitResult elicit(ElicitURLParams params, McpRequestContext context) {
            return ElicitResult.cancel();
        }
    }

    // CAP-01, CAP-04
    @Test
    void capabilitiesWhenOneHandlerServesBothModesContainBoth() {
        BothModes both = new BothModes();
        McpHandlers handlers = McpHandlers.none()
                .with(ReactiveMcpElicitationHandler.class, ReactiveMcpElicitationHandler.of(both))
                .with(ReactiveMcpUrlElicitationHandler.class, ReactiveMcpUrlElicitationHandler.of(both));

        try (ServerRequestFixture asked = new ServerRequestFixture(handlers)) {
            assertThat(asked.features
                            .capabilities(ProtocolRevision.LATEST_HANDSHAKE)
                            .elicitation())
                    .isNotNull()
                    .satisfies(offered -> assertThat(offered.form()).isNotNull())
                    .satisfies(offered -> assertThat(offered.url()).isNotNull());
        }
    }
}
