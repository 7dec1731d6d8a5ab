package io.mcpclient.transport.memory;

import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/** One connection between a client and an in-memory server, from start to end. Thread-safe. */
final class MemoryConnection implements MemoryServer.Client {

    private final TransportProvider.Context context;

    private final MemoryServer server;

    private final TransportListener listener;

    private final PendingExchanges pending = new PendingExchanges();

    /** Preserves the order of messages to the server. */
    private final Scheduler.Worker toServer = Schedulers.boundedElastic().createWorker();

    private final AtomicBoolean over = new AtomicBoolean();

    MemoryConnection(TransportProvider.Context context, MemoryServer server, TransportListener listener) {
        this.context = context;
        this.server = server;
        this.listener = listener;
    }

    Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        String operation = exchange.request().method();
        byte[] json = this.context.codec().encode(exchange.request());
        AtomicBoolean sent = new AtomicBoolean();
        return this.pending
                .exchange(exchange, Mono.fromRunnable(() -> {
                    sent.set(true);
                    pass(json);
                }))
                .onErrorMap(
                        Ended.class,
                        ended -> failure(operation, sent.get() ? McpOutcome.UNKNOWN : McpOutcome.NOT_SENT, ended));
    }

    Mono<Void> send(String operation, JsonRpcMessage message) {
        byte[] json = this.context.codec().encode(message);
        if (message instanceof JsonRpcNotification) {
            this.pending.onNotification();
        }
        return this.over.get()
                ? Mono.error(failure(operation, McpOutcome.NOT_SENT, Ended.EARLIER))
                : Mono.fromRunnable(() -> pass(json));
    }

    private void pass(byte[] json) {
        try {
            this.toServer.schedule(() -> receive(json));
        } catch (RejectedExecutionException ex) {
            // The connection has ended at this very moment: all pending requests fail.
        }
    }

    private void receive(byte[] json) {
        try {
            JsonRpcMessage message = this.context.codec().decode(json, 0, json.length, id -> Map.class);
            this.server.onMessage(message, this);
        } catch (Throwable ex) { // also a failed assertion of a test
            String message = (ex.getMessage() != null) ? ": " + SafeText.excerpt(ex.getMessage()) : "";
            end(new Ended("the server failed with " + ex.getClass().getSimpleName() + message, ex), true);
        }
    }

    @Override
    public void send(JsonRpcMessage message) {
        byte[] json = this.context.codec().encode(message);
        if (this.over.get()) {
            return;
        }
        ReceivedMessage received =
                new ReceivedMessage(this.context.codec().decode(json, 0, json.length, this.pending), ResponseHead.NONE);
        if (!this.pending.answer(received)) {
            this.listener.onMessage(received);
        }
    }

    @Override
    public void disconnect() {
        end(new Ended("the server closed the connection"), true);
    }

    /** Closes the connection from the client's side. */
    void end() {
        end(new Ended("the connection was closed by this client"), false);
    }

    private void end(Ended cause, boolean notifies) {
        if (!this.over.compareAndSet(false, true)) {
            return;
        }
        this.toServer.dispose();
        Schedulers.boundedElastic().schedule(() -> this.server.onClosed(this));
        if (notifies) {
            this.listener.onClosed(failure("connection", McpOutcome.UNKNOWN, cause));
        }
        this.pending.fail(cause);
    }

    private McpException failure(String operation, McpOutcome outcome, Ended cause) {
        McpErrorDetails details =
                McpErrorDetails.of(this.context.serverName(), operation, outcome, String.valueOf(cause.getMessage()));
        Throwable ofServer = cause.getCause();
        return new McpConnectionException((ofServer != null) ? details.withCause(ofServer) : details);
    }

    /** Why there is no connection; each call gets its own exception from it. */
    private static final class Ended extends RuntimeException {

        private static final Ended EARLIER = new Ended("the connection is closed");

        Ended(String problem) {
            this(problem, null);
        }

        Ended(String problem, @Nullable Throwable cause) {
            super(problem, cause, false, false);
        }
    }
}
