package io.mcpclient.internal.stdio;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.SessionTransport;
import io.mcpclient.transport.StartingTransport;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/**
 * Transport over the standard streams of a child process: one message per line.
 *
 * <pre>
 *  open()              starts a process, and stops a running one first
 *  exchange(), send()  add a line to the queue of the current process, see {@link OutgoingMessages}
 *  endSession()        stops the process; open() may follow
 *  close()             stops the process for good
 * </pre>
 *
 * Headers do not apply here and are ignored (STD-13). Each process has its own {@link ServerProcess}, so no state carries over
 * from one process to the next.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-01 to STD-18)"
 */
final class StdioTransport implements SessionTransport, StartingTransport {

    private final TransportProvider.Context context;

    private final StdioTransportSettings settings;

    private final StdioFailures failures;

    private final StderrLog.Repeats stderrRepeats;

    private final AtomicReference<@Nullable ServerProcess> present = new AtomicReference<>();

    private volatile boolean closed;

    StdioTransport(TransportProvider.Context context, StdioTransportSettings settings) {
        this.context = context;
        this.settings = settings;
        this.stderrRepeats = new StderrLog.Repeats(context.time()::nanoTime);
        this.failures = new StdioFailures(context.serverName(), settings);
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.defer(() -> {
            ServerProcess next =
                    new ServerProcess(this.context, this.settings, this.failures, listener, this.stderrRepeats);
            ServerProcess previous = this.present.getAndSet(next);
            // Register before checking; close() works in the opposite order, so one side always observes the other.
            if (this.closed) {
                next.end().subscribe();
            }
            return ((previous != null) ? previous.end() : Mono.<Void>empty()).then(next.start());
        });
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        String operation = exchange.request().method();
        return Flux.defer(() -> {
            ServerProcess server = running(operation);
            OutgoingMessages.Message line =
                    new OutgoingMessages.Message(this.context.codec().encode(exchange.request()));
            return server.exchange(exchange, line)
                    .onErrorMap(error -> this.failures.translate(operation, error, line.isBegun()));
        });
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        String operation = (message instanceof JsonRpcNotification notification) ? notification.method() : "response";
        return Mono.defer(() -> {
            ServerProcess server = running(operation);
            OutgoingMessages.Message line =
                    new OutgoingMessages.Message(this.context.codec().encode(message));
            return server.send(line, message instanceof JsonRpcNotification)
                    .onErrorMap(error -> this.failures.translate(operation, error, line.isBegun()));
        });
    }

    private ServerProcess running(String operation) {
        ServerProcess server = this.present.get();
        if (this.closed) {
            throw this.failures.closed(operation);
        }
        if (server == null) {
            throw this.failures.translate(operation, StdioFailures.ServerGoneException.notStarted(), false);
        }
        return server;
    }

    @Override
    public @Nullable String startup() {
        ServerProcess server = this.present.get();
        return (server != null) ? server.startup() : null;
    }

    @Override
    public Mono<Void> endSession(Map<String, String> headers) {
        return Mono.defer(() -> {
            ServerProcess server = this.present.get();
            return (server != null) ? server.end() : Mono.empty();
        });
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            this.closed = true;
            return endSession(Map.of());
        });
    }
}
