package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/**
 * Error response.
 *
 * @param id id of the request, or {@code null} if the peer could not read it
 * @param code error code
 * @param message error message of the peer, untrusted
 * @param data additional data of the peer, as plain JSON, or {@code null}
 */
public record JsonRpcError(
        @Nullable JsonRpcId id,
        int code,
        String message,
        @Nullable Object data) implements JsonRpcMessage {}
