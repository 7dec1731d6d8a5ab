package io.mcpclient.transport;

import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcRequest;

/**
 * Parameters of {@link McpTransport#exchange}: one request on the wire.
 *
 * @param request the JSON-RPC request
 * @param resultType type that the result of its response is decoded to
 * @param headers HTTP headers that the era and the caller add to those of the configuration; ignored by transports
 *     without headers
 * @param kind how the exchange proceeds; the era decides
 * @param activity learns of everything that arrives for this exchange
 */
public record ExchangeRequest(
        JsonRpcRequest request,
        Class<?> resultType,
        Map<String, String> headers,
        ExchangeKind kind,
        StreamActivityListener activity) {

    /**
     * Creates a request whose activity is of no interest.
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
     * Copies this request with other content.
     * @param request the JSON-RPC request
     * @param headers HTTP headers that the era and the caller add
     * @return the copy, the same in everything else
     */
    public ExchangeRequest with(JsonRpcRequest request, Map<String, String> headers) {
        return new ExchangeRequest(request, this.resultType, headers, this.kind, this.activity);
    }

    /**
     * Copies this request with another listener for activity.
     * @param activity learns of everything that arrives for this exchange
     * @return the copy, the same in everything else
     */
    public ExchangeRequest with(StreamActivityListener activity) {
        return new ExchangeRequest(this.request, this.resultType, this.headers, this.kind, activity);
    }
}
