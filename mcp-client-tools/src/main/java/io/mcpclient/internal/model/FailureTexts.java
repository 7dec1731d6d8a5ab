package io.mcpclient.internal.model;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;

/**
 * Texts for the model about a call that failed. Messages of exceptions are for the log of the application and may contain
 * addresses; these texts contain nothing but the message of a server that rejected the request, and the reason that an approval
 * gave for a denial.
 *
 * <pre>
 *  McpRequestException          the server rejected the call, with its message
 *  McpTimeoutException          no response in time
 *  McpCancelledException        cancelled
 *  McpAuthorizationException    authorization is required
 *  McpProtocolException         unusable response
 *  McpRejectedException         by reason
 *  any other                    the server cannot be reached
 * </pre>
 */
public final class FailureTexts {

    private static final String MAY_HAVE_RUN = "The tool may have been executed.";

    private FailureTexts() {}

    /**
     * Returns what the model reads about a failure.
     * @param failure the failure
     * @return one or two sentences
     */
    public static String of(McpException failure) {
        return (problem(failure) + " " + execution(failure)).strip();
    }

    private static String problem(McpException failure) {
        if (failure instanceof McpRequestException request) {
            return "The server of the tool rejected the call"
                    + (request.serverMessage().isBlank() ? "." : ": " + sentence(request.serverMessage()));
        }
        if (failure instanceof McpTimeoutException) {
            return "The tool did not respond in time.";
        }
        if (failure instanceof McpCancelledException) {
            return "The call was cancelled.";
        }
        if (failure instanceof McpAuthorizationException) {
            return "The server of the tool requires authorization that is not available.";
        }
        if (failure instanceof McpProtocolException) {
            return "The server of the tool sent an unusable response.";
        }
        if (failure instanceof McpRejectedException rejected) {
            String denial = rejected.denialReason();
            return (denial != null) ? "The call was not approved: " + sentence(denial) : problem(rejected.reason());
        }
        return "The server of the tool cannot be reached.";
    }

    private static String problem(McpRejectedException.Reason reason) {
        return switch (reason) {
            case UNAVAILABLE -> "The server of the tool cannot be reached.";
            case UNKNOWN_TOOL -> "The tool no longer exists.";
            case UNKNOWN_SERVER -> "The server of the tool no longer exists.";
            case INVALID_ARGUMENT, UNWRITABLE -> "The arguments of the tool cannot be sent.";
            case DENIED, INTERCEPTED, UNAPPROVED_TOOL -> "The call was not approved.";
            case NO_INPUT -> "The tool requires input that is not available.";
            case NO_PRINCIPAL -> "The tool can only be called on behalf of a user.";
            case OVERLOAD -> "Too many calls are in progress.";
            default -> "The server of the tool is not available.";
        };
    }

    /** A response that cannot be used says nothing about the execution. */
    private static String execution(McpException failure) {
        return switch (failure.outcome()) {
            case NOT_SENT, REJECTED -> "The tool was not executed.";
            case UNKNOWN -> MAY_HAVE_RUN;
            case ANSWERED -> (failure instanceof McpProtocolException) ? MAY_HAVE_RUN : "";
        };
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }
}
