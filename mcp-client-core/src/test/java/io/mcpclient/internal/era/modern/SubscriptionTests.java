package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One subscription, from its request to each of its ends. */
@Timeout(20)
class SubscriptionTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private static final String UPDATED = "notifications/resources/updated";

    private static final ListenFilter ASKED = new ListenFilter(true, false, false, List.of("test://one"));

    private static final Map<String, ?> ALL =
            Map.of("toolsListChanged", true, "resourceSubscriptions", List.of("test://one"));

    private final ListenWire http = new ListenWire(true);

    private final ListenWire stdio = new ListenWire(false);

    private final List<SubscriptionFilter> acknowledged = new CopyOnWriteArrayList<>();

    private final List<String> notified = new CopyOnWriteArrayList<>();

    private final List<McpException> errors = new CopyOnWriteArrayList<>();

    private final AtomicInteger ends = new AtomicInteger();

    private Subscription subscription(ListenWire wire) {
        return new Subscription(
                wire.context, wire, wire.failures, wire.request(ASKED), ASKED, new Subscription.Listener() {

                    @Override
                    public void onAcknowledged(Subscription subscription, SubscriptionFilter agreed) {
                        SubscriptionTests.this.acknowledged.add(agreed);
                    }

                    @Override
                    public void onNotified(JsonRpcNotification notification) {
                        SubscriptionTests.this.notified.add(notification.method());
                    }

                    @Override
                    public void onEnded(Subscription subscription, @Nullable McpException error) {
                        SubscriptionTests.this.ends.incrementAndGet();
                        if (error != null) {
                            SubscriptionTests.this.errors.add(error);
                        }
                    }
                });
    }

    private ListenWire.Opened open(ListenWire wire, Subscription subscription) {
        subscription.open(LONG);
        return wire.last();
    }

    // SUB-01, SUB-04, SUB-06
    @Test
    void openDeliversRequestedNotificationsAfterTheAcknowledgment() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        assertThat(stream.params)
                .isEqualTo("{\"notifications\":{\"toolsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"test://one\"]}}");

        stream.acknowledge(ALL).notify(TOOLS_CHANGED, Map.of()).notify(UPDATED, Map.of("uri", "test://one/below"));

        assertThat(this.acknowledged).containsExactly(ASKED.toWire());
        assertThat(this.notified).containsExactly(TOOLS_CHANGED, UPDATED);
        assertThat(this.http.ignored.total()).isZero();
        assertThat(this.ends).hasValue(0);
    }

    // fault C15
    @Test
    void notificationBeforeTheAcknowledgmentIsDroppedAndCounted() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));

        stream.notify(TOOLS_CHANGED, Map.of());
        assertThat(this.notified).isEmpty();
        assertThat(this.http.ignored(Reason.NOT_NEGOTIATED)).isEqualTo(1);

        stream.acknowledge(ALL).notify(TOOLS_CHANGED, Map.of());
        assertThat(this.notified).containsExactly(TOOLS_CHANGED);
    }

    // fault C15, SUB-07: wider than asked for
    @Test
    void unrequestedNotificationIsIgnoredAndCounted() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        stream.acknowledge(Map.of("toolsListChanged", true, "promptsListChanged", true));

        stream.notify("notifications/prompts/list_changed", Map.of()).notify(UPDATED, Map.of("uri", "test://two"));

        assertThat(this.notified).isEmpty();
        assertThat(this.http.ignored(Reason.NOT_NEGOTIATED)).isEqualTo(2);
    }

    // SUB-15, HTM-06: these belong to a request
    @Test
    void progressAndLogMessagesAreIgnored() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        stream.acknowledge(ALL);

        stream.notify("notifications/progress", Map.of("progressToken", 1, "progress", 1))
                .notify("notifications/message", Map.of("level", "info", "data", "text"));

        assertThat(this.notified).isEmpty();
        assertThat(this.http.ignored(Reason.UNUSED_NOTIFICATION)).isEqualTo(2);
    }

    // RPC-16, fault C18
    @Test
    void serverRequestIsIgnoredAndCounted() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        stream.acknowledge(ALL);

        stream.send(new JsonRpcRequest(JsonRpcId.of(7), "sampling/createMessage", Map.of()));
        stream.notify(TOOLS_CHANGED, Map.of());

        assertThat(this.http.ignored(Reason.SERVER_REQUEST)).isEqualTo(1);
        assertThat(this.http.sent).isEmpty();
        assertThat(this.notified).containsExactly(TOOLS_CHANGED);
    }

    // SUB-06, fault C17: over HTTP the id is checked if it is there; its JSON type is part of it
    @Test
    void notificationWithAnotherIdIsDroppedAndCounted() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        stream.send(ListenWire.acknowledgment(99, ALL)).send(ListenWire.acknowledgment("1", ALL));
        assertThat(this.acknowledged).isEmpty();

        stream.send(ListenWire.notification(
                null, "notifications/subscriptions/acknowledged", Map.of("notifications", ALL)));
        stream.send(ListenWire.notification(2, TOOLS_CHANGED, Map.of()));
        stream.send(ListenWire.notification(null, TOOLS_CHANGED, Map.of()));

        assertThat(this.acknowledged).hasSize(1);
        assertThat(this.notified).containsExactly(TOOLS_CHANGED);
        assertThat(this.http.ignored(Reason.UNKNOWN_ID)).isEqualTo(3);
    }

    // a server that acknowledges without saying what, or twice
    @Test
    void acknowledgmentWithoutAFilterAcknowledgesTheWholeFilter() {
        ListenWire.Opened stream = open(this.http, subscription(this.http));

        stream.notify("notifications/subscriptions/acknowledged", Map.of()).acknowledge(Map.of());

        assertThat(this.acknowledged).containsExactly(ASKED.toWire());
        assertThat(this.http.ignored(Reason.MALFORMED)).isEqualTo(1);
        assertThat(this.http.ignored(Reason.UNUSED_NOTIFICATION)).isEqualTo(1);
    }

    // SUB-10, fault C16: each ending counts once
    @ParameterizedTest
    @ValueSource(strings = {"answer", "end", "error", "broken", "cancelled"})
    void everyKindOfEndIsReportedOnce(String ending) {
        ListenWire.Opened stream = open(this.http, subscription(this.http));
        stream.acknowledge(ALL);

        switch (ending) {
            case "answer" -> stream.answer();
            case "end" -> stream.end();
            case "error" -> {
                stream.send(new JsonRpcError(stream.id, -32603, "no more", null));
                stream.end();
            }
            case "broken" -> stream.fail(new McpConnectionException(ListenWire.details(McpOutcome.UNKNOWN)));
            default -> {
                stream.notify("notifications/cancelled", Map.of("requestId", 99));
                assertThat(this.ends).hasValue(0);
                stream.notify("notifications/cancelled", Map.of("requestId", 1));
                assertThat(stream.cancelled).isTrue();
            }
        }

        assertThat(this.ends).hasValue(1);
        assertThat(this.errors)
                .hasSize(List.of("error", "broken").contains(ending) ? 1 : 0)
                .allMatch(error -> error instanceof McpRequestException || error instanceof McpConnectionException);
    }

    // C15: the wait for the acknowledgment is the only limit
    @Test
    void openWhenTheAcknowledgmentIsMissingClosesTheStream() {
        subscription(this.http).open(Duration.ofMillis(30));
        await().until(() -> this.ends.get() == 1);

        assertThat(this.http.last().cancelled).isTrue();
        assertThat(this.errors)
                .singleElement()
                .isInstanceOf(McpProtocolException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("weather", "did not acknowledge the subscription within 30 ms");
    }

    // SUB-09: over HTTP the stream is closed and nothing is sent; a message says it on a shared channel
    @Test
    void closeNotifiesTheServerOnlyOnASharedChannel() {
        Subscription overHttp = subscription(this.http);
        ListenWire.Opened stream = open(this.http, overHttp);
        Subscription overStdio = subscription(this.stdio);
        ListenWire.Opened exchange = open(this.stdio, overStdio);

        overHttp.close();
        overStdio.close();
        overStdio.close();

        assertThat(stream.cancelled).isTrue();
        assertThat(exchange.cancelled).isTrue();
        assertThat(this.http.sent).isEmpty();
        assertThat(this.stdio.sent).singleElement().satisfies(cancelled -> {
            assertThat(cancelled.method()).isEqualTo("notifications/cancelled");
            assertThat(ListenWire.CODEC.toJson(cancelled.params())).contains("\"requestId\":1");
        });
        assertThat(this.ends).hasValue(0);
    }

    // at the end of a session no error is reported: there is no subscriber
    @Test
    void abandonDoesNotReportAnEnd() {
        Subscription subscription = subscription(this.stdio);
        ListenWire.Opened exchange = open(this.stdio, subscription);

        subscription.abandon();
        subscription.onNotification(ListenWire.notification(1, TOOLS_CHANGED, Map.of()));

        assertThat(exchange.cancelled).isTrue();
        assertThat(this.stdio.sent).isEmpty();
        assertThat(this.notified).isEmpty();
        assertThat(this.ends).hasValue(0);
    }

    @Test
    void openWhenClosedBeforeSendsNothing() {
        Subscription subscription = subscription(this.stdio);
        subscription.close();

        subscription.open(LONG);

        assertThat(this.stdio.opened).isEmpty();
        assertThat(this.stdio.sent).isEmpty();
    }

    // STD-11: on a shared channel only the answer comes through the exchange
    @Test
    void onNotificationAcceptsMessagesOfASharedChannel() {
        Subscription subscription = subscription(this.stdio);
        ListenWire.Opened exchange = open(this.stdio, subscription);

        subscription.onNotification(ListenWire.acknowledgment(1, ALL));
        subscription.onNotification(ListenWire.notification(1, TOOLS_CHANGED, Map.of()));
        assertThat(subscription.isNamedBy(1)).isTrue();
        assertThat(subscription.isNamedBy(1L)).isTrue();
        assertThat(subscription.isNamedBy("1")).isFalse();
        assertThat(subscription.isNamedBy(1.0)).isTrue(); // as servers write it that know floating numbers only
        assertThat(subscription.isNamedBy(1.5)).isFalse();
        assertThat(subscription.isNamedBy(null)).isFalse();
        exchange.send(new JsonRpcResult(JsonRpcId.of(5), Map.of()));
        assertThat(this.ends).hasValue(0);
        subscription.onCancelled();

        assertThat(this.notified).containsExactly(TOOLS_CHANGED);
        assertThat(this.ends).hasValue(1);
        assertThat(exchange.cancelled).isTrue();
        assertThat(this.stdio.sent).isEmpty();
    }
}
