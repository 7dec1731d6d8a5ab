package io.mcpclient.support.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The body of a response, with a size limit. Used by one thread at a time. */
final class BoundedBody {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private final int max;

    BoundedBody(int max) {
        this.max = max;
    }

    void add(byte[] part) {
        if (part.length > this.max - this.bytes.size()) {
            throw new UncheckedIOException(new TooLargeException());
        }
        this.bytes.writeBytes(part);
    }

    byte[] bytes() {
        return this.bytes.toByteArray();
    }

    /** Signals a body that exceeds the limit. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;
    }
}
