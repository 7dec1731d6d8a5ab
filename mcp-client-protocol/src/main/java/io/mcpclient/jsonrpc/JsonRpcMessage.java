package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** JSON-RPC 2.0 message. Immutable. */
public sealed interface JsonRpcMessage
        permits JsonRpcRequest, JsonRpcNotification, JsonRpcResult, JsonRpcError, JsonRpcInvalidResponse {

    /**
     * Returns whether this message is the response to a request, on a channel dedicated to that request: there, an error
     * without id can belong to no other request.
     * @param id id of the request
     * @return whether it is the response, successful or not
     */
    default boolean answers(JsonRpcId id) {
        JsonRpcId answered = answeredId();
        return (answered != null) ? answered.equals(id) : this instanceof JsonRpcError;
    }

    /**
     * Returns the id of the request that this message responds to. Some servers write an empty id into errors that have none.
     * @return the id, or {@code null} if this is not a response or has no id
     */
    default @Nullable JsonRpcId answeredId() {
        if (this instanceof JsonRpcResult result) {
            return result.id();
        }
        if (this instanceof JsonRpcError error) {
            return (error.id() instanceof JsonRpcId.TextId text && text.value().isEmpty()) ? null : error.id();
        }
        return (this instanceof JsonRpcInvalidResponse invalid) ? invalid.id() : null;
    }
}
