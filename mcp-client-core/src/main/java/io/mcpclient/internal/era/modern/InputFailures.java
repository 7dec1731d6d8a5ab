package io.mcpclient.internal.era.modern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ResultType;
import io.mcpclient.text.SafeText;

/**
 * Errors of calls for which the server requests input that is not provided. The server is not notified, because it does not
 * wait (MRTR-13, MRTR-17). No message contains a state.
 */
final class InputFailures {

    private InputFailures() {}

    static McpProtocolException unknownKind(McpCall call, ResultType kind) {
        return broken(call, "the result has an unsupported type: \"" + SafeText.excerpt(kind.value()) + "\"");
    }

    static McpProtocolException notAllowed(McpCall call) {
        return broken(call, "the server requests input, which is not allowed here");
    }

    static McpProtocolException malformed(McpCall call, IllegalArgumentException problem) {
        return broken(call, "the server requests input in a malformed way: " + SafeText.excerpt(problem.getMessage()));
    }

    /** The server requests input that was not offered, or sends an invalid request for it. */
    static McpProtocolException notServed(McpCall call, String key, String method, String why) {
        return broken(call, "the server requests " + question(key, method) + ", which is not supported: " + why);
    }

    private static McpProtocolException broken(McpCall call, String problem) {
        return new McpProtocolException(details(call, problem, null), Reason.MALFORMED);
    }

    static McpProtocolException tooManyInputs(McpCall call, int inputs, int limit) {
        return limit(call, "the server requests " + inputs + " inputs at once; the limit is " + limit, null);
    }

    static McpProtocolException tooLongState(McpCall call, int limit) {
        return limit(call, "the server's requestState has more than " + limit + " characters", null);
    }

    static McpProtocolException tooManyRounds(McpCall call, int limit) {
        return limit(
                call,
                "the server still requests input after " + limit + " rounds",
                "Raise max-input-rounds if the server needs more rounds.");
    }

    static McpProtocolException tooManyPrompts(McpCall call, int limit) {
        return limit(call, "the server requests more than " + limit + " inputs from the user", null);
    }

    private static McpProtocolException limit(McpCall call, String problem, @Nullable String remedy) {
        return new McpProtocolException(details(call, problem, remedy), Reason.LIMIT);
    }

    /** A handler refuses or fails: the protocol has no response for that. */
    static McpRejectedException refused(McpCall call, String key, String method, McpRequestRefusedException refusal) {
        boolean isFailure = refusal.code() == McpErrorCodes.INTERNAL_ERROR;
        return new McpRejectedException(
                details(
                                call,
                                "the server needs " + question(key, method) + ", which "
                                        + (isFailure ? "failed: " : "was refused: ")
                                        + SafeText.excerpt(refusal.getMessage()),
                                isFailure ? "See the log for the error of the handler." : null)
                        .withCause(refusal),
                McpRejectedException.Reason.NO_INPUT);
    }

    private static String question(String key, String method) {
        return SafeText.excerpt(method) + " (input \"" + SafeText.excerpt(key, 64) + "\")";
    }

    private static McpErrorDetails details(McpCall call, String problem, @Nullable String remedy) {
        return McpErrorDetails.of(call.serverName(), call.method(), McpOutcome.ANSWERED, problem)
                .withRemedy(remedy);
    }
}
