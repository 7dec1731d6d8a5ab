package io.mcpclient.schema;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Protocol revisions and their features. No other code compares revision dates.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
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

    private static final List<ProtocolRevision> HANDSHAKE_REVISIONS = latestFirst(ProtocolRevision::hasHandshake);

    private static final List<ProtocolRevision> STATELESS_REVISIONS = latestFirst(revision -> !revision.hasHandshake());

    /** The latest revision. */
    public static final ProtocolRevision LATEST = STATELESS_REVISIONS.get(0);

    /** The latest revision with an {@code initialize} handshake. */
    public static final ProtocolRevision LATEST_HANDSHAKE = HANDSHAKE_REVISIONS.get(0);

    private final String wireValue;

    ProtocolRevision(String wireValue) {
        this.wireValue = wireValue;
    }

    /** Returns the revision with this name on the wire, or empty if unknown to this client. */
    public static Optional<ProtocolRevision> of(@Nullable String wireValue) {
        return Arrays.stream(values())
                .filter(revision -> revision.wireValue.equals(wireValue))
                .findFirst();
    }

    /** The revisions with an {@code initialize} handshake, latest first. */
    public static List<ProtocolRevision> handshakeRevisions() {
        return HANDSHAKE_REVISIONS;
    }

    /** The revisions without a handshake, which begin with {@code server/discover}, latest first. */
    public static List<ProtocolRevision> statelessRevisions() {
        return STATELESS_REVISIONS;
    }

    private static List<ProtocolRevision> latestFirst(Predicate<ProtocolRevision> belongs) {
        return Arrays.stream(values())
                .filter(belongs)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** The name on the wire, such as {@code 2025-11-25}. */
    public String wireValue() {
        return this.wireValue;
    }

    /**
     * Whether a connection starts with {@code initialize}; such revisions also have {@code ping} and
     * {@code logging/setLevel}.
     */
    public boolean hasHandshake() {
        return !isSince(V2026_07_28);
    }

    /** Whether the Streamable HTTP transport has sessions. */
    public boolean hasSessions() {
        return isSince(V2025_03_26) && hasHandshake();
    }

    /** Whether requests contain the revision in a header. */
    public boolean sendsVersionHeader() {
        return isSince(V2025_06_18);
    }

    /** Whether messages may be batched. */
    public boolean allowsBatches() {
        return this == V2025_03_26;
    }

    /** Whether a server declares a capability for completion. */
    public boolean declaresCompletions() {
        return isSince(V2025_03_26);
    }

    /** Whether a completion may contain previously resolved arguments. */
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

    /** Whether elicitation exists. */
    public boolean hasElicitation() {
        return isSince(V2025_06_18);
    }

    /** Whether URL mode elicitation exists; the capability then declares the modes. */
    public boolean hasUrlElicitation() {
        return isSince(V2025_11_25);
    }

    /** Whether sampling supports tools and messages of several blocks. */
    public boolean hasSamplingTools() {
        return isSince(V2025_11_25);
    }

    /** Whether a client sends notifications of root list changes. */
    public boolean hasRootsListChanged() {
        return hasHandshake();
    }

    /** Whether tasks are part of the core protocol. */
    public boolean hasCoreTasks() {
        return this == V2025_11_25;
    }

    private boolean isSince(ProtocolRevision first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return this.wireValue;
    }
}
