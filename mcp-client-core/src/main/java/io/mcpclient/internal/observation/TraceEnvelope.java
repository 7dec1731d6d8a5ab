package io.mcpclient.internal.observation;

import java.util.LinkedHashMap;
import java.util.Map;

import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.transport.ExchangeRequest;

/**
 * Adds the trace context to messages: to {@code _meta} and, unless another component does so, to the headers.
 *
 * @see "MCP 2026-07-28, basic/index, _meta (TRC-01, TRC-03)"
 */
final class TraceEnvelope {

    private final JsonCodec codec;

    private final boolean headers;

    /**
     * Creates an envelope.
     * @param headers whether to add the fields to the headers as well
     */
    TraceEnvelope(JsonCodec codec, boolean headers) {
        this.codec = codec;
        this.headers = headers;
    }

    ExchangeRequest seal(ExchangeRequest request, Map<String, String> fields) {
        if (fields.isEmpty()) {
            return request;
        }
        JsonRpcRequest plain = request.request();
        Object params = MetaEntries.with(plain.params(), new LinkedHashMap<>(fields), this.codec);
        return request.with(new JsonRpcRequest(plain.id(), plain.method(), params), headers(request.headers(), fields));
    }

    JsonRpcNotification seal(JsonRpcNotification notification, Map<String, String> fields) {
        return fields.isEmpty()
                ? notification
                : new JsonRpcNotification(
                        notification.method(),
                        MetaEntries.with(notification.params(), new LinkedHashMap<>(fields), this.codec));
    }

    Map<String, String> headers(Map<String, String> present, Map<String, String> fields) {
        if (!this.headers || fields.isEmpty()) {
            return present;
        }
        Map<String, String> merged = new LinkedHashMap<>(present);
        fields.keySet().forEach(field -> merged.keySet().removeIf(field::equalsIgnoreCase));
        merged.putAll(fields);
        return merged;
    }
}
