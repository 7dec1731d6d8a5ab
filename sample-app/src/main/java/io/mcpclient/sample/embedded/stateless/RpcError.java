package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

/**
 * An error response to a request. Errors of the request itself have their own HTTP status; errors of the requested operation
 * have status 200, like results.
 *
 * @see "MCP 2026-07-28, basic/index, Error Codes"
 */
final class RpcError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int PARSE_ERROR = -32700;

    private static final int INVALID_REQUEST = -32600;

    private static final int METHOD_NOT_FOUND = -32601;

    private static final int INVALID_PARAMS = -32602;

    private static final int INTERNAL_ERROR = -32603;

    private static final int HEADER_MISMATCH = -32020;

    private static final int MISSING_CAPABILITY = -32021;

    private static final int UNSUPPORTED_VERSION = -32022;

    private static final int MAX_ECHO = 64;

    private final int status;

    private final int code;

    private final transient Map<String, Object> data;

    private RpcError(int status, int code, String message, Map<String, Object> data) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.data = data;
    }

    /** The body is not JSON. */
    static RpcError unreadable() {
        return new RpcError(400, PARSE_ERROR, "The body is not valid JSON", Map.of());
    }

    /** The body is JSON, but not a single request. */
    static RpcError noRequest(String why) {
        return new RpcError(400, INVALID_REQUEST, why, Map.of());
    }

    /** The HTTP request does not meet the requirements of the transport. */
    static RpcError refused(int status, String why) {
        return new RpcError(status, INVALID_REQUEST, why, Map.of());
    }

    /** Required members of {@code _meta} are missing or invalid. */
    static RpcError invalidMeta(String why) {
        return new RpcError(400, INVALID_PARAMS, why, Map.of());
    }

    /** Headers are missing or differ from the body. */
    static RpcError headerMismatch(String why) {
        return new RpcError(400, HEADER_MISMATCH, "Header mismatch: " + why, Map.of());
    }

    /** The client has not declared a required capability. */
    static RpcError missingCapability(Map<String, Object> required) {
        return new RpcError(
                400,
                MISSING_CAPABILITY,
                "This needs a capability that the client has not declared",
                Map.of("requiredCapabilities", required));
    }

    /** The request is of an unsupported revision. */
    static RpcError unsupportedVersion(String requested) {
        String echo = (requested.length() > MAX_ECHO) ? requested.substring(0, MAX_ECHO) : requested;
        return new RpcError(
                400,
                UNSUPPORTED_VERSION,
                "This server speaks revision " + Revision.NAME + " only",
                Map.of("supported", List.of(Revision.NAME), "requested", echo));
    }

    /** There is no such method. */
    static RpcError unknownMethod() {
        return new RpcError(404, METHOD_NOT_FOUND, "There is no such method in revision " + Revision.NAME, Map.of());
    }

    /** The parameters are invalid, or name something that does not exist. */
    static RpcError invalidParams(String why) {
        return new RpcError(200, INVALID_PARAMS, why, Map.of());
    }

    /** There is no resource of that URI. */
    static RpcError noResource(String uri) {
        return new RpcError(200, INVALID_PARAMS, "Resource not found", Map.of("uri", uri));
    }

    /** The server has reached a limit. */
    static RpcError unavailable(String why) {
        return new RpcError(503, INTERNAL_ERROR, why, Map.of());
    }

    int status() {
        return this.status;
    }

    /** Returns the member {@code error} of the response. */
    Map<String, Object> error() {
        Map<String, Object> error = Json.object("code", this.code, "message", String.valueOf(getMessage()));
        if (!this.data.isEmpty()) {
            error.put("data", this.data);
        }
        return error;
    }
}
