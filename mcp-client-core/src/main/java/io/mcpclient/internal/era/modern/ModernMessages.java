package io.mcpclient.internal.era.modern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallProgress;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Dispatches messages of a server that are not responses. Thread-safe.
 *
 * <table>
 * <caption>messages of a server</caption>
 * <tr><th>message</th><th>receiver</th></tr>
 * <tr><td>request</td><td>a counter: this revision has none, and none gets a response</td></tr>
 * <tr><td>progress, log message</td><td>listeners</td></tr>
 * <tr><td>any other notification, in the exchange of a request</td><td>a counter: it is not allowed there</td></tr>
 * <tr><td>any other notification, on a shared channel</td><td>the subscriptions; if it belongs to none, listeners for that
 * method</td></tr>
 * <tr><td>anything else</td><td>a counter</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/patterns (RPC-15, RPC-16, HTM-06, HTM-07, LOG-04, PRG-09); faults C17, C18, F01"
 */
final class ModernMessages {

    private final ModernClient client;

    private final McpIgnoredMessages ignored;

    private volatile @Nullable Subscriptions subscriptions;

    ModernMessages(ModernClient client) {
        this.client = client;
        this.ignored = client.context().ignored();
    }

    /** Sets the receiver of changes. */
    void subscriptions(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    /** Handles a message in the exchange of a request. Never blocks. */
    void ofExchange(ReceivedMessage received, @Nullable CallProgress progress) {
        JsonRpcMessage message = received.message();
        if (message instanceof JsonRpcNotification notification && !isOfCall(notification)) {
            this.ignored.count(Reason.NOT_NEGOTIATED, notification.method());
        } else {
            onMessage(received);
        }
    }

    /** Handles a message on a shared channel. Never blocks. */
    void ofChannel(ReceivedMessage received) {
        Subscriptions listening = this.subscriptions;
        boolean isOfSubscription = received.message() instanceof JsonRpcNotification
                && listening != null
                && listening.onNotification(received);
        if (!isOfSubscription) {
            onMessage(received);
        }
    }

    private void onMessage(ReceivedMessage received) {
        JsonRpcMessage message = received.message();
        if (received.batched()) {
            this.ignored.count(Reason.MALFORMED, "a batch, which the revision does not support");
        } else if (message instanceof JsonRpcRequest request) {
            this.ignored.count(Reason.SERVER_REQUEST, request.method());
        } else if (message instanceof JsonRpcNotification notification) {
            onNotification(notification);
        } else if (message instanceof JsonRpcError error && error.answeredId() == null) {
            this.ignored.count(Reason.UNATTRIBUTED_ERROR, "error " + error.code() + ": " + error.message());
        } else {
            this.ignored.count(Reason.UNKNOWN_ID, "response for id " + message.answeredId());
        }
    }

    private void onNotification(JsonRpcNotification notification) {
        if (McpMethods.NOTIFICATIONS_CANCELLED.equals(notification.method())) {
            this.ignored.count(Reason.UNKNOWN_ID, "cancellation of a request that is not the server's (CAN-10)");
        } else {
            // Changes count only as part of a subscription: no capability is declared here (SUB-07).
            this.client.notifications().accept(notification, ServerCapabilities.none());
        }
    }

    private static boolean isOfCall(JsonRpcNotification notification) {
        return McpMethods.NOTIFICATIONS_PROGRESS.equals(notification.method())
                || McpMethods.NOTIFICATIONS_MESSAGE.equals(notification.method());
    }
}
