package io.mcpclient.internal.pipeline;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.support.OperationNames;

/**
 * Table that derives the health of a server from the outcome of a call: whether the server responds in time, not whether the
 * response is a success.
 *
 * <table>
 * <caption>outcomes of calls; the first matching row applies</caption>
 * <tr><th>outcome</th><th>condition</th><th>health</th></tr>
 * <tr><td>connecting failed, or is not due yet</td><td></td><td>unknown: an unavailable server is handled by the
 * connection</td></tr>
 * <tr><td>connection</td><td>no status, 408, 5xx</td><td>failed</td></tr>
 * <tr><td>connection</td><td>429</td><td>unknown</td></tr>
 * <tr><td>deadline</td><td></td><td>failed</td></tr>
 * <tr><td>rejected or cancelled here, configuration</td><td></td><td>unknown</td></tr>
 * <tr><td>result, or any other error: JSON-RPC error, session, authorization, broken protocol</td><td></td>
 * <td>answered</td></tr>
 * </table>
 *
 * @see "fault G11"
 */
final class FailureTable {

    private FailureTable() {}

    /** Health of a server according to the outcome of a call. */
    enum Health {

        /** The server has responded. */
        ANSWERED,

        /** There was no response in time, or one that is equivalent to none. */
        FAILED,

        /** The outcome allows no conclusion. */
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

    /** Returns whether there was no connection: an attempt has failed, or is not due yet. */
    static boolean isConnecting(Throwable error) {
        return error instanceof McpInitializationException
                || (error instanceof McpException failure && failure.operation().equals(OperationNames.CONNECT));
    }

    private static Health ofStatus(int status) {
        if (status == 0 || status == 408 || status >= 500) {
            return Health.FAILED;
        }
        return (status == 429) ? Health.UNKNOWN : Health.ANSWERED;
    }
}
