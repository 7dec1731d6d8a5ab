package io.mcpclient.internal.session;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Stored state of a server of the handshake revisions. Its content comes from the server and is equally untrusted.
 *
 * @param generation number of the session, which increases with each new session; greater than zero
 * @param era protocol era in use, {@value #LEGACY}
 * @param reason how the era was detected, printable, at most 257 characters
 * @param eraSince time of the detection, or {@code null} if it must be repeated
 * @param revision negotiated protocol revision, as on the wire
 * @param sessionId id of the session, one or more visible ASCII characters, confidential; {@code null} if the server has
 *     none
 * @param begun start time of the session
 * @param serverInfo name and version reported by the server, or {@code null}
 * @param capabilities its capabilities
 * @param instructions the beginning of its instructions, or {@code null}
 * @param address digest of the resolved address of the session, or {@code null} if it began at the configured one
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
        @Nullable String instructions,
        @Nullable String address) {

    /** The era with a handshake. Nothing is stored for servers of the other era. */
    public static final String LEGACY = "legacy";

    /** Creates the state of a session at the configured address. */
    public RememberedServer(
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
        this(
                generation,
                era,
                reason,
                eraSince,
                revision,
                sessionId,
                begun,
                serverInfo,
                capabilities,
                instructions,
                null);
    }

    @Override
    public String toString() {
        return "RememberedServer[generation=" + this.generation + ", revision=" + this.revision
                + ((this.sessionId != null) ? ", with" : ", without") + " session]";
    }
}
