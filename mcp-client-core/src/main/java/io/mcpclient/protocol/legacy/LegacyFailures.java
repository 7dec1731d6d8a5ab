package io.mcpclient.protocol.legacy;

import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.protocol.Failures;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.HttpStatusException;

/**
 * The rows that the handshake revisions add to {@link Failures}.
 *
 * <table>
 * <caption>HTTP answers that are no success, first match counts</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>404, 410</td><td>request carried a session id</td><td>session lost</td><td>rejected</td></tr>
 * <tr><td>400</td><td>so it did, and the JSON-RPC error speaks of a session</td><td>session lost</td><td>rejected; unknown if
 * the error has an id, since it may come from a tool then</td></tr>
 * <tr><td>400</td><td>a JSON-RPC error that only the stateless revision has</td><td>session lost, with the server</td>
 * <td>rejected</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-21, HTL-22); MCP 2026-07-28, basic/versioning (VER-11, VER-16); faults A19, D01,
 *     D04, D16"
 */
final class LegacyFailures extends Failures {

    private static final Pattern SESSION = Pattern.compile("\\bsession", Pattern.CASE_INSENSITIVE);

    /** Codes that servers were seen to disown a session with; one of them has lost its sign. */
    private static final Set<Integer> SESSION_CODES = Set.of(-32000, -32001, -32600, 32600);

    private final boolean inSession;

    /**
     * Creates the table for one server.
     * @param serverName its configured name
     * @param inSession whether requests carry a session id
     */
    LegacyFailures(String serverName, boolean inSession) {
        super(serverName);
        this.inSession = inSession;
    }

    @Override
    protected @Nullable McpException ofEra(String operation, HttpStatusException answer) {
        int status = answer.status();
        JsonRpcError error = answer.error();
        if ((status == 404 || status == 410) && this.inSession) {
            return new McpSessionException(details(operation, refused(answer), answer, "the session is gone")
                    .withCause(answer));
        }
        if (status != 400 || error == null) {
            return null;
        }
        if (this.inSession && speaksOfSession(error)) {
            McpOutcome outcome = (error.id() == null) ? refused(answer) : McpOutcome.UNKNOWN;
            return new McpSessionException(
                    // Without its words: they may hold the id of the session.
                    details(operation, outcome, answer, "the session is gone, error " + error.code())
                            .withCause(answer));
        }
        if (!McpMethods.INITIALIZE.equals(operation) && McpErrorCodes.isOfStatelessRevisions(error.code())) {
            return new McpSessionException(details(
                            operation,
                            refused(answer),
                            answer,
                            "the server has begun to speak a stateless revision, error " + error.code())
                    .withCause(answer));
        }
        return null;
    }

    private static boolean speaksOfSession(JsonRpcError error) {
        return SESSION_CODES.contains(error.code())
                && SESSION.matcher(error.message()).find();
    }
}
