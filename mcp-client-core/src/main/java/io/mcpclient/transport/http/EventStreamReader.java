package io.mcpclient.transport.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;

/**
 * Reads the event stream of one exchange and turns its events into messages.
 *
 * <p>The answer is passed on the moment it is there. What the server still has to say is drained for a second, so that
 * the connection can be used again, and then cut off. An event that is no message is counted and skipped; ten in a row
 * mean that this is no stream of ours.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-05 to HTL-07, HTL-17); faults C03, C04, C12, C13, C19"
 */
final class EventStreamReader extends BaseSubscriber<DataBuffer> implements EventStreamParser.Listener {

    private static final int MALFORMED_IN_A_ROW = 10;

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);

    private final FluxSink<ReceivedMessage> sink;

    private final ResponseHead head;

    private final Settings settings;

    private final EventStreamParser parser;

    private byte[] chunk = new byte[0];

    private int malformedInARow;

    private volatile boolean answered;

    private volatile @Nullable Disposable drainLimit;

    /** What reading needs beyond the stream itself. */
    record Settings(
            JsonCodec codec,
            HttpFailures failures,
            IgnoredMessages ignored,
            int maxMessageSize,
            ExchangeRequest exchange) {}

    private EventStreamReader(FluxSink<ReceivedMessage> sink, ResponseHead head, Settings settings) {
        this.sink = sink;
        this.head = head;
        this.settings = settings;
        this.parser = new EventStreamParser(settings.maxMessageSize(), this);
    }

    static Flux<ReceivedMessage> read(Flux<DataBuffer> body, ResponseHead head, Settings settings) {
        return Flux.push(sink -> {
            EventStreamReader reader = new EventStreamReader(sink, head, settings);
            sink.onCancel(reader::onCancel);
            body.subscribe(reader);
        });
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Events are bounded in size and handled as they come, so that comments cost no demand (fault C03).
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    protected void hookOnNext(DataBuffer buffer) {
        try {
            feed(buffer);
        } catch (RuntimeException ex) {
            cancel();
            hookOnError(ex);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private void feed(DataBuffer buffer) {
        int length = buffer.readableByteCount();
        if (this.chunk.length < length) {
            this.chunk = new byte[length];
        }
        buffer.read(this.chunk, 0, length);
        this.parser.feed(this.chunk, 0, length);
    }

    @Override
    public void onEvent(@Nullable String name, byte[] data, int offset, int length, @Nullable String lastEventId) {
        if (length == 0 || (name != null && !name.equals("message"))) {
            return;
        }
        if (this.answered) {
            this.settings.ignored().count(IgnoredMessages.Reason.UNKNOWN_ID, "event after the answer");
            return;
        }
        JsonRpcMessage message = decode(data, offset, length);
        if (message == null) {
            return;
        }
        if (message.answers(this.settings.exchange().request().id())) {
            this.answered = true;
            this.sink.next(new ReceivedMessage(message, this.head));
            this.sink.complete();
            this.drainLimit =
                    Schedulers.parallel().schedule(this::cancel, DRAIN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            this.sink.next(new ReceivedMessage(message, this.head));
        }
    }

    private @Nullable JsonRpcMessage decode(byte[] data, int offset, int length) {
        try {
            JsonRpcMessage message = this.settings.codec().decode(data, offset, length, this::resultType);
            this.malformedInARow = 0;
            return message;
        } catch (MalformedMessageException ex) {
            this.settings.ignored().count(IgnoredMessages.Reason.MALFORMED, ex.getMessage());
            if (++this.malformedInARow >= MALFORMED_IN_A_ROW) {
                throw this.settings
                        .failures()
                        .malformed(
                                this.settings.exchange().request().method(),
                                MALFORMED_IN_A_ROW + " events in a row were no JSON-RPC messages: " + ex.getMessage(),
                                Reason.MALFORMED,
                                ex);
            }
            return null;
        }
    }

    /** Before the id is known, the result is most likely the one that this exchange waits for. */
    private @Nullable Class<?> resultType(@Nullable JsonRpcId id) {
        ExchangeRequest exchange = this.settings.exchange();
        return (id == null || id.equals(exchange.request().id())) ? exchange.resultType() : null;
    }

    @Override
    public void onRetry(long millis) {
        // How long to wait before a reconnect is of no interest to a stream that is not resumed.
    }

    private void onCancel() {
        if (!this.answered) {
            cancel();
        }
    }

    @Override
    protected void hookOnComplete() {
        this.sink.complete();
    }

    @Override
    protected void hookOnError(Throwable error) {
        if (!this.answered) {
            this.sink.error(error);
        }
    }

    @Override
    protected void hookFinally(SignalType type) {
        Disposable limit = this.drainLimit;
        if (limit != null) {
            limit.dispose();
        }
    }
}
