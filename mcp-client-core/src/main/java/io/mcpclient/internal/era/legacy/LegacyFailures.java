package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.HttpStatusException;

/**
 * Rows that the handshake revisions add to {@link Failures}.
 *
 * <table>
 * <caption>unsuccessful HTTP responses, first match applies</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>any</td><td>request carried a session id, and is lost according to {@link LostSessions}</td>
 * <td>session lost</td><td>rejected</td></tr>
 * <tr><td>400</td><td>a JSON-RPC error that only the stateless revision defines</td><td>session lost, with the server</td>
 * <td>rejected</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-21, HTL-22); MCP 2026-07-28, basic/versioning (VER-11, VER-16); faults A19, D01,
 *     D04, D16"
 */
final class LegacyFailures extends Failures {

    private final @Nullable LostSessions losses;

    /**
     * Creates the table for one server.
     * @param serverName its configured name
     * @param losses detects lost sessions, or {@code null} if requests carry no session id
     */
    LegacyFailures(String serverName, @Nullable LostSessions losses) {
        super(serverName);
        this.losses = losses;
    }

    @Override
    protected @Nullable McpException ofEra(String operation, HttpStatusException answer) {
        if (this.losses != null && this.losses.judge(answer) == LostSessions.Verdict.LOST) {
            return lost(operation, answer);
        }
        JsonRpcError error = answer.error();
        if (answer.status() != 400 || error == null) {
            return null;
        }
        if (!McpMethods.INITIALIZE.equals(operation) && McpErrorCodes.isOfStatelessRevisions(error.code())) {
            return new McpSessionException(details(
                            operation,
                            refused(answer),
                            answer,
                            "the server has switched to a stateless revision, error " + error.code())
                    .withCause(answer));
        }
        return null;
    }

    /** The session of a call was lost before the call's response was complete. */
    McpException lostInFlight(String operation, McpException loss) {
        return new McpSessionException(McpErrorDetails.of(
                        serverName(),
                        operation,
                        McpOutcome.UNKNOWN,
                        "the session was lost before the response was complete: " + loss.problem())
                .withCause(loss));
    }

    /** Without text of the server, which may contain the session id. */
    McpException lost(String operation, HttpStatusException answer) {
        JsonRpcError error = answer.error();
        String meaning = (error != null) ? "the session is gone, error " + error.code() : "the session is gone";
        return new McpSessionException(
                details(operation, refused(answer), answer, meaning).withCause(answer));
    }
}
