package io.mcpclient.internal.http;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;

import static org.assertj.core.api.Assertions.assertThat;

/** Which channels are closed together. */
class OpenChannelsTests {

    private final OpenChannels channels = new OpenChannels();

    private EmbeddedChannel connected() {
        EmbeddedChannel channel = new EmbeddedChannel();
        this.channels.onStateChange(Connection.from(channel), ConnectionObserver.State.CONNECTED);
        return channel;
    }

    @Test
    void closeClosesAllChannels() {
        EmbeddedChannel first = connected();
        EmbeddedChannel second = connected();
        assertThat(this.channels.size()).isEqualTo(2);

        this.channels.close();

        assertThat(first.isOpen()).isFalse();
        assertThat(second.isOpen()).isFalse();
        assertThat(this.channels.size()).isZero();
    }

    @Test
    void closedChannelIsForgotten() {
        EmbeddedChannel first = connected();
        EmbeddedChannel second = connected();

        first.close();

        assertThat(this.channels.size()).isOne();
        assertThat(second.isOpen()).isTrue();
    }

    @Test
    void channelOpenedAfterCloseIsClosed() {
        this.channels.close();

        assertThat(connected().isOpen()).isFalse();
        assertThat(this.channels.size()).isZero();
    }

    @Test
    void otherConnectionStatesAreIgnored() {
        this.channels.onStateChange(Connection.from(new EmbeddedChannel()), ConnectionObserver.State.CONFIGURED);

        assertThat(this.channels.size()).isZero();
    }
}
