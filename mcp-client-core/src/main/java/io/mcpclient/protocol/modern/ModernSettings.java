package io.mcpclient.protocol.modern;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;

/**
 * What a client says of itself in every request, and how it treats answers.
 *
 * @param clientInfo name and version of the application
 * @param revision revision to ask for first
 * @param tasks whether calls may come back as tasks (CAP-11)
 * @param maxInputRounds how often one call may ask for input
 * @param caching whether answers are kept for as long as the server says that they hold
 * @param keepAlive after two and a half times this a silent subscription is replaced, {@code null} for 75 seconds
 */
public record ModernSettings(
        Implementation clientInfo,
        ProtocolRevision revision,
        boolean tasks,
        int maxInputRounds,
        boolean caching,
        @Nullable Duration keepAlive) {

    /** Creates settings with the usual time for silent subscriptions. */
    public ModernSettings(
            Implementation clientInfo, ProtocolRevision revision, boolean tasks, int maxInputRounds, boolean caching) {
        this(clientInfo, revision, tasks, maxInputRounds, caching, null);
    }
}
