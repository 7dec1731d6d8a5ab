package io.mcpclient.transport;

import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcRequest;

/**
 * Parameters of {@link McpTransport#exchange}: one request on the wire.
 *
 * @param request the JSON-RPC request
 * @param resultType type that the result of its response is decoded to
 * @param headers HTTP headers that the era and the caller add to the configured ones; ignored by transports without headers
 * @param kind how the exchange proceeds; determined by the era
 * @param activity notified of everything that arrives for this exchange
 */
public record ExchangeRequest(
        JsonRpcRequest request,
        Class<?> resultType,
        Map<String, String> headers,
        ExchangeKind kind,
        StreamActivityListener activity) {

    /**
     * Creates a request without an activity listener.
     * @param request the JSON-RPC request
     * @param resultType type that the result of its response is decoded to
     * @param headers HTTP headers that the era and the caller add
     * @param kind how the exchange proceeds
     */
    public ExchangeRequest(
            JsonRpcRequest request, Class<?> resultType, Map<String, String> headers, ExchangeKind kind) {
        this(request, resultType, headers, kind, StreamActivityListener.NONE);
    }

    /**
     * Returns a copy with another JSON-RPC request and other headers.
     * @param request the JSON-RPC request
     * @param headers HTTP headers that the era and the caller add
     * @return the copy, otherwise unchanged
     */
    public ExchangeRequest with(JsonRpcRequest request, Map<String, String> headers) {
        return new ExchangeRequest(request, this.resultType, headers, this.kind, this.activity);
    }

    /**
     * Returns a copy with another activity listener.
     * @param activity notified of everything that arrives for this exchange
     * @return the copy, otherwise unchanged
     */
    public ExchangeRequest with(StreamActivityListener activity) {
        return new ExchangeRequest(this.request, this.resultType, this.headers, this.kind, activity);
    }
}
