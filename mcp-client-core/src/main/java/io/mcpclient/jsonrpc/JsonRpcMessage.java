package io.mcpclient.jsonrpc;

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
        if (this instanceof JsonRpcResult result) {
            return result.id().equals(id);
        }
        if (this instanceof JsonRpcError error) {
            return error.id() == null || error.id().equals(id);
        }
        return this instanceof JsonRpcInvalidResponse invalid && invalid.id().equals(id);
    }
}
