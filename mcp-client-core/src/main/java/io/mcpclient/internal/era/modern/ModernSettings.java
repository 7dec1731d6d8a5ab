package io.mcpclient.internal.era.modern;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;

/**
 * The client's self-description in every request, and its treatment of results.
 *
 * @param clientInfo name and version of the application
 * @param revision revision to use first
 * @param tasks whether calls may return tasks (CAP-11)
 * @param maxInputRounds maximum number of rounds of a multi-round-trip call
 * @param caching whether results are cached for the lifetime that the server specifies
 * @param keepAlive interval; a subscription that is silent for two and a half times this is replaced, {@code null} for 75
 *     seconds
 */
public record ModernSettings(
        Implementation clientInfo,
        ProtocolRevision revision,
        boolean tasks,
        int maxInputRounds,
        boolean caching,
        @Nullable Duration keepAlive) {

    /** Creates settings with the default time for silent subscriptions. */
    public ModernSettings(
            Implementation clientInfo, ProtocolRevision revision, boolean tasks, int maxInputRounds, boolean caching) {
        this(clientInfo, revision, tasks, maxInputRounds, caching, null);
    }
}
