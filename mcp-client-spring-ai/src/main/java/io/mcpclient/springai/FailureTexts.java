package io.mcpclient.springai;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;

/**
 * Texts for the model about a failed call. Messages of exceptions are for the log of the application and may contain
 * addresses; these texts contain nothing but the message of a server that rejected the request, and the reason that an approval
 * gave for a denial.
 *
 * <pre>
 *  McpRequestException          the server rejected the call, with its message
 *  McpTimeoutException          no response in time
 *  McpAuthorizationException    authorization is required
 *  McpProtocolException         unusable response
 *  McpRejectedException         by reason
 *  any other                    the server could not be reached
 * </pre>
 */
final class FailureTexts {

    private FailureTexts() {}

    static String of(McpException failure) {
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
            case UNKNOWN_TOOL -> "The tool no longer exists.";
            case INVALID_ARGUMENT, UNWRITABLE -> "The arguments of the tool cannot be sent.";
            case DENIED, INTERCEPTED, UNAPPROVED_TOOL -> "The call was not approved.";
            case NO_INPUT -> "The tool requires input that is not available.";
            case NO_PRINCIPAL -> "The tool can only be called on behalf of a user.";
            case OVERLOAD -> "Too many calls are in progress.";
            default -> "The server of the tool is not available.";
        };
    }

    private static String execution(McpException failure) {
        return switch (failure.outcome()) {
            case NOT_SENT, REJECTED -> "The tool was not executed.";
            case UNKNOWN -> "The tool may have been executed.";
            case ANSWERED -> "";
        };
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }
}
