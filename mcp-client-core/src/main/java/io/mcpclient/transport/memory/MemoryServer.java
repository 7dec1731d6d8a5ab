package io.mcpclient.transport.memory;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * The server side of a connection within this JVM, as a test writes it.
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
     * Takes one message of the client. Called for one message at a time, in the order in which they were sent, on a
     * thread that may be blocked; a message that takes long holds up those behind it, unless it is answered later on
     * another thread. An exception ends the connection, as a crash of the server would.
     * @param message request, notification or answer; params and results are plain JSON
     * @param client the way back; a new one for each connection
     */
    void onMessage(JsonRpcMessage message, Client client);

    /** The client, as its server sees it. Thread-safe. */
    interface Client {

        /**
         * Sends a message to the client. Ignored if the connection has ended.
         * @param message answer, request or notification
         * @throws io.mcpclient.jsonrpc.UnwritableMessageException if it cannot be written as JSON
         */
        void send(JsonRpcMessage message);

        /** Ends the connection from the side of the server. */
        void disconnect();
    }
}
