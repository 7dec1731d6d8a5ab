package io.mcpclient.test;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.transport.memory.MemoryServer;

/** Connections in memory. */
final class MemoryEnd implements MemoryServer {

    private final ServerProtocol protocol;

    private final Map<MemoryServer.Client, Channel> channels = new ConcurrentHashMap<>();

    private volatile boolean refusing;

    MemoryEnd(ServerProtocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public void onMessage(JsonRpcMessage message, MemoryServer.Client client) {
        if (this.refusing) {
            client.disconnect();
            return;
        }
        Channel channel = this.channels.computeIfAbsent(client, this::connected);
        this.protocol.onMessage(message, channel, channel::send, Map.of());
    }

    private Channel connected(MemoryServer.Client client) {
        Channel channel = new Channel() {
            @Override
            void send(JsonRpcMessage message) {
                client.send(message);
            }

            @Override
            void disconnect() {
                MemoryEnd.this.channels.remove(client);
                MemoryEnd.this.protocol.ended(this);
                client.disconnect();
            }
        };
        this.protocol.connected(channel);
        return channel;
    }

    void disconnect() {
        this.channels.values().forEach(Channel::disconnect);
    }

    void refuse(boolean refusing) {
        this.refusing = refusing;
        if (refusing) {
            disconnect();
        }
    }
}
