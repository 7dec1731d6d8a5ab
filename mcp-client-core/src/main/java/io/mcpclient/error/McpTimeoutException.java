package io.mcpclient.error;

import java.time.Duration;

/** Thrown when a deadline passed. The message names the phase and the duration. */
public final class McpTimeoutException extends McpException {

    private final String phase;

    private final Duration timeout;

    /**
     * Creates the exception.
     * @param details what it tells
     * @param phase what was being waited for, for example {@code connect} or {@code answer}
     * @param timeout how long was waited
     */
    public McpTimeoutException(McpErrorDetails details, String phase, Duration timeout) {
        super(details);
        this.phase = phase;
        this.timeout = timeout;
    }

    /**
     * Returns what was being waited for.
     * @return {@code connect} or {@code answer}
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
