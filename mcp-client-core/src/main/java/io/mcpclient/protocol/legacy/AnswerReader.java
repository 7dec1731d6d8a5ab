package io.mcpclient.protocol.legacy;

import java.util.Map;

import reactor.core.publisher.SynchronousSink;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcInvalidResponse;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportProvider;

/**
 * Picks the answer to one request out of the messages of its exchange and hands everything else on.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-06); faults B04, B07, F01, F06"
 */
final class AnswerReader {

    private final TransportProvider.Context context;

    private final JsonRpcId id;

    private final String method;

    private final ServerMessages others;

    private final Map<String, String> headers;

    private boolean foreignAnswer;

    AnswerReader(
            TransportProvider.Context context,
            JsonRpcId id,
            String method,
            ServerMessages others,
            Map<String, String> headers) {
        this.context = context;
        this.id = id;
        this.method = method;
        this.others = others;
        this.headers = headers;
    }

    /** Emits the bare result. */
    void onMessage(ReceivedMessage received, SynchronousSink<Object> sink) {
        if (isAnswer(received.message(), sink)) {
            sink.next(((JsonRpcResult) received.message()).result());
        }
    }

    /** Emits the result together with the head of its answer. */
    void onMessageWithHead(ReceivedMessage received, SynchronousSink<ReceivedMessage> sink) {
        if (isAnswer(received.message(), sink)) {
            sink.next(received);
        }
    }

    /** Returns the result of an answer that {@link #onMessageWithHead} emitted. */
    static <T> T result(ReceivedMessage received, Class<T> type) {
        return type.cast(((JsonRpcResult) received.message()).result());
    }

    private boolean isAnswer(JsonRpcMessage message, SynchronousSink<?> sink) {
        if (message instanceof JsonRpcResult result && result.id().equals(this.id)) {
            return true;
        }
        if (message instanceof JsonRpcError error
                && (error.id() == null || error.id().equals(this.id))) {
            // Without an id it belongs to the request that this exchange consists of (RPC-08).
            sink.error(LegacyFailures.ofError(this.context.serverName(), this.method, error));
        } else if (message instanceof JsonRpcInvalidResponse invalid
                && invalid.id().equals(this.id)) {
            sink.error(new McpProtocolException(
                    details(McpOutcome.ANSWERED, "invalid answer: " + invalid.problem()), Reason.MALFORMED));
        } else {
            this.foreignAnswer |= !(message instanceof JsonRpcRequest) && !(message instanceof JsonRpcNotification);
            this.others.onMessage(message, this.headers);
        }
        return false;
    }

    /** What it means that the exchange has ended and no answer was in it. */
    McpException noAnswer() {
        if (this.foreignAnswer) {
            return new McpProtocolException(
                    details(McpOutcome.UNKNOWN, "the server answered a request that was not asked"), Reason.NO_ANSWER);
        }
        return new McpConnectionException(
                details(McpOutcome.UNKNOWN, "the server ended the exchange without an answer"));
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.context.serverName(), this.method, outcome, problem);
    }
}
