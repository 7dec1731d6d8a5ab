package io.mcpclient.resilience;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;

/**
 * What the end of a call says about the health of its server, as one table. The question is whether anybody answers there
 * in time, and not whether the answer is a good one.
 *
 * <table>
 * <caption>ends of calls, first match counts</caption>
 * <tr><th>end</th><th>condition</th><th>says</th></tr>
 * <tr><td>connecting failed, or is not due yet</td><td></td><td>nothing: a server that is away is the business of the connection</td></tr>
 * <tr><td>connection</td><td>no status, 408, 5xx</td><td>failed</td></tr>
 * <tr><td>connection</td><td>429</td><td>nothing</td></tr>
 * <tr><td>deadline</td><td></td><td>failed</td></tr>
 * <tr><td>refused or cancelled here, configuration</td><td></td><td>nothing</td></tr>
 * <tr><td>result, or any other error: JSON-RPC error, session, authorization, broken protocol</td><td></td>
 * <td>answered</td></tr>
 * </table>
 *
 * @see "fault G11"
 */
final class FailureTable {

    /** What fails where there is no connection is not the call. */
    private static final String CONNECT = "connect";

    private FailureTable() {}

    /** What the end of a call says. */
    enum Health {

        /** There was an answer. */
        ANSWERED,

        /** There was none in time, or one that is as bad. */
        FAILED,

        /** Nothing can be concluded. */
        UNKNOWN
    }

    static Health of(Throwable error) {
        if (isConnecting(error)
                || error instanceof McpRejectedException
                || error instanceof McpCancelledException
                || error instanceof McpConfigurationException
                || !(error instanceof McpException)) {
            return Health.UNKNOWN;
        }
        if (error instanceof McpConnectionException connection) {
            return ofStatus(connection.status());
        }
        return (error instanceof McpTimeoutException) ? Health.FAILED : Health.ANSWERED;
    }

    /** Whether there was no connection: an attempt has failed, or is not due yet. */
    static boolean isConnecting(Throwable error) {
        return error instanceof McpInitializationException
                || (error instanceof McpException failure && failure.operation().equals(CONNECT));
    }

    private static Health ofStatus(int status) {
        if (status == 0 || status == 408 || status >= 500) {
            return Health.FAILED;
        }
        return (status == 429) ? Health.UNKNOWN : Health.ANSWERED;
    }
}
