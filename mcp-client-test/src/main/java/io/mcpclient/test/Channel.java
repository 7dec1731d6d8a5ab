package io.mcpclient.test;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;

/** A client as a test server sees it: a connection in memory, or a session over HTTP. */
abstract class Channel {

    /** Requests of the server that the client has not answered yet. */
    final Map<JsonRpcId, CompletableFuture<Object>> asked = new ConcurrentHashMap<>();

    /** URIs of resources whose changes the client follows. */
    final Set<String> followed = ConcurrentHashMap.newKeySet();

    /** What the client declared in its handshake. */
    volatile Map<String, Object> capabilities = Map.of();

    /** Sends a message that belongs to no request. Ignored if the client has no stream for it. */
    abstract void send(JsonRpcMessage message);

    abstract void disconnect();

    /** A request of the client, to whose sender related messages and the response go. */
    interface Exchange {

        void send(JsonRpcMessage message);

        /** Sends an error, over HTTP with a status unless that is zero. */
        default void fail(JsonRpcError error, int status) {
            send(error);
        }

        /** Sends nothing, so that a client that has disconnected is noticed. */
        default void probe() {}
    }
}
