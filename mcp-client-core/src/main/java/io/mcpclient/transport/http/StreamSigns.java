package io.mcpclient.transport.http;

import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

import io.mcpclient.transport.SignsOfLife;

/** Looks at the pieces of an event stream as they come. A comment, or an empty line, comes as a piece of its own. */
final class StreamSigns {

    private StreamSigns() {}

    /** Tells the pieces of a stream. Nothing is done where nobody wants to know. */
    static Flux<DataBuffer> told(Flux<DataBuffer> body, SignsOfLife signs) {
        return (signs != SignsOfLife.UNHEARD) ? body.doOnNext(piece -> signs.onSign(isKeepAlive(piece))) : body;
    }

    private static boolean isKeepAlive(DataBuffer piece) {
        if (piece.readableByteCount() == 0) {
            return false;
        }
        byte first = piece.getByte(piece.readPosition());
        return first == ':' || first == '\n' || first == '\r';
    }
}
