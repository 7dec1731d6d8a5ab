package io.mcpclient.internal.era;

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
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.UnwritableMessageException;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.HttpStatusException;

/**
 * Maps failed exchanges to errors, as one table; an era adds rows of its own.
 *
 * <table>
 * <caption>unsuccessful HTTP responses, first match applies</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>401, 402, 403</td><td></td><td>authorization</td><td>rejected</td></tr>
 * <tr><td colspan="4">rows of the era</td></tr>
 * <tr><td>any</td><td>it refuses to resume an exchange</td><td>the loss of the exchange</td><td>unknown</td></tr>
 * <tr><td>429</td><td></td><td>server busy</td><td>rejected</td></tr>
 * <tr><td>any</td><td>a gateway gave up waiting, according to {@link GatewayResponses}</td>
 * <td>the server may still execute the request</td><td>unknown</td></tr>
 * <tr><td>any</td><td>JSON-RPC error in the body</td><td>response of the server</td><td>answered</td></tr>
 * <tr><td>404, 405</td><td></td><td>no endpoint at this address</td><td>rejected</td></tr>
 * <tr><td>503</td><td></td><td>server busy</td><td>rejected</td></tr>
 * <tr><td>502, others of gateways</td><td></td><td>no valid response from the server</td><td>unknown</td></tr>
 * <tr><td>408, other 5xx</td><td></td><td>server failed</td><td>unknown</td></tr>
 * <tr><td>other 4xx</td><td></td><td>request refused without an explanation</td><td>rejected</td></tr>
 * </table>
 *
 * The server's explanation in the body is part of the message, except where it may contain a session id.
 *
 * <p>The outcome of the first two rows is unknown if they replace a lost response. Thread-safe.
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
     * @param answer an unsuccessful HTTP response
     * @return the error, or {@code null} if the common rows decide
     */
    protected abstract @Nullable McpException ofEra(String operation, HttpStatusException answer);

    /**
     * Returns the remedy for an error that the server returned.
     * @param error the error
     * @return a sentence, or {@code null} if there is none
     */
    protected @Nullable String remedyFor(JsonRpcError error) {
        return null;
    }

    /**
     * Returns the server of these failures.
     * @return the configured name of the server
     */
    public final String serverName() {
        return this.serverName;
    }

    /**
     * Translates any signal of a transport to a typed error.
     * @param operation method of the request
     * @param error the signalled error
     * @return the typed error; the same object if it is typed already
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
     * @param cause the problem of the parameters
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
     * Translates a JSON-RPC error of the server.
     * @param operation method of the request
     * @param error the error
     * @return the typed error
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
            return busy(operation, answer); // whatever else a gateway says, it did not forward the request
        }
        if (GatewayResponses.isTimeout(answer)) {
            return timeoutOfGateway(operation, answer);
        }
        if (error != null) {
            return ofError(operation, error, answer);
        }
        if (status == 404 || status == 405) {
            String address = (answer.address() != null) ? answer.address() : "this address";
            return connection(
                    answer,
                    details(
                                    operation,
                                    McpOutcome.REJECTED,
                                    answer,
                                    "no MCP endpoint at " + address + textOfServer(answer))
                            .withRemedy(RefusalRemedies.NO_ENDPOINT));
        }
        if (status == 503) {
            return busy(operation, answer);
        }
        if (GatewayResponses.isInvalid(answer)) {
            return connection(
                    answer,
                    details(
                                    operation,
                                    McpOutcome.UNKNOWN,
                                    answer,
                                    "a gateway received no valid response from the server" + textOfServer(answer))
                            .withRemedy("Check that the server is running, and the address of the server in the"
                                    + " configuration of the gateway."));
        }
        if (status == 408 || status >= 500) {
            return connection(
                    answer,
                    details(operation, McpOutcome.UNKNOWN, answer, "the server failed" + textOfServer(answer))
                            .withRemedy("The log of the server has the cause."));
        }
        return unexplained(operation, answer);
    }

    private McpException unexplained(String operation, HttpStatusException answer) {
        return new McpProtocolException(
                details(
                                operation,
                                McpOutcome.REJECTED,
                                answer,
                                "refused without a JSON-RPC error" + textOfServer(answer))
                        .withRemedy(RefusalRemedies.of(this.serverName, answer))
                        .withCause(answer),
                Reason.MALFORMED);
    }

    /**
     * Returns the error of a request that a server or a proxy before it has refused, and whose server is known to be the expected one.
     * @param operation method of the request
     * @param answer the refusal
     * @return the error of the server, if it has sent one
     */
    public final McpException refusal(String operation, HttpStatusException answer) {
        JsonRpcError error = answer.error();
        return (error != null) ? ofError(operation, error, answer) : unexplained(operation, answer);
    }

    private McpException timeoutOfGateway(String operation, HttpStatusException answer) {
        return connection(
                answer,
                details(
                                operation,
                                McpOutcome.UNKNOWN,
                                answer,
                                "a gateway gave up" + GatewayResponses.after(answer)
                                        + "; the server may still be executing the request" + textOfServer(answer))
                        .withRemedy("Raise the timeout of the gateway, or let the server send progress."));
    }

    private McpException authorization(String operation, HttpStatusException answer) {
        String challenge = answer.challenge();
        List<McpChallenge> challenges = answer.challenges();
        return new McpAuthorizationException(
                details(
                                operation,
                                refused(answer),
                                answer,
                                AuthorizationRemedies.problem(answer.status()) + textOfServer(answer))
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
        return connection(
                answer,
                details(operation, McpOutcome.REJECTED, answer, problem + textOfServer(answer))
                        .withRemedy((retryAfter != null) ? "Call again after that time." : "Call again later."));
    }

    private static McpException connection(HttpStatusException answer, McpErrorDetails details) {
        return new McpConnectionException(
                details.withCause(answer), answer.status(), RetryAfter.parse(answer.retryAfter(), Instant.now()));
    }

    /**
     * Returns the outcome that a refusal implies: unknown if a later attempt to fetch the response was refused.
     * @param answer the refusal
     * @return the outcome of the request
     */
    protected static McpOutcome refused(HttpStatusException answer) {
        return (answer.loss() != null) ? McpOutcome.UNKNOWN : McpOutcome.REJECTED;
    }

    /**
     * Describes the meaning of a response.
     * @param operation method of the request
     * @param outcome outcome of the request
     * @param answer the response
     * @param meaning its meaning, without full stop
     * @return details for an error
     */
    protected final McpErrorDetails details(
            String operation, McpOutcome outcome, HttpStatusException answer, String meaning) {
        return McpErrorDetails.of(
                this.serverName, operation, outcome, "HTTP " + answer.status() + ": " + meaning + note(answer));
    }

    private static String textOfServer(HttpStatusException answer) {
        return (answer.explanation() != null) ? "; the server says: " + answer.explanation() : "";
    }

    private static String note(HttpStatusException answer) {
        return (answer.note() != null) ? "; " + answer.note() : "";
    }
}
