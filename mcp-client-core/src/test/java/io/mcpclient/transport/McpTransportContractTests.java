package io.mcpclient.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.UnwritableMessageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What every transport has to do, alone and inside of each transport of ours that wraps another one. A subclass brings the
 * transport and a server that supports these methods:
 *
 * <pre>
 *  test/echo    the result is the params
 *  test/error   error -32050, "refused"
 *  test/silent  never answered
 *  test/speak   first the notification test/spoken, then the result {}
 *  test/stray   first a result for the id "stray", then the result {}
 *  test/break   not answered: the server ends the channel, or the connection of this request
 *  test/refused answered by 401, where there are credentials
 * </pre>
 *
 * <p>Where each exchange has a channel of its own, the stream to listen on brings the notification test/spoken and stays open.
 *
 * It takes any notification, and can be connected to again after its channel ended.
 */
@Timeout(60)
@ParameterizedClass
@EnumSource(TransportDecoration.class)
public abstract class McpTransportContractTests {

    /** Far more than anything here takes. */
    protected static final Duration SOON = Duration.ofSeconds(15);

    private final McpIgnoredMessages ignored = new McpIgnoredMessages("contract");

    private final Listener listener = new Listener();

    private final AtomicLong ids = new AtomicLong();

    @Parameter
    private TransportDecoration decoration = TransportDecoration.NONE;

    private @Nullable McpTransport transport;

    /**
     * Creates the transport, not opened yet, and starts the server if it does not do so itself.
     * @param context what a client lends to its transport
     * @return the transport under test
     */
    protected abstract McpTransport createTransport(TransportProvider.Context context);

    /**
     * Tells whether all messages go over one channel, whose end is the end of everything under way.
     * @return {@code false} if every exchange has a connection of its own
     */
    protected abstract boolean hasOneChannel();

    /** Whether the transport is ready only after the exchange {@code initialize}, which tells it what the server is. */
    protected boolean needsInitialize() {
        return false;
    }

    /** Returns the extensions of the credentials that the transport has, {@code null} if it has no credentials. */
    protected @Nullable Set<String> extensionsOfCredentials() {
        return null;
    }

    @BeforeEach
    void openTransport() {
        TransportProvider.Context context =
                new TransportProvider.Context("contract", new JsonCodec(JsonLimits.DEFAULT), this.ignored);
        this.transport = this.decoration.applyTo(createTransport(context), context);
        open();
    }

    @AfterEach
    void closeTransport() {
        transport().close().block(SOON);
    }

    private McpTransport transport() {
        return Objects.requireNonNull(this.transport);
    }

    private void open() {
        transport().open(this.listener).block(SOON);
        if (needsInitialize()) {
            assertThat(exchange("initialize").blockLast(SOON)).isInstanceOf(JsonRpcResult.class);
        }
    }

    private JsonRpcRequest request(String method, @Nullable Object params) {
        return new JsonRpcRequest(JsonRpcId.of(this.ids.incrementAndGet()), method, params);
    }

    private Flux<JsonRpcMessage> exchange(JsonRpcRequest request) {
        return transport()
                .exchange(new ExchangeRequest(request, Object.class, Map.of(), ExchangeKind.SINGLE))
                .map(ReceivedMessage::message)
                .map(McpTransportContractTests::withoutMeta);
    }

    /** What a decoration adds to the params comes back with them. */
    private static JsonRpcMessage withoutMeta(JsonRpcMessage message) {
        if (message instanceof JsonRpcResult answer && answer.result() instanceof Map<?, ?> members) {
            Map<Object, Object> plain = new LinkedHashMap<>(members);
            plain.remove("_meta");
            return new JsonRpcResult(answer.id(), plain);
        }
        return message;
    }

    private Flux<JsonRpcMessage> exchange(String method) {
        return Flux.defer(() -> exchange(request(method, Map.of())));
    }

    private Flux<Object> echo(Object params) {
        return exchange(request("test/echo", params))
                .ofType(JsonRpcResult.class)
                .map(JsonRpcResult::result);
    }

    private void assertWorks() {
        assertThat(echo(Map.of("word", "still here")).blockLast(SOON)).isEqualTo(Map.of("word", "still here"));
    }

    private static McpException failure(CompletableFuture<?> future) {
        Throwable error = future.handle((value, failed) -> failed)
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
        assertThat(error).isInstanceOf(McpException.class);
        return (McpException) error;
    }

    private McpException failure(String method) {
        return failure(exchange(method).collectList().toFuture());
    }

    /** An exchange whose request is at the server: what is sent behind it has been answered. */
    private CompletableFuture<?> waitingExchange() {
        CompletableFuture<?> waiting = exchange("test/silent").collectList().toFuture();
        assertWorks();
        return waiting;
    }

    // RPC-11
    @Test
    void exchangeYieldsTheResponse() {
        Map<String, Object> params =
                Map.of("text", "Grüße, 世界 \u2028 \n 😀", "list", List.of(1, true), "map", Map.of());
        JsonRpcRequest request = request("test/echo", params);

        List<JsonRpcMessage> messages = exchange(request).collectList().block(SOON);

        assertThat(messages).containsExactly(new JsonRpcResult(request.id(), params));
    }

    // RPC-30, STD-10
    @Test
    void concurrentExchangesGetTheirOwnResponses() {
        List<Object> answers = Flux.range(0, 500)
                .flatMap(n -> echo(Map.of("n", n)).filter(Map.of("n", n)::equals), 32)
                .collectList()
                .block(SOON);

        assertThat(answers).hasSize(500).doesNotHaveDuplicates();
    }

    @Test
    void exchangeWhenServerAnswersWithAnErrorYieldsIt() {
        assertThat(exchange("test/error").blockLast(SOON))
                .isInstanceOfSatisfying(
                        JsonRpcError.class, error -> assertThat(error.code()).isEqualTo(-32050));
        assertWorks();
    }

    @Test
    void exchangeWhenServerSendsUnsolicitedMessagesPassesThemOn() {
        List<JsonRpcMessage> messages =
                new CopyOnWriteArrayList<>(exchange("test/speak").collectList().block(SOON));

        messages.addAll(this.listener.messages);
        assertThat(messages)
                .filteredOn(JsonRpcNotification.class::isInstance)
                .singleElement()
                .extracting(message -> ((JsonRpcNotification) message).method())
                .isEqualTo("test/spoken");
    }

    // faults B10, F01
    @Test
    void exchangeIgnoresResponsesWithUnknownIds() {
        List<JsonRpcMessage> messages =
                new CopyOnWriteArrayList<>(exchange("test/stray").collectList().block(SOON));

        messages.addAll(this.listener.messages);
        assertThat(messages).filteredOn(JsonRpcResult.class::isInstance).hasSize(2);
        assertWorks();
        assertThat(this.listener.causes).isEmpty();
    }

    @Test
    void exchangeWhenCancelledStopsWaiting() {
        Disposable waiting = exchange("test/silent").subscribe();
        assertWorks();

        waiting.dispose();

        assertWorks();
    }

    @Test
    void exchangeWithUnserializableParamsDoesNotAffectOthers() {
        CompletableFuture<?> waiting = waitingExchange();

        Throwable error = echo(Map.of("bad", new Unwritable()))
                .collectList()
                .toFuture()
                .handle((value, failed) -> failed)
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();

        assertThat(error).isInstanceOf(UnwritableMessageException.class);
        assertWorks();
        assertThat(waiting).isNotDone();
    }

    // fault B17
    @Test
    void exchangeReportsActivity() {
        AtomicLong activity = new AtomicLong();
        ExchangeRequest request = new ExchangeRequest(
                request("test/echo", Map.of()),
                Object.class,
                Map.of(),
                ExchangeKind.SUBSCRIPTION,
                isKeepAlive -> activity.incrementAndGet());

        transport().exchange(request).blockLast(SOON);

        assertThat(activity).hasPositiveValue();
    }

    @Test
    void listenWhenExchangesHaveTheirOwnChannelsDeliversMessages() {
        assumeTrue(!hasOneChannel(), "there is one channel, which is open anyway");
        AtomicLong activity = new AtomicLong();
        CompletableFuture<Void> listening = TransportFeatures.listen(
                        transport(), new ListenRequest(Map.of(), isKeepAlive -> activity.incrementAndGet()))
                .toFuture();

        await().atMost(SOON).until(() -> !this.listener.messages.isEmpty());
        assertThat(activity).hasPositiveValue();
        assertThat(listening).isNotDone();
        listening.cancel(true);
    }

    @Test
    void listenOverASharedChannelNeverCompletes() {
        assumeTrue(hasOneChannel(), "every exchange has a channel of its own");
        CompletableFuture<Void> listening = TransportFeatures.listen(transport(), new ListenRequest(Map.of()))
                .toFuture();

        assertWorks();
        assertThat(listening).isNotDone();
        listening.cancel(true);
    }

    @Test
    void isRequestScopedUnlessTheChannelIsShared() {
        assertThat(TransportFeatures.isRequestScoped(transport())).isEqualTo(!hasOneChannel());
    }

    @Test
    void extensionsComeFromTheAuthorization() {
        Set<String> expected = extensionsOfCredentials();

        assertThat(TransportFeatures.extensions(transport())).isEqualTo((expected != null) ? expected : Set.of());
    }

    @Test
    void isWaitingForCredentialsWhileOthersAreObtained() {
        assumeTrue(extensionsOfCredentials() != null, "there are no credentials");
        assertThat(TransportFeatures.isWaitingForCredentials(transport())).isFalse();

        Disposable waiting = exchange("test/refused").subscribe();

        await().atMost(SOON).until(() -> TransportFeatures.isWaitingForCredentials(transport()));
        waiting.dispose();
        await().atMost(SOON).until(() -> !TransportFeatures.isWaitingForCredentials(transport()));
    }

    @Test
    void sendCompletes() {
        transport()
                .send(new JsonRpcNotification("test/note", Map.of("n", 1)), Map.of())
                .block(SOON);

        assertWorks();
    }

    // fault B08
    @Test
    void exchangesAllFailWhenServerEndsTheChannel() {
        CompletableFuture<?> waiting = waitingExchange();

        assertThat(failure("test/break").serverName()).isEqualTo("contract");

        if (hasOneChannel()) {
            assertThat(failure(waiting).outcome()).isEqualTo(McpOutcome.UNKNOWN);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(this.listener.causes).hasSize(1));
        } else {
            assertThat(this.listener.causes).isEmpty();
        }
    }

    // fault B11
    @Test
    void exchangeWhenTheChannelIsClosedFailsAtOnce() {
        assumeTrue(hasOneChannel(), "every exchange has a channel of its own");
        failure("test/break");
        await().atMost(SOON).until(() -> !this.listener.causes.isEmpty());

        assertThat(failure("test/echo").outcome()).isEqualTo(McpOutcome.NOT_SENT);
    }

    @Test
    void openWhenTheChannelIsClosedOpensANewOne() {
        failure("test/break");
        await().atMost(SOON).until(() -> !hasOneChannel() || !this.listener.causes.isEmpty());

        open();

        assertWorks();
    }

    @Test
    void openWhenTheChannelIsOpenReplacesIt() {
        assumeTrue(this.decoration != TransportDecoration.PROBED, "the next era takes over the channel");
        CompletableFuture<?> waiting = waitingExchange();

        open();

        assertWorks();
        assertThat(waiting.isDone()).isEqualTo(hasOneChannel());
        assertThat(this.listener.causes).isEmpty(); // it was our own doing
    }

    @Test
    void endSessionLeavesTheTransportUsable() {
        assumeTrue(this.decoration != TransportDecoration.PROBED, "an attempt to connect ends with its session");
        TransportFeatures.endSession(transport(), Map.of()).block(SOON);
        open();

        assertWorks();
        assertThat(this.listener.causes).isEmpty();
    }

    // fault G08
    @Test
    void closeFailsExchangesInFlight() {
        CompletableFuture<?> waiting = waitingExchange();

        transport().close().block(SOON);

        assertThat(failure(waiting)).isNotNull();
        assertThat(this.listener.causes).isEmpty();
    }

    @Test
    void closeTwiceIsHarmless() {
        transport().close().block(SOON);
        transport().close().block(SOON);

        assertThat(failure("test/echo")).isNotNull();
    }

    private static final class Listener implements TransportListener {

        private final List<JsonRpcMessage> messages = new CopyOnWriteArrayList<>();

        private final List<Throwable> causes = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(ReceivedMessage received) {
            this.messages.add(received.message());
        }

        @Override
        public void onClosed(Throwable cause) {
            this.causes.add(cause);
        }
    }

    /** A bean that breaks while it is being written. */
    public static final class Unwritable {

        /**
         * Fails.
         * @return nothing
         */
        public String getValue() {
            throw new IllegalStateException("not today");
        }
    }
}
