package io.mcpclient.internal.era.legacy;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;

/**
 * The client's part of the handshake.
 *
 * @param clientInfo name and version of the application
 * @param pinned the only revision to accept, or {@code null} to negotiate over all handshake revisions
 * @param keepAlive interval of pings, or {@code null} for none
 * @param connectTimeout time limit of one attempt to connect
 */
public record LegacySettings(
        Implementation clientInfo,
        @Nullable ProtocolRevision pinned,
        @Nullable Duration keepAlive,
        Duration connectTimeout) {

    /**
     * Returns the revision to propose.
     * @return the pinned one, otherwise the newest handshake revision (VER-17, VER-18)
     */
    ProtocolRevision proposed() {
        return (this.pinned != null) ? this.pinned : ProtocolRevision.LATEST_HANDSHAKE;
    }

    /** Returns whether a revision that the server chose is acceptable (VER-20). */
    boolean accepts(ProtocolRevision revision) {
        return (this.pinned != null) ? revision == this.pinned : revision.hasHandshake();
    }
}
