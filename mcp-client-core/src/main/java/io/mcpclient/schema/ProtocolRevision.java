package io.mcpclient.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The revisions of the protocol, with the questions that a client has to ask about them. Nothing else compares dates.
 *
 * @see "MCP 2026-07-28, basic/versioning; requirements, revision deltas (section 32)"
 */
public enum ProtocolRevision {
    /** 2024-11-05. */
    V2024_11_05("2024-11-05"),
    /** 2025-03-26. */
    V2025_03_26("2025-03-26"),
    /** 2025-06-18. */
    V2025_06_18("2025-06-18"),
    /** 2025-11-25. */
    V2025_11_25("2025-11-25"),
    /** 2026-07-28. */
    V2026_07_28("2026-07-28");

    /** The newest revision of all. */
    public static final ProtocolRevision LATEST = V2026_07_28;

    /** The newest revision that begins with {@code initialize}. */
    public static final ProtocolRevision LATEST_HANDSHAKE = V2025_11_25;

    private static final List<ProtocolRevision> HANDSHAKE_REVISIONS =
            List.of(V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);

    private final String wireValue;

    ProtocolRevision(String wireValue) {
        this.wireValue = wireValue;
    }

    /** The revision written so on the wire, or empty if this client does not know it. */
    public static Optional<ProtocolRevision> of(@Nullable String wireValue) {
        return Arrays.stream(values())
                .filter(revision -> revision.wireValue.equals(wireValue))
                .findFirst();
    }

    /** The revisions that begin with {@code initialize}, newest first. */
    public static List<ProtocolRevision> handshakeRevisions() {
        return HANDSHAKE_REVISIONS;
    }

    /** The name on the wire, such as {@code 2025-11-25}. */
    public String wireValue() {
        return wireValue;
    }

    /** Whether a connection begins with {@code initialize}, and with it {@code ping} and {@code logging/setLevel} exist. */
    public boolean hasHandshake() {
        return this != V2026_07_28;
    }

    /** Whether the streamable transport knows sessions. */
    public boolean hasSessions() {
        return isSince(V2025_03_26) && this != V2026_07_28;
    }

    /** Whether requests name the revision in a header. */
    public boolean sendsVersionHeader() {
        return isSince(V2025_06_18);
    }

    /** Whether messages may come in batches. */
    public boolean allowsBatches() {
        return this == V2025_03_26;
    }

    /** Whether a server that serves completion says so among its capabilities. */
    public boolean declaresCompletions() {
        return isSince(V2025_03_26);
    }

    /** Whether a completion may name arguments that are already settled. */
    public boolean hasCompletionContext() {
        return isSince(V2025_06_18);
    }

    /** Whether tools have output schemas and structured content. */
    public boolean hasStructuredContent() {
        return isSince(V2025_06_18);
    }

    /** Whether audio content exists. */
    public boolean hasAudio() {
        return isSince(V2025_03_26);
    }

    /** Whether a server may ask the user. */
    public boolean hasElicitation() {
        return isSince(V2025_06_18);
    }

    /** Whether it may do so by an address to visit; the capability then names its modes. */
    public boolean hasUrlElicitation() {
        return isSince(V2025_11_25);
    }

    /** Whether sampling knows tools, and messages of several blocks. */
    public boolean hasSamplingTools() {
        return isSince(V2025_11_25);
    }

    /** Whether a client tells changes of its roots. */
    public boolean hasRootsListChanged() {
        return this != V2026_07_28;
    }

    /** Whether tasks are part of the protocol itself. */
    public boolean hasCoreTasks() {
        return this == V2025_11_25;
    }

    private boolean isSince(ProtocolRevision first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return wireValue;
    }
}
