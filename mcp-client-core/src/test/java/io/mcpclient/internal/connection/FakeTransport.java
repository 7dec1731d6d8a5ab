package io.mcpclient.internal.connection;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/**
 * A transport as a user might write it, over one shared channel in memory. The server behind it answers {@code
 * initialize}, and every other request unless it is set to be silent.
 */
final class FakeTransport implements McpTransport, TransportProvider {

    private static final ServerCapabilities OFFERS_TOOLS = new ServerCapabilities(
            Map.of(), null, null, null, null, new ServerCapabilities.Tools(null, Map.of()), null, Map.of(), Map.of());

    final AtomicInteger created = new AtomicInteger();

    final AtomicInteger closed = new AtomicInteger();

    final List<String> sent = new CopyOnWriteArrayList<>();

    volatile boolean silent;

    /** What happens when the notification {@code initialized} arrives. */
    volatile Runnable onInitialized = () -> {};

    private final AtomicReference<@Nullable TransportListener> listener = new AtomicReference<>();

    private volatile Sinks.Empty<ReceivedMessage> channel = Sinks.empty();

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> {
            this.created.incrementAndGet();
            return this;
        });
    }

    /** Breaks the channel, as a process that ends does. */
    void breakDown(Throwable cause) {
        Sinks.Empty<ReceivedMessage> broken = this.channel;
        this.channel = Sinks.empty();
        broken.tryEmitError(cause);
        TransportListener told = this.listener.get();
        if (told != null) {
            told.onClosed(cause);
        }
    }

    static McpConnectionException broken(String problem) {
        return new McpConnectionException(McpErrorDetails.of("fake", "channel", McpOutcome.UNKNOWN, problem));
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.fromRunnable(() -> this.listener.set(listener));
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        return Flux.defer(() -> {
            JsonRpcRequest request = exchange.request();
            this.sent.add(request.method());
            if (request.method().equals("initialize")) {
                return answer(
                        request,
                        new InitializeResult(
                                "2025-11-25",
                                OFFERS_TOOLS,
                                Implementation.of("fake", "1"),
                                null,
                                null,
                                List.of(),
                                Map.of()));
            }
            return this.silent ? this.channel.asMono().flux() : answer(request, CallToolResult.text(""));
        });
    }

    private static Flux<ReceivedMessage> answer(JsonRpcRequest request, Object result) {
        return Flux.just(new ReceivedMessage(new JsonRpcResult(request.id(), result), ResponseHead.NONE));
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        return Mono.fromRunnable(() -> {
            if (message instanceof JsonRpcNotification notification) {
                this.sent.add(notification.method());
                if (notification.method().equals("notifications/initialized")) {
                    this.onInitialized.run();
                }
            }
        });
    }

    @Override
    public Mono<Void> close() {
        return Mono.fromRunnable(this.closed::incrementAndGet);
    }
}
