package io.mcpclient.protocol.resumption;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.HttpStatusException;

/**
 * What else means that a server has forgotten a session, as long as it has answered nothing in it since it was resumed. In a
 * session that works, none of this says so.
 *
 * <table>
 * <caption>First match counts; the rows of the era come before</caption>
 * <tr><th>answer</th><th>condition</th><th>meaning</th></tr>
 * <tr><td>HTTP 400</td><td>no JSON-RPC error in the body, or one that belongs to no request</td><td>forgotten</td></tr>
 * <tr><td>JSON-RPC error, with any HTTP status</td><td>it says that nothing was initialized</td><td>forgotten</td></tr>
 * <tr><td>anything else</td><td></td><td>what it always means</td></tr>
 * </table>
 *
 * Nothing was done for a request that was refused so: it can be repeated.
 *
 * @see "faults J03, J08, D04"
 */
final class Forgotten {

    private static final Pattern NOT_INITIALIZED = Pattern.compile(
            "(not|n't|never|must|before|without|during|first).{0,40}initiali[sz]|uninitiali[sz]ed",
            Pattern.CASE_INSENSITIVE);

    private Forgotten() {}

    /**
     * Looks at the error of a call.
     * @param operation method of the call
     * @param error its error
     * @return the error of a lost session, or the error itself
     */
    static McpException translate(String operation, McpException error) {
        return isForgotten(error)
                ? new McpSessionException(McpErrorDetails.of(
                                error.serverName(),
                                operation,
                                McpOutcome.REJECTED,
                                "the server does not know the session that was resumed")
                        .withCause(error))
                : error;
    }

    private static boolean isForgotten(McpException error) {
        if (error instanceof McpSessionException) {
            return false; // known as such already
        }
        HttpStatusException answer = (error.getCause() instanceof HttpStatusException status) ? status : null;
        if (answer != null && answer.loss() != null) {
            return false; // the request itself was accepted
        }
        if (error instanceof McpRequestException refusal && saysSo(refusal.serverMessage())) {
            return true;
        }
        return answer != null && answer.status() == 400 && belongsToNothing(answer.error());
    }

    private static boolean belongsToNothing(@Nullable JsonRpcError error) {
        return error == null || error.id() == null;
    }

    private static boolean saysSo(@Nullable String message) {
        return message != null && NOT_INITIALIZED.matcher(message).find();
    }
}
