package io.mcpclient.internal.observation;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.HttpStatusException;

/**
 * Low-cardinality reason of a failure: the table of {@code error.type}.
 *
 * <pre>
 *  JSON-RPC error             its code if defined, else _OTHER; same for rpc.response.status_code
 *  result with isError        tool_error
 *  HTTP response only         its status if registered, else _OTHER; for exchanges only
 *  end without a response     _OTHER
 *  deadline                   timeout
 *  cancelled by the caller    cancelled
 *  exception                  its simple name
 *  exception without a name   _OTHER
 * </pre>
 *
 * @param type value of {@code error.type}
 * @param statusCode value of {@code rpc.response.status_code}, or {@code null} if no error was sent
 * @param cause error for the handlers of observations: its text becomes the description of the status
 */
record Failure(String type, @Nullable String statusCode, Throwable cause) {

    static final String OTHER = "_OTHER";

    /** Codes from here to -32000 are reserved for servers by JSON-RPC; few enough to report each of them. */
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

    /** Any number can be an error code, so only defined codes are reported. */
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

    /** An HTTP response without a JSON-RPC message has a status, and possibly a JSON-RPC error that explains it. */
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
        return new Failure(OTHER, null, new JsonRpcFailure("no response"));
    }

    static Failure ofTool() {
        return new Failure("tool_error", null, new ToolFailure());
    }

    static Failure cancelled() {
        return new Failure("cancelled", null, new Cancelled());
    }

    /** Never thrown: carries the text of an error. */
    static final class JsonRpcFailure extends RuntimeException {

        JsonRpcFailure(String message) {
            super(message, null, false, false);
        }
    }

    /** Never thrown: has no text of the tool, which is meant for the caller only. */
    static final class ToolFailure extends RuntimeException {

        ToolFailure() {
            super("the tool reported an error", null, false, false);
        }
    }

    /** Never thrown: the caller has cancelled. */
    static final class Cancelled extends RuntimeException {

        Cancelled() {
            super("cancelled", null, false, false);
        }
    }

    /**
     * HTTP statuses as attribute values: a registered status is its number, all others are {@code _OTHER}. A server can respond
     * with any number, and each value of a tag is a separate time series.
     *
     * @see "IANA, Hypertext Transfer Protocol (HTTP) Status Code Registry; fault I26"
     */
    static final class HttpStatuses {

        /** First and last code of each range. */
        private static final int[][] REGISTERED = {
            {100, 104},
            {200, 208},
            {226, 226},
            {300, 308},
            {400, 418},
            {421, 426},
            {428, 429},
            {431, 431},
            {451, 451},
            {500, 508},
            {510, 511}
        };

        private HttpStatuses() {}

        static String value(int status) {
            for (int[] run : REGISTERED) {
                if (status >= run[0] && status <= run[1]) {
                    return Integer.toString(status);
                }
            }
            return Failure.OTHER;
        }
    }
}
