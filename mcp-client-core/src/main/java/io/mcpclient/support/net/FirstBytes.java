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

    private static final int HTTP2_FRAME_HEADER = 9;

    private static final byte HTTP2_SETTINGS = 4;

    private static final byte HTTP2_GOAWAY = 7;

    private static final String HTTP = "HTTP/";

    /** How Netty begins its message about a server of HTTP/2 that is none. */
    private static final String NOT_SETTINGS = "First received frame was not SETTINGS.";

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
        try {
            byte[] bytes = bytesIn(message);
            if (isHttp2(bytes, bytes.length)) {
                return NotHttpException.http2InsteadOfTls();
            }
            return isPlain(bytes) ? null : NotHttpException.notTls(beginning(bytes, bytes.length));
        } catch (IllegalArgumentException ex) {
            return NotHttpException.notTls("other data");
        }
    }

    /**
     * Describes the protocol of bytes that are not HTTP/2.
     * @param message message of Netty, which ends with the bytes in hexadecimal digits
     * @return {@code null} if it does not concern the first bytes
     */
    static @Nullable NotHttpException insteadOfHttp2(String message) {
        if (!message.startsWith(NOT_SETTINGS)) {
            return null;
        }
        try {
            byte[] bytes = bytesIn(message);
            if (isTls(bytes, bytes.length)) {
                return NotHttpException.tls();
            }
            return isPlain(bytes)
                    ? NotHttpException.http1()
                    : NotHttpException.notHttp2(beginning(bytes, bytes.length));
        } catch (IllegalArgumentException ex) {
            return NotHttpException.notHttp2("other data");
        }
    }

    private static byte[] bytesIn(String message) {
        String digits = message.substring(message.lastIndexOf(' ') + 1);
        return HexFormat.of().parseHex(digits, 0, Math.min(digits.length(), 2 * MAX_BYTES));
    }

    /** Returns whether bytes are HTTP/1.1. Some servers respond to what is no request with a page alone. */
    private static boolean isPlain(byte[] bytes) {
        String text = text(bytes, bytes.length);
        return text.startsWith(HTTP) || text.stripLeading().startsWith("<");
    }

    private static boolean isTls(byte[] bytes, int length) {
        return length > 1 && (bytes[0] == TLS_ALERT || bytes[0] == TLS_HANDSHAKE) && bytes[1] == TLS_MAJOR_VERSION;
    }

    /** Returns whether bytes are a frame of the connection with which servers of HTTP/2 begin, or refuse one. */
    private static boolean isHttp2(byte[] bytes, int length) {
        return length >= HTTP2_FRAME_HEADER
                && bytes[0] == 0
                && (bytes[3] == HTTP2_SETTINGS || bytes[3] == HTTP2_GOAWAY)
                && (bytes[5] | bytes[6] | bytes[7] | bytes[8]) == 0;
    }

    /** Describes the protocol of bytes that are not HTTP/1.1; {@code null} if they start like HTTP/1.1. */
    static @Nullable NotHttpException describe(byte[] bytes, int length) {
        if (text(bytes, length).startsWith(HTTP)) {
            return null;
        }
        if (isTls(bytes, length)) {
            return NotHttpException.tls();
        }
        if (isHttp2(bytes, length)) {
            return NotHttpException.http2();
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
