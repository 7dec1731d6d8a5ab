package io.mcpclient.error;

/**
 * Outcome of a failed call at the server: whether the call may already have been executed, which decides whether it can be
 * repeated.
 */
public enum McpOutcome {

    /** Nothing of the call reached the server; the call may be repeated. */
    NOT_SENT,

    /** The server reported that it did not execute the call; the call may be repeated once the reason is resolved. */
    REJECTED,

    /**
     * The call was sent and no response was received; it may have been executed, so only an idempotent call may be
     * repeated.
     */
    UNKNOWN,

    /** The server responded; the response is the error. */
    ANSWERED
}
