package io.mcpclient.error;

/**
 * What is known about the fate of a failed call at the server. It answers the one question that matters before a call
 * is repeated: may it have been executed already?
 */
public enum McpOutcome {

    /** Nothing of the call reached the server: it may be repeated. */
    NOT_SENT,

    /** The server said that it did not run the call: it may be repeated once the reason is gone. */
    REJECTED,

    /** The call was sent and no answer was received: it may have run, so only an idempotent call may be repeated. */
    UNKNOWN,

    /** The server answered; the answer is the error. */
    ANSWERED
}
