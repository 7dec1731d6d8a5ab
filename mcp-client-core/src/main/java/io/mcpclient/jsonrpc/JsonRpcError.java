package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/**
 * Answer that reports an error.
 *
 * @param id id of the request, or {@code null} if the peer could not read it (RPC-08)
 * @param code error code
 * @param message one sentence of the peer, untrusted
 * @param data what the peer added, as plain JSON, or {@code null}
 */
public record JsonRpcError(
        @Nullable JsonRpcId id,
        int code,
        String message,
        @Nullable Object data) implements JsonRpcMessage {}
