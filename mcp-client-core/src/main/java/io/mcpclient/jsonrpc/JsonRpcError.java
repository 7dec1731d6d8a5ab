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
        @Nullable Object data) implements JsonRpcMessage {

    /** The peer did not understand the text of the message. */
    public static final int PARSE_ERROR = -32700;

    /** The message is not a valid request. */
    public static final int INVALID_REQUEST = -32600;

    /** The method does not exist or is not offered. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** The parameters do not fit the method. */
    public static final int INVALID_PARAMS = -32602;

    /** Something failed inside the peer. */
    public static final int INTERNAL_ERROR = -32603;
}
