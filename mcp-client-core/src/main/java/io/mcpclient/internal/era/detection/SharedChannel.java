package io.mcpclient.internal.era.detection;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.Loggers;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;

/**
 * The transport of one attempt to connect, used by up to two eras in turn: the second one takes over the channel that was
 * opened for the first, unless that has ended. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/stdio, Backward Compatibility (VER-06, VER-07, VER-24)"
 */
final class SharedChannel extends DelegatingTransport {

    private static final Logger logger = Loggers.CONNECTION;

    /** Owns the channel until there is a probe. */
    static final TransportListener NO_LISTENER = new TransportListener() {
        @Override
        public void onMessage(ReceivedMessage message) {}

        @Override
        public void onClosed(Throwable cause) {}
    };

    private final McpTransport transport;

    private final Sinks.One<JsonRpcError> errorWithoutId = Sinks.one();

    private volatile TransportListener listener = NO_LISTENER;

    /** Ids of the probes: a late response to one of them is expected, not a stray message. */
    private final Set<JsonRpcId> probes = ConcurrentHashMap.newKeySet();

    private volatile boolean open;

    SharedChannel(McpTransport transport) {
        this.transport = transport;
    }

    /** Creates a probe next to a session, which keeps receiving unsolicited messages. */
    static SharedChannel beside(McpTransport transport) {
        SharedChannel probed = new SharedChannel(transport);
        probed.open = true;
        return probed;
    }

    /**
     * Returns an error of a server that could not read an id. On a channel whose only request is the probe, it belongs to the
     * probe (RPC-08).
     * @return the error; never completes without one
     */
    Mono<JsonRpcError> errorWithoutId() {
        return this.errorWithoutId.asMono();
    }

    /** Makes the next user open a new channel. */
    void ended() {
        this.open = false;
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
        if (request.request().method().equals(McpMethods.SERVER_DISCOVER)) {
            this.probes.add(request.request().id());
        }
        return super.exchange(request);
    }

    @Override
    protected McpTransport delegate() {
        return this.transport;
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.defer(() -> {
            this.listener = listener;
            return this.open
                    ? Mono.empty()
                    : this.transport.open(new Relay()).then(Mono.fromRunnable(() -> this.open = true));
        });
    }

    /** Forwards to the current owner of the channel. */
    private final class Relay implements TransportListener {

        @Override
        public void onMessage(ReceivedMessage message) {
            if (message.message() instanceof JsonRpcError error && error.answeredId() == null) {
                SharedChannel.this.errorWithoutId.tryEmitValue(error);
            }
            JsonRpcId answered = message.message().answeredId();
            if (answered != null && SharedChannel.this.probes.remove(answered)) {
                logger.debug("late response to {}", McpMethods.SERVER_DISCOVER);
                return;
            }
            SharedChannel.this.listener.onMessage(message);
        }

        @Override
        public void onClosed(Throwable cause) {
            SharedChannel.this.open = false;
            SharedChannel.this.listener.onClosed(cause);
        }
    }
}
