package io.mcpclient.internal.era.legacy;

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
 * Classifies an error response to the first ping of a resumed session. No tool is behind a ping, so every suspicion counts,
 * unlike in an established session.
 *
 * <table>
 * <caption>First match applies</caption>
 * <tr><th>response</th><th>condition</th><th>meaning</th></tr>
 * <tr><td>any</td><td>{@link LostSessions} says lost, or suspected</td><td>forgotten</td></tr>
 * <tr><td>a lost response cannot be retrieved</td><td></td><td>nothing</td></tr>
 * <tr><td>HTTP 5xx, with JSON-RPC error or without</td><td></td><td>nothing</td></tr>
 * <tr><td>JSON-RPC error, with any other HTTP status</td><td>it reports that nothing was
 * initialized</td><td>forgotten</td></tr>
 * <tr><td>HTTP 400</td><td>no JSON-RPC error in the body, or one that belongs to no request</td><td>forgotten</td></tr>
 * <tr><td>HTTP 405</td><td>no JSON-RPC error in the body: there is no endpoint with sessions any
 * more</td><td>forgotten</td></tr>
 * <tr><td>any other JSON-RPC error, such as -32601</td><td></td><td>known</td></tr>
 * <tr><td>anything else: no connection, 401, 429</td><td></td><td>nothing</td></tr>
 * </table>
 *
 * An error that reveals nothing about the session is the error of the attempt to connect.
 *
 * @see "faults J03, J08, D04"
 */
final class FirstResponse {

    private static final Pattern NOT_INITIALIZED = Pattern.compile(
            "(not|n't|never|must|before|without|during|first).{0,40}initiali[sz]|uninitiali[sz]ed",
            Pattern.CASE_INSENSITIVE);

    private FirstResponse() {}

    /**
     * Classifies the error of a ping.
     * @param error the error
     * @param suspicious whether {@link LostSessions} suspects a loss
     * @return {@code null} if the server knows the session, the error of a lost session if it does not; otherwise the error
     *     itself
     */
    static @Nullable McpException judge(McpException error, boolean suspicious) {
        if (error instanceof McpSessionException) {
            return error;
        }
        HttpStatusException answer = (error.getCause() instanceof HttpStatusException status) ? status : null;
        if (!suspicious && answer != null && (answer.loss() != null || answer.status() >= 500)) {
            return error;
        }
        if (suspicious || reportsMissingInitialization(error) || (answer != null && refusesAll(answer))) {
            return lost(error);
        }
        return (error instanceof McpRequestException) ? null : error;
    }

    private static boolean reportsMissingInitialization(McpException error) {
        return error instanceof McpRequestException refusal
                && NOT_INITIALIZED.matcher(refusal.serverMessage()).find();
    }

    private static boolean refusesAll(HttpStatusException answer) {
        JsonRpcError error = answer.error();
        return switch (answer.status()) {
            case 400 -> error == null || error.id() == null;
            case 405 -> error == null;
            default -> false;
        };
    }

    private static McpException lost(McpException error) {
        return new McpSessionException(McpErrorDetails.of(
                        error.serverName(),
                        error.operation(),
                        McpOutcome.REJECTED,
                        "the server does not recognize the resumed session")
                .withCause(error));
    }
}
