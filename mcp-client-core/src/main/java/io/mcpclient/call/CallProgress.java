package io.mcpclient.call;

/**
 * How far one call has come. The error of a deadline says with it what was being waited for, and whether the call may
 * have been executed. Written by the stages of the chain, read when a call is given up. Thread-safe.
 */
public final class CallProgress {

    private volatile boolean sent;

    /** Notes that the request is on its way to the server: from now on it may be executed. */
    public void markSent() {
        this.sent = true;
    }

    /**
     * Tells whether the request may have left this process.
     * @return whether it was handed to the transport
     */
    public boolean isSent() {
        return this.sent;
    }
}
