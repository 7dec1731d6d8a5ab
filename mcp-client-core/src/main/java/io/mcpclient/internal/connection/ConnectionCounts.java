package io.mcpclient.internal.connection;

import java.time.Instant;
import java.time.InstantSource;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.status.McpConnectionStatistics;

/** Counts connects, losses and failures of a connection. Thread-safe. */
final class ConnectionCounts {

    private long connects;

    private long reconnects;

    private long sessionRenewals;

    private long failedAttempts;

    private @Nullable Instant connectedSince;

    /** Milliseconds since the epoch; 0 before the first response. Written by every call, so it takes no lock. */
    private volatile long lastAnswerMillis;

    /** Reason why the last connection ended; {@code null} before the first one, and if the client ended it. */
    private @Nullable McpException loss;

    private final InstantSource time;

    ConnectionCounts(InstantSource time) {
        this.time = time;
    }

    /** Returns the number of successful connects, including this one. */
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

    /** Records that the client ended the connection. */
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
