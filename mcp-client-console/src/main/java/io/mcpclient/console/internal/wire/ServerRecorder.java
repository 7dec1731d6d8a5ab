package io.mcpclient.console.internal.wire;

import java.time.Clock;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.live.Throttle;
import io.mcpclient.console.internal.wire.WireEntry.Outcome;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.TransportProvider;

/**
 * Records the messages of one server, with credentials masked that the library knows. Servers may send many of them: open pages get
 * an event twice a second at most.
 */
final class ServerRecorder {

    private static final long PAUSE_MILLIS = 500;

    private static final int MAX_NAME = 200;

    private final TransportProvider.Context context;

    private final WireLog log;

    private final WireTexts texts;

    private final CallOwner owners;

    private final EventStreams streams;

    private final Clock clock;

    private final Throttle events;

    ServerRecorder(
            TransportProvider.Context context,
            WireLog log,
            WireTexts texts,
            CallOwner owners,
            EventStreams streams,
            Clock clock) {
        this.context = context;
        this.log = log;
        this.texts = texts;
        this.owners = owners;
        this.streams = streams;
        this.clock = clock;
        this.events = new Throttle(PAUSE_MILLIS, () -> streams.publish("wire-more", null, Map::of));
    }

    void notification(JsonRpcNotification message, @Nullable String owner) {
        begin(message.method(), message.params(), owner, Outcome.RECEIVED);
    }

    WireEntry request(JsonRpcRequest message, @Nullable String owner) {
        return begin(message.method(), message.params(), owner, Outcome.RUNNING);
    }

    private WireEntry begin(String method, @Nullable Object params, @Nullable String owner, Outcome outcome) {
        WireEntry entry = new WireEntry(
                this.log.nextId(),
                true,
                this.context.serverName(),
                SafeText.excerpt(method, MAX_NAME),
                null,
                (owner != null)
                        ? owner
                        : this.owners.of(this.context.principal().get()),
                this.clock.millis(),
                null,
                outcome,
                this.texts.of(params),
                null,
                null,
                List.of());
        this.log.begun(entry);
        publish();
        return entry;
    }

    void answered(WireEntry request, @Nullable Object result, @Nullable JsonRpcError error) {
        WireEntry.Failure failure =
                (error != null) ? new WireEntry.Failure(SafeText.excerpt(error.message()), error.code(), null) : null;
        this.log.ended(request.ended(
                this.clock.millis() - request.startedAt(),
                (error != null) ? Outcome.FAILED : Outcome.OK,
                this.texts.of(result),
                failure,
                List.of()));
        publish();
    }

    private void publish() {
        if (this.streams.isOpenFor(null)) {
            this.events.request();
        }
    }
}
