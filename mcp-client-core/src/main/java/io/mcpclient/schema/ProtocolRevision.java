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

    /** Whether a server may send requests of its own; otherwise it asks by an unfinished answer. */
    public boolean hasServerRequests() {
        return this != V2026_07_28;
    }

    /** Whether an answer may be unfinished and ask for input. */
    public boolean hasInputRequiredResults() {
        return isSince(V2026_07_28);
    }

    /** Whether every request carries revision and capabilities in {@code _meta}. */
    public boolean hasRequestMetadata() {
        return isSince(V2026_07_28);
    }

    /** Whether HTTP is the streamable transport; otherwise it is HTTP+SSE. */
    public boolean hasStreamableHttp() {
        return isSince(V2025_03_26);
    }

    /** Whether the streamable transport knows sessions. */
    public boolean hasSessions() {
        return isSince(V2025_03_26) && this != V2026_07_28;
    }

    /** Whether requests name the revision in a header. */
    public boolean sendsVersionHeader() {
        return isSince(V2025_06_18);
    }

    /** Whether method and name of a request are repeated in headers. */
    public boolean mirrorsParamsInHeaders() {
        return isSince(V2026_07_28);
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

    /** Whether objects have {@code title} and {@code _meta}, so that a client may name itself for display. */
    public boolean hasTitles() {
        return isSince(V2025_06_18);
    }

    /** Whether an implementation has icons, description and home page. */
    public boolean hasImplementationDetails() {
        return isSince(V2025_11_25);
    }

    /** Whether tools have output schemas and structured content. */
    public boolean hasStructuredContent() {
        return isSince(V2025_06_18);
    }

    /** Whether structured content may be any JSON value; otherwise it is an object. */
    public boolean allowsAnyStructuredContent() {
        return isSince(V2026_07_28);
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

    /** Whether forms have defaults and the newer notations of enumerations. */
    public boolean hasElicitationDefaults() {
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

    /** Whether capabilities name extensions, tasks among them. */
    public boolean hasExtensions() {
        return isSince(V2026_07_28);
    }

    /** Whether results say how long they may be reused. */
    public boolean hasCacheHints() {
        return isSince(V2026_07_28);
    }

    /** Whether changes are told on {@code subscriptions/listen}; otherwise they come unasked. */
    public boolean hasListen() {
        return isSince(V2026_07_28);
    }

    /** Whether the revision defines authorization. */
    public boolean hasAuthorization() {
        return isSince(V2025_03_26);
    }

    /** Whether authorization begins with metadata of the protected resource; otherwise the server is asked itself. */
    public boolean hasResourceMetadata() {
        return isSince(V2025_06_18);
    }

    private boolean isSince(ProtocolRevision first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return wireValue;
    }
}
