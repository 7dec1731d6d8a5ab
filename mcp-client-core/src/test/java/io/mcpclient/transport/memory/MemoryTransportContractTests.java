package io.mcpclient.transport.memory;

import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.McpTransportContractTests;
import io.mcpclient.transport.TransportProvider;

class MemoryTransportContractTests extends McpTransportContractTests {

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        return new MemoryTransport(context, MemoryTransportContractTests::onMessage);
    }

    private static void onMessage(JsonRpcMessage message, MemoryServer.Client client) {
        if (!(message instanceof JsonRpcRequest request)) {
            return;
        }
        switch (request.method()) {
            case "test/echo" ->
                client.send(new JsonRpcResult(request.id(), (request.params() != null) ? request.params() : Map.of()));
            case "test/error" -> client.send(new JsonRpcError(request.id(), -32050, "refused", null));
            case "test/speak" -> {
                client.send(new JsonRpcNotification("test/spoken", null));
                client.send(new JsonRpcResult(request.id(), Map.of()));
            }
            case "test/stray" -> {
                client.send(new JsonRpcResult(JsonRpcId.of("stray"), Map.of()));
                client.send(new JsonRpcResult(request.id(), Map.of()));
            }
            case "test/break" -> client.disconnect();
            default -> {}
        }
    }

    @Override
    protected boolean hasOneChannel() {
        return true;
    }
}
