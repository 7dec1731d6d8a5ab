package io.mcpclient.protocol;

import java.time.Instant;
import java.time.InstantSource;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;

/** Counts how a connection fares. Thread-safe. */
final class ConnectionCounts {

    private long connects;

    private long reconnects;

    private long sessionRenewals;

    private long failedAttempts;

    private @Nullable Instant connectedSince;

    /** Milliseconds since the epoch; 0 if no call was answered so far. Written by every call, so it takes no lock. */
    private volatile long lastAnswerMillis;

    /** Why the last connection ended; {@code null} before the first one, and if it was ended from here. */
    private @Nullable McpException loss;

    private final InstantSource time;

    ConnectionCounts(InstantSource time) {
        this.time = time;
    }

    /** Returns how often that was, this time included. */
    synchronized long connected() {
        this.connects++;
        if (this.loss instanceof McpSessionException) {
            this.sessionRenewals++;
        } else if (this.loss != null) {
            this.reconnects++;
        }
        this.loss = null;
        this.connectedSince = this.time.instant();
        return this.connects;
    }

    void answered() {
        this.lastAnswerMillis = this.time.millis();
    }

    synchronized void failed() {
        this.failedAttempts++;
    }

    synchronized void lost(McpException cause) {
        this.loss = cause;
        this.connectedSince = null;
    }

    /** The connection was given up from here. */
    synchronized void released() {
        this.loss = null;
        this.connectedSince = null;
    }

    synchronized McpConnectionStatistics statistics() {
        long lastAnswer = this.lastAnswerMillis;
        return new McpConnectionStatistics(
                this.connects,
                this.reconnects,
                this.sessionRenewals,
                this.failedAttempts,
                this.connectedSince,
                (lastAnswer != 0) ? Instant.ofEpochMilli(lastAnswer) : null);
    }
}
