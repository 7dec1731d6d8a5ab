package io.mcpclient.session;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;

/**
 * What is remembered about a server of the handshake revisions. Whatever it says is what the server said, and as untrusted.
 *
 * @param generation number of the session, which grows with each one that is begun; greater than zero
 * @param era era that was spoken, {@value #LEGACY}
 * @param reason how the era was found out, printable, at most 257 characters
 * @param eraSince when it was found out, or {@code null} if that is to be done again
 * @param revision revision that was agreed on, as on the wire
 * @param sessionId id of the session, one or more visible ASCII characters, to be kept secret; {@code null} if the server has
 *     none
 * @param begun when the session was begun
 * @param serverInfo name and version that the server gives itself, or {@code null}
 * @param capabilities what it offers
 * @param instructions the beginning of its hints on its use, or {@code null}
 */
public record RememberedServer(
        long generation,
        String era,
        String reason,
        @Nullable Instant eraSince,
        String revision,
        @Nullable String sessionId,
        Instant begun,
        @Nullable Implementation serverInfo,
        ServerCapabilities capabilities,
        @Nullable String instructions) {

    /** The era with a handshake. Of servers of the other one there is nothing to remember. */
    public static final String LEGACY = "legacy";

    @Override
    public String toString() {
        return "RememberedServer[generation=" + this.generation + ", revision=" + this.revision
                + ((this.sessionId != null) ? ", with" : ", without") + " session]";
    }
}
