package io.mcpclient.test;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.McpErrorCodes;

/** A JSON-RPC error, thrown by functions that answer requests of a {@link McpTestServer}. Immutable. */
public final class McpTestError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Arguments API = new Arguments("McpTestError");

    /** Status over HTTP, or zero for the one that belongs to the code. */
    private final int status;

    private final int code;

    private final transient Map<String, Object> data;

    /**
     * Creates an error without data.
     * @param code code of the error, see {@link McpErrorCodes}
     * @param message message of the error
     */
    public McpTestError(int code, String message) {
        this(code, message, Map.of());
    }

    /**
     * Creates an error.
     * @param code code of the error, see {@link McpErrorCodes}
     * @param message message of the error
     * @param data details as plain JSON, empty for none
     */
    public McpTestError(int code, String message, Map<String, Object> data) {
        this(0, code, message, data);
    }

    McpTestError(int status, int code, String message, Map<String, Object> data) {
        super(API.present(message, "message"), null, false, false);
        this.status = status;
        this.code = code;
        this.data = API.present(data, "data");
    }

    static McpTestError invalidParams(String message) {
        return new McpTestError(McpErrorCodes.INVALID_PARAMS, message);
    }

    /** Returns what a function of a test has failed with; not each exception has a message. */
    static String describe(Throwable failure) {
        String message = failure.getMessage();
        return (message != null) ? message : failure.getClass().getSimpleName();
    }

    /** An error of the HTTP request itself. */
    static McpTestError http(int status, int code, String message) {
        return new McpTestError(status, code, message, Map.of());
    }

    int status() {
        return this.status;
    }

    /** Returns the error as a task reports it. */
    Map<String, Object> toJson() {
        return Map.of("code", this.code, "message", String.valueOf(getMessage()));
    }

    JsonRpcError response(@Nullable JsonRpcId id) {
        return new JsonRpcError(id, this.code, String.valueOf(getMessage()), this.data.isEmpty() ? null : this.data);
    }
}
