package io.mcpclient.error;

import java.time.Duration;

/** Thrown when a deadline expired. The message contains the phase and the duration. */
public final class McpTimeoutException extends McpException {

    /** {@link #phase()} of a call queued behind other in-flight calls. */
    public static final String ACQUIRE = "acquire";

    /** {@link #phase()} of a call that waited for the connection to the server. */
    public static final String CONNECT = "connect";

    /** {@link #phase()} of a call whose response did not start within {@code response-timeout}. */
    public static final String HEADERS = "headers";

    /** {@link #phase()} of a call whose response did not arrive in time. */
    public static final String ANSWER = "answer";

    /** {@link #phase()} of a call whose server became silent after activity had extended the deadline. */
    public static final String IDLE = "idle";

    /** {@link #phase()} of a call whose deadline could not be extended further. */
    public static final String TOTAL = "total";

    private final String phase;

    private final Duration timeout;

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param phase the phase that timed out, one of the constants of this class
     * @param timeout the time limit
     */
    public McpTimeoutException(McpErrorDetails details, String phase, Duration timeout) {
        super(details);
        this.phase = phase;
        this.timeout = timeout;
    }

    /**
     * Returns the phase that timed out.
     * @return one of the constants of this class
     */
    public String phase() {
        return this.phase;
    }

    /**
     * Returns the time limit.
     * @return the limit that was exceeded
     */
    public Duration timeout() {
        return this.timeout;
    }
}
