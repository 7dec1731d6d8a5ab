package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** One message of JSON-RPC 2.0. Immutable. */
public sealed interface JsonRpcMessage
        permits JsonRpcRequest, JsonRpcNotification, JsonRpcResult, JsonRpcError, JsonRpcInvalidResponse {

    /**
     * Tells whether this message answers a request, on a channel that belongs to that request alone: there, an error
     * without id can mean no other (RPC-08).
     * @param id id of the request
     * @return whether it is its answer, good or bad
     */
    default boolean answers(JsonRpcId id) {
        JsonRpcId answered = answeredId();
        return (answered != null) ? answered.equals(id) : this instanceof JsonRpcError;
    }

    /**
     * Returns the request that this message answers.
     * @return its id, or {@code null} if this is no answer or does not name its request
     */
    default @Nullable JsonRpcId answeredId() {
        if (this instanceof JsonRpcResult result) {
            return result.id();
        }
        if (this instanceof JsonRpcError error) {
            return error.id();
        }
        return (this instanceof JsonRpcInvalidResponse invalid) ? invalid.id() : null;
    }
}
