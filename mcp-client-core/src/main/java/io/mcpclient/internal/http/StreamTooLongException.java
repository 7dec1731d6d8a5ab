package io.mcpclient.internal.http;

/** Signals that one leg of a stream exceeds its limit, whatever the size of its events. */
final class StreamTooLongException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StreamTooLongException(long limit) {
        super("the event stream is longer than " + limit + " bytes");
    }
}
