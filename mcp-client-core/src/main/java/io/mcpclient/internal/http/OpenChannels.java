package io.mcpclient.internal.http;

import java.util.ArrayList;
import java.util.List;

import io.netty.channel.Channel;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;

/**
 * The open channels of one server, in its pools and outside of them, to be closed together. A {@code ChannelGroup} would be ten
 * times as large for the few channels of a server. Thread-safe.
 */
final class OpenChannels implements ConnectionObserver {

    /** Guarded by this. */
    private final List<Channel> channels = new ArrayList<>(1);

    /** Guarded by this. */
    private boolean closed;

    @Override
    public void onStateChange(Connection connection, State state) {
        if (state == State.CONNECTED) {
            add(connection.channel());
        }
    }

    private void add(Channel channel) {
        if (isAdded(channel)) {
            channel.closeFuture().addListener(closed -> remove(channel));
        } else {
            channel.close();
        }
    }

    private synchronized boolean isAdded(Channel channel) {
        return !this.closed && this.channels.add(channel);
    }

    private synchronized void remove(Channel channel) {
        this.channels.remove(channel);
    }

    synchronized int size() {
        return this.channels.size();
    }

    /** Closes all channels; those that are opened later are closed immediately. */
    void close() {
        List<Channel> open;
        synchronized (this) {
            this.closed = true;
            open = List.copyOf(this.channels);
        }
        open.forEach(Channel::close);
    }
}
