package io.mcpclient.transport;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.error.SafeText;

/**
 * Counts messages of one server that were dropped without harm. The first of each kind is logged as a warning, all
 * others at debug level. Thread-safe.
 *
 * @see "faults B10, C12, F01"
 */
public final class IgnoredMessages {

    private static final Logger logger = LoggerFactory.getLogger(IgnoredMessages.class);

    /** Why a message was dropped. */
    public enum Reason {

        /** The bytes are no JSON-RPC message. */
        MALFORMED,

        /** An answer that nobody waits for: unknown id, late, or given twice (RPC-10). */
        UNKNOWN_ID,

        /** A notification that this client has no use for (RPC-22). */
        UNUSED_NOTIFICATION,

        /** An error without id on a channel where it cannot be attributed (RPC-08). */
        UNATTRIBUTED_ERROR,

        /** Larger than {@code max-message-size}, on a channel where it can be skipped. */
        TOO_LARGE,

        /** More than could be handled in time: notifications beyond what waits for a listener (fault F12). */
        OVERFLOW,

        /** Something that was not agreed on: a notification of a feature that the server did not declare (fault F35). */
        NOT_NEGOTIATED,

        /** A request of a server whose revision has no such thing (RPC-16). */
        SERVER_REQUEST
    }

    private final String serverName;

    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    /**
     * Creates counters that stand at zero.
     * @param serverName configured name of the server, for the log
     */
    public IgnoredMessages(String serverName) {
        this.serverName = serverName;
        for (Reason reason : Reason.values()) {
            this.counts.put(reason, new LongAdder());
        }
    }

    /**
     * Counts one message.
     * @param reason why it was dropped
     * @param what a hint for the log, in any form
     */
    public void count(Reason reason, @Nullable String what) {
        LongAdder count = adder(reason);
        boolean first = count.sum() == 0;
        count.increment();
        // What is merely of no use to us is nothing to warn about.
        if (first && reason != Reason.UNUSED_NOTIFICATION) {
            logger.warn(
                    "MCP server \"{}\": ignored a message ({}: {}); further messages of this kind are logged at debug level",
                    this.serverName,
                    reason,
                    SafeText.excerpt(what));
        } else if (logger.isDebugEnabled()) {
            logger.debug(
                    "MCP server \"{}\": ignored a message ({}: {})", this.serverName, reason, SafeText.excerpt(what));
        }
    }

    /**
     * Returns how many messages were dropped for a reason.
     * @param reason the reason
     * @return the number since the client was created
     */
    public long count(Reason reason) {
        return adder(reason).sum();
    }

    /**
     * Returns how many messages were dropped.
     * @return the number since the client was created
     */
    public long total() {
        return this.counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private LongAdder adder(Reason reason) {
        LongAdder adder = this.counts.get(reason);
        if (adder == null) {
            throw new IllegalArgumentException("no counter for " + reason);
        }
        return adder;
    }
}
