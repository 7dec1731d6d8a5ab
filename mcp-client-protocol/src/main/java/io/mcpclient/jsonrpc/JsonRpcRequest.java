package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/**
 * Request, in either direction.
 *
 * @param id id that the response will carry
 * @param method method name
 * @param params outgoing: any value that the codec can write as a JSON object; incoming: a map; {@code null} for none
 */
public record JsonRpcRequest(
        JsonRpcId id, String method, @Nullable Object params) implements JsonRpcMessage {}
