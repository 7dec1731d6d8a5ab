package io.mcpclient.internal.task;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.text.SafeText;

/**
 * Errors of a tool call that the server runs as a task. The server has accepted the call, so a request about the task that was not
 * sent or was rejected does not mean that the tool was not executed: a caller that repeats it would execute it twice.
 *
 * <table>
 * <caption>Error of the wait, and of the call</caption>
 * <tr><td>timeout</td><td>the same, with what the task was doing</td></tr>
 * <tr><td>answered, or outcome unknown</td><td>the same</td></tr>
 * <tr><td>authorization, missing input</td><td>the same with outcome unknown</td></tr>
 * <tr><td>not sent or rejected for another reason</td><td>connection error with outcome unknown</td></tr>
 * </table>
 */
final class TaskFailures {

    private TaskFailures() {}

    /**
     * Returns the error of the call.
     * @param error error of a request about its task
     * @param last last known state of the task
     * @return the error
     */
    static McpException ofCall(McpException error, McpTaskState last) {
        if (error instanceof McpTimeoutException timeout) {
            return new McpTimeoutException(
                    details(error, error.problem() + remark(last))
                            .withRemedy(
                                    "It is no longer awaited. If the server needs more time, raise the timeout of the call, or request-timeout-max."),
                    timeout.phase(),
                    timeout.timeout());
        }
        boolean maySeemUnexecuted = error.outcome() == McpOutcome.NOT_SENT || error.outcome() == McpOutcome.REJECTED;
        return maySeemUnexecuted ? withOutcomeUnknown(error, last) : error;
    }

    private static McpException withOutcomeUnknown(McpException error, McpTaskState last) {
        McpErrorDetails details = details(
                        error,
                        "the tool runs as a task, but " + error.operation() + " failed: " + error.problem()
                                + remark(last))
                .withRemedy(error.remedy());
        if (error instanceof McpAuthorizationException refusal) {
            return new McpAuthorizationException(
                    details,
                    refusal.reason(),
                    refusal.status(),
                    refusal.challenge(),
                    refusal.requiredScopes(),
                    refusal.challenges());
        }
        return (error instanceof McpRejectedException rejection
                        && rejection.reason() == McpRejectedException.Reason.NO_INPUT)
                ? new McpRejectedException(details, rejection.reason())
                : new McpConnectionException(details);
    }

    private static McpErrorDetails details(McpException error, String problem) {
        return McpErrorDetails.of(error.serverName(), McpMethods.TOOLS_CALL, McpOutcome.UNKNOWN, problem)
                .withCause(error);
    }

    private static String remark(McpTaskState last) {
        String message = last.message();
        return (message == null || message.isBlank()) ? "" : "; its last status: " + SafeText.excerpt(message);
    }
}
