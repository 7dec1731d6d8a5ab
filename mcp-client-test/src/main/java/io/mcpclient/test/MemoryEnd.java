package io.mcpclient.test;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

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
        Channel channel = this.channels.computeIfAbsent(client, this::channel);
        this.protocol.onMessage(message, channel, channel::send, Map.of());
    }

    @Override
    public void onClosed(MemoryServer.Client client) {
        Channel channel = this.channels.remove(client);
        if (channel != null) {
            ended(channel);
        }
    }

    private void ended(Channel channel) {
        this.protocol.ended(channel);
        this.protocol.stop(channel);
    }

    TransportProvider transport() {
        TransportProvider memory = new MemoryTransportProvider(this);
        return new TransportProvider() {
            @Override
            public Mono<McpTransport> create(Context context) {
                return memory.create(context);
            }

            @Override
            public String description() {
                return "test server in memory";
            }
        };
    }

    private Channel channel(MemoryServer.Client client) {
        return new Channel() {
            @Override
            void send(JsonRpcMessage message) {
                client.send(message);
            }

            @Override
            void disconnect() {
                MemoryEnd.this.channels.remove(client);
                ended(this);
                client.disconnect();
            }
        };
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
