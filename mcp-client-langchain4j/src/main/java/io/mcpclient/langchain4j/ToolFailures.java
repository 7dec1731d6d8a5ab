package io.mcpclient.langchain4j;

import dev.langchain4j.exception.ToolExecutionException;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;

/** What a model reads about a call that failed. The table of all failures; only a server's own error and a denial keep their text. */
final class ToolFailures {

    private ToolFailures() {}

    static ToolExecutionException of(String tool, McpException failure) {
        String message = "The call of \"" + tool + "\" failed: " + reason(failure) + " " + outcome(failure.outcome());
        return new ToolExecutionException(message, new McpToolCallException(message, failure));
    }

    private static String reason(McpException failure) {
        if (failure instanceof McpRequestException) {
            return "the server returned an error: " + failure.problem() + ".";
        }
        if (failure instanceof McpTimeoutException) {
            return "the server did not respond in time.";
        }
        if (failure instanceof McpCancelledException) {
            return "it was cancelled.";
        }
        if (failure instanceof McpAuthorizationException) {
            return "access to the server is not authorized.";
        }
        if (failure instanceof McpProtocolException) {
            return "the server's response is invalid.";
        }
        if (failure instanceof McpRejectedException rejected) {
            return reason(rejected);
        }
        return "the server is not reachable.";
    }

    private static String reason(McpRejectedException failure) {
        String denial = failure.denialReason();
        return switch (failure.reason()) {
            case INVALID_ARGUMENT -> "the arguments are invalid.";
            case DENIED -> "it was not approved" + ((denial != null) ? ": " + sentence(denial) : ".");
            default -> "the tool is not available at present.";
        };
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    private static String outcome(McpOutcome outcome) {
        return switch (outcome) {
            case NOT_SENT, REJECTED -> "The tool was not executed.";
            case UNKNOWN -> "The tool may have been executed.";
            case ANSWERED -> "Do not repeat the same call.";
        };
    }
}
