package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.HttpStatusException;

/**
 * Maps the first response to {@code server/discover} to an era, as one table.
 *
 * <table>
 * <caption>responses of a server, first match applies</caption>
 * <tr><th>response</th><th>condition</th><th>verdict</th></tr>
 * <tr><td>result</td><td>names a stateless revision that is accepted here</td><td>modern</td></tr>
 * <tr><td></td><td>names a handshake revision that is</td><td>legacy, with the newest of them</td></tr>
 * <tr><td></td><td>names others only</td><td>refused: no revision in common</td></tr>
 * <tr><td></td><td>names none: not the result of a discovery</td><td>legacy</td></tr>
 * <tr><td>error -32022 with any status but those below</td><td>names a stateless revision that is accepted here</td>
 * <td>modern, probed again with it once, even if it is the one of the first probe</td></tr>
 * <tr><td></td><td>names a handshake revision that is</td><td>legacy, with the newest of them</td></tr>
 * <tr><td></td><td>names others, or none</td><td>refused: no revision in common</td></tr>
 * <tr><td>error -32020, -32021</td><td></td><td>refused: the error says why</td></tr>
 * <tr><td>any other error, in a success or on a shared channel</td><td></td><td>legacy</td></tr>
 * <tr><td>401, 402, 403</td><td>whatever the body</td><td>undecided: authorization first</td></tr>
 * <tr><td>408, 429, 502 to 599</td><td>whatever the body</td><td>undecided: probe again later</td></tr>
 * <tr><td>500</td><td></td><td>legacy, uncertain</td></tr>
 * <tr><td>other 4xx, 501</td><td>whatever the body</td><td>legacy</td></tr>
 * <tr><td>3xx</td><td></td><td>undecided</td></tr>
 * <tr><td>2xx</td><td>HTML, empty, no JSON-RPC</td><td>legacy, uncertain</td></tr>
 * <tr><td></td><td>too large</td><td>undecided</td></tr>
 * <tr><td>no HTTP response</td><td>refused, reset, cut, TLS, DNS</td><td>undecided: probe again later</td></tr>
 * <tr><td>the shared channel ended</td><td></td><td>legacy, on a new channel</td></tr>
 * <tr><td>silence</td><td>on a shared channel</td><td>legacy</td></tr>
 * <tr><td></td><td>of an HTTP server</td><td>legacy, uncertain</td></tr>
 * <tr><td>nothing was sent: closed, overload</td><td></td><td>undecided</td></tr>
 * </table>
 *
 * <ul>
 * <li>Error -32601 comes from a legacy server with status 404 too: it refers to {@code server/discover}, which every modern
 * server must support.
 * <li>Codes -32000 to -32019 are defined by the servers: "not initialized", "no session" and the codes that drafts of the
 * stateless revision used are all treated alike.
 * <li>500 is an outage, except for servers of the Java SDK before 2.0.1 without sessions: they respond to every unknown method
 * with it. The handshake is harmless to a failing server, and fails with it; so it is tried, but nothing is remembered.
 * </ul>
 *
 * @see "MCP 2026-07-28, basic/versioning, basic/transports, Backward Compatibility (VER-02, VER-06 to VER-13, VER-24,
 *     ); faults A07, A14, A15"
 */
final class EraTable {

    private static final Set<Integer> REFUSALS_OF_REQUESTS =
            Set.of(McpErrorCodes.INVALID_REQUEST, McpErrorCodes.METHOD_NOT_FOUND, McpErrorCodes.INVALID_PARAMS);

    /** Credentials, payment, rate limits: whatever the body, the response does not concern the request (VER-12). */
    private static final Set<Integer> SAYS_NOTHING = Set.of(401, 402, 403, 408, 429);

    /** Maximum number of offered revisions in a message. */
    private static final int MAX_OFFERED = 8;

    private static final int OFFERED_LENGTH = 32;

    private EraTable() {}

    /**
     * Judges the response to a probe.
     * @param requestScoped whether each exchange has its own channel, as with HTTP; otherwise all share one
     * @param answer the response
     * @param accepted revisions that this client may use with the server
     * @return the verdict
     */
    static EraVerdict judge(boolean requestScoped, ProbeResponse answer, Set<ProtocolRevision> accepted) {
        if (answer instanceof ProbeResponse.Result result) {
            return ofResult(result.supportedVersions(), accepted);
        }
        if (answer instanceof ProbeResponse.ErrorAnswer refusal) {
            return ofError(
                    refusal.error(), "error " + refusal.error().code() + " to " + McpMethods.SERVER_DISCOVER, accepted);
        }
        if (answer instanceof ProbeResponse.Status status) {
            return ofStatus(status.status(), status.error(), accepted);
        }
        if (answer instanceof ProbeResponse.Silence silence) {
            return legacy(
                    requestScoped,
                    "no response to " + McpMethods.SERVER_DISCOVER + " within " + text(silence.waited()));
        }
        return ofFailure(requestScoped, ((ProbeResponse.Failure) answer).error());
    }

    /**
     * Returns whether a server of supposed handshake revisions refuses the handshake, so that the supposition may be wrong. An
     * outage proves nothing; a server of the stateless revisions may choose any error code.
     * @param answer response to {@code initialize}
     * @return whether {@code server/discover} should be sent
     * @see "MCP 2026-07-28, basic/versioning, Compatibility Matrix (VER-16, VER-22)"
     */
    static boolean refusesHandshake(ProbeResponse answer) {
        if (answer instanceof ProbeResponse.Status status) {
            return status.status() <= 501 && status.status() != 500 && !SAYS_NOTHING.contains(status.status());
        }
        return answer instanceof ProbeResponse.ErrorAnswer
                || (answer instanceof ProbeResponse.Failure failure
                        && failure.error() instanceof McpProtocolException unfit
                        && unfit.reason() == McpProtocolException.Reason.VERSION);
    }

    /**
     * Returns whether a session of the handshake revisions was lost because the server has switched to stateless ones.
     * @param error the error of the call that noticed it
     * @return whether the server responded with an error that only the stateless revisions define
     */
    static boolean endsHandshakeEra(McpException error) {
        return error.getCause() instanceof HttpStatusException answer
                && answer.error() != null
                && McpErrorCodes.isOfStatelessRevisions(answer.error().code());
    }

    /**
     * Returns whether a call of a session of the handshake revisions may have been refused because the server has switched to
     * stateless ones: that is how those refuse a request without {@code _meta}, and how any server may refuse any request.
     * @param error the error of the call
     * @return whether {@code server/discover} should be sent
     */
    static boolean makesHandshakeEraAmbiguous(McpException error) {
        return error.getCause() instanceof HttpStatusException answer
                && answer.status() == 400
                && answer.error() != null
                && REFUSALS_OF_REQUESTS.contains(answer.error().code());
    }

    private static EraVerdict ofResult(List<String> offered, Set<ProtocolRevision> accepted) {
        if (offered.isEmpty()) {
            return legacy(false, McpMethods.SERVER_DISCOVER + " returned no revisions");
        }
        Optional<ProtocolRevision> modern = newest(offered, accepted, false);
        return modern.isPresent()
                ? new EraVerdict.Modern(modern.get(), false, McpMethods.SERVER_DISCOVER + " succeeded")
                : ofOthers(offered, McpMethods.SERVER_DISCOVER + " succeeded", accepted);
    }

    private static EraVerdict ofError(JsonRpcError error, String reason, Set<ProtocolRevision> accepted) {
        if (!McpErrorCodes.isOfStatelessRevisions(error.code())) {
            return legacy(false, reason);
        }
        if (error.code() != McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION) {
            return new EraVerdict.Refused(null, reason);
        }
        List<String> offered = supported(error.data());
        Optional<ProtocolRevision> modern = newest(offered, accepted, false);
        return modern.isPresent()
                ? new EraVerdict.Modern(modern.get(), true, reason)
                : ofOthers(offered, reason, accepted);
    }

    /**
     * No common stateless revision; there may be a common one with a handshake, chosen from the list rather than guessed
     * (Q-02).
     */
    private static EraVerdict ofOthers(List<String> offered, String reason, Set<ProtocolRevision> accepted) {
        return newest(offered, accepted, true)
                .<EraVerdict>map(revision ->
                        new EraVerdict.Legacy(revision, false, false, reason + ", naming " + revision.wireValue()))
                .orElseGet(() -> new EraVerdict.Refused(printable(offered), reason));
    }

    private static EraVerdict ofStatus(int status, @Nullable JsonRpcError error, Set<ProtocolRevision> accepted) {
        String body = (error != null) ? "error " + error.code() : "no JSON-RPC error";
        String reason = "HTTP " + status + " with " + body + " to " + McpMethods.SERVER_DISCOVER;
        if (SAYS_NOTHING.contains(status) || status > 501) {
            return new EraVerdict.Undecided(reason);
        }
        if (status == 500 && (error == null || !McpErrorCodes.isOfStatelessRevisions(error.code()))) {
            return legacy(true, reason);
        }
        return (error != null) ? ofError(error, reason, accepted) : legacy(false, reason);
    }

    private static EraVerdict ofFailure(boolean requestScoped, Throwable error) {
        String reason = McpMethods.SERVER_DISCOVER + " failed: " + problem(error);
        if (error instanceof McpProtocolException broken) {
            return switch (broken.reason()) {
                case CONTENT_TYPE, MALFORMED, NO_ANSWER -> legacy(requestScoped, reason);
                case LIMIT, REDIRECT, VERSION, VERIFICATION, SECURITY -> new EraVerdict.Undecided(reason);
            };
        }
        return (!requestScoped && error instanceof McpConnectionException)
                ? new EraVerdict.Legacy(null, true, false, reason)
                : new EraVerdict.Undecided(reason);
    }

    private static EraVerdict legacy(boolean ambiguous, String reason) {
        return new EraVerdict.Legacy(null, false, ambiguous, reason);
    }

    /** The newest common revision of one of the two eras. */
    private static Optional<ProtocolRevision> newest(
            List<String> offered, Set<ProtocolRevision> accepted, boolean withHandshake) {
        return accepted.stream()
                .filter(revision -> revision.hasHandshake() == withHandshake)
                .filter(revision -> offered.contains(revision.wireValue()))
                .max(Comparator.naturalOrder());
    }

    /** Supported revisions in an error -32022; empty if its data has another format. */
    private static List<String> supported(@Nullable Object data) {
        return (data instanceof Map<?, ?> members && members.get("supported") instanceof List<?> supported)
                ? supported.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    private static List<String> printable(List<String> offered) {
        return offered.stream()
                .limit(MAX_OFFERED)
                .map(revision -> SafeText.excerpt(revision, OFFERED_LENGTH))
                .toList();
    }

    /** The problem of a typed error is printable; other exceptions may contain anything. */
    private static String problem(Throwable error) {
        return (error instanceof McpException known)
                ? known.problem()
                : "unexpected " + error.getClass().getSimpleName();
    }

    private static String text(Duration waited) {
        return (waited.toMillis() % 1000 == 0) ? waited.toSeconds() + " s" : waited.toMillis() + " ms";
    }
}
