package io.mcpclient.internal.pipeline;

import java.util.Set;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;

/**
 * Table of the failed calls that may be retried.
 *
 * <table>
 * <caption>failures; the first matching row applies</caption>
 * <tr><th>failure</th><th>condition</th><th>retried</th></tr>
 * <tr><td>any</td><td>the server has requested input in the meantime</td><td>never: users are not asked twice</td></tr>
 * <tr><td>connecting failed</td><td></td><td>never: connection attempts have their own pauses</td></tr>
 * <tr><td>connection, not sent</td><td>including a connection attempt that is not due yet</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>429</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>503 with {@code Retry-After}</td><td>always</td></tr>
 * <tr><td>connection, rejected</td><td>503 without {@code Retry-After}: proxies also send it when they have lost the
 * response</td>
 * <td>if idempotent</td></tr>
 * <tr><td>connection, rejected</td><td>any other status</td><td>never</td></tr>
 * <tr><td>connection, unknown</td><td>no status, 408, 502 to 504, 520, 522, 524</td><td>if idempotent</td></tr>
 * <tr><td>connection, unknown</td><td>any other status</td><td>never</td></tr>
 * <tr><td>deadline of a part of the call, unknown</td><td></td><td>if idempotent</td></tr>
 * <tr><td>any other</td><td></td><td>never</td></tr>
 * </table>
 *
 * @see "faults B05, B09, G09; MCP 2026-07-28, changelog (HTM-15, HTM-16)"
 */
final class RetryRules {

    private static final int TOO_MANY_REQUESTS = 429;

    private static final int UNAVAILABLE = 503;

    /** Statuses sent by gateways that received no response, and by servers that received no request. */
    private static final Set<Integer> LOST_ANSWER = Set.of(408, 502, 503, 504, 520, 522, 524);

    private RetryRules() {}

    static boolean mayRepeat(McpCall call, McpException failure) {
        if (call.progress().dependsOnInput() || failure instanceof McpInitializationException) {
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
