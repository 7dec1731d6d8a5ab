package io.mcpclient.support.net;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

import io.mcpclient.text.SafeText;

/**
 * Records the first bytes that a connection receives, until they are known to be HTTP: they identify the protocol at an address
 * without an HTTP server. Used only by the event loop of its connection.
 */
final class FirstBytes extends ChannelInboundHandlerAdapter {

    private static final int MAX_BYTES = 64;

    private static final int SHOWN_BINARY_BYTES = 8;

    private static final byte TLS_ALERT = 0x15;

    private static final byte TLS_HANDSHAKE = 0x16;

    private static final byte TLS_MAJOR_VERSION = 0x03;

    private static final String HTTP = "HTTP/";

    private final byte[] bytes = new byte[MAX_BYTES];

    private int length;

    static void addTo(Channel channel) {
        channel.pipeline().addBefore(NettyPipeline.HttpCodec, "mcp.first-bytes", new FirstBytes());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf received) {
            int count = Math.min(received.readableBytes(), MAX_BYTES - this.length);
            received.getBytes(received.readerIndex(), this.bytes, this.length, count);
            this.length += count;
        }
        context.fireChannelRead(message);
    }

    /** Returns the error for data before the first response that is not HTTP; {@code null} if there is none. */
    static @Nullable NotHttpException foreign(Channel channel) {
        FirstBytes first = channel.pipeline().get(FirstBytes.class);
        return (first != null && first.length > 0) ? describe(first.bytes, first.length) : null;
    }

    /** Stops recording: the data is HTTP. */
    static void done(Channel channel) {
        if (channel.pipeline().get(FirstBytes.class) != null) {
            channel.pipeline().remove(FirstBytes.class);
        }
    }

    /**
     * Describes the protocol of bytes that are not TLS.
     * @param message message of Netty, which ends with the bytes in hexadecimal digits
     * @return {@code null} if they start like HTTP
     */
    static @Nullable NotHttpException insteadOfTls(String message) {
        String digits = message.substring(message.lastIndexOf(' ') + 1);
        try {
            byte[] bytes = HexFormat.of().parseHex(digits, 0, Math.min(digits.length(), 2 * MAX_BYTES));
            String text = text(bytes, bytes.length);
            // Some servers of HTTP respond to what is no request with a page alone.
            return (text.startsWith(HTTP) || text.stripLeading().startsWith("<"))
                    ? null
                    : NotHttpException.notTls(beginning(bytes, bytes.length));
        } catch (IllegalArgumentException ex) {
            return NotHttpException.notTls("other data");
        }
    }

    /** Describes the protocol of bytes that are not HTTP; {@code null} if they start like HTTP. */
    static @Nullable NotHttpException describe(byte[] bytes, int length) {
        if (text(bytes, length).startsWith(HTTP)) {
            return null;
        }
        if (length > 1 && (bytes[0] == TLS_ALERT || bytes[0] == TLS_HANDSHAKE) && bytes[1] == TLS_MAJOR_VERSION) {
            return NotHttpException.tls();
        }
        return NotHttpException.other(beginning(bytes, length));
    }

    private static String text(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static String beginning(byte[] bytes, int length) {
        String line = text(bytes, length).lines().findFirst().orElse("").strip();
        boolean isText = !line.isEmpty() && line.chars().allMatch(c -> c >= ' ' && c <= '~');
        return isText
                ? "\"" + SafeText.excerpt(line) + "\""
                : "the bytes " + HexFormat.of().formatHex(bytes, 0, Math.min(length, SHOWN_BINARY_BYTES));
    }
}
