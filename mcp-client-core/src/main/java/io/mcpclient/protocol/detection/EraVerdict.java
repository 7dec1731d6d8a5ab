package io.mcpclient.protocol.detection;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.ProtocolRevision;

/** What the first answer of a server says about its era, and so what to do next. */
sealed interface EraVerdict {

    /**
     * Returns what the verdict rests on.
     * @return a phrase for reports, without text of the server unless it is printable and short
     */
    String reason();

    /**
     * A server of the stateless revisions.
     *
     * @param revision the one to speak
     * @param askAgain whether to repeat the probe with it, once, because the server refused to answer this one; otherwise
     *     the answer is the discovery
     * @param reason what the verdict rests on
     */
    record Modern(ProtocolRevision revision, boolean askAgain, String reason) implements EraVerdict {}

    /**
     * A server of the handshake revisions: {@code initialize} comes next.
     *
     * @param revision the one to propose since the server named it, or {@code null} for the newest
     * @param channelEnded whether the channel has to be opened again, because the server left it
     * @param doubtful whether the answer may as well come from something that is no MCP server or from one that is not
     *     well: the handshake has to prove it now, and again with the next connection
     * @param reason what the verdict rests on
     */
    record Legacy(@Nullable ProtocolRevision revision, boolean channelEnded, boolean doubtful, String reason)
            implements EraVerdict {}

    /**
     * A server of the stateless revisions that will not talk to this client. Never a reason for a handshake.
     *
     * @param offered revisions that it names when those of this client are not among them, printable; {@code null} if
     *     the refusal is about something else, which its error says
     * @param reason what the verdict rests on
     */
    record Refused(@Nullable List<String> offered, String reason) implements EraVerdict {}

    /**
     * The answer says nothing about the era: its error is the error of the attempt, and the next one asks again.
     *
     * @param reason what the verdict rests on
     */
    record Undecided(String reason) implements EraVerdict {}
}
