package io.mcpclient.internal.http;

import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

import io.mcpclient.transport.StreamActivityListener;

/** Reports the pieces of an event stream as they arrive. A comment or an empty line arrives as a separate piece. */
final class StreamActivity {

    private StreamActivity() {}

    /** Reports the pieces of a stream to a listener. Costs nothing without a listener. */
    static Flux<DataBuffer> reported(Flux<DataBuffer> body, StreamActivityListener listener) {
        return (listener != StreamActivityListener.NONE)
                ? body.doOnNext(piece -> listener.onActivity(isKeepAlive(piece)))
                : body;
    }

    private static boolean isKeepAlive(DataBuffer piece) {
        if (piece.readableByteCount() == 0) {
            return false;
        }
        byte first = piece.getByte(piece.readPosition());
        return first == ':' || first == '\n' || first == '\r';
    }
}
