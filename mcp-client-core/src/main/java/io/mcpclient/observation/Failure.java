package io.mcpclient.observation;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.transport.HttpStatusException;

/**
 * Why something failed, in words of which there are few: the table of {@code error.type}.
 *
 * <pre>
 *  error of JSON-RPC          its code if that has a meaning, else _OTHER   rpc.response.status_code likewise
 *  result that says isError   tool_error
 *  answer of HTTP alone       its status if that is registered, else _OTHER; of exchanges only
 *  end without an answer      _OTHER
 *  deadline                   timeout
 *  given up by the caller     cancelled
 *  exception                  its simple name
 *  exception without a name   _OTHER
 * </pre>
 *
 * @param type value of {@code error.type}
 * @param statusCode value of {@code rpc.response.status_code}, or {@code null} if no error was sent
 * @param cause what is told of it to handlers of observations: its text becomes the description of the status
 */
record Failure(String type, @Nullable String statusCode, Throwable cause) {

    static final String OTHER = "_OTHER";

    /** Codes from here to -32000 are for servers to choose, by JSON-RPC; so few that they all may be shown. */
    private static final int FIRST_SERVER_CODE = -32099;

    static Failure of(Throwable error) {
        if (error instanceof McpRequestException refusal) {
            return ofCode(refusal.code(), refusal.serverMessage());
        }
        if (error instanceof McpTimeoutException) {
            return new Failure("timeout", null, error);
        }
        String name = error.getClass().getSimpleName();
        return new Failure(name.isEmpty() ? OTHER : name, null, error);
    }

    static Failure of(JsonRpcError error) {
        return ofCode(error.code(), error.message());
    }

    private static Failure ofCode(int code, @Nullable String message) {
        String text = hasMeaning(code) ? Integer.toString(code) : OTHER;
        return new Failure(text, text, new JsonRpcFailure(SafeText.excerpt(message)));
    }

    /** A server could answer with as many codes as there are numbers. */
    private static boolean hasMeaning(int code) {
        return (code >= FIRST_SERVER_CODE && code <= -32000)
                || switch (code) {
                    case McpErrorCodes.PARSE_ERROR,
                            McpErrorCodes.INVALID_REQUEST,
                            McpErrorCodes.METHOD_NOT_FOUND,
                            McpErrorCodes.INVALID_PARAMS,
                            McpErrorCodes.INTERNAL_ERROR,
                            McpErrorCodes.USER_REJECTED_SAMPLING -> true;
                    default -> false;
                };
    }

    /** An answer of HTTP that is none of JSON-RPC has a status, and perhaps an error of JSON-RPC that explains it. */
    static Failure ofExchange(Throwable error) {
        if (!(error instanceof HttpStatusException answer)) {
            return of(error);
        }
        JsonRpcError explanation = answer.error();
        return (explanation != null)
                ? of(explanation)
                : new Failure(HttpStatuses.value(answer.status()), null, new JsonRpcFailure("HTTP " + answer.status()));
    }

    static Failure noAnswer() {
        return new Failure(OTHER, null, new JsonRpcFailure("no answer"));
    }

    static Failure ofTool() {
        return new Failure("tool_error", null, new ToolFailure());
    }

    static Failure cancelled() {
        return new Failure("cancelled", null, new Cancelled());
    }

    /** Not thrown: tells the text of an error. */
    static final class JsonRpcFailure extends RuntimeException {

        JsonRpcFailure(String message) {
            super(message, null, false, false);
        }
    }

    /** Not thrown: what the tool says about it is for whoever has called it. */
    static final class ToolFailure extends RuntimeException {

        ToolFailure() {
            super("the tool reported an error", null, false, false);
        }
    }

    /** Not thrown: nobody waits any more. */
    static final class Cancelled extends RuntimeException {

        Cancelled() {
            super("given up", null, false, false);
        }
    }
}
