package io.mcpclient.protocol.legacy;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallProgress;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.TransportProvider;

/**
 * What a server sends of its own accord, whatever stream it comes on: requests are answered, notifications handed on,
 * everything else counted.
 */
final class ServerMessages {

    private final TransportProvider.Context context;

    private final ServerRequests requests;

    ServerMessages(TransportProvider.Context context, ServerRequests requests) {
        this.context = context;
        this.requests = requests;
    }

    /**
     * Handles one message. Never blocks.
     * @param message the message
     * @param headers headers of the session, for the answer
     * @param raisedBy the call of ours in whose exchange the message came, or {@code null} if the channel does not tell
     */
    void onMessage(JsonRpcMessage message, Map<String, String> headers, @Nullable CallProgress raisedBy) {
        if (message instanceof JsonRpcRequest request) {
            this.requests.onRequest(request, headers, ProtocolRevision.LATEST_HANDSHAKE, raisedBy);
        } else if (message instanceof JsonRpcNotification notification) {
            this.context.ignored().count(IgnoredMessages.Reason.UNUSED_NOTIFICATION, notification.method());
        } else if (message instanceof JsonRpcError error && error.id() == null) {
            this.context.ignored().count(IgnoredMessages.Reason.UNATTRIBUTED_ERROR, "error " + error.code());
        } else {
            this.context.ignored().count(IgnoredMessages.Reason.UNKNOWN_ID, idOf(message));
        }
    }

    private static String idOf(JsonRpcMessage message) {
        if (message instanceof JsonRpcResult result) {
            return "result for id " + result.id().toJson();
        }
        if (message instanceof JsonRpcInvalidResponse invalid) {
            return "answer for id " + invalid.id().toJson();
        }
        return (message instanceof JsonRpcError error && error.id() != null)
                ? "error for id " + error.id().toJson()
                : "answer";
    }
}
