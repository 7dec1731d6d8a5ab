package io.mcpclient.internal.era.legacy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.HttpStatusException;

/**
 * Recognizes that {@code initialize} was refused because of the proposed revision, and chooses another one, as one table. The
 * specification wants a server to name its revisions in {@code data.supported}; many use other words.
 *
 * <table>
 * <caption>refusals of {@code initialize}, first match applies</caption>
 * <tr><th>response</th><th>condition</th><th>another attempt</th></tr>
 * <tr><td>JSON-RPC error</td><td>a list in {@code data.supported}</td><td>with the newest common revision, if any</td></tr>
 * <tr><td>JSON-RPC error, except with status 502 to 599</td><td>names other revisions in message or data</td>
 * <td>with the newest common one, if any</td></tr>
 * <tr><td></td><td>has the code of the stateless revision</td><td>none: the era is another one</td></tr>
 * <tr><td></td><td>speaks of a protocol version</td><td>with {@link #FALLBACK}, if that is older</td></tr>
 * <tr><td>4xx without a JSON-RPC error</td><td>the same</td><td>the same</td></tr>
 * <tr><td>401 to 403, 404, 405, 408, 429, 5xx</td><td>whatever the body</td><td>none: credentials, address, outage</td></tr>
 * <tr><td>anything else</td><td></td><td>none</td></tr>
 * </table>
 *
 * @param offered revisions that the server names, {@code null} if it names none
 * @param next revision of the other attempt, or {@code null} if no other one is acceptable
 * @see "MCP 2025-11-25, basic/lifecycle, Version Negotiation (VER-21)"
 */
record RevisionRefusal(
        @Nullable List<String> offered, @Nullable ProtocolRevision next) {

    /** Supported by most servers that do not support a newer one. */
    static final ProtocolRevision FALLBACK = ProtocolRevision.V2025_06_18;

    /** Error pages are longer. */
    private static final int MAX_LENGTH = 4096;

    private static final Pattern OF_VERSION = Pattern.compile(
            "protocol[ _-]?(version|revision)"
                    + "|\\b(unsupported|supported|incompatible|unknown) (mcp |client )?(version|revision)s?\\b"
                    + "|\\b(version|revision) (is |was )?(not supported|unsupported|not compatible)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern REVISION = Pattern.compile("(?<!\\d)20\\d\\d-\\d\\d-\\d\\d(?![\\dT])");

    /**
     * Judges a failed attempt.
     * @param failure the error of {@code initialize}
     * @param proposed the revision that was proposed
     * @param accepts whether this client may use a revision
     * @return the refusal; {@code null} if the failure does not concern the revision
     */
    static @Nullable RevisionRefusal of(
            McpException failure, ProtocolRevision proposed, Predicate<ProtocolRevision> accepts) {
        List<String> listed = listed(failure);
        if (listed != null) {
            return new RevisionRefusal(listed, newest(listed, proposed, accepts));
        }
        String text = text(failure);
        if (text == null) {
            return null;
        }
        List<String> named = named(text, proposed);
        if (!named.isEmpty()) {
            return new RevisionRefusal(named, newest(named, proposed, accepts));
        }
        if (failure instanceof McpRequestException refusal
                && refusal.code() == McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION) {
            return null;
        }
        if (!OF_VERSION.matcher(text).find() && !text.contains(proposed.wireValue())) {
            return null;
        }
        boolean isOlder = FALLBACK.compareTo(proposed) < 0 && accepts.test(FALLBACK);
        return new RevisionRefusal(null, isOlder ? FALLBACK : null);
    }

    private static @Nullable List<String> listed(McpException failure) {
        return (failure instanceof McpRequestException refusal
                        && refusal.data() instanceof Map<?, ?> data
                        && data.get("supported") instanceof List<?> supported)
                ? supported.stream().map(String::valueOf).toList()
                : null;
    }

    /** Returns the words of the server, or {@code null} if the response does not concern the request. */
    private static @Nullable String text(McpException failure) {
        HttpStatusException http = (failure.getCause() instanceof HttpStatusException answer) ? answer : null;
        String text = null;
        if (failure instanceof McpRequestException refusal && (http == null || http.status() <= 501)) {
            text = refusal.serverMessage() + " " + refusal.data();
        } else if (failure instanceof McpProtocolException && http != null && http.status() < 500) {
            text = (http.text() != null) ? http.text() : http.explanation();
        }
        return (text != null && text.length() > MAX_LENGTH) ? text.substring(0, MAX_LENGTH) : text;
    }

    private static List<String> named(String text, ProtocolRevision proposed) {
        return REVISION.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(revision -> !revision.equals(proposed.wireValue()))
                .distinct()
                .toList();
    }

    private static @Nullable ProtocolRevision newest(
            List<String> offered, ProtocolRevision proposed, Predicate<ProtocolRevision> accepts) {
        Optional<ProtocolRevision> newest = ProtocolRevision.handshakeRevisions().stream()
                .filter(revision -> accepts.test(revision) && offered.contains(revision.wireValue()))
                .filter(revision -> revision != proposed)
                .findFirst();
        return newest.orElse(null);
    }

    /**
     * Adds the remedy to the error of an attempt that failed for good.
     * @param failure the error
     * @param isPinned whether the application has chosen the revision
     * @return the same kind of error, with the property that selects a revision
     */
    static McpException withRemedy(McpException failure, boolean isPinned) {
        McpErrorDetails details = McpErrorDetails.of(
                        failure.serverName(), failure.operation(), failure.outcome(), failure.problem())
                .withRemedy("Set mcp.servers." + failure.serverName()
                        + ".protocol to a revision that the server supports"
                        + (isPinned ? ", or to auto." : ", such as " + ProtocolRevision.V2025_03_26.wireValue() + "."))
                .withCause(failure.getCause());
        McpException remedied = failure;
        if (failure instanceof McpRequestException refusal) {
            remedied = new McpRequestException(details, refusal.code(), refusal.serverMessage(), refusal.data());
        } else if (failure instanceof McpProtocolException) {
            remedied = new McpProtocolException(details, McpProtocolException.Reason.VERSION);
        }
        return remedied;
    }
}
