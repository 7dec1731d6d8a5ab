package io.mcpclient.transport.memory;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.SessionTransport;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/** Transport with one {@link MemoryConnection} at a time, a new one for each {@link #open}. */
final class MemoryTransport implements SessionTransport {

    private final TransportProvider.Context context;

    private final MemoryServer server;

    private final AtomicReference<@Nullable MemoryConnection> present = new AtomicReference<>();

    private volatile boolean closed;

    MemoryTransport(TransportProvider.Context context, MemoryServer server) {
        this.context = context;
        this.server = server;
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.fromRunnable(() -> {
            MemoryConnection next = new MemoryConnection(this.context, this.server, listener);
            end(this.present.getAndSet(next));
            if (this.closed) {
                end(next);
                throw refused("open");
            }
        });
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        return Flux.defer(() -> present(exchange.request().method()).exchange(exchange));
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        String operation = (message instanceof JsonRpcNotification notification) ? notification.method() : "response";
        return Mono.defer(() -> present(operation).send(operation, message));
    }

    private MemoryConnection present(String operation) {
        MemoryConnection connection = this.present.get();
        if (this.closed) {
            throw refused(operation);
        }
        if (connection == null) {
            throw new McpConnectionException(McpErrorDetails.of(
                    this.context.serverName(), operation, McpOutcome.NOT_SENT, "the connection is not open"));
        }
        return connection;
    }

    private McpException refused(String operation) {
        return new McpRejectedException(
                McpErrorDetails.of(this.context.serverName(), operation, McpOutcome.NOT_SENT, "the client is closed"),
                McpRejectedException.Reason.CLOSED);
    }

    @Override
    public Mono<Void> endSession(Map<String, String> headers) {
        return Mono.fromRunnable(() -> end(this.present.get()));
    }

    @Override
    public Mono<Void> close() {
        return Mono.fromRunnable(() -> {
            this.closed = true;
            end(this.present.get());
        });
    }

    private static void end(@Nullable MemoryConnection connection) {
        if (connection != null) {
            connection.end();
        }
    }
}
