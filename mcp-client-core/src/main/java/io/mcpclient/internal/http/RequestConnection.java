package io.mcpclient.internal.http;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.ChannelOperations;

/**
 * The connection of one request, used to abandon the request. If a request is cancelled between the head and the body of its
 * response, WebClient reads on, so that the connection can be reused, and Reactor Netty leaves the connection open; a stream has no
 * end, and would hold the connection forever. Thread-safe.
 */
final class RequestConnection {

    private volatile @Nullable ChannelOperations<?, ?> operations;

    private volatile boolean givenUp;

    /** Sets the connection that a request of Reactor Netty is sent on; a request of another library is ignored. */
    void take(Object request) {
        if (request instanceof ChannelOperations<?, ?> taken) {
            this.operations = taken;
            if (this.givenUp) {
                close(taken);
            }
        }
    }

    /** Whether no subscriber waits for the response any more. */
    boolean isGivenUp() {
        return this.givenUp;
    }

    /** Forgets the connection, which refers to the request that opened it, and would keep this one in memory. */
    void completed() {
        this.operations = null;
    }

    /** Closes the connection, unless the request has completed. */
    void close() {
        this.givenUp = true;
        ChannelOperations<?, ?> taken = this.operations;
        if (taken != null) {
            close(taken);
        }
    }

    /**
     * Runs on the connection's own thread, where connections change owners: it may already belong to another request.
     */
    private static void close(ChannelOperations<?, ?> taken) {
        Channel channel = taken.channel();
        if (!channel.isRegistered()) {
            return; // the request has completed: Reactor Netty has replaced the channel by a placeholder
        }
        channel.eventLoop().execute(() -> {
            if (ChannelOperations.get(channel) == taken && !taken.isInboundDisposed()) {
                taken.dispose();
            }
        });
    }
}
