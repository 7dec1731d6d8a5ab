package io.mcpclient.transport.http;

import java.util.List;

import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.jsonrpc.ResultTypes;
import io.mcpclient.transport.IgnoredMessages;

/**
 * Turns the events of one stream into messages. An event that is no message is counted and skipped; ten in a row mean
 * that this is no stream of ours. Used by one thread at a time.
 *
 * @see "MCP 2025-03-26, basic, Batching (RPC-12); faults C12, F04"
 */
final class EventDecoder {

    private static final int MALFORMED_IN_A_ROW = 10;

    private final HttpWire wire;

    private final String operation;

    private final ResultTypes types;

    private int malformedInARow;

    /** Takes the messages of an event. */
    interface Sink {

        /**
         * Takes a message.
         * @param message the message
         * @param batched whether it came in an array
         */
        void onMessage(JsonRpcMessage message, boolean batched);

        /**
         * Learns of a batch that was skipped as a whole because a limit forbids to read it.
         * @param limit which one
         */
        default void onUnreadableBatch(MalformedMessageException limit) {}
    }

    EventDecoder(HttpWire wire, String operation, ResultTypes types) {
        this.wire = wire;
        this.operation = operation;
        this.types = types;
    }

    /**
     * Reads the data of one event.
     * @param data array with the data
     * @param offset index of its first byte
     * @param length number of its bytes, at least 1
     * @param sink takes what is in it, one message or many
     * @throws io.mcpclient.error.McpProtocolException if too many events in a row were no messages
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
            return;
        }
        this.malformedInARow = 0;
        sink.onMessage(message, false);
    }

    private void decodeBatch(byte[] data, int offset, int length, Sink sink) {
        List<JsonRpcMessage> messages;
        try {
            messages = this.wire.codec().decodeBatch(data, offset, length, this.types, this::count);
        } catch (MalformedMessageException ex) {
            onMalformed(ex);
            if (ex.isLimitReached()) {
                sink.onUnreadableBatch(ex);
            }
            return;
        }
        this.malformedInARow = 0;
        messages.forEach(message -> sink.onMessage(message, true));
    }

    private void count(String problem) {
        this.wire.ignored().count(IgnoredMessages.Reason.MALFORMED, problem);
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
