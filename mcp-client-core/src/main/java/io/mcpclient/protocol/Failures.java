package io.mcpclient.protocol;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.UnwritableMessageException;
import io.mcpclient.transport.HttpStatusException;

/**
 * What a failed exchange means, as one table; an era adds rows of its own.
 *
 * <table>
 * <caption>HTTP answers that are no success, first match counts</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>401, 402, 403</td><td></td><td>authorization</td><td>rejected</td></tr>
 * <tr><td colspan="4">rows of the era</td></tr>
 * <tr><td>any</td><td>it refuses to resume an exchange</td><td>how that was lost</td><td>unknown</td></tr>
 * <tr><td>429</td><td></td><td>server busy</td><td>rejected</td></tr>
 * <tr><td>any</td><td>JSON-RPC error in the body</td><td>answer of the server</td><td>answered</td></tr>
 * <tr><td>404, 405</td><td></td><td>no endpoint at this address</td><td>rejected</td></tr>
 * <tr><td>503</td><td></td><td>server busy</td><td>rejected</td></tr>
 * <tr><td>408, 5xx</td><td></td><td>server failed</td><td>unknown</td></tr>
 * <tr><td>other 4xx</td><td></td><td>request refused without a word</td><td>rejected</td></tr>
 * </table>
 *
 * What the server explains in the body is part of the message, except where it may hold the id of a session.
 *
 * <p>The outcome of the first two rows is unknown if they came in the place of an answer that was lost. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-27); MCP 2026-07-28, basic/transports/streamable-http (HTM-18, HTM-19); faults
 *     A06, B09"
 */
public abstract class Failures {

    private final String serverName;

    /**
     * Creates the table for one server.
     * @param serverName its configured name
     */
    protected Failures(String serverName) {
        this.serverName = serverName;
    }

    /**
     * The rows of the era.
     * @param operation method of the request
     * @param answer an HTTP answer that is no success
     * @return what it means, or {@code null} if the common rows are to decide
     */
    protected abstract @Nullable McpException ofEra(String operation, HttpStatusException answer);

    /**
     * What is to be done about an error that the server answered with.
     * @param error the error
     * @return a sentence, or {@code null} if nothing is known
     */
    protected @Nullable String remedyFor(JsonRpcError error) {
        return null;
    }

    /**
     * Returns whose failures these are.
     * @return the configured name of the server
     */
    public final String serverName() {
        return this.serverName;
    }

    /**
     * Translates whatever a transport signals to an error of the tree.
     * @param operation method of the request
     * @param error what was signalled
     * @return the error; itself if it has a meaning already
     */
    public final McpException translate(String operation, Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof McpException known) {
            return known;
        }
        if (cause instanceof HttpStatusException answer) {
            return ofStatus(operation, answer);
        }
        if (cause instanceof UnwritableMessageException) {
            return unwritable(operation, cause);
        }
        String text = (cause.getMessage() != null) ? ": " + SafeText.excerpt(cause.getMessage()) : "";
        return new McpConnectionException(McpErrorDetails.of(
                        this.serverName,
                        operation,
                        McpOutcome.UNKNOWN,
                        "unexpected " + cause.getClass().getSimpleName() + text)
                .withCause(cause));
    }

    /**
     * Refuses a request whose parameters cannot be sent.
     * @param operation method of the request
     * @param cause what is wrong with the parameters
     * @return the refusal
     */
    public final McpException unwritable(String operation, Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.NOT_SENT,
                                "the parameters cannot be written as JSON: " + SafeText.excerpt(cause.getMessage()))
                        .withRemedy("Use a map, a record or a bean whose members can be written as JSON.")
                        .withCause(cause),
                McpRejectedException.Reason.UNWRITABLE);
    }

    /**
     * Translates an error that the server put into a JSON-RPC answer.
     * @param operation method of the request
     * @param error the error
     * @return the same as an error of the tree
     */
    public final McpException ofError(String operation, JsonRpcError error) {
        return ofError(operation, error, null);
    }

    private McpException ofError(String operation, JsonRpcError error, @Nullable HttpStatusException answer) {
        return new McpRequestException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.ANSWERED,
                                "the server responded with error " + error.code() + ": "
                                        + SafeText.excerpt(error.message())
                                        + ((answer != null) ? note(answer) : ""))
                        .withRemedy(remedyFor(error))
                        .withCause(answer),
                error.code(),
                error.message(),
                error.data());
    }

    private McpException ofStatus(String operation, HttpStatusException answer) {
        int status = answer.status();
        if (status == 401 || status == 402 || status == 403) {
            return authorization(operation, answer);
        }
        McpException special = ofEra(operation, answer);
        if (special != null) {
            return special;
        }
        JsonRpcError error = answer.error();
        McpException loss = answer.loss();
        if (loss != null) {
            return loss;
        }
        if (status == 429) {
            return busy(operation, answer); // whatever a gateway says besides, it did not let the request through
        }
        if (error != null) {
            return ofError(operation, error, answer);
        }
        if (status == 404 || status == 405) {
            String address = (answer.address() != null) ? answer.address() : "this address";
            return connection(
                    answer,
                    details(operation, McpOutcome.REJECTED, answer, "no MCP endpoint at " + address + said(answer))
                            .withRemedy(RefusalRemedies.NO_ENDPOINT));
        }
        if (status == 503) {
            return busy(operation, answer);
        }
        if (status == 408 || status >= 500) {
            return connection(
                    answer, details(operation, McpOutcome.UNKNOWN, answer, "the server failed" + said(answer)));
        }
        return new McpProtocolException(
                details(operation, McpOutcome.REJECTED, answer, "refused without a JSON-RPC error" + said(answer))
                        .withRemedy(RefusalRemedies.of(this.serverName, answer))
                        .withCause(answer),
                Reason.MALFORMED);
    }

    private McpException authorization(String operation, HttpStatusException answer) {
        String challenge = answer.challenge();
        List<McpChallenge> challenges = answer.challenges();
        return new McpAuthorizationException(
                details(
                                operation,
                                refused(answer),
                                answer,
                                AuthorizationRemedies.problem(answer.status()) + said(answer))
                        .withRemedy(AuthorizationRemedies.of(this.serverName, answer))
                        .withCause(answer),
                McpAuthorizationException.Reason.REFUSED,
                answer.status(),
                (challenge != null) ? SafeText.excerpt(challenge, 1024) : null,
                AuthorizationRemedies.scopes(challenges),
                challenges);
    }

    private McpException busy(String operation, HttpStatusException answer) {
        String retryAfter = answer.retryAfter();
        String problem = (retryAfter != null)
                ? "the server is busy; Retry-After: " + SafeText.excerpt(retryAfter, 40)
                : "the server is busy";
        return connection(answer, details(operation, McpOutcome.REJECTED, answer, problem + said(answer)));
    }

    private static McpException connection(HttpStatusException answer, McpErrorDetails details) {
        return new McpConnectionException(
                details.withCause(answer), answer.status(), RetryAfter.parse(answer.retryAfter(), Instant.now()));
    }

    /**
     * What a refusal means for the request: nothing if it is that of a later attempt to fetch its answer.
     * @param answer the refusal
     * @return its outcome
     */
    protected static McpOutcome refused(HttpStatusException answer) {
        return (answer.loss() != null) ? McpOutcome.UNKNOWN : McpOutcome.REJECTED;
    }

    /**
     * Says what an answer means.
     * @param operation method of the request
     * @param outcome what became of it
     * @param answer the answer
     * @param meaning its meaning, without full stop
     * @return details for an error
     */
    protected final McpErrorDetails details(
            String operation, McpOutcome outcome, HttpStatusException answer, String meaning) {
        return McpErrorDetails.of(
                this.serverName, operation, outcome, "HTTP " + answer.status() + ": " + meaning + note(answer));
    }

    private static String said(HttpStatusException answer) {
        return (answer.explanation() != null) ? "; the server says: " + answer.explanation() : "";
    }

    private static String note(HttpStatusException answer) {
        return (answer.note() != null) ? "; " + answer.note() : "";
    }
}
