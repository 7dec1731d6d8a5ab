package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.jsonrpc.ResultTypes;
import io.mcpclient.transport.McpIgnoredMessages;

/**
 * Decodes the events of one stream into messages. Events that are not messages are counted and skipped; ten in a row mean that
 * this is not an MCP stream. Used by one thread at a time.
 *
 * @see "MCP 2025-03-26, basic, Batching (RPC-12); faults C12, F04"
 */
final class EventDecoder {

    private static final int MALFORMED_IN_A_ROW = 10;

    /** Bytes of an event that contain the name of a method, if there is one. */
    private static final int BEGIN_BYTES = 256;

    private final HttpWire wire;

    private final String operation;

    private final ResultTypes types;

    private int malformedInARow;

    /** Receives the messages of an event. */
    interface Sink {

        /**
         * Receives a message.
         * @param message the message
         * @param batched whether it came in an array
         */
        void onMessage(JsonRpcMessage message, boolean batched);

        /**
         * Called when a response or a batch was skipped because it exceeds a limit.
         * @param limit the exceeded limit
         */
        default void onUnreadable(MalformedMessageException limit) {}
    }

    EventDecoder(HttpWire wire, String operation, ResultTypes types) {
        this.wire = wire;
        this.operation = operation;
        this.types = types;
    }

    /**
     * Decodes the data of one event.
     * @param data array with the data
     * @param offset index of its first byte
     * @param length number of its bytes, at least 1
     * @param sink receives its content, one message or many
     * @throws io.mcpclient.error.McpProtocolException if too many consecutive events were not messages
     */
    void decode(byte[] data, int offset, int length, Sink sink) {
        if (JsonCodec.isBatch(data, offset, length)) {
            decodeBatch(data, offset, length, sink);
            return;
        }
        JsonRpcMessage message;
        try {
            message = this.wire.codec().decode(data, offset, length, this.types);
        } catch (MalformedMessageException ex) {
            onMalformed(ex);
            if (ex.isLimitReached() && !namesMethod(data, offset, length)) {
                sink.onUnreadable(ex);
            }
            return;
        }
        this.malformedInARow = 0;
        sink.onMessage(message, false);
    }

    /** Requests and notifications have a method, which is written before their parameters, as those may be long. */
    private static boolean namesMethod(byte[] data, int offset, int length) {
        return new String(data, offset, Math.min(length, BEGIN_BYTES), StandardCharsets.ISO_8859_1)
                .contains("\"method\"");
    }

    private void decodeBatch(byte[] data, int offset, int length, Sink sink) {
        List<JsonRpcMessage> messages;
        try {
            messages = this.wire.codec().decodeBatch(data, offset, length, this.types, this::count);
        } catch (MalformedMessageException ex) {
            onMalformed(ex);
            if (ex.isLimitReached()) {
                sink.onUnreadable(ex);
            }
            return;
        }
        this.malformedInARow = 0;
        messages.forEach(message -> sink.onMessage(message, true));
    }

    private void count(String problem) {
        this.wire.ignored().count(McpIgnoredMessages.Reason.MALFORMED, problem);
    }

    private void onMalformed(MalformedMessageException ex) {
        count(String.valueOf(ex.getMessage()));
        if (++this.malformedInARow >= MALFORMED_IN_A_ROW) {
            throw this.wire
                    .failures()
                    .malformed(
                            this.operation,
                            MALFORMED_IN_A_ROW + " events in a row were not JSON-RPC messages: " + ex.getMessage(),
                            Reason.MALFORMED,
                            ex);
        }
    }
}
