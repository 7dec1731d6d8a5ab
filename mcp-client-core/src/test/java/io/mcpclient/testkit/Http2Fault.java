package io.mcpclient.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.Http2StreamChannel;

/**
 * How a server of HTTP/2 breaks a request: bytes below its own codec, so that they may violate the protocol.
 *
 * @see "RFC 9113, sections 4 (frames), 6 (frame definitions) and 7 (error codes)"
 */
public enum Http2Fault {
    REFUSED_STREAM {
        @Override
        ByteBuf frames(int stream) {
            return frame(RST_STREAM, 0, stream, int32(7));
        }
    },
    INTERNAL_ERROR {
        @Override
        ByteBuf frames(int stream) {
            return frame(RST_STREAM, 0, stream, int32(2));
        }
    },
    UNKNOWN_ERROR {
        @Override
        ByteBuf frames(int stream) {
            return frame(RST_STREAM, 0, stream, int32(4711));
        }
    },
    REFUSED_AFTER_THE_RESPONSE_BEGAN {
        @Override
        ByteBuf frames(int stream) {
            return Unpooled.wrappedBuffer(
                    frame(HEADERS, END_HEADERS, stream, concat(STATUS_200, JSON_TYPE)),
                    frame(RST_STREAM, 0, stream, int32(7)));
        }
    },
    GOAWAY_BEFORE_THE_STREAM {
        @Override
        ByteBuf frames(int stream) {
            return frame(GOAWAY, 0, 0, concat(int32(stream - 2), int32(0)));
        }
    },
    GOAWAY_INCLUDING_THE_STREAM_AND_CLOSE {
        @Override
        ByteBuf frames(int stream) {
            return frame(GOAWAY, 0, 0, concat(int32(stream), int32(2)));
        }

        @Override
        boolean closes() {
            return true;
        }
    },
    CLOSE {
        @Override
        ByteBuf frames(int stream) {
            return Unpooled.EMPTY_BUFFER;
        }

        @Override
        boolean closes() {
            return true;
        }
    },
    DATA_INSTEAD_OF_CONTINUATION {
        @Override
        ByteBuf frames(int stream) {
            return Unpooled.wrappedBuffer(frame(HEADERS, 0, stream, STATUS_200), frame(DATA, 0, stream, new byte[8]));
        }
    },
    HUGE_HEADERS {
        @Override
        ByteBuf frames(int stream) {
            byte[] value = new byte[16_000];
            Arrays.fill(value, (byte) 'x');
            byte[] header = concat(new byte[] {0x00, 0x01, 'a', 0x7f, (byte) 0x81, 0x7c}, value); // length 127 + 15,873
            ByteBuf frames = frame(HEADERS, 0, stream, STATUS_200);
            for (int i = 0; i < 20; i++) {
                frames = Unpooled.wrappedBuffer(
                        frames, frame(CONTINUATION, (i == 19) ? END_HEADERS : 0, stream, header));
            }
            return frames;
        }
    },
    INVALID_HEADER_COMPRESSION {
        @Override
        ByteBuf frames(int stream) {
            return frame(HEADERS, END_HEADERS, stream, new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f});
        }
    },
    FRAME_TOO_LARGE {
        @Override
        ByteBuf frames(int stream) {
            return frame(DATA, 0, stream, new byte[1_000_000]);
        }
    },
    DATA_FOR_A_STREAM_NOT_OPENED {
        @Override
        ByteBuf frames(int stream) {
            return frame(DATA, 0, stream + 100, new byte[8]);
        }
    },
    PUSH_PROMISE_OF_A_STREAM_OF_THE_CLIENT {
        @Override
        ByteBuf frames(int stream) {
            return frame(PUSH_PROMISE, END_HEADERS, stream, concat(int32(stream + 2), STATUS_200));
        }
    },
    WINDOW_OVERFLOW {
        @Override
        ByteBuf frames(int stream) {
            ByteBuf update = frame(WINDOW_UPDATE, 0, 0, int32(Integer.MAX_VALUE));
            return Unpooled.wrappedBuffer(update, update.copy());
        }
    },
    STREAM_WINDOW_OVERFLOW {
        @Override
        ByteBuf frames(int stream) {
            ByteBuf update = frame(WINDOW_UPDATE, 0, stream, int32(Integer.MAX_VALUE));
            return Unpooled.wrappedBuffer(update, update.copy());
        }
    },
    RESPONSE_OF_HTTP_1 {
        @Override
        ByteBuf frames(int stream) {
            return Unpooled.wrappedBuffer(
                    "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    };

    private static final int DATA = 0;

    private static final int HEADERS = 1;

    private static final int RST_STREAM = 3;

    private static final int PUSH_PROMISE = 5;

    private static final int GOAWAY = 7;

    private static final int WINDOW_UPDATE = 8;

    private static final int CONTINUATION = 9;

    private static final int END_HEADERS = 4;

    /** Entry 8 of the static table. */
    private static final byte[] STATUS_200 = {(byte) 0x88};

    /** Content-Type, entry 31 of the static table, as a literal without indexing. */
    private static final byte[] JSON_TYPE =
            concat(new byte[] {0x0f, 0x10, 16}, "application/json".getBytes(StandardCharsets.US_ASCII));

    abstract ByteBuf frames(int stream);

    boolean closes() {
        return false;
    }

    /** Breaks the request of a channel, on the event loop of its connection. */
    void write(Channel request) {
        Channel channel = request;
        while (channel != null && !(channel instanceof Http2StreamChannel)) {
            channel = channel.parent();
        }
        if (channel == null) {
            writeToHttp1(request);
            return;
        }
        int stream = ((Http2StreamChannel) channel).stream().id();
        Channel connection = channel.parent();
        // The first context is below the codec.
        connection.eventLoop().execute(() -> connection
                .pipeline()
                .firstContext()
                .writeAndFlush(frames(stream))
                .addListener(closes() ? ChannelFutureListener.CLOSE : future -> {}));
    }

    /** A client that was declined HTTP/2 has no frames: its connection can only be closed. */
    private void writeToHttp1(Channel connection) {
        if (this != CLOSE) {
            throw new IllegalStateException(this + " needs HTTP/2");
        }
        connection.close();
    }

    private static ByteBuf frame(int type, int flags, int stream, byte[] payload) {
        return Unpooled.buffer(9 + payload.length)
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
    }

    private static byte[] int32(int value) {
        return Unpooled.buffer(4).writeInt(value).array();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
