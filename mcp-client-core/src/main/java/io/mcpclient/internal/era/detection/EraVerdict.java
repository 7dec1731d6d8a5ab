package io.mcpclient.internal.era.detection;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.ProtocolRevision;

/** Conclusion about a server's era from its first response, and thus the next step. */
sealed interface EraVerdict {

    /**
     * Returns the reason for the verdict.
     * @return a phrase for reports, without text of the server unless it is printable and short
     */
    String reason();

    /**
     * A server of the stateless revisions.
     *
     * @param revision the revision to use
     * @param askAgain whether to repeat the probe with it, once, because the server refused this one; otherwise the response is
     *     the discovery
     * @param reason reason for the verdict
     */
    record Modern(ProtocolRevision revision, boolean askAgain, String reason) implements EraVerdict {}

    /**
     * A server of the handshake revisions: {@code initialize} comes next.
     *
     * @param revision the revision to propose because the server named it, or {@code null} for the newest
     * @param channelEnded whether the channel must be reopened because the server closed it
     * @param ambiguous whether the response may also come from a peer that is not an MCP server or from a failing one: the
     *     handshake must confirm it now, and again with the next connection
     * @param reason reason for the verdict
     */
    record Legacy(@Nullable ProtocolRevision revision, boolean channelEnded, boolean ambiguous, String reason)
            implements EraVerdict {}

    /**
     * A server of the stateless revisions that refuses this client. Never a reason for a handshake.
     *
     * @param offered revisions that it offers if this client accepts none of them, printable; {@code null} if the refusal has
     *     another cause, which its error states
     * @param reason reason for the verdict
     */
    record Refused(@Nullable List<String> offered, String reason) implements EraVerdict {}

    /**
     * The response does not reveal the era: its error is the error of the attempt, and the next attempt probes again.
     *
     * @param reason reason for the verdict
     */
    record Undecided(String reason) implements EraVerdict {}
}
