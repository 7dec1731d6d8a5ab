package io.mcpclient.jsonrpc;

/**
 * Successful answer.
 *
 * @param id id of the request
 * @param result outgoing: anything that the codec can write as a JSON object; incoming: an instance of the type that
 *     was asked for when the message was decoded
 */
public record JsonRpcResult(JsonRpcId id, Object result) implements JsonRpcMessage {}
