package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.internal.era.UnsharedSessions;
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
 * <tr><td>any</td><td>{@code notifications/initialized} is refused with words about the session</td><td>session lost</td>
 * <td>rejected</td></tr>
 * <tr><td>400</td><td>a JSON-RPC error that only the stateless revision defines</td><td>session lost, with the server</td>
 * <td>rejected</td></tr>
 * </table>
 *
 * A server that loses a session soon after it has opened it appears to be load-balanced without shared sessions, which the error
 * says at once.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-21, HTL-22); MCP 2026-07-28, basic/versioning (VER-11, VER-16); faults A19, D01,
 *     D04, D11, D16"
 */
final class LegacyFailures extends Failures {

    /** Age up to which a loss has hardly another reason than another node. */
    private static final Duration NEW = Duration.ofSeconds(2);

    private final @Nullable LostSessions losses;

    private final Supplier<@Nullable Duration> age;

    /**
     * Creates the table for one server.
     * @param serverName its configured name
     * @param losses detects lost sessions, or {@code null} if requests carry no session id
     */
    LegacyFailures(String serverName, @Nullable LostSessions losses) {
        this(serverName, losses, () -> null);
    }

    /**
     * Creates the table for one session.
     * @param serverName the server's configured name
     * @param losses detects lost sessions, or {@code null} if requests carry no session id
     * @param age returns the time since the server opened the session; {@code null} for a session that another client may have
     *     used before
     */
    LegacyFailures(String serverName, @Nullable LostSessions losses, Supplier<@Nullable Duration> age) {
        super(serverName);
        this.losses = losses;
        this.age = age;
    }

    @Override
    protected @Nullable McpException ofEra(String operation, HttpStatusException answer) {
        LostSessions losses = this.losses;
        if (losses != null
                && (losses.judge(answer) == LostSessions.Verdict.LOST
                        || (McpMethods.NOTIFICATIONS_INITIALIZED.equals(operation) && losses.isDenied(answer)))) {
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
        Duration age = ageIfNew();
        String otherwise = McpMethods.NOTIFICATIONS_INITIALIZED.equals(operation)
                ? ""
                : " If other requests succeed, the session is intact, and the server answers this request with status "
                        + answer.status() + ".";
        return lost(details(operation, refused(answer), answer, withAge(meaning, age)), age, otherwise, answer);
    }

    /** The session was lost according to a JSON-RPC error with a successful HTTP status. */
    McpException lost(McpException error) {
        Duration age = ageIfNew();
        return lost(
                McpErrorDetails.of(
                        serverName(), error.operation(), McpOutcome.REJECTED, withAge("the session is gone", age)),
                age,
                "",
                error);
    }

    private @Nullable Duration ageIfNew() {
        Duration age = this.age.get();
        return (age != null && age.compareTo(NEW) < 0) ? age : null;
    }

    private static String withAge(String meaning, @Nullable Duration age) {
        return (age != null) ? meaning + ", " + age.toMillis() + " ms after the server opened it" : meaning;
    }

    private McpException lost(McpErrorDetails details, @Nullable Duration age, String otherwise, Throwable cause) {
        String remedy = (age != null)
                ? "The server " + UnsharedSessions.SUSPICION + ". " + UnsharedSessions.remedy(serverName()) + otherwise
                : null;
        return new McpSessionException(details.withRemedy(remedy).withCause(cause));
    }
}
