package io.mcpclient.resilience;

import java.util.Set;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;

/**
 * Which failed calls may be repeated, as one table.
 *
 * <table>
 * <caption>failures, first match counts</caption>
 * <tr><th>failure</th><th>condition</th><th>repeated</th></tr>
 * <tr><td>any</td><td>the server has asked for input meanwhile</td><td>never: nobody is asked twice</td></tr>
 * <tr><td>connecting failed</td><td></td><td>never: attempts to connect have pauses of their own</td></tr>
 * <tr><td>connection, not sent</td><td>also because the next attempt to connect is not due yet</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>429</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>503 with {@code Retry-After}</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>503 without: proxies say so when they have lost the answer, too</td>
 * <td>if idempotent</td></tr>
 * <tr><td>connection, rejected</td><td>any other status</td><td>never</td></tr>
 * <tr><td>connection, unknown</td><td>no status, 408, 502, 504</td><td>if idempotent</td></tr>
 * <tr><td>connection, unknown</td><td>any other status</td><td>never</td></tr>
 * <tr><td>deadline of a part of the call, unknown</td><td></td><td>if idempotent</td></tr>
 * <tr><td>any other</td><td></td><td>never</td></tr>
 * </table>
 *
 * @see "faults B05, B09, G09; MCP 2026-07-28, changelog (HTM-15, HTM-16)"
 */
final class RepetitionTable {

    private static final int TOO_MANY_REQUESTS = 429;

    private static final int UNAVAILABLE = 503;

    /** What gateways say that got no answer, and servers that got no request. */
    private static final Set<Integer> LOST_ANSWER = Set.of(408, 502, 504);

    private RepetitionTable() {}

    static boolean mayRepeat(McpCall call, McpException failure) {
        if (call.progress().wasAsked() || failure instanceof McpInitializationException) {
            return false;
        }
        if (failure instanceof McpConnectionException connection) {
            return mayRepeat(call, connection);
        }
        return failure instanceof McpTimeoutException
                && failure.outcome() == McpOutcome.UNKNOWN
                && Idempotency.of(call);
    }

    private static boolean mayRepeat(McpCall call, McpConnectionException failure) {
        int status = failure.status();
        return switch (failure.outcome()) {
            case NOT_SENT -> true;
            case REJECTED ->
                status == TOO_MANY_REQUESTS
                        || (status == UNAVAILABLE && (failure.retryAfter() != null || Idempotency.of(call)));
            case UNKNOWN -> (status == 0 || LOST_ANSWER.contains(status)) && Idempotency.of(call);
            case ANSWERED -> false;
        };
    }
}
