package io.mcpclient.transport;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * A message from the server.
 *
 * @param message the message
 * @param head head of the HTTP response that it came with, {@link ResponseHead#NONE} on transports without headers
 * @param batched whether it came as part of a JSON array, which only one revision allows
 */
public record ReceivedMessage(JsonRpcMessage message, ResponseHead head, boolean batched) {

    /**
     * Wraps a message that came alone.
     * @param message the message
     * @param head head of the HTTP response that it came with
     */
    public ReceivedMessage(JsonRpcMessage message, ResponseHead head) {
        this(message, head, false);
    }
}
