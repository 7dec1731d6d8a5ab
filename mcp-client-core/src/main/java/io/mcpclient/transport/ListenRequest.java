package io.mcpclient.transport;

import java.util.Map;

/**
 * Parameters of {@link McpTransport#listen}.
 *
 * @param headers HTTP headers that the era adds to those of the configuration, such as the session id; ignored by
 *     transports without headers
 * @param activity learns of everything that arrives on the stream; transports without a stream of its own do not call it
 */
public record ListenRequest(Map<String, String> headers, StreamActivityListener activity) {

    /**
     * Creates a request to listen whose activity is of no interest.
     * @param headers HTTP headers that the era adds
     */
    public ListenRequest(Map<String, String> headers) {
        this(headers, StreamActivityListener.NONE);
    }
}
