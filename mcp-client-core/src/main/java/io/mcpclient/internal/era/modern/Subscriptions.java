package io.mcpclient.internal.era.modern;

import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.support.schema.SubscriptionsListenParams;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Subscriptions of one session: the changes that listeners here want and the server declares. A notification invalidates the
 * cache first, and then reaches the listeners.
 *
 * <pre>
 *  interest, watches ──► {@link WantedChanges} ──► {@link SubscriptionKeeper} ──► {@link Subscription}
 *                                                                                     │
 *  listeners ◄── cache invalidation ◄── requested changes ◄───────────────────────────┘
 * </pre>
 *
 * After a time in which no notifications could be received everything counts as changed, since they are not repeated.
 * Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions (SUB-01 to SUB-17), server/utilities/caching (RES-10); faults C15 to C18,
 *     C24, D12, F31"
 */
final class Subscriptions {

    private static final Logger logger = Loggers.CONNECTION;

    /** Number of subscriptions whose notifications may still be under way when they have ended. */
    private static final int LATEST = 16;

    private final ModernClient client;

    private final McpTransport transport;

    private final ModernRequests requests;

    private final Failures failures;

    private final ServerCapabilities declared;

    private final WantedChanges wanted;

    private final ResourceWatches watches;

    private final SubscriptionKeeper keeper;

    private final Runnable interestWatcher;

    private final Consumer<Throwable> onLost;

    /** Ids of the latest subscriptions, open or not. */
    private final Deque<JsonRpcId> latest = new ConcurrentLinkedDeque<>();

    /** The part of the last filter that the server did not agree to. */
    private final AtomicReference<List<String>> missing = new AtomicReference<>(List.of());

    Subscriptions(
            ModernClient client,
            McpTransport transport,
            ModernRequests requests,
            McpServerDescription server,
            Consumer<Throwable> onLost) {
        this(client, transport, requests, server, onLost, times(client, transport));
    }

    Subscriptions(
            ModernClient client,
            McpTransport transport,
            ModernRequests requests,
            McpServerDescription server,
            Consumer<Throwable> onLost,
            SubscriptionTimes times) {
        this.client = client;
        this.transport = transport;
        this.requests = requests;
        this.failures = new ModernFailures(client.name());
        this.declared = server.capabilities();
        this.onLost = onLost;
        this.wanted = new WantedChanges(client.inbound().listeners(), client.desired(), this.declared);
        this.keeper = new SubscriptionKeeper(
                client.name(),
                this::subscription,
                new Owner(),
                times,
                client.notifications().hasReceived(),
                client.time());
        this.interestWatcher = this.keeper::update;
        this.watches = new ResourceWatches(client.name(), client.desired(), this.keeper::update);
    }

    /** A shared channel is not silent for lack of changes, and has its own watches. */
    private static SubscriptionTimes times(ModernClient client, McpTransport transport) {
        return TransportFeatures.isRequestScoped(transport)
                ? SubscriptionTimes.DEFAULT.watching(
                        client.settings().timeouts().keepAlive())
                : SubscriptionTimes.DEFAULT;
    }

    private Subscription subscription(ListenFilter asked, Subscription.Listener listener) {
        JsonRpcId id = this.client.nextId();
        this.latest.add(id);
        if (this.latest.size() > LATEST) {
            this.latest.poll();
        }
        ExchangeRequest request = this.requests.shape(
                id,
                McpMethods.SUBSCRIPTIONS_LISTEN,
                SubscriptionsListenParams.of(asked.toWire()),
                Map.class,
                McpCallOptions.defaults(),
                Map.of(),
                Map.of(),
                ExchangeKind.SUBSCRIPTION);
        return new Subscription(this.client.context(), this.transport, this.failures, request, asked, listener);
    }

    /** Starts listening, if there is anything to listen to. */
    void start() {
        if (this.client
                .notifications()
                .beginSession(this.declared, this.client.notifications().hasReceived())) {
            this.client.cache().invalidateAll(); // before anything lists again because of the new session
        }
        this.client.inbound().listeners().addWatcher(this.interestWatcher);
        this.keeper.update();
    }

    /** Stops immediately, without notifying the server. */
    void stop() {
        this.client.inbound().listeners().removeWatcher(this.interestWatcher);
        this.keeper.stop();
        this.watches.close(new McpConnectionException(McpErrorDetails.of(
                this.client.name(),
                McpMethods.RESOURCES_SUBSCRIBE,
                McpOutcome.UNKNOWN,
                "the stream was lost before the server acknowledged the subscription")));
    }

    /**
     * Watches a resource.
     * @param uri its URI
     * @return completes when the server has agreed; fails if it does not, in which case the resource is not watched
     */
    Mono<Void> watch(String uri) {
        return this.watches.watch(uri);
    }

    /**
     * Stops watching a resource.
     * @param uri its URI
     * @return completes immediately: the server need not agree
     */
    Mono<Void> unwatch(String uri) {
        return this.watches.unwatch(uri);
    }

    /**
     * Handles a message of a shared channel, on which only the id of a subscription identifies its owner.
     * @param received any message
     * @return whether it belonged to a subscription, open or not
     */
    boolean onNotification(ReceivedMessage received) {
        if (received.batched() || !(received.message() instanceof JsonRpcNotification notification)) {
            return false;
        }
        if (notification.method().equals(McpMethods.NOTIFICATIONS_CANCELLED)) {
            onCancelled(notification);
            return true;
        }
        Object id = Subscription.subscriptionId(notification);
        if (id == null && !isOfSubscriptions(notification.method())) {
            return false;
        }
        Subscription subscription = this.keeper.find(id);
        if (subscription != null) {
            subscription.onNotification(notification);
        } else {
            ignoreWithoutSubscription(id, notification.method());
        }
        return true;
    }

    /** A server may cancel only subscriptions (CAN-10). */
    private void onCancelled(JsonRpcNotification notification) {
        Object id = Subscription.params(notification).get("requestId");
        Subscription subscription = this.keeper.find(id);
        if (subscription != null) {
            subscription.onCancelled();
        } else {
            ignoreWithoutSubscription(id, notification.method());
        }
    }

    /** If the subscription was open until recently, the server may have sent the message before it noticed the end. */
    private void ignoreWithoutSubscription(@Nullable Object id, String method) {
        String what = method + " of no open subscription";
        JsonRpcId named = JsonRpcId.ofJson(id);
        if (named != null && this.latest.contains(named)) {
            this.client.context().ignored().countExpected(Reason.UNKNOWN_ID, what);
        } else {
            ignore(Reason.UNKNOWN_ID, what);
        }
    }

    private static boolean isOfSubscriptions(String method) {
        return switch (method) {
            case McpMethods.NOTIFICATIONS_SUBSCRIPTIONS_ACKNOWLEDGED,
                    McpMethods.NOTIFICATIONS_TOOLS_LIST_CHANGED,
                    McpMethods.NOTIFICATIONS_PROMPTS_LIST_CHANGED,
                    McpMethods.NOTIFICATIONS_RESOURCES_LIST_CHANGED,
                    McpMethods.NOTIFICATIONS_RESOURCES_UPDATED -> true;
            default -> false;
        };
    }

    private void ignore(Reason reason, String what) {
        this.client.context().ignored().count(reason, what);
    }

    /** First the cache, then the listeners: requests that they send in response must not be served from the cache (RES-10). */
    private void publish(JsonRpcNotification change) {
        ResponseCacheStage cache = this.client.cache();
        switch (change.method()) {
            case McpMethods.NOTIFICATIONS_TOOLS_LIST_CHANGED -> cache.invalidate(McpMethods.TOOLS_LIST);
            case McpMethods.NOTIFICATIONS_PROMPTS_LIST_CHANGED -> cache.invalidate(McpMethods.PROMPTS_LIST);
            case McpMethods.NOTIFICATIONS_RESOURCES_LIST_CHANGED -> {
                cache.invalidate(McpMethods.RESOURCES_LIST);
                cache.invalidate(McpMethods.RESOURCES_TEMPLATES_LIST);
            }
            default -> cache.invalidateResource(uri(change));
        }
        this.client.notifications().accept(change, this.declared);
    }

    private static String uri(JsonRpcNotification updated) {
        return String.valueOf(Subscription.params(updated).get("uri"));
    }

    /** Changes during the gap are unknown: there may have been any (SUB-13). */
    private void publishGap(List<String> resources) {
        this.client.cache().invalidateAll();
        this.client.notifications().everythingChanged(this.declared);
        for (String uri : resources) {
            if (!this.watches.isAwaited(uri)) {
                this.client
                        .notifications()
                        .accept(
                                new JsonRpcNotification(McpMethods.NOTIFICATIONS_RESOURCES_UPDATED, Map.of("uri", uri)),
                                this.declared);
            }
        }
    }

    /** Changes without notifications are noticed with the next request. Logged once, not after each reconnect (SUB-05). */
    private void noteMissing(List<String> now) {
        if (!this.missing.getAndSet(now).equals(now) && !now.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": did not acknowledge subscriptions to {}; such changes are noticed late",
                    this.client.name(),
                    now);
        }
    }

    /** Handles events of the keeper. */
    private final class Owner implements SubscriptionKeeper.Owner {

        @Override
        public ListenFilter wanted() {
            return Subscriptions.this.wanted.now();
        }

        @Override
        public void onAcknowledged(ListenFilter asked, SubscriptionFilter agreed, boolean afterGap) {
            Subscriptions.this.client.notifications().startReceiving();
            if (afterGap) {
                publishGap(asked.resources());
            }
            noteMissing(asked.missingIn(agreed));
            Subscriptions.this.watches.onAcknowledged(asked, agreed);
        }

        @Override
        public void onNotified(JsonRpcNotification notification) {
            boolean isUnwatched = notification.method().equals(McpMethods.NOTIFICATIONS_RESOURCES_UPDATED)
                    && !ListenFilter.covers(Subscriptions.this.client.desired().watched(), uri(notification));
            if (isUnwatched) {
                ignore(Reason.UNUSED_NOTIFICATION, "update of a resource that is no longer watched");
            } else {
                publish(notification);
            }
        }

        @Override
        public void onRefused(ListenFilter asked, @Nullable McpException error) {
            Subscriptions.this.watches.onRefused(asked, () -> (error != null) ? error : unexplained());
        }

        private McpException unexplained() {
            return new McpProtocolException(
                    McpErrorDetails.of(
                            Subscriptions.this.client.name(),
                            McpMethods.SUBSCRIPTIONS_LISTEN,
                            McpOutcome.ANSWERED,
                            "the server ended the subscription before it acknowledged it"),
                    McpProtocolException.Reason.NO_ANSWER);
        }

        @Override
        public void onUnsupported(McpException error) {
            Subscriptions.this.watches.close(error);
        }

        @Override
        public void onLost(McpException error) {
            Subscriptions.this.onLost.accept(error);
        }
    }
}
