package io.mcpclient.transport;

import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcRequest;

/**
 * One request on the wire.
 *
 * @param request the JSON-RPC request
 * @param resultType type that the result of its answer is decoded to
 * @param headers HTTP headers that the era and the caller add to those of the configuration; ignored by transports
 *     without headers
 * @param kind how its exchange goes; a matter of the era
 */
public record ExchangeRequest(
        JsonRpcRequest request, Class<?> resultType, Map<String, String> headers, ExchangeKind kind) {}
