package io.mcpclient.error;

import java.time.Duration;

/** Thrown when a deadline passed. The message names the phase and the duration. */
public final class McpTimeoutException extends McpException {

    /** {@link #phase()} of a call that waited until fewer were under way. */
    public static final String ACQUIRE = "acquire";

    /** {@link #phase()} of a call that waited for the connection to the server. */
    public static final String CONNECT = "connect";

    /** {@link #phase()} of a call whose server did not begin to answer within {@code response-timeout}. */
    public static final String HEADERS = "headers";

    /** {@link #phase()} of a call whose answer did not come in time. */
    public static final String ANSWER = "answer";

    /** {@link #phase()} of a call whose server fell silent after signs of life that had moved the deadline. */
    public static final String IDLE = "idle";

    /** {@link #phase()} of a call whose deadline could be moved no further. */
    public static final String TOTAL = "total";

    private final String phase;

    private final Duration timeout;

    /**
     * Creates the exception.
     * @param details what it tells
     * @param phase what was being waited for, one of the constants of this class
     * @param timeout how long was waited
     */
    public McpTimeoutException(McpErrorDetails details, String phase, Duration timeout) {
        super(details);
        this.phase = phase;
        this.timeout = timeout;
    }

    /**
     * Returns what was being waited for.
     * @return one of the constants of this class
     */
    public String phase() {
        return this.phase;
    }

    /**
     * Returns how long was waited.
     * @return the limit that was reached
     */
    public Duration timeout() {
        return this.timeout;
    }
}
