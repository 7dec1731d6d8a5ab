package io.mcpclient.transport.http;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.reactive.ClientHttpRequest;
import reactor.netty.channel.ChannelOperations;

/**
 * The connection of one request, for whoever gives the request up. WebClient reads on when it is cancelled between the
 * head and the body of an answer, so that the connection can be used again; a stream has no end, and would keep it for
 * ever. Thread-safe.
 */
final class RequestConnection {

    private volatile @Nullable ChannelOperations<?, ?> operations;

    private volatile boolean givenUp;

    /** Notes the connection that a request is sent on. */
    void take(ClientHttpRequest request) {
        if (request.getNativeRequest() instanceof ChannelOperations<?, ?> taken) {
            this.operations = taken;
            if (this.givenUp) {
                close(taken);
            }
        }
    }

    /** Whether nobody waits for the answer any more. */
    boolean isGivenUp() {
        return this.givenUp;
    }

    /** Closes the connection, unless the request is done with it. */
    void close() {
        this.givenUp = true;
        ChannelOperations<?, ?> taken = this.operations;
        if (taken != null) {
            close(taken);
        }
    }

    /** On its own thread, where connections change hands: by now it may belong to another request. */
    private static void close(ChannelOperations<?, ?> taken) {
        Channel channel = taken.channel();
        if (!channel.isRegistered()) {
            return; // the request is done: Reactor Netty has put a channel that is none in its place
        }
        channel.eventLoop().execute(() -> {
            if (ChannelOperations.get(channel) == taken && !taken.isInboundDisposed()) {
                taken.dispose();
            }
        });
    }
}
