package io.mcpclient.protocol.legacy;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.UnwritableMessageException;
import io.mcpclient.transport.HttpStatusException;

/**
 * What a failed exchange of a handshake revision means, as one table.
 *
 * <table>
 * <caption>HTTP answers that are no success, first match counts</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>401, 402, 403</td><td></td><td>authorization</td><td>rejected</td></tr>
 * <tr><td>404, 410</td><td>request carried a session id</td><td>session lost</td><td>rejected</td></tr>
 * <tr><td>400</td><td>so it did, and the JSON-RPC error speaks of a session</td><td>session lost</td><td>rejected; unknown if
 * the error has an id, since it may come from a tool then</td></tr>
 * <tr><td>any</td><td>it refuses to resume an exchange</td><td>how that was lost</td><td>unknown</td></tr>
 * <tr><td>any</td><td>JSON-RPC error in the body</td><td>answer of the server</td><td>answered</td></tr>
 * <tr><td>404, 405</td><td></td><td>no endpoint at this address</td><td>rejected</td></tr>
 * <tr><td>429, 503</td><td></td><td>server busy</td><td>rejected</td></tr>
 * <tr><td>408, 5xx</td><td></td><td>server failed</td><td>unknown</td></tr>
 * <tr><td>other 4xx</td><td></td><td>request refused without a word</td><td>rejected</td></tr>
 * </table>
 *
 * The outcome of the first three rows is unknown too if they came in the place of an answer that was lost.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-21, HTL-22, HTL-27); faults A06, B09, D01, D04, D16"
 */
final class LegacyFailures {

    private static final Pattern SCOPE = Pattern.compile("\\bscope=\"([^\"]*)\"");

    private static final Pattern SPACE = Pattern.compile(" ");

    private static final Pattern SESSION = Pattern.compile("\\bsession", Pattern.CASE_INSENSITIVE);

    /** Codes that servers were seen to disown a session with; one of them has lost its sign. */
    private static final Set<Integer> SESSION_CODES = Set.of(-32000, -32001, -32600, 32600);

    private LegacyFailures() {}

    /** Translates whatever a transport signals to an error of the tree. */
    static McpException translate(String serverName, String operation, boolean inSession, Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof McpException known) {
            return known;
        }
        if (cause instanceof HttpStatusException answer) {
            return ofStatus(serverName, operation, inSession, answer);
        }
        if (cause instanceof UnwritableMessageException) {
            return new McpRejectedException(
                    McpErrorDetails.of(
                                    serverName,
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "the parameters can not be written as JSON: "
                                            + SafeText.excerpt(cause.getMessage()))
                            .withCause(cause),
                    McpRejectedException.Reason.UNWRITABLE);
        }
        String text = (cause.getMessage() != null) ? ": " + SafeText.excerpt(cause.getMessage()) : "";
        return new McpConnectionException(McpErrorDetails.of(
                        serverName,
                        operation,
                        McpOutcome.UNKNOWN,
                        "unexpected " + cause.getClass().getSimpleName() + text)
                .withCause(cause));
    }

    /** An error that the server put into a JSON-RPC answer. */
    static McpException ofError(String serverName, String operation, JsonRpcError error) {
        return ofError(serverName, operation, error, "");
    }

    private static McpException ofError(String serverName, String operation, JsonRpcError error, String note) {
        return new McpRequestException(
                McpErrorDetails.of(
                        serverName,
                        operation,
                        McpOutcome.ANSWERED,
                        "the server answered with error " + error.code() + ": " + SafeText.excerpt(error.message())
                                + note),
                error.code(),
                error.message(),
                error.data());
    }

    private static McpException ofStatus(
            String serverName, String operation, boolean inSession, HttpStatusException answer) {
        int status = answer.status();
        JsonRpcError error = answer.error();
        McpException loss = answer.loss();
        if (status == 401 || status == 402 || status == 403) {
            return authorization(serverName, operation, answer);
        }
        if ((status == 404 || status == 410) && inSession) {
            return new McpSessionException(
                    details(serverName, operation, refused(answer), answer, "the session is gone")
                            .withCause(answer));
        }
        if (status == 400 && inSession && error != null && speaksOfSession(error)) {
            McpOutcome outcome = (error.id() == null) ? refused(answer) : McpOutcome.UNKNOWN;
            return new McpSessionException(
                    // Without its words: they may hold the id of the session.
                    details(serverName, operation, outcome, answer, "the session is gone, error " + error.code())
                            .withCause(answer));
        }
        if (loss != null) {
            return loss;
        }
        if (error != null) {
            return ofError(serverName, operation, error, note(answer));
        }
        if (status == 404 || status == 405) {
            return new McpConnectionException(
                    details(serverName, operation, McpOutcome.REJECTED, answer, "no MCP endpoint at this address")
                            .withRemedy("Check the path of the url.")
                            .withCause(answer));
        }
        if (status == 429 || status == 503) {
            return new McpConnectionException(
                    details(serverName, operation, McpOutcome.REJECTED, answer, busy(answer.retryAfter()))
                            .withCause(answer));
        }
        if (status == 408 || status >= 500) {
            return new McpConnectionException(
                    details(serverName, operation, McpOutcome.UNKNOWN, answer, "the server failed")
                            .withCause(answer));
        }
        return new McpProtocolException(
                details(serverName, operation, McpOutcome.REJECTED, answer, "refused without a JSON-RPC error")
                        .withCause(answer),
                Reason.MALFORMED);
    }

    private static boolean speaksOfSession(JsonRpcError error) {
        return SESSION_CODES.contains(error.code())
                && SESSION.matcher(error.message()).find();
    }

    private static McpException authorization(String serverName, String operation, HttpStatusException answer) {
        String challenge = answer.challenge();
        String problem =
                switch (answer.status()) {
                    case 401 -> "credentials are missing or not valid";
                    case 402 -> "the server asks for payment";
                    default -> "access is not allowed";
                };
        McpErrorDetails details = details(serverName, operation, refused(answer), answer, problem)
                .withRemedy(
                        (challenge != null)
                                ? "The server asks for: " + SafeText.excerpt(challenge) + "."
                                : "Configure credentials for this server, for example in headers.")
                .withCause(answer);
        return new McpAuthorizationException(
                details,
                answer.status(),
                (challenge != null) ? SafeText.excerpt(challenge, 1024) : null,
                scopes(challenge));
    }

    private static List<String> scopes(@Nullable String challenge) {
        Matcher scope = SCOPE.matcher((challenge != null) ? challenge : "");
        return (scope.find() && !scope.group(1).isBlank())
                ? List.of(SPACE.split(SafeText.excerpt(scope.group(1).strip(), 1024)))
                : List.of();
    }

    private static String busy(@Nullable String retryAfter) {
        return (retryAfter != null)
                ? "the server is busy, it asks to come back after " + SafeText.excerpt(retryAfter, 40)
                : "the server is busy";
    }

    /** What a refusal means for the request: nothing if it is that of a later attempt to fetch its answer. */
    private static McpOutcome refused(HttpStatusException answer) {
        return (answer.loss() != null) ? McpOutcome.UNKNOWN : McpOutcome.REJECTED;
    }

    private static McpErrorDetails details(
            String serverName, String operation, McpOutcome outcome, HttpStatusException answer, String meaning) {
        return McpErrorDetails.of(
                serverName, operation, outcome, "HTTP " + answer.status() + ": " + meaning + note(answer));
    }

    private static String note(HttpStatusException answer) {
        return (answer.note() != null) ? "; " + answer.note() : "";
    }
}
