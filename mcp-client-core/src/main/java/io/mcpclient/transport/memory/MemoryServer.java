package io.mcpclient.transport.memory;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * The server side of a connection within this JVM, implemented by a test.
 *
 * <pre>{@code
 * MemoryServer server = (message, client) -> {
 *     if (message instanceof JsonRpcRequest request) {
 *         client.send(switch (request.method()) {
 *             case "initialize" -> new JsonRpcResult(request.id(), Map.of(
 *                     "protocolVersion", "2025-11-25",
 *                     "capabilities", Map.of("tools", Map.of()),
 *                     "serverInfo", Map.of("name", "weather", "version", "1")));
 *             case "tools/call" -> new JsonRpcResult(request.id(), Map.of(
 *                     "content", List.of(Map.of("type", "text", "text", "sunny"))));
 *             default -> new JsonRpcError(request.id(), -32601, "Method not found", null);
 *         });
 *     }
 * };
 * McpClient client = McpClient.builder("weather")
 *         .transport(new MemoryTransportProvider(server))
 *         .build();
 * }</pre>
 */
@FunctionalInterface
public interface MemoryServer {

    /**
     * Receives a message of the client. Called for one message at a time, in sending order, on a thread that may block. A
     * message that takes long delays the following ones, unless it is answered later on another thread. An exception ends the
     * connection, like a crash of the server.
     * @param message request, notification or response; params and results are plain JSON
     * @param client sends messages to the client; a new instance for each connection
     */
    void onMessage(JsonRpcMessage message, Client client);

    /**
     * The connection has ended, closed by either side: what is sent does not reach the client any longer. Called once, on a thread that may
     * block, possibly at the same time as {@link #onMessage}. Does nothing by default.
     * @param client the client of the connection
     */
    default void onClosed(Client client) {}

    /** The client, from the server's point of view. Thread-safe. */
    interface Client {

        /**
         * Sends a message to the client. Ignored if the connection has ended.
         * @param message response, request or notification
         * @throws io.mcpclient.jsonrpc.UnwritableMessageException if it cannot be written as JSON
         */
        void send(JsonRpcMessage message);

        /** Closes the connection from the server's side. */
        void disconnect();
    }
}
