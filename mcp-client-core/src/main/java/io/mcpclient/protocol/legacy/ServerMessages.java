package io.mcpclient.protocol.legacy;

import java.time.Duration;
import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * What a server sends of its own accord, whatever stream it comes on. A ping is answered, every other request refused
 * with "method not found": nothing is left waiting (RPC-17, PNG-01).
 */
final class ServerMessages {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    ServerMessages(TransportProvider.Context context, McpTransport transport) {
        this.context = context;
        this.transport = transport;
    }

    /**
     * Handles one message. Never blocks.
     * @param message the message
     * @param headers headers of the session, for the answer
     */
    void onMessage(JsonRpcMessage message, Map<String, String> headers) {
        if (message instanceof JsonRpcRequest request) {
            this.transport
                    .send(answer(request), headers)
                    .timeout(ANSWER_TIMEOUT)
                    .subscribe(null, error -> {});
        } else if (message instanceof JsonRpcNotification notification) {
            this.context.ignored().count(IgnoredMessages.Reason.UNUSED_NOTIFICATION, notification.method());
        } else if (message instanceof JsonRpcError error && error.id() == null) {
            this.context.ignored().count(IgnoredMessages.Reason.UNATTRIBUTED_ERROR, "error " + error.code());
        } else {
            this.context.ignored().count(IgnoredMessages.Reason.UNKNOWN_ID, idOf(message));
        }
    }

    private static JsonRpcMessage answer(JsonRpcRequest request) {
        return McpMethods.PING.equals(request.method())
                ? new JsonRpcResult(request.id(), Map.of())
                : new JsonRpcError(request.id(), McpErrorCodes.METHOD_NOT_FOUND, "Method not found", null);
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
