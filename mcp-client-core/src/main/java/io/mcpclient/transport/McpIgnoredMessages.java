package io.mcpclient.transport;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Counts messages of one server that were dropped without harm. The first message of each kind is logged as a warning, all
 * others at debug level. Thread-safe.
 */
public final class McpIgnoredMessages {

    private static final Logger logger = Loggers.MESSAGES;

    /** Why a message was dropped. */
    public enum Reason {

        /** The bytes are not a JSON-RPC message. */
        MALFORMED,

        /** A response without a pending request: unknown id, late, or duplicate. */
        UNKNOWN_ID,

        /** A notification that this client does not use. */
        UNUSED_NOTIFICATION,

        /** An error without an id on a channel where it cannot be attributed to a request. */
        UNATTRIBUTED_ERROR,

        /** Larger than {@code max-message-size}, on a channel where it can be skipped. */
        TOO_LARGE,

        /** More messages than could be handled in time: notifications beyond the queue of a listener. */
        OVERFLOW,

        /** A message that was not negotiated, such as a notification of a feature that the server did not declare. */
        NOT_NEGOTIATED,

        /** A request of a server whose revision does not have such requests. */
        SERVER_REQUEST
    }

    private static final Reason[] REASONS = Reason.values();

    private final String serverName;

    /** By the ordinal of the reason; created with the first message. */
    private final AtomicLongArray counts = new AtomicLongArray(REASONS.length);

    /** One bit for each reason. */
    private final AtomicInteger warned = new AtomicInteger();

    /**
     * Creates counters that start at zero.
     * @param serverName configured name of the server, for the log
     */
    public McpIgnoredMessages(String serverName) {
        this.serverName = serverName;
    }

    /**
     * Counts one message.
     * @param reason why it was dropped
     * @param what a hint for the log, in any form
     */
    public void count(Reason reason, @Nullable String what) {
        // Messages that this client merely does not use are no reason for a warning.
        if (reason == Reason.UNUSED_NOTIFICATION || !isFirstWarning(reason)) {
            countExpected(reason, what);
        } else {
            this.counts.getAndIncrement(reason.ordinal());
            logger.warn(
                    "MCP server \"{}\": ignored a message ({}: {}); further messages of this kind are logged at debug level",
                    this.serverName,
                    reason,
                    SafeText.excerpt(what));
        }
    }

    private boolean isFirstWarning(Reason reason) {
        int bit = 1 << reason.ordinal();
        return (this.warned.getAndUpdate(bits -> bits | bit) & bit) == 0;
    }

    /**
     * Counts one message that servers may send, such as progress of a call that has just ended. It is logged at debug level.
     * @param reason why it was dropped
     * @param what a hint for the log, in any form
     */
    public void countExpected(Reason reason, @Nullable String what) {
        this.counts.getAndIncrement(reason.ordinal());
        if (logger.isDebugEnabled()) {
            logger.debug(
                    "MCP server \"{}\": ignored a message ({}: {})", this.serverName, reason, SafeText.excerpt(what));
        }
    }

    /**
     * Returns the number of messages dropped for a reason.
     * @param reason the reason
     * @return the number since the client was created
     */
    public long count(Reason reason) {
        return this.counts.get(reason.ordinal());
    }

    /**
     * Returns the number of dropped messages.
     * @return the number since the client was created
     */
    public long total() {
        return Stream.of(REASONS).mapToLong(this::count).sum();
    }

    /**
     * Returns the number of messages dropped for each reason.
     * @return a snapshot of the counters
     */
    public Map<Reason, Long> counts() {
        Map<Reason, Long> snapshot = new EnumMap<>(Reason.class);
        for (Reason reason : REASONS) {
            snapshot.put(reason, count(reason));
        }
        return snapshot;
    }
}
