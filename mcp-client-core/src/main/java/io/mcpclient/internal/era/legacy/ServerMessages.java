package io.mcpclient.internal.era.legacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallProgress;
import io.mcpclient.internal.inbound.ServerNotifications;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Handles the unsolicited messages of a server on any stream, from the beginning of a session: requests are answered,
 * notifications dispatched, all others counted. Notifications before the end of the handshake wait until then, so that none is
 * lost and the server's capabilities are known. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle (LIFE-04), basic/transports (HTL-06, HTL-14)"
 */
final class ServerMessages {

    private static final int MAX_EARLY = 256;

    /** Heap of all early messages. */
    private static final long MAX_EARLY_WEIGHT = 1024 * 1024;

    private final McpIgnoredMessages ignored;

    /** Most servers send none. */
    private final LazyPart<ServerRequests> requests;

    private final ServerNotifications notifications;

    private final List<ReceivedMessage> early = new ArrayList<>();

    /** Guarded by {@link #early}. */
    private long earlyWeight;

    private volatile @Nullable Agreed agreed;

    private volatile boolean closed;

    ServerMessages(McpIgnoredMessages ignored, Supplier<ServerRequests> requests, ServerNotifications notifications) {
        this.ignored = ignored;
        this.requests = new LazyPart<>(requests);
        this.notifications = notifications;
    }

    /** Result of the handshake. */
    private record Agreed(Map<String, String> headers, McpServerDescription server) {}

    /**
     * Records the result of the handshake, and handles earlier messages.
     * @param headers headers of the session, for responses
     * @param server the server's description of itself
     */
    void agreed(Map<String, String> headers, McpServerDescription server) {
        List<ReceivedMessage> waited;
        synchronized (this.early) {
            this.agreed = new Agreed(headers, server);
            waited = List.copyOf(this.early);
            this.early.clear();
            this.earlyWeight = 0;
        }
        waited.forEach(received -> onMessage(received, null));
    }

    /** Stops responding: the session has ended. */
    void close() {
        this.closed = true;
        ServerRequests present = this.requests.present();
        if (present != null) {
            present.close();
        }
    }

    private ServerRequests requests() {
        ServerRequests requests = this.requests.get();
        if (this.closed) {
            requests.close(); // created too late for the other thread
        }
        return requests;
    }

    /**
     * Handles one message. Never blocks.
     * @param received the message
     * @param raisedBy the call whose exchange carried the message, or {@code null} if the channel does not reveal it
     */
    void onMessage(ReceivedMessage received, @Nullable CallProgress raisedBy) {
        Agreed known = this.agreed;
        JsonRpcMessage message = received.message();
        if (received.batched() && (known == null || !known.server().revision().allowsBatches())) {
            this.ignored.count(Reason.MALFORMED, "a batch, which the revision does not support");
        } else if (message instanceof JsonRpcRequest request) {
            onRequest(request, received, known, raisedBy);
        } else if (message instanceof JsonRpcNotification notification) {
            onNotification(notification, received, known);
        } else if (message instanceof JsonRpcError error && error.answeredId() == null) {
            this.ignored.count(Reason.UNATTRIBUTED_ERROR, "error " + error.code() + ": " + error.message());
        } else {
            this.ignored.count(Reason.UNKNOWN_ID, "response for id " + message.answeredId());
        }
    }

    private void onRequest(
            JsonRpcRequest request, ReceivedMessage received, @Nullable Agreed known, @Nullable CallProgress raisedBy) {
        if (known != null) {
            requests().onRequest(request, known.headers(), known.server().revision(), raisedBy);
        } else {
            // In the response to "initialize", whose head already contains the session id.
            String session = received.head().header(ProtocolHeaders.SESSION_ID);
            Map<String, String> headers = (session != null) ? Map.of(ProtocolHeaders.SESSION_ID, session) : Map.of();
            requests().onRequest(request, headers, ProtocolRevision.LATEST_HANDSHAKE, raisedBy);
        }
    }

    private void onNotification(JsonRpcNotification notification, ReceivedMessage received, @Nullable Agreed known) {
        if (notification.method().equals(McpMethods.NOTIFICATIONS_CANCELLED)) {
            cancelled(notification);
        } else if (known != null) {
            this.notifications.accept(notification, known.server().capabilities());
        } else {
            keep(
                    received,
                    notification.method().length()
                            + JsonSize.of(notification.params()).heap());
        }
    }

    private void keep(ReceivedMessage received, long weight) {
        synchronized (this.early) {
            if (this.agreed == null) {
                if (this.early.size() < MAX_EARLY && weight <= MAX_EARLY_WEIGHT - this.earlyWeight) {
                    this.early.add(received);
                    this.earlyWeight += weight;
                } else {
                    this.ignored.count(Reason.OVERFLOW, "notification before the end of the handshake");
                }
                return;
            }
        }
        onMessage(received, null); // the handshake was concluded concurrently
    }

    private void cancelled(JsonRpcNotification notification) {
        if (notification.params() instanceof Map<?, ?> params && params.get("requestId") != null) {
            requests().cancel(params.get("requestId"));
        } else {
            this.ignored.count(Reason.MALFORMED, "cancellation without a request id");
        }
    }
}
