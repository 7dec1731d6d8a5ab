package io.mcpclient.jsonrpc;

/**
 * Successful response.
 *
 * @param id id of the request
 * @param result outgoing: any value that the codec can write as a JSON object; incoming: an instance of the type requested
 *     when the message was decoded
 */
public record JsonRpcResult(JsonRpcId id, Object result) implements JsonRpcMessage {}
