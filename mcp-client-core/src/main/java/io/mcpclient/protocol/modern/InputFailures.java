package io.mcpclient.protocol.modern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.SafeText;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ResultType;

/**
 * How a call ends that the server asks something for which it is not given. The server is told nothing: it waits for
 * nothing (MRTR-13, MRTR-17). No message holds a state.
 */
final class InputFailures {

    private InputFailures() {}

    static McpProtocolException unknownKind(McpCall call, ResultType kind) {
        return broken(
                call, "the result is of a kind that was not agreed on: \"" + SafeText.excerpt(kind.value()) + "\"");
    }

    static McpProtocolException notAllowed(McpCall call) {
        return broken(call, "the server asks for input, which it must not do here");
    }

    static McpProtocolException malformed(McpCall call, IllegalArgumentException problem) {
        return broken(call, "the server asks for input in a malformed way: " + SafeText.excerpt(problem.getMessage()));
    }

    /** The server asks for what was not offered, or in a way that is not valid. */
    static McpProtocolException notServed(McpCall call, String key, String method, String why) {
        return broken(call, "the server asks for " + question(key, method) + ", which is not served: " + why);
    }

    private static McpProtocolException broken(McpCall call, String problem) {
        return new McpProtocolException(details(call, problem, null), Reason.MALFORMED);
    }

    static McpProtocolException tooManyInputs(McpCall call, int inputs, int limit) {
        return limit(call, "the server asks for " + inputs + " inputs at once, and " + limit + " are allowed", null);
    }

    static McpProtocolException tooLongState(McpCall call, int limit) {
        return limit(call, "the server wants a state of more than " + limit + " characters back", null);
    }

    static McpProtocolException tooManyRounds(McpCall call, int limit) {
        return limit(
                call,
                "the server still asks for input after " + limit + " rounds",
                "Raise max-input-rounds if that is what it takes.");
    }

    static McpProtocolException tooManyPrompts(McpCall call, int limit) {
        return limit(call, "the server asks the user for more than " + limit + " inputs", null);
    }

    private static McpProtocolException limit(McpCall call, String problem, @Nullable String remedy) {
        return new McpProtocolException(details(call, problem, remedy), Reason.LIMIT);
    }

    /** Somebody on this side does not want to answer, or cannot: there is no word for it that could be sent. */
    static McpRejectedException refused(McpCall call, String key, String method, McpRequestRefusedException refusal) {
        boolean isFailure = refusal.code() == McpErrorCodes.INTERNAL_ERROR;
        return new McpRejectedException(
                details(
                                call,
                                "the server needs " + question(key, method) + ", which was "
                                        + (isFailure ? "not answered: " : "refused: ")
                                        + SafeText.excerpt(refusal.getMessage()),
                                isFailure ? "The log tells what is wrong with the handler." : null)
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
