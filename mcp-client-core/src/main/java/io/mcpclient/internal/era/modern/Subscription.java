package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.internal.era.SilenceWatch;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.schema.CancelledParams;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.support.schema.SubscriptionsAcknowledgedParams;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportProvider;

/**
 * One {@code subscriptions/listen} request, from start to end.
 *
 * <pre>
 *  new ── open() ──► waiting ── acknowledged ──► active: requested changes are dispatched
 *                       │                          │
 *                       └── no acknowledgment ─────┼──► over: reported once, and nothing after that
 *                           result, error, drop, ──┘
 *                           cancelled by the server
 *
 *  close(), abandon() ──► over, without a report to the listener
 * </pre>
 *
 * Messages arrive through the exchange if it has its own stream, otherwise through {@link #onNotification}. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions (SUB-03, SUB-04, SUB-06, SUB-07, SUB-09, SUB-10, SUB-15, RPC-16); faults
 *     C15 to C18"
 */
final class Subscription {

    static final String OPERATION = McpMethods.SUBSCRIPTIONS_LISTEN;

    private static final Duration FAREWELL_TIMEOUT = Duration.ofSeconds(5);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    private final Failures failures;

    private final ExchangeRequest request;

    private final ListenFilter asked;

    private final Listener listener;

    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    private final Messages messages = new Messages();

    private final Disposable.Swap limit = Disposables.swap();

    private volatile @Nullable SilenceWatch silence;

    private enum State {
        NEW,
        WAITING,
        ACTIVE,
        OVER
    }

    /** Notified of the state of a subscription. Called on threads of the transport: must not block. */
    interface Listener {

        /** The server has agreed to this filter. */
        void onAcknowledged(Subscription subscription, SubscriptionFilter agreed);

        /** The server sends a requested notification. */
        void onNotified(JsonRpcNotification notification);

        /**
         * The subscription has ended, and this side did not end it.
         * @param error the reason; {@code null} if the server ended it gracefully
         */
        void onEnded(Subscription subscription, @Nullable McpException error);
    }

    Subscription(
            TransportProvider.Context context,
            McpTransport transport,
            Failures failures,
            ExchangeRequest request,
            ListenFilter asked,
            Listener listener) {
        this.context = context;
        this.transport = transport;
        this.failures = failures;
        this.request = request;
        this.asked = asked;
        this.listener = listener;
    }

    JsonRpcId id() {
        return this.request.request().id();
    }

    ListenFilter asked() {
        return this.asked;
    }

    /**
     * Sends the request. Does nothing if the subscription was closed before.
     * @param acknowledgment how long the server may take to acknowledge it
     */
    void open(Duration acknowledgment) {
        open(acknowledgment, null);
    }

    /**
     * Sends the request, and watches its stream from the acknowledgment on.
     * @param acknowledgment how long the server may take to acknowledge it
     * @param silence watches the stream, or {@code null}
     */
    void open(Duration acknowledgment, @Nullable SilenceWatch silence) {
        if (!this.state.compareAndSet(State.NEW, State.WAITING)) {
            return;
        }
        this.limit.update(this.context.time().schedule(acknowledgment, () -> onUnacknowledged(acknowledgment)));
        this.silence = silence;
        this.transport
                .exchange((silence != null) ? this.request.with(silence) : this.request)
                .subscribe(this.messages);
    }

    /** Ends the subscription, and notifies the server. */
    void close() {
        State before = this.state.getAndSet(State.OVER);
        if (before == State.WAITING || before == State.ACTIVE) {
            giveUp();
        }
    }

    /** Ends the subscription on this side alone: its connection is lost, or is closing. */
    void abandon() {
        if (this.state.getAndSet(State.OVER) != State.OVER) {
            release();
        }
    }

    /** Closing the stream notifies the server; without a stream of its own, a message does (SUB-09, CAN-03). */
    private void giveUp() {
        release();
        if (!TransportFeatures.isRequestScoped(this.transport)) {
            this.transport
                    .send(
                            new JsonRpcNotification(
                                    McpMethods.NOTIFICATIONS_CANCELLED,
                                    CancelledParams.of(id().toJson(), "no longer needed")),
                            Map.of())
                    .timeout(FAREWELL_TIMEOUT, this.context.time().timers())
                    .subscribe(null, error -> {});
        }
    }

    private void unwatch() {
        this.limit.dispose();
        SilenceWatch watch = this.silence;
        if (watch != null) {
            watch.stop();
        }
    }

    private void release() {
        unwatch();
        this.messages.dispose();
    }

    /** Handles a notification with the id of this subscription. */
    void onNotification(JsonRpcNotification notification) {
        String method = notification.method();
        State now = this.state.get();
        if (now == State.OVER) {
            // The server may have sent it before it noticed the end.
            this.context.ignored().countExpected(Reason.UNKNOWN_ID, method + " of a subscription that has ended");
        } else if (method.equals(McpMethods.NOTIFICATIONS_SUBSCRIPTIONS_ACKNOWLEDGED)) {
            onAcknowledged(notification);
        } else if (now != State.ACTIVE) {
            ignore(Reason.NOT_NEGOTIATED, method + " before the acknowledgment");
        } else if (isOfARequest(method)) {
            ignore(Reason.UNUSED_NOTIFICATION, method + " in a subscription");
        } else if (!this.asked.asksFor(method, params(notification))) {
            ignore(Reason.NOT_NEGOTIATED, method + " was not subscribed to");
        } else {
            this.listener.onNotified(notification);
        }
    }

    private static boolean isOfARequest(String method) {
        return method.equals(McpMethods.NOTIFICATIONS_PROGRESS) || method.equals(McpMethods.NOTIFICATIONS_MESSAGE);
    }

    /** Handles a cancellation of this subscription by the server. */
    void onCancelled() {
        end(null);
        this.messages.dispose();
    }

    private void onAcknowledged(JsonRpcNotification notification) {
        SubscriptionFilter agreed = agreed(notification);
        if (this.state.compareAndSet(State.WAITING, State.ACTIVE)) {
            this.limit.dispose();
            SilenceWatch watch = this.silence;
            if (watch != null) {
                watch.start();
                if (this.state.get() == State.OVER) {
                    watch.stop(); // closed concurrently
                }
            }
            this.listener.onAcknowledged(this, agreed);
        } else {
            ignore(Reason.UNUSED_NOTIFICATION, "acknowledged twice");
        }
    }

    /** A malformed acknowledgment counts as agreement to the whole filter. */
    private SubscriptionFilter agreed(JsonRpcNotification notification) {
        try {
            SubscriptionsAcknowledgedParams read =
                    this.context.codec().convert(params(notification), SubscriptionsAcknowledgedParams.class);
            return (read != null) ? read.notifications() : this.asked.toWire();
        } catch (IllegalArgumentException ex) {
            ignore(Reason.MALFORMED, ex.getMessage());
            return this.asked.toWire();
        }
    }

    private void onUnacknowledged(Duration acknowledgment) {
        if (this.state.compareAndSet(State.WAITING, State.OVER)) {
            giveUp();
            this.listener.onEnded(
                    this,
                    protocolError(
                            McpOutcome.UNKNOWN,
                            "the server did not acknowledge the subscription within " + acknowledgment.toMillis()
                                    + " ms",
                            McpProtocolException.Reason.NO_ANSWER));
        }
    }

    private void end(@Nullable McpException error) {
        if (this.state.getAndSet(State.OVER) != State.OVER) {
            unwatch();
            this.listener.onEnded(this, error);
        }
    }

    private McpProtocolException protocolError(McpOutcome outcome, String problem, McpProtocolException.Reason reason) {
        return new McpProtocolException(
                McpErrorDetails.of(this.context.serverName(), OPERATION, outcome, problem), reason);
    }

    private void ignore(Reason reason, @Nullable String what) {
        this.context.ignored().count(reason, what);
    }

    static Map<?, ?> params(JsonRpcNotification notification) {
        return (notification.params() instanceof Map<?, ?> map) ? map : Map.of();
    }

    /** The entry of {@code _meta} with the id of a subscription, {@code null} if there is none. */
    static @Nullable Object subscriptionId(JsonRpcNotification notification) {
        return (params(notification).get("_meta") instanceof Map<?, ?> meta)
                ? meta.get(McpMetaKeys.SUBSCRIPTION_ID)
                : null;
    }

    /** Whether an id, as in a message, is that of this subscription: the JSON type is part of it. */
    boolean isNamedBy(@Nullable Object plainId) {
        return id().equals(JsonRpcId.ofJson(plainId));
    }

    /** Messages of the exchange. */
    private final class Messages extends BaseSubscriber<ReceivedMessage> {

        @Override
        protected void hookOnNext(ReceivedMessage received) {
            JsonRpcMessage message = received.message();
            if (received.batched()) {
                ignore(Reason.MALFORMED, "a batch, which the revision does not support");
            } else if (message instanceof JsonRpcNotification notification) {
                onStream(notification);
            } else if (message instanceof JsonRpcRequest serverRequest) {
                ignore(Reason.SERVER_REQUEST, serverRequest.method());
            } else if (message.answers(id())) {
                end(meaning(message));
            } else {
                ignore(Reason.UNKNOWN_ID, "response for id " + message.answeredId());
            }
        }

        /** The stream belongs to this subscription alone; a message with another subscription's id is ignored. */
        private void onStream(JsonRpcNotification notification) {
            Object named = subscriptionId(notification);
            if (named != null && !isNamedBy(named)) {
                ignore(Reason.UNKNOWN_ID, notification.method() + " of another subscription");
            } else if (!notification.method().equals(McpMethods.NOTIFICATIONS_CANCELLED)) {
                onNotification(notification);
            } else if (isNamedBy(params(notification).get("requestId"))) {
                onCancelled();
            } else {
                ignore(Reason.UNKNOWN_ID, "cancellation of an unknown subscription");
            }
        }

        private @Nullable McpException meaning(JsonRpcMessage answer) {
            if (answer instanceof JsonRpcError error) {
                return Subscription.this.failures.ofError(OPERATION, error);
            }
            return (answer instanceof JsonRpcInvalidResponse invalid)
                    ? protocolError(
                            McpOutcome.ANSWERED,
                            "invalid response: " + invalid.problem(),
                            McpProtocolException.Reason.MALFORMED)
                    : null;
        }

        @Override
        protected void hookOnComplete() {
            end(null);
        }

        @Override
        protected void hookOnError(Throwable error) {
            end(Subscription.this.failures.translate(OPERATION, error));
        }
    }
}
