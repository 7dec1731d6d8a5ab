package io.mcpclient.transport;

import java.util.Map;

/**
 * Parameters of {@link RequestScopedTransport#listen}.
 *
 * @param headers HTTP headers that the era adds to the configured ones, such as the session id; ignored by transports without
 *     headers
 * @param activity notified of everything that arrives on the stream; transports without a separate stream do not call it
 */
public record ListenRequest(Map<String, String> headers, StreamActivityListener activity) {

    /**
     * Creates a request to listen without an activity listener.
     * @param headers HTTP headers that the era adds
     */
    public ListenRequest(Map<String, String> headers) {
        this(headers, StreamActivityListener.NONE);
    }
}
