package io.mcpclient.jsonrpc;

/** One message of JSON-RPC 2.0. Immutable. */
public sealed interface JsonRpcMessage
        permits JsonRpcRequest, JsonRpcNotification, JsonRpcResult, JsonRpcError, JsonRpcInvalidResponse {}
