package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.CallProgress;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.internal.inbound.ServerNotifications;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** How many requests are answered at once, which are taken back, and what goes out. */
@Timeout(60)
class ServerRequestsTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Map<String, String> HEADERS = Map.of("Mcp-Session-Id", "s1");

    private static final int AT_ONCE = 2;

    /** Between two reports of progress. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final McpIgnoredMessages ignored = new McpIgnoredMessages("weather");

    private final Wire wire = new Wire();

    private final VirtualTime time = new VirtualTime();

    /** The requests whose handler is at work, and how to let it answer. */
    private final ConcurrentMap<Object, Sinks.One<Object>> working = new ConcurrentHashMap<>();

    private final List<Object> started = new CopyOnWriteArrayList<>();

    private final List<Object> stopped = new CopyOnWriteArrayList<>();

    private final List<CallProgress> inFlight = new CopyOnWriteArrayList<>();

    private final AtomicReference<@Nullable McpRequestContext> context = new AtomicReference<>();

    private final InboundSettings settings = new InboundSettings(
            McpHandlers.none(),
            new McpListeners(),
            AT_ONCE,
            Duration.ofSeconds(20),
            new DesiredSessionState(null),
            Duration.ofSeconds(1));

    private final ServerRequests requests = new ServerRequests(
            new TransportProvider.Context("weather", CODEC, this.ignored, this.time),
            this.wire,
            this::answer,
            this.settings,
            () -> this.inFlight);

    /** Records what is sent; {@code sending} says what becomes of it. */
    private static final class Wire implements McpTransport {

        final List<String> sent = new CopyOnWriteArrayList<>();

        final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();

        volatile Mono<Void> sending = Mono.empty();

        @Override
        public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
            return Mono.defer(() -> {
                this.sent.add(new String(CODEC.encode(message), UTF_8));
                this.headers.add(headers);
                return this.sending;
            });
        }

        @Override
        public Mono<Void> open(TransportListener listener) {
            return Mono.empty();
        }

        @Override
        public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
            return Flux.empty();
        }

        @Override
        public Mono<Void> close() {
            return Mono.empty();
        }
    }

    private Mono<Object> answer(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        return Mono.defer(() -> {
            this.context.set(context);
            Object key = method.substring(method.indexOf("/") + 1);
            Sinks.One<Object> answer = Sinks.one();
            this.started.add(key);
            this.working.put(key, answer);
            return answer.asMono().doOnCancel(() -> this.stopped.add(key));
        });
    }

    private void ask(Object id) {
        ask(id, null, null);
    }

    private void ask(Object id, @Nullable String params, @Nullable CallProgress raisedBy) {
        request(id, "ask/" + id, params, raisedBy);
    }

    private void request(Object id, String method, @Nullable String params, @Nullable CallProgress raisedBy) {
        JsonRpcId known = (id instanceof String text) ? JsonRpcId.of(text) : JsonRpcId.of((Integer) id);
        Object plain = (params != null) ? CODEC.fromJson(params, Object.class) : null;
        this.requests.onRequest(
                new JsonRpcRequest(known, method, plain), HEADERS, ProtocolRevision.V2025_11_25, raisedBy);
    }

    private void finish(Object id, Object result) {
        Objects.requireNonNull(this.working.get(String.valueOf(id))).tryEmitValue(result);
    }

    private static String result(Object id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String error(Object id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message
                + "\"}}";
    }

    // RPC-17, HTL-06
    @Test
    void onRequestRespondsWithResultOrError() {
        ask("1");
        finish("1", ElicitResult.decline());

        assertThat(this.wire.sent).containsExactly(result("\"1\"", "{\"action\":\"decline\"}"));
        assertThat(this.wire.headers).containsExactly(HEADERS);

        ask(2);
        Objects.requireNonNull(this.working.get("2")).tryEmitError(new McpRequestRefusedException(-1, "no"));
        ask(3);
        Objects.requireNonNull(this.working.get("3")).tryEmitError(new IllegalStateException("s3cret"));

        assertThat(this.wire.sent.subList(1, 3))
                .containsExactly(error(2, -1, "no"), error(3, -32603, "Internal error"));
    }

    // B19, PNG-01: whatever the load
    @Test
    void onRequestWhenAllHandlersAreBusyAnswersPings() {
        this.wire.sending = Mono.never();
        IntStream.range(0, 5000).forEach(this::ask);
        int before = this.wire.sent.size();

        request("p", "ping", null, null);

        assertThat(this.wire.sent.subList(before, this.wire.sent.size())).containsExactly(result("\"p\"", "{}"));
        assertThat(before).isLessThanOrEqualTo(4);
        assertThat(this.started).hasSize(AT_ONCE);
        assertThat(this.ignored.count(McpIgnoredMessages.Reason.OVERFLOW))
                .isEqualTo(5000 - AT_ONCE - ServerRequests.WAITING - 1004);
    }

    // G06: the queue is bounded by size, not only by number
    @Test
    void onRequestWhenTheQueueExceedsItsSizeLimitIsRejected() {
        String large = "x".repeat(1024 * 1024);
        for (int id = 0; id < 10; id++) {
            ask(id, "{\"message\":\"" + large + "\"}", null);
        }

        assertThat(this.started).hasSize(AT_ONCE);
        assertThat(this.wire.sent).hasSize(7).first().isEqualTo(error(3, -32603, "Too many requests"));
    }

    // so many at once, the others in their order, and no more than can wait
    @Test
    void onRequestWhenTheQueueIsFullIsRejected() {
        int most = AT_ONCE + ServerRequests.WAITING;
        IntStream.range(0, most + 1).forEach(this::ask);

        assertThat(this.started).containsExactly("0", "1");
        assertThat(this.wire.sent).containsExactly(error(most, -32603, "Too many requests"));

        finish(1, Map.of());
        assertThat(this.started).containsExactly("0", "1", "2");
        IntStream.range(2, most).forEach(id -> finish(id, Map.of()));
        finish(0, Map.of());

        assertThat(this.started).hasSize(most);
        assertThat(this.wire.sent).hasSize(most + 1).last().isEqualTo(result(0, "{}"));
    }

    // nobody waits for minutes behind forms that nobody fills in
    @Test
    void onRequestWhenNoHandlerCompletesRejectsAllQueuedRequests() {
        IntStream.range(0, 400).forEach(this::ask);
        this.time.advance(Duration.ofSeconds(5));

        assertThat(this.started).containsExactly("0", "1");
        assertThat(this.wire.sent)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(2, 400)
                        .mapToObj(id -> error(id, -32603, "Too many requests"))
                        .toList());
        finish(0, Map.of());
        ask(400);
        assertThat(this.started).containsExactly("0", "1", "400");
    }

    // ELI-30, F22: one call does not ask the user forever
    @Test
    void onRequestWhenACallPromptsTheUserTooOftenIsRejected() {
        CallProgress raisedBy = new CallProgress();
        int most = InboundSettings.PROMPTS_PER_CALL;
        IntStream.range(0, most).forEach(id -> elicit(id, raisedBy));
        assertThat(this.wire.sent).hasSize(most).allMatch(answer -> answer.contains("decline"));

        elicit(most, raisedBy);
        assertThat(this.wire.sent).last().isEqualTo(error(most, -32603, "Too many requests"));

        elicit(most + 1, new CallProgress());
        elicit(most + 2, null);
        assertThat(this.started).hasSize(most + 2);
    }

    private void elicit(int id, @Nullable CallProgress raisedBy) {
        request(id, "elicitation/create", null, raisedBy);
        finish("create", ElicitResult.decline());
    }

    // a server that does not take answers gets no further handlers
    @Test
    void onRequestWhenResponsesAreNotAcceptedStartsNoFurtherHandlers() {
        Sinks.Empty<Void> accepted = Sinks.empty();
        this.wire.sending = accepted.asMono();
        IntStream.range(0, 3).forEach(this::ask);
        finish(0, Map.of());
        assertThat(this.started).containsExactly("0", "1");

        accepted.tryEmitEmpty();
        assertThat(this.started).containsExactly("0", "1", "2");
    }

    // CAN-09, F31: no answer, and the place is free
    @Test
    void cancelStopsTheRequestWithTheId() {
        ask(1);
        ask("x");
        ask(3);
        this.requests.cancel("x");

        assertThat(this.stopped).containsExactly("x");
        assertThat(this.started).containsExactly("1", "x", "3");
        finish("x", Map.of());
        assertThat(this.wire.sent).isEmpty();
    }

    // CAN-09: before its turn
    @Test
    void cancelWhenRequestIsQueuedRemovesItFromTheQueue() {
        int most = AT_ONCE + ServerRequests.WAITING;
        IntStream.range(0, most).forEach(this::ask);
        this.requests.cancel(2);
        ask(most);
        finish(0, Map.of());

        assertThat(this.started).containsExactly("0", "1", "3");
        assertThat(this.wire.sent).containsExactly(result(0, "{}"));
    }

    // CAN-11: 1.0 is how servers write 1 that know floating numbers only
    @Test
    void cancelWhenTheIdIsWrittenAsAFloatingNumberStopsTheRequest() {
        ask(1);
        this.requests.cancel(1.0);

        assertThat(this.stopped).containsExactly("1");
    }

    // CAN-11, F31: the JSON type of an id is part of it; what is not open is ignored
    @Test
    void cancelWithAnUnknownIdIsIgnored() {
        ask(1);
        ask(2);
        finish(2, Map.of());
        this.requests.cancel("1");
        this.requests.cancel(2);
        this.requests.cancel(99L);
        this.requests.cancel(1.5);
        this.requests.cancel(Map.of());
        this.requests.cancel(null);

        assertThat(this.stopped).isEmpty();
        finish(1, Map.of());
        assertThat(this.wire.sent).containsExactly(result(2, "{}"), result(1, "{}"));

        this.requests.cancel(1L);
        assertThat(this.stopped).isEmpty();
    }

    // CAN-11: taken back while the answer is under way
    @Test
    void cancelWhenResponseIsBeingSentHasNoEffect() {
        Sinks.Empty<Void> accepted = Sinks.empty();
        this.wire.sending = accepted.asMono();
        ask(1);
        finish(1, Map.of());
        this.requests.cancel(1);

        assertThat(accepted.currentSubscriberCount()).isEqualTo(1);
        assertThat(this.stopped).isEmpty();
    }

    // HTL-15, RPC-03: delivered twice, handled and answered once
    @Test
    void onRequestWithADuplicateIdIsIgnored() {
        ask(1);
        ask(1);
        assertThat(this.ignored.count(McpIgnoredMessages.Reason.UNKNOWN_ID)).isEqualTo(1);

        finish(1, Map.of("n", 1));
        assertThat(this.wire.sent).containsExactly(result(1, "{\"n\":1}"));
        assertThat(this.started).hasSize(1);
    }

    // the session is over
    @Test
    void closeStopsAllHandlersAndSendsNoResponses() {
        IntStream.range(0, 10).forEach(this::ask);
        this.requests.close();
        ask(11);
        request(12, "ping", null, null);
        this.requests.close();

        assertThat(this.stopped).containsExactlyInAnyOrder("0", "1");
        assertThat(this.started).hasSize(2);
        assertThat(this.wire.sent).isEmpty();
    }

    // most servers send no request, so a session has nothing for them until the first one
    @Test
    void requestHandlingIsCreatedWithTheFirstRequestEvenAfterTheSessionEnded() {
        AtomicInteger created = new AtomicInteger();
        ServerMessages messages = new ServerMessages(
                this.ignored,
                () -> {
                    created.incrementAndGet();
                    return this.requests;
                },
                new ServerNotifications(
                        "weather", CODEC, this.settings, this.ignored, TimeSource.system(), elicitation -> {}));
        ReceivedMessage ping =
                new ReceivedMessage(new JsonRpcRequest(JsonRpcId.of(1), "ping", null), ResponseHead.NONE);
        messages.close();
        assertThat(created).hasValue(0);

        messages.onMessage(ping, null);
        messages.onMessage(ping, null);

        assertThat(created).hasValue(1);
        assertThat(this.wire.sent).isEmpty();
    }

    // an answer is sent once: it may have arrived
    @Test
    void onRequestWhenResponseCannotBeSentDoesNotResendIt() {
        this.wire.sending = Mono.error(new IllegalStateException("broken"));
        IntStream.range(0, 3).forEach(this::ask);
        finish(0, Map.of());

        assertThat(this.wire.sent).hasSize(1);
        assertThat(this.started).containsExactly("0", "1", "2");
    }

    // RPC-17: what cannot be written is nothing that the server has to wait for
    @Test
    void onRequestWhenResultCannotBeSerializedRespondsWithAnError() {
        Map<String, Object> endless = new HashMap<>();
        endless.put("self", endless);
        ask(1);
        finish(1, endless);

        assertThat(this.wire.sent).containsExactly(error(1, -32603, "Internal error"));
    }

    // tasks

    // META-12, TSKL-08: on results of any kind, and told to the handler
    @Test
    void onRequestOfATaskIncludesTheTaskIdInTheResponse() {
        String meta = "{\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t1\"},\"x\":1}}";
        String related = "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t1\"}";
        ask(1, meta, null);
        assertThat(Objects.requireNonNull(this.context.get()).relatedTask()).isEqualTo("t1");
        assertThat(Objects.requireNonNull(this.context.get()).serverName()).isEqualTo("weather");
        finish(1, ElicitResult.decline());
        ask(2, meta, null);
        finish(2, Map.of("n", 1, "_meta", Map.of("y", 2)));

        assertThat(this.wire.sent.get(0)).isEqualTo(result(1, "{\"action\":\"decline\"," + related + "}}"));
        assertThat(this.wire.sent.get(1)).contains("\"y\":2").contains("\"taskId\":\"t1\"");
    }

    // TSKL-08
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"_meta\":7}",
                "{\"_meta\":{}}",
                "{\"_meta\":{\"io.modelcontextprotocol/related-task\":\"t1\"}}",
                "{\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":1}}}"
            })
    void onRequestWithoutATaskIncludesNoTaskId(String params) {
        ask(1, params, null);
        assertThat(Objects.requireNonNull(this.context.get()).relatedTask()).isNull();
        finish(1, ElicitResult.decline());

        assertThat(this.wire.sent).containsExactly(result(1, "{\"action\":\"decline\"}"));
    }

    // progress

    private void report(double progress) {
        Objects.requireNonNull(this.context.get()).reportProgress(progress, 10.0, "m");
    }

    private List<String> reported() {
        return this.wire.sent.stream()
                .filter(message -> message.contains("notifications/progress"))
                .map(message -> message.replaceAll(".*\"progress\":([^,]*),.*", "$1"))
                .toList();
    }

    // PRG-07: growing, with the token as it came, nothing after the answer
    @ParameterizedTest
    @ValueSource(strings = {"7", "\"t\""})
    void reportProgressNotifiesTheServer(String token) {
        ask(1, "{\"_meta\":{\"progressToken\":" + token + "}}", null);
        report(1);
        assertThat(this.wire.sent)
                .containsExactly(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                + token + ",\"progress\":1.0,\"total\":10.0,\"message\":\"m\"}}");
        assertThat(this.wire.headers).containsExactly(HEADERS);
        report(1);
        report(0.5);
        report(Double.NaN);
        report(2);
        this.time.advance(PAUSE);
        finish(1, Map.of());
        report(3);

        assertThat(reported()).containsExactly("1.0", "2.0");
        assertThat(this.wire.sent).last().isEqualTo(result(1, "{}"));
    }

    // PRG-07: of a flood only the latest, and the answer not before the last report
    @Test
    void reportProgressWhenFloodedSendsOnlyTheLatest() {
        Sinks.Empty<Void> accepted = Sinks.empty();
        this.wire.sending = accepted.asMono();
        ask(1, "{\"_meta\":{\"progressToken\":1}}", null);
        IntStream.range(0, 1000).forEach(this::report);
        assertThat(reported()).containsExactly("0.0");

        accepted.tryEmitEmpty();
        this.time.advance(PAUSE);
        assertThat(reported()).containsExactly("0.0", "999.0");

        Sinks.Empty<Void> last = Sinks.empty();
        this.wire.sending = last.asMono();
        report(1000);
        this.time.advance(PAUSE);
        finish(1, Map.of());
        assertThat(this.wire.sent).hasSize(3);

        last.tryEmitEmpty();
        assertThat(this.wire.sent).last().isEqualTo(result(1, "{}"));
    }

    // PRG-07: only if asked for; TSKL-08: with the task
    @Test
    void reportProgressIsSentOnlyIfTheServerRequestedIt() {
        ask(1);
        report(1);
        assertThat(this.wire.sent).isEmpty();

        ask(2, "{\"_meta\":{\"progressToken\":1,\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t1\"}}}", null);
        report(1);
        assertThat(this.wire.sent).hasSize(1).first().asString().contains("{\"taskId\":\"t1\"}");
    }

    // pauses

    // TMO-08: the call that raised the request, and no other
    @Test
    void onRequestPausesTheCallThatRaisedItUntilItIsHandled() {
        CallProgress raisedBy = new CallProgress();
        this.inFlight.add(new CallProgress());
        ask(1, null, raisedBy);
        ask(2, null, raisedBy);
        finish(1, Map.of());
        assertThat(raisedBy.isPaused()).isTrue();
        assertThat(this.inFlight).noneMatch(CallProgress::isPaused);

        this.requests.cancel(2);
        assertThat(raisedBy.isPaused()).isFalse();
    }

    // TMO-08: where the channel does not tell, whatever waits for the server
    @Test
    void onRequestWhenChannelDoesNotIdentifyTheCallPausesAllCalls() {
        CallProgress first = new CallProgress();
        this.inFlight.addAll(List.of(first, new CallProgress()));
        ask(1);
        assertThat(this.inFlight).allMatch(CallProgress::isPaused);

        this.inFlight.remove(first);
        CallProgress later = new CallProgress();
        this.inFlight.add(later);
        finish(1, Map.of());
        assertThat(this.inFlight).noneMatch(CallProgress::isPaused);
        assertThat(first.isPaused()).isFalse();
    }

    // TMO-08: whatever ends it
    @Test
    void onRequestNeverLeavesACallPaused() {
        CallProgress raisedBy = new CallProgress();
        request(1, "ping", null, raisedBy);
        assertThat(raisedBy.isPaused()).isFalse();

        IntStream.range(0, 100).forEach(id -> ask(id, null, raisedBy));
        ask(0, null, raisedBy);
        this.requests.close();

        assertThat(raisedBy.isPaused()).isFalse();
    }
}
