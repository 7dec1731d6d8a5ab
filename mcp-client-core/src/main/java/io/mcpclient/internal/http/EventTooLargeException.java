package io.mcpclient.internal.http;

/** Signals an event that exceeds the size limit; the stream cannot be read any further. */
final class EventTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EventTooLargeException(int limit) {
        super("an event of the stream is larger than " + limit + " bytes");
    }
}
