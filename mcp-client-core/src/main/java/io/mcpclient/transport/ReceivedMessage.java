package io.mcpclient.transport;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * One message from the server.
 *
 * @param message the message
 * @param head head of the answer that it came with, {@link ResponseHead#NONE} on transports without headers
 */
public record ReceivedMessage(JsonRpcMessage message, ResponseHead head) {}
