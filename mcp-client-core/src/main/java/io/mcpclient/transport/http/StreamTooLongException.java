package io.mcpclient.transport.http;

/** One leg of a stream brought more than its bound, whatever the size of its events. */
final class StreamTooLongException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StreamTooLongException(long limit) {
        super("the event stream is longer than " + limit + " bytes");
    }
}
