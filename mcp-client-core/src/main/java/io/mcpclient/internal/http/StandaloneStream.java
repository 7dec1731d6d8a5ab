package io.mcpclient.internal.http;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;

/**
 * The stream for messages that a server sends on its own initiative. It is unlimited in length, and is resumed as long as it is
 * subscribed to.
 *
 * @see "MCP 2025-11-25, basic/transports, Listening for Messages from the Server (HTL-11 to HTL-15); fault A17"
 */
final class StandaloneStream extends ResumableStream {

    static final String OPERATION = "listen";

    private final ListenRequest request;

    private final TransportListener listener;

    private final InterruptedExchanges interrupted;

    private final MonoSink<Void> end;

    private ResponseHead head = ResponseHead.NONE;

    private StandaloneStream(
            HttpWire wire,
            ListenRequest request,
            TransportListener listener,
            InterruptedExchanges interrupted,
            MonoSink<Void> end) {
        super(wire, OPERATION, true, Long.MAX_VALUE, interrupted);
        this.request = request;
        this.listener = listener;
        this.interrupted = interrupted;
        this.end = end;
    }

    static Mono<Void> open(
            HttpWire wire, ListenRequest request, TransportListener listener, InterruptedExchanges interrupted) {
        return Mono.create(sink -> {
            StandaloneStream stream = new StandaloneStream(wire, request, listener, interrupted, sink);
            sink.onCancel(stream::cancel);
            stream.read(stream.leg(null, () -> {}));
        });
    }

    @Override
    Flux<DataBuffer> leg(@Nullable String lastEventId, Runnable onConnected) {
        Flux<DataBuffer> body = wire().stream(
                OPERATION, true, this.request.headers(), lastEventId, onConnected, response -> this.head = response);
        return StreamActivity.reported(body, this.request.activity());
    }

    @Override
    public void onMessage(JsonRpcMessage message, boolean batched) {
        if (!this.interrupted.answer(message, batched) && !isCancelled()) {
            this.listener.onMessage(new ReceivedMessage(message, this.head, batched));
        }
    }

    @Override
    void onOver(@Nullable Throwable failure) {
        if (failure instanceof HttpStatusException refusal && wasInterrupted()) {
            // This does not mean that the server has no such stream, only that it does not resume it.
            this.end.error(wire().failures().refusedToResume(OPERATION, loss(), refusal.status()));
        } else if (failure != null) {
            this.end.error(failure);
        } else {
            this.end.success();
        }
    }
}
